package io.tacit.engine.catalog;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The parameters of a release whose query does not give others.
 *
 * @param epsilon in {@link EpsilonRange}
 * @param delta in (0, 1)
 * @param limit how much of one person counts; empty for a number of groups that is found privately where it is said what that
 *     leaves out, and 5 groups else
 * @param confidence of the intervals, in (0, 1)
 * @param noise the law of the noise; empty for whichever is less
 * @param selection how groups are selected; empty for whichever keeps most
 * @param minPeople groups of fewer people never appear, at least 1
 * @param reportMissing whether a small part of the budget is spent to say what the limit of groups leaves out
 */
public record Defaults(
        BigDecimal epsilon,
        BigDecimal delta,
        Optional<PersonLimit> limit,
        double confidence,
        Optional<Noise> noise,
        Optional<Selection> selection,
        long minPeople,
        boolean reportMissing) {
    /** The laws of noise. */
    public enum Noise {
        LAPLACE,
        GAUSSIAN
    }

    /** The ways of selecting groups. */
    public enum Selection {
        LAPLACE_THRESHOLD,
        GAUSSIAN_THRESHOLD,
        TRUNCATED_GEOMETRIC
    }

    /** Defaults with the best noise and selection, groups of any number of people, and nothing said of what is missing. */
    public Defaults(BigDecimal epsilon, BigDecimal delta, long maxGroups, double confidence) {
        this(epsilon, delta, maxGroups, confidence, Optional.empty(), Optional.empty(), 1);
    }

    /** Defaults with which nothing is said of what is missing. */
    public Defaults(
            BigDecimal epsilon,
            BigDecimal delta,
            long maxGroups,
            double confidence,
            Optional<Noise> noise,
            Optional<Selection> selection,
            long minPeople) {
        this(
                epsilon,
                delta,
                Optional.of(PersonLimit.groups(maxGroups)),
                confidence,
                noise,
                selection,
                minPeople,
                false);
    }

    /** How many groups one person may be in, where that is what is limited and given. */
    public OptionalLong maxGroups() {
        return limit.filter(given -> !given.ofRows()).map(PersonLimit::most).orElse(OptionalLong.empty());
    }

    public Defaults {
        if (!EpsilonRange.holds(epsilon)) {
            throw new IllegalArgumentException("epsilon " + EpsilonRange.rule(epsilon));
        }
        if (delta.signum() <= 0 || delta.compareTo(BigDecimal.ONE) >= 0) {
            throw new IllegalArgumentException("delta must be more than 0 and less than 1");
        }
        if (!(confidence > 0 && confidence < 1)) {
            throw new IllegalArgumentException("confidence must be more than 0 and less than 1");
        }
        if (minPeople < 1 || minPeople > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("minPeople must be between 1 and 2147483647");
        }
    }

    /** epsilon 1, delta 1e-8, 95 % intervals; in how many groups a person counts is found, and what is missing is said. */
    public static final Defaults STANDARD = new Defaults(
            BigDecimal.ONE,
            new BigDecimal("1e-8"),
            Optional.empty(),
            0.95,
            Optional.empty(),
            Optional.empty(),
            1,
            true);
}
