package io.tacit.engine.rewrite;

import io.tacit.privacy.number.Rational;

/**
 * The quantile that an output shows.
 *
 * @param request an index among the plan's quantile requests
 * @param fraction which of the request's quantiles
 */
public record QuantileUse(int request, Rational fraction) {}
