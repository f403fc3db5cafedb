package io.tacit.engine.rewrite;

/**
 * Values of rows among which a mechanism chooses. The rows of each person weigh together as many as they are, but no
 * more than a limit.
 *
 * @param summed which values
 * @param limits of one row
 * @param rows how many rows a person may weigh in a group: the upper limit counts
 */
public record WeighedValues(ValueColumn summed, ContributionLimits limits, ContributionLimits rows) {}
