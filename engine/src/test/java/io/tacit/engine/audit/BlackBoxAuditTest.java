package io.tacit.engine.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.walk.Walk;
import io.tacit.privacy.audit.Tape;
import io.tacit.privacy.audit.Verdict;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The healthy engine passes. */
@Tag("statistical")
class BlackBoxAuditTest {
    /** Subjects of the full level. */
    private static final int FULL_ONLY = 2;

    private static final int PARTS = 3;

    /** A hundred before a release. */
    private static final int REPETITIONS = Integer.getInteger("tacit.blackbox.repetitions", 8);

    private static final SessionFactory HEALTHY = SessionFactory.standard(BlackBoxMutant.SETTINGS);

    /** A third of the subjects at a time; all of them together would stay within the false alarms of one audit. */
    @Test
    @Tag("walk")
    void theHealthyEnginePasses() {
        BlackBoxAudit audit = BlackBoxAudit.of(HEALTHY);
        List<String> part = Walk.part(PARTS, audit.subjects());
        Told told = new Told();
        List<Verdict> verdicts = audit.run(BlackBoxAudit.Level.QUICK, name -> !part.contains(name), told);
        assertThat(verdicts).hasSizeGreaterThan(told.queries.size()).allMatch(Verdict::passed);
        assertThat(told.verdicts).isEqualTo(verdicts);
        assertThat(part).containsAll(told.queries).hasSizeLessThanOrEqualTo(told.queries.size() + FULL_ONLY);
        assertThat(verdicts.stream().mapToDouble(Verdict::falseAlarm).sum())
                .isLessThanOrEqualTo(BlackBoxAudit.FALSE_ALARM * (1 + 1e-9));
    }

    @Test
    void repetitionsRaiseNoFalseAlarm() {
        List<BlackBoxSubject> cheap = List.of(
                BlackBoxSubjects.total(
                        "count",
                        "COUNT(* CLAMPED BETWEEN 0 AND 1)",
                        BlackBoxSubjects.defaults("2", Defaults.Noise.LAPLACE),
                        BlocksShape.alone(400, BlackBoxSubjects.GROUPS, 1),
                        1),
                new CanaryThreshold(
                        "alone",
                        "SELECT p.grp FROM people p GROUP BY p.grp",
                        BlackBoxSubjects.selecting("2", "0.01", Defaults.Selection.LAPLACE_THRESHOLD, 1),
                        1000,
                        0));
        // Of real bits so many audits would be allowed a false alarm once in 100,000 runs.
        BlackBoxAudit audit = BlackBoxAudit.of(BlackBoxMutant.healthy(new Tape(6)), new Tape(5), cheap);
        for (int i = 0; i < REPETITIONS; i++) {
            assertThat(audit.run(BlackBoxAudit.Level.QUICK, new Told())).allMatch(Verdict::passed);
        }
    }

    @Test
    void subjectsCanBeChosenAndInterrupted() {
        BlackBoxAudit audit = BlackBoxAudit.of(HEALTHY).only("a person");
        assertThat(audit.subjects())
                .isNotEmpty()
                .allSatisfy(name -> assertThat(name).containsIgnoringCase("a person"));
        Thread.currentThread().interrupt();
        assertThat(audit.run(BlackBoxAudit.Level.QUICK, new Told())).isEmpty();
        assertThat(Thread.interrupted()).isTrue();
    }

    private static final class Told implements BlackBoxAudit.Progress {
        private final List<String> queries = new ArrayList<>();
        private final List<Verdict> verdicts = new ArrayList<>();

        @Override
        public void query(String subject, int done, int of) {
            queries.add(subject);
        }

        @Override
        public void verdict(Verdict verdict) {
            verdicts.add(verdict);
        }
    }
}
