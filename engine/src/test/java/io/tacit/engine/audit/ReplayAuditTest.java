package io.tacit.engine.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.audit.BuiltInTables.Unit;
import io.tacit.engine.audit.ReplayAudit.Mistakes;
import io.tacit.engine.walk.Walk;
import io.tacit.privacy.audit.Verdict;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The engine passes the tester's own queries: a quarter of them at a time. */
@NullUnmarked
@Tag("walk")
class ReplayAuditTest {
    private static final int PARTS = 4;

    @Test
    void theEnginePasses() {
        List<Verdict> verdicts = new ArrayList<>();
        List<String> asked = new ArrayList<>();
        for (Unit unit : Unit.values()) {
            List<String> part = Walk.part(PARTS, ReplayRuns.queries(unit));
            asked.addAll(part);
            ReplayRuns.run(
                    part,
                    BuiltInTables.of(unit),
                    ReplayRuns.DEFAULTS,
                    ReplayRuns.SEED,
                    Mistakes.NONE,
                    InventedPlace.FILES,
                    verdicts::add);
        }
        // Each unit's last part may lack one.
        assertThat(asked)
                .hasSizeGreaterThanOrEqualTo(
                        ReplayRuns.verdicts(ReplayRuns.Level.QUICK) / PARTS - Unit.values().length);
        assertThat(verdicts).extracting(Verdict::subject).containsExactlyElementsOf(asked);
        assertThat(verdicts.stream().filter(verdict -> !verdict.passed())).isEmpty();
        // Over two neighbours and another order, and none of them failed.
        assertThat(verdicts).allMatch(verdict -> verdict.trials() == 4);
    }
}
