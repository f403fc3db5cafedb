package io.tacit.engine.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.privacy.audit.Verdict;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The engine passes the tester's own queries. */
@NullUnmarked
@Tag("walk")
class ReplayAuditTest {
    @Test
    void theEnginePasses() {
        List<Verdict> verdicts = new ArrayList<>();
        ReplayRuns.builtIn(ReplayRuns.Level.QUICK, verdicts::add);
        assertThat(verdicts).hasSize(ReplayRuns.verdicts(ReplayRuns.Level.QUICK));
        assertThat(verdicts.stream().filter(verdict -> !verdict.passed())).isEmpty();
        // Over two neighbours and another order, and none of them failed.
        assertThat(verdicts).allMatch(verdict -> verdict.trials() == 4);
    }
}
