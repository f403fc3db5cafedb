package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.audit.InventedPlace;
import io.tacit.spark.TestCluster;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Nobody moves an accepted hostile query further than declared on Spark either. One in {@value #USUAL_SHARE} is tried,
 * {@code -Dtacit.spark.share=1} tries all.
 */
@NullUnmarked
@Tag("process")
class SparkHostileQueriesTest {
    private static final int USUAL_SHARE = 100;
    private static final int SHARE = Integer.getInteger("tacit.spark.share", USUAL_SHARE);
    private static final int FIRST = Integer.getInteger("tacit.spark.first", 0);

    @TempDir
    Path folder;

    @Test
    void nobodyMovesAnAcceptedQueryFurtherThanDeclared() throws IOException {
        HostileQueries queries = new HostileQueries(folder, () -> InventedPlace.on(TestCluster.URL));
        assertThat(String.join("\n\n", queries.failures(22, SHARE, FIRST))).isEmpty();
        assertThat(queries.lacking()).isLessThan(60 / SHARE + 3);
    }
}
