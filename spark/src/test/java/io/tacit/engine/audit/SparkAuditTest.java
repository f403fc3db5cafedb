package io.tacit.engine.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.audit.ReplayRuns.Level;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.privacy.audit.Verdict;
import io.tacit.spark.TestCluster;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Spark passes the tester's own queries, over people who are made up there. One in {@value #USUAL_SHARE} is asked, and one of
 * the subjects of black boxes; {@code -Dtacit.spark.share=1} asks all.
 */
@NullUnmarked
@Tag("process")
class SparkAuditTest {
    private static final int USUAL_SHARE = 60;
    private static final int SHARE = Integer.getInteger("tacit.spark.share", USUAL_SHARE);
    private static final int FIRST = Integer.getInteger("tacit.spark.first", 0);
    private static final DuckDbSettings SETTINGS = new DuckDbSettings(512, 1, message -> {});

    @Test
    void sparkPassesReplay() {
        List<Verdict> verdicts = new ArrayList<>();
        int[] asked = {SHARE - FIRST};
        try (InventedPlace place = InventedPlace.on(TestCluster.URL)) {
            ReplayRuns.builtIn(
                    Level.QUICK,
                    place,
                    // People of one kind alone: making them up costs more than asking.
                    name -> SHARE > 1 && !name.contains("WHOLE") || asked[0]++ % SHARE != 0,
                    (name, verdict) -> verdicts.add(verdict));
            assertThat(verdicts.size() + place.lacking().size())
                    .isGreaterThan(ReplayRuns.verdicts(Level.QUICK) / SHARE / 2);
            // Single columns of queries among them.
            assertThat(place.lacking()).hasSizeLessThan(80);
        }
        assertThat(verdicts.stream().filter(verdict -> !verdict.passed())).isEmpty();
        assertThat(verdicts).allMatch(verdict -> verdict.trials() == 4);
        assertThat(schemas()).isEmpty();
    }

    @Test
    void sparkPassesBlackBoxes() {
        try (InventedPlace place = InventedPlace.on(TestCluster.URL)) {
            BlackBoxAudit audit = BlackBoxAudit.of(SessionFactory.at(place, SETTINGS));
            if (SHARE > 1) {
                audit = audit.only("A group with one person more, laplace");
            }
            List<Verdict> verdicts = audit.run(BlackBoxAudit.Level.QUICK, new BlackBoxAudit.Progress() {
                @Override
                public void query(String subject, int done, int of) {}

                @Override
                public void verdict(Verdict verdict) {}
            });
            assertThat(verdicts).isNotEmpty().allMatch(Verdict::passed).allMatch(verdict -> verdict.trials() > 0);
        }
        assertThat(schemas()).isEmpty();
    }

    private static List<String> schemas() {
        return TestCluster.owner().sql("SHOW SCHEMAS LIKE 'tacit*'").collectAsList().stream()
                .map(row -> row.getString(0))
                .toList();
    }
}
