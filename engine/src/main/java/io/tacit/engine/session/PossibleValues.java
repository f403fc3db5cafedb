package io.tacit.engine.session;

import io.tacit.engine.rewrite.Computation;
import io.tacit.engine.rewrite.ResolvedLimits;
import io.tacit.privacy.number.Rational;
import java.math.BigInteger;
import java.util.Optional;

/**
 * Between which numbers an aggregate lies whatever the data: a mean lies within its bounds. An interval that holds all
 * of them tells nothing. Other aggregates have no such bounds, or no interval.
 *
 * @param limits as far as they are known
 */
record PossibleValues(ResolvedLimits limits) implements Computation.Visitor<Optional<ConfidenceInterval>> {
    @Override
    public Optional<ConfidenceInterval> mean(Computation.Mean mean) {
        Rational unit = mean.deviations().summed().unit().size();
        return limits.of(mean.deviations().limits())
                .map(given -> new ConfidenceInterval(real(given.low(), unit), real(given.high(), unit)));
    }

    private static double real(BigInteger end, Rational unit) {
        return Rational.of(end).times(unit).toDoubleNearest();
    }

    @Override
    public Optional<ConfidenceInterval> total(Computation.Total total) {
        return Optional.empty();
    }

    @Override
    public Optional<ConfidenceInterval> people(Computation.People people) {
        return Optional.empty();
    }

    @Override
    public Optional<ConfidenceInterval> sumOfRows(Computation.SumOfRows sum) {
        return Optional.empty();
    }

    @Override
    public Optional<ConfidenceInterval> spread(Computation.Spread spread) {
        return Optional.empty();
    }

    @Override
    public Optional<ConfidenceInterval> pair(Computation.Pair pair) {
        return Optional.empty();
    }

    @Override
    public Optional<ConfidenceInterval> quantile(Computation.Quantile quantile) {
        return Optional.empty();
    }

    @Override
    public Optional<ConfidenceInterval> mostFrequent(Computation.MostFrequent mode) {
        return Optional.empty();
    }
}
