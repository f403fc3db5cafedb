package io.tacit.privacy.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.privacy.Turns;
import io.tacit.privacy.random.RandomBits;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** All mechanisms pass, and the audit says of itself what is true. */
class MechanismAuditTest {
    private static final int PARTS = 3;

    private static MechanismAudit quick(String pattern, long seed) {
        return new MechanismAudit(MechanismAudit.Level.QUICK, Pattern.compile(pattern), OptionalLong.of(seed));
    }

    /** A third of the checks at a time: each has bits of its own, and is as sure as if all were run. */
    @Test
    @Tag("statistical")
    @Tag("walk")
    void theQuickLevelPasses() {
        List<Verdict> verdicts = new ArrayList<>();
        MechanismAudit audit = MechanismAudit.all(MechanismAudit.Level.QUICK);
        List<String> part = Turns.part(PARTS, audit.list());
        audit.run((layer, name) -> !part.contains(name), verdicts::add, Progress.NONE);
        assertThat(verdicts)
                .allSatisfy(verdict -> assertThat(verdict.violation()).isEmpty());
        assertThat(verdicts).extracting(Verdict::subject).containsExactlyElementsOf(part);
        assertThat(verdicts).allSatisfy(verdict -> assertThat(verdict.trials()).isPositive());
        assertThat(verdicts.stream().mapToDouble(Verdict::falseAlarm).sum()).isBetween(1e-9, 1e-7);
    }

    @Test
    void namesAreFilteredAndTheirOwn() {
        List<String> all = MechanismAudit.all(MechanismAudit.Level.FULL).list();
        assertThat(all).hasSizeGreaterThan(45);
        assertThat(new HashSet<>(all)).hasSameSizeAs(all);
        assertThat(quick("mean", 1).list()).hasSizeBetween(4, 6).allMatch(name -> name.contains("mean"));
        assertThat(quick("no such", 1).list()).isEmpty();
    }

    @Test
    void aSeedRepeatsWhateverElseIsRun() {
        List<String> told = new ArrayList<>();
        quick("number of rows", 7).run(verdict -> told.add(verdict.toString()), Progress.NONE);
        List<String> again = new ArrayList<>();
        quick("number of rows with Laplace|scale 20", 7).run(verdict -> again.add(verdict.toString()), Progress.NONE);
        assertThat(again.get(0)).isEqualTo(told.get(0));
    }

    /** Every sampler of the audit is held against its own law: all of them pass with few draws as with many. */
    @Test
    void samplersAreHeldAgainstTheirOwnLaws() {
        List<MechanismAudit.Check> checks = NoiseChecks.all(1000);
        assertThat(checks).hasSize(7 + 6 + 5 + 1);
        for (MechanismAudit.Check check : checks) {
            Verdict verdict = check.judge().judge(new Tape(3));
            assertThat(verdict.violation()).as(check.name()).isEmpty();
            assertThat(verdict.subject()).isEqualTo(check.name());
        }
    }

    /** The quick level: one data set of the sequence, the corners and what is hostile, with all their subsets. */
    @Test
    void mechanismsRunOverHostileDataSetsToo() {
        Set<List<Double>> all = new HashSet<>();
        subsets(Halton.dataSet(1, 3, 1), all);
        for (double sign : new double[] {1, -1}) {
            subsets(List.of(sign, -sign, sign), all);
            subsets(List.of(sign, -sign), all);
        }
        StochasticTester.HOSTILE.forEach(data -> subsets(data, all));
        List<Long> trials = new ArrayList<>();
        quick("number of people with Laplace", 7).run(verdict -> trials.add(verdict.trials()), Progress.NONE);
        assertThat(trials).containsExactly(2000L * all.size());
    }

    private static void subsets(List<Double> data, Set<List<Double>> all) {
        if (all.add(data)) {
            for (int i = 0; i < data.size(); i++) {
                List<Double> without = new ArrayList<>(data);
                without.remove(i);
                subsets(without, all);
            }
        }
    }

    /** Each check has a tape of its own: what one draws tells nothing of the noise of another. */
    @Test
    void noTwoChecksAndNoTwoSeedsShareATape() {
        Set<Long> words = new HashSet<>();
        List<String> names = MechanismAudit.all(MechanismAudit.Level.QUICK).list();
        for (long seed : new long[] {0, 1, 7}) {
            for (String name : names) {
                RandomBits bits = quick("", seed).bits(name);
                long first = bits.nextLong();
                assertThat(quick("mean", seed).bits(name).nextLong()).isEqualTo(first);
                words.add(first);
                words.add(bits.nextLong());
            }
        }
        assertThat(words).hasSize(2 * 3 * names.size());
        // Without a seed nothing repeats.
        MechanismAudit unseeded = MechanismAudit.all(MechanismAudit.Level.QUICK);
        assertThat(unseeded.bits("a").nextLong())
                .isNotEqualTo(unseeded.bits("a").nextLong());
    }

    @Test
    void progressIsToldAndInterruptionEndsIt() {
        List<Long> done = new ArrayList<>();
        quick("scale 20|variance 50", 7).run(verdict -> {}, (at, of) -> done.add(10 * at + of));
        assertThat(done).containsExactly(2L, 12L, 22L);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> quick("", 7).run(verdict -> {}, Progress.NONE))
                .isInstanceOf(CancellationException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    /** What has passed before need not be run again; layers that are not asked for are not either. */
    @Test
    void whatIsLeftOutIsNotRun() {
        List<String> run = new ArrayList<>();
        MechanismAudit audit = quick("scale 20|variance 50", 7);
        audit.run((layer, name) -> name.contains("variance"), verdict -> run.add(verdict.subject()), Progress.NONE);
        assertThat(run).hasSize(1).allMatch(name -> name.contains("scale 20"));
        audit.run((layer, name) -> layer == Layer.FIT, verdict -> run.add(verdict.subject()), Progress.NONE);
        assertThat(run).hasSize(1);
    }
}
