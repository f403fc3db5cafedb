package io.tacit.engine.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.audit.StepPurpose.Kind;
import io.tacit.engine.release.Calibration;
import io.tacit.engine.release.MeasureChoices;
import io.tacit.engine.release.ReleasedRows;
import io.tacit.engine.rewrite.ChoiceRequest;
import io.tacit.engine.rewrite.ReleasePlan;
import io.tacit.engine.rewrite.ResolvedLimits;
import io.tacit.engine.sql.Spelling;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** What each question of a run is for, told by the plans of its releases, one after the other. */
@NullUnmarked
class StepPurposeTest {
    private static final List<JudgedRelease> RELEASES = JudgedRelease.all().stream()
            .filter(release -> !release.sql().startsWith("leftovers"))
            .toList();

    private static ReleasedRows released(JudgedRelease release) {
        return new ReleasedRows(release.calibration(), release.limits(), Optional.empty(), List.of(), List.of());
    }

    private static List<StepPurpose> expected(int number, Calibration release, ResolvedLimits limits) {
        ReleasePlan plan = release.plan();
        List<StepPurpose> expected = new ArrayList<>();
        boolean finds = !plan.automatic().isEmpty();
        boolean paper = plan.spelling() == Spelling.ANONYMIZATION;
        if (plan.parameters().groups().isPresent() && (!finds || paper)) {
            expected.add(new StepPurpose(Kind.GROUPS_PER_PERSON, number, release, limits, Optional.empty()));
        }
        if (finds) {
            Kind kind = paper ? Kind.PAPER_HISTOGRAMS : Kind.HISTOGRAMS;
            expected.add(new StepPurpose(kind, number, release, limits, Optional.empty()));
        }
        measured(number, release, limits, expected);
        release.leftovers().ifPresent(more -> measured(number, more, limits, expected));
        return expected;
    }

    private static void measured(
            int number, Calibration calibration, ResolvedLimits limits, List<StepPurpose> expected) {
        expected.add(new StepPurpose(Kind.STATES, number, calibration, limits, Optional.empty()));
        for (ChoiceRequest choice : calibration.plan().choices()) {
            if (MeasureChoices.weights(choice, limits).isPresent()) {
                expected.add(new StepPurpose(Kind.LEAVES, number, calibration, limits, Optional.of(choice)));
            }
        }
    }

    @Test
    void eachQuestionIsForWhatItsReleasesPlanAsks() {
        Set<Kind> kinds = EnumSet.noneOf(Kind.class);
        for (int i = 0; i < RELEASES.size(); i++) {
            JudgedRelease one = RELEASES.get(i);
            JudgedRelease other = RELEASES.get((i + 1) % RELEASES.size());
            List<StepPurpose> expected = expected(0, one.calibration(), one.limits());
            expected.addAll(expected(1, other.calibration(), other.limits()));
            List<StepPurpose> found = StepPurpose.of(List.of(released(one), released(other)));
            assertThat(found).as(one.sql()).hasSameSizeAs(expected);
            for (int j = 0; j < found.size(); j++) {
                StepPurpose step = found.get(j);
                kinds.add(step.kind());
                assertThat(step.kind()).as(one.sql()).isEqualTo(expected.get(j).kind());
                assertThat(step.release())
                        .as(one.sql())
                        .isEqualTo(expected.get(j).release());
                assertThat(step.calibration())
                        .as(one.sql())
                        .isSameAs(expected.get(j).calibration());
                assertThat(step.limits()).as(one.sql()).isSameAs(expected.get(j).limits());
                assertThat(step.request())
                        .as(one.sql())
                        .isEqualTo(expected.get(j).request());
            }
        }
        assertThat(kinds).containsExactlyInAnyOrder(Kind.values());
    }

    /** Where a step draws from bits its outcome is forced by the same rows; where every bin has noise, by the same noise. */
    @Test
    void stepsThatDrawFromBitsAreNotThoseWithNoiseInEveryBin() {
        for (Kind kind : Kind.values()) {
            StepPurpose step = RELEASES.get(0).role(kind);
            assertThat(step.drawsItself()).isEqualTo(kind == Kind.HISTOGRAMS || kind == Kind.LEAVES);
            assertThat(step.everyBin()).isEqualTo(kind == Kind.PAPER_HISTOGRAMS || kind == Kind.GROUPS_PER_PERSON);
        }
    }
}
