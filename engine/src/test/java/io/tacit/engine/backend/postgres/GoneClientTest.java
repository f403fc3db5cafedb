package io.tacit.engine.backend.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.backend.TestServer;
import io.tacit.engine.backend.server.ServerRefusals;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A process that is gone without leave, as by {@code kill -9}: the server does not go on with its question. */
@NullUnmarked
@Tag("process")
class GoneClientTest {
    private static final String RUNNING =
            "SELECT COUNT(*)::text FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND query LIKE '%gone client%'";

    private final String url = TestServer.database();

    @Test
    void whatNobodyWaitsForEnds() throws Exception {
        ServerRefusals refusals = new ServerRefusals(message -> {});
        Connection connection = new ServerAddress(url).connect(3600, refusals);
        CompletableFuture<Boolean> asked = CompletableFuture.supplyAsync(() -> asks(connection));
        while (running() == 0) {
            Thread.sleep(20);
        }
        // The socket is closed, and nothing else is said to the server: so is it when a process is killed.
        connection.abort(Runnable::run);
        assertThat(asked.join()).isFalse();
        int looked = 0;
        while (running() > 0) {
            // It sleeps for five minutes, and would be looked for as long.
            assertThat(++looked).isLessThan(1000);
            Thread.sleep(100);
        }
    }

    private static boolean asks(Connection connection) {
        try (Statement statement = connection.createStatement()) {
            return statement.execute("SELECT pg_sleep(300) /* gone client */");
        } catch (SQLException aborted) {
            return false;
        }
    }

    private int running() throws SQLException {
        List<String> found = TestServer.texts(url, RUNNING);
        return Integer.parseInt(found.get(0));
    }
}
