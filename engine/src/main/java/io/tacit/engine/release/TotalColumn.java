package io.tacit.engine.release;

import io.tacit.engine.rewrite.Computation;
import io.tacit.engine.rewrite.ResolvedLimits;
import io.tacit.privacy.number.Rational;
import java.util.Optional;

/**
 * How a COUNT or SUM is shown.
 *
 * @param unit the real value of one unit of the column
 * @param cut what limits may cut off from it
 */
record TotalColumn(Rational unit, CutOff cut) {
    /**
     * Of a computation.
     *
     * @return empty for one that is neither COUNT nor SUM
     */
    static Optional<TotalColumn> of(Computation computation, ResolvedLimits limits) {
        return computation.accept(new Finder(limits));
    }

    private record Finder(ResolvedLimits limits) implements Computation.Visitor<Optional<TotalColumn>> {
        @Override
        public Optional<TotalColumn> total(Computation.Total total) {
            Rational unit = total.unit().size();
            return Optional.of(
                    new TotalColumn(unit, CutOff.of(total.state(), limits).times(unit.toDoubleNearest())));
        }

        @Override
        public Optional<TotalColumn> people(Computation.People people) {
            return Optional.of(new TotalColumn(Rational.ONE, CutOff.NOTHING));
        }

        @Override
        public Optional<TotalColumn> sumOfRows(Computation.SumOfRows sum) {
            Rational unit = sum.centred().summed().unit().size();
            return Optional.of(
                    new TotalColumn(unit, BeyondValues.of(sum.centred(), limits).excess()));
        }

        @Override
        public Optional<TotalColumn> mean(Computation.Mean mean) {
            return Optional.empty();
        }

        @Override
        public Optional<TotalColumn> spread(Computation.Spread spread) {
            return Optional.empty();
        }

        @Override
        public Optional<TotalColumn> pair(Computation.Pair pair) {
            return Optional.empty();
        }

        @Override
        public Optional<TotalColumn> quantile(Computation.Quantile quantile) {
            return Optional.empty();
        }

        @Override
        public Optional<TotalColumn> mostFrequent(Computation.MostFrequent mode) {
            return Optional.empty();
        }
    }
}
