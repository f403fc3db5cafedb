package io.tacit.engine.rewrite;

import io.tacit.privacy.number.Rational;
import java.util.List;

/**
 * The quantiles that an output shows.
 *
 * @param request an index among the plan's quantile requests
 * @param fractions which of the request's quantiles; one for a number, several for an array
 */
public record QuantileUse(int request, List<Rational> fractions) {
    public QuantileUse {
        fractions = List.copyOf(fractions);
    }
}
