package io.tacit.engine.rewrite;

/**
 * A state that a release measures: an integer sum over people. Two aggregates that ask for equal requests share one
 * measurement (page "privacy", section "States"). Its limits may still have to be found.
 */
public sealed interface StateRequest {
    /** The number of people in the group. */
    record Users() implements StateRequest {}

    /**
     * Rows of each person, clamped. With limits [0, m] this is also the weight of a person's rows in a mean.
     *
     * @param counted which rows, an index among the plan's counted ones
     * @param limits per person and group
     */
    record Count(int counted, ContributionLimits limits) implements StateRequest {}

    /**
     * The sum of each person, clamped.
     *
     * @param summed which values, an index among the plan's summed ones
     * @param limits per person and group
     */
    record Sum(int summed, ContributionLimits limits) implements StateRequest {}

    /**
     * The mean of each person, clamped and centred.
     *
     * @param summed which values, an index among the plan's summed ones
     * @param limits of a person's mean
     */
    record UserMean(int summed, ContributionLimits limits) implements StateRequest {}

    /**
     * The rows of each person, clamped and centred, weighing together at most {@code rows}.
     *
     * @param summed which values, an index among the plan's summed ones
     * @param limits of one row
     * @param rows how many rows a person may weigh in a group: the upper limit counts
     */
    record Centred(int summed, ContributionLimits limits, ContributionLimits rows) implements StateRequest {}

    /**
     * The squares of the rows of each person, clamped and centred, weighing together at most {@code rows}.
     *
     * @param summed which values, an index among the plan's summed ones
     * @param limits of one row
     * @param rows how many rows a person may weigh in a group: the upper limit counts
     */
    record Squares(int summed, ContributionLimits limits, ContributionLimits rows) implements StateRequest {}

    /**
     * How many different values people have in the group. Each person offers at most {@code limits.high()} of theirs; a
     * value counts once, whoever offers it.
     *
     * @param offered which values, an index among the plan's offered ones
     * @param limits of the number of different values per person and group: the upper limit counts
     */
    record Distinct(int offered, ContributionLimits limits) implements StateRequest {}
}
