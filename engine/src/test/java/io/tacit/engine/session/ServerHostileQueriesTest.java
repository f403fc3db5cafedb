package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.audit.InventedPlace;
import io.tacit.engine.backend.TestServer;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Nobody moves an accepted hostile query further than declared on PostgreSQL either. One in {@value #USUAL_SHARE} is tried,
 * {@code -Dtacit.postgres=1} tries all.
 */
@NullUnmarked
@Tag("process")
class ServerHostileQueriesTest {
    private static final int USUAL_SHARE = 8;
    private static final int SHARE = Integer.getInteger("tacit.postgres", USUAL_SHARE);

    @TempDir
    Path folder;

    @Test
    void nobodyMovesAnAcceptedQueryFurtherThanDeclared() throws IOException {
        String url = TestServer.database();
        HostileQueries queries = new HostileQueries(folder, () -> InventedPlace.on(url));
        assertThat(String.join("\n\n", queries.failures(22, SHARE, 0))).isEmpty();
        assertThat(queries.lacking()).isLessThan(60 / SHARE + 3);
    }
}
