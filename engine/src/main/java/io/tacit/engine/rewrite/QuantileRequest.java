package io.tacit.engine.rewrite;

import io.tacit.privacy.number.Rational;
import java.util.List;

/**
 * All quantiles of the same values: one measurement, however many columns read it ({@code
 * docs/design/privacy.md#quantiles}).
 *
 * @param summed which values
 * @param limits of one row
 * @param rows how many rows a person may weigh in a group: the upper limit counts
 * @param fractions which quantiles, from 0 (the least value) to 1 (the largest), ascending, each once
 */
public record QuantileRequest(
        ValueColumn summed, ContributionLimits limits, ContributionLimits rows, List<Rational> fractions) {
    public QuantileRequest {
        fractions = List.copyOf(fractions);
    }
}
