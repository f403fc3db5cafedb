package io.tacit.engine.rewrite;

import io.tacit.privacy.number.Rational;
import java.util.List;

/**
 * What is drawn from one histogram of values: one measurement, however many columns read it ({@code
 * docs/design/privacy.md#quantiles}). All quantiles of the same values are one; the most frequent of them is another.
 *
 * @param summed which values
 * @param limits of one row
 * @param rows how many rows a person may weigh in a group: the upper limit counts
 * @param fractions which quantiles, from 0 (the least value) to 1 (the largest), ascending, each once; none for the
 *     most frequent value
 */
public record QuantileRequest(
        ValueColumn summed, ContributionLimits limits, ContributionLimits rows, List<Rational> fractions) {
    public QuantileRequest {
        fractions = List.copyOf(fractions);
    }

    /** Whether the most frequent value is drawn, and no quantile. */
    public boolean isMostFrequent() {
        return fractions.isEmpty();
    }
}
