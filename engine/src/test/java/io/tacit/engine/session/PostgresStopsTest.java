package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.backend.TestServer;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.QueryCeiling;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A run on PostgreSQL ends when its time is over, when it is stopped, and when the network is dead. */
@NullUnmarked
@Tag("process")
class PostgresStopsTest {
    private static final DuckDbSettings SETTINGS = new DuckDbSettings(256, 1, message -> {});
    private static final String SLOW = "SELECT COUNT(DISTINCT id) AS n FROM slow";

    private final String url = TestServer.database();

    /** A view whose rows take an hour. */
    private List<SourceTable> slow(String address) {
        TestServer.run(
                url,
                List.of("CREATE VIEW slow AS SELECT i AS id FROM generate_series(1, 3600) AS i,"
                        + " LATERAL pg_sleep(1 + 0 * i) AS p"));
        return List.of(new SourceTable(
                new Table("slow", List.of(Column.nullable("id", ColumnType.INTEGER)), new Protection.UnitColumn("id")),
                new Source.Server(address, "slow")));
    }

    private boolean isRunning() {
        return !TestServer.texts(
                        url,
                        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND"
                                + " pid <> pg_backend_pid() AND query LIKE '%slow%'")
                .isEmpty();
    }

    @Test
    void theTimeLimitStopsIt() throws InterruptedException {
        QueryCeiling second =
                new QueryCeiling(Optional.empty(), Optional.empty(), OptionalLong.empty(), 1, OptionalLong.of(1));
        try (TacitSession session = TacitSession.open(slow(url), Defaults.STANDARD, second, SETTINGS)) {
            assertThatThrownBy(() -> session.query(SLOW))
                    .isInstanceOfSatisfying(
                            Refusal.class, refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.ENGINE))
                    .hasMessageContaining("The query ran longer than the time limit allows.");
            assertThat(session.spent().epsilon().signum()).isPositive();
        }
        while (isRunning()) {
            Thread.sleep(20);
        }
    }

    /** Nothing answers the message that stops the query either: this end gives up. */
    @Test
    void aDeadNetworkKeepsNobodyWaiting() throws InterruptedException {
        int port = Integer.parseInt(url.replaceAll(".*:(\\d+)/.*", "$1"));
        try (DeadNetwork network = new DeadNetwork(port);
                TacitSession session = TacitSession.open(
                        slow(url.replace(":" + port + "/", ":" + network.port() + "/")), Defaults.STANDARD, SETTINGS)) {
            CompletableFuture<Throwable> run = CompletableFuture.supplyAsync(() -> {
                try {
                    session.query(SLOW);
                    return new AssertionError("it has an answer");
                } catch (Refusal refusal) {
                    return refusal;
                }
            });
            while (!isRunning()) {
                Thread.sleep(20);
            }
            network.die();
            session.cancel();
            assertThat(run.join())
                    .isInstanceOfSatisfying(
                            Refusal.class, refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.CANCELLED));
            assertThat(session.spent().epsilon().signum()).isPositive();
        }
    }
}
