package io.tacit.engine.audit;

import io.tacit.privacy.audit.Verdict;
import io.tacit.privacy.random.RandomBits;
import io.tacit.privacy.random.SystemRandomBits;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/**
 * Tests the engine from outside: opens sessions over people that it makes up, asks queries, and looks for what tells
 * apart whether a person is present. Why it is sound is said in {@code BlackBoxAudit.md}.
 */
public final class BlackBoxAudit {
    /** An upper bound of the chance that any verdict of one audit is a false alarm. */
    public static final double FALSE_ALARM = 5e-7;

    private final SessionFactory door;
    private final RandomBits coins;
    private final List<BlackBoxSubject> subjects;

    private BlackBoxAudit(SessionFactory door, RandomBits coins, List<BlackBoxSubject> subjects) {
        this.door = door;
        this.coins = coins;
        this.subjects = List.copyOf(subjects);
    }

    /** How much is asked. */
    public enum Level {
        /**
         * One query for each subject, and none for slow subjects: notices when counts and sums get half of their
         * noise, as was measured.
         */
        QUICK,
        /**
         * Up to thirty queries for each subject: notices when counts and sums get eight tenths of their Laplace noise,
         * as was measured.
         */
        FULL
    }

    /** Told of what goes on. */
    public interface Progress {
        /** Before each query. */
        void query(String subject, int done, int of);

        /** After a subject's last query. */
        void verdict(Verdict verdict);

        /** When all verdicts on a subject are known. */
        default void finished(String subject, List<Verdict> verdicts) {}
    }

    /** The chance that one verdict is a false alarm. */
    private double each() {
        return FALSE_ALARM
                / subjects.stream().mapToInt(BlackBoxSubject::verdicts).sum();
    }

    /** The audit of all subjects, in sessions that the factory opens. */
    public static BlackBoxAudit of(SessionFactory door) {
        return new BlackBoxAudit(door, new SystemRandomBits(), BlackBoxSubjects.all());
    }

    /** The audit of some subjects, with the coins of a test. */
    static BlackBoxAudit of(SessionFactory door, RandomBits coins, List<BlackBoxSubject> subjects) {
        return new BlackBoxAudit(door, coins, subjects);
    }

    /** What it tests, in order. */
    public List<String> subjects() {
        return subjects.stream().map(BlackBoxSubject::name).toList();
    }

    /** This audit, restricted to subjects whose name contains a text. */
    public BlackBoxAudit only(String part) {
        return new BlackBoxAudit(
                door,
                coins,
                subjects.stream()
                        .filter(subject ->
                                subject.name().toLowerCase(Locale.ROOT).contains(part.toLowerCase(Locale.ROOT)))
                        .toList());
    }

    /**
     * Runs all subjects, or fewer when the thread is interrupted.
     *
     * @return the verdicts of those that were finished
     */
    public List<Verdict> run(Level level, Progress progress) {
        return run(level, name -> false, progress);
    }

    /**
     * Runs all subjects but some, or fewer when the thread is interrupted. Verdicts on the others are as sure as if all
     * were run.
     *
     * @param leftOut says of a subject's name whether it is left out, such as one that has passed before
     * @return the verdicts of those that were finished
     */
    public List<Verdict> run(Level level, Predicate<String> leftOut, Progress progress) {
        List<Verdict> verdicts = new ArrayList<>();
        for (BlackBoxSubject subject : subjects) {
            int queries = level == Level.QUICK ? subject.quickQueries() : subject.fullQueries();
            if (queries == 0 || leftOut.test(subject.name())) {
                continue;
            }
            BlackBoxSubject.Run run = subject.begin(door, coins);
            for (int i = 0; i < queries; i++) {
                if (Thread.currentThread().isInterrupted()) {
                    return verdicts;
                }
                progress.query(subject.name(), i, queries);
                run.query();
            }
            List<Verdict> own = run.verdicts(each());
            own.forEach(progress::verdict);
            progress.finished(subject.name(), own);
            verdicts.addAll(own);
        }
        return verdicts;
    }

    /**
     * How many queries it takes until one subject is found to break its promise. It looks after each query, so the
     * chance of a false alarm is {@code most} times that of one verdict.
     *
     * @return 0 when it is not found within {@code most} queries
     */
    public int queriesUntilFound(String subject, int most) {
        BlackBoxSubject wanted = subjects.stream()
                .filter(one -> one.name().equals(subject))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no such subject: " + subject));
        BlackBoxSubject.Run run = wanted.begin(door, coins);
        for (int i = 1; i <= most; i++) {
            run.query();
            if (run.verdicts(each()).stream().anyMatch(verdict -> !verdict.passed())) {
                return i;
            }
        }
        return 0;
    }
}
