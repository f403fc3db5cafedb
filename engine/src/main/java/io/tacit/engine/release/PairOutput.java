package io.tacit.engine.release;

import io.tacit.engine.rewrite.Computation;
import io.tacit.engine.rewrite.ResolvedLimits;
import io.tacit.engine.rewrite.StateRequest;
import io.tacit.privacy.mechanism.CentredProducts;
import io.tacit.privacy.mechanism.Estimate;
import io.tacit.privacy.mechanism.NoisyCovariance;
import io.tacit.privacy.mechanism.NoisyCovariance.Moment;
import io.tacit.privacy.mechanism.State;
import io.tacit.privacy.number.Rational;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Computes the covariance, correlation or regression of one output, the same way for each group. Sees nothing exact.
 *
 * @param covariance what is computed
 * @param sums what it is computed from
 * @param halfWidths of the sums, in real units
 */
record PairOutput(NoisyCovariance covariance, List<Sum> sums, Map<Moment, Double> halfWidths) {
    /**
     * One of the noisy sums.
     *
     * @param moment what it is the sum of
     * @param place among the states of the release
     * @param unit the real value of one
     */
    record Sum(Moment moment, int place, Rational unit) {}

    /**
     * Prepares what is the same for all groups.
     *
     * @param states all of the release
     * @param noise of each of them
     * @return empty where a state could not be measured
     */
    static Optional<PairOutput> of(
            Computation.Pair pair,
            List<StateRequest> states,
            ResolvedLimits limits,
            StateNoise noise,
            double confidence) {
        Optional<CentredProducts> products = pair.products().measured(limits);
        Optional<? extends State> weight = pair.weight().measured(limits);
        if (products.isEmpty() || weight.isEmpty()) {
            return Optional.empty();
        }
        NoisyCovariance covariance = new NoisyCovariance(
                pair.kind(),
                column(products.get(), products.get().first()),
                column(products.get(), products.get().second()));
        List<Sum> sums = new ArrayList<>();
        Map<Moment, Double> halfWidths = new EnumMap<>(Moment.class);
        for (Moment moment : pair.kind().moments()) {
            int place = states.indexOf(pair.of(moment));
            Rational unit = noise.unit(place);
            sums.add(new Sum(moment, place, unit));
            halfWidths.put(
                    moment,
                    covariance.halfWidth(noise.law(place), unit, confidence)
                            + beyond(pair, products.get(), limits, moment));
        }
        return Optional.of(new PairOutput(covariance, sums, halfWidths));
    }

    /** By how much a sum could be another without the bounds of values that were found. */
    private static double beyond(
            Computation.Pair pair, CentredProducts products, ResolvedLimits limits, Moment moment) {
        BeyondValues y = BeyondValues.of(pair.y(), limits);
        BeyondValues x = BeyondValues.of(pair.x(), limits);
        double halfOfY = products.halfRange(products.first()).toDoubleNearest();
        double halfOfX = products.halfRange(products.second()).toDoubleNearest();
        return switch (moment) {
            case WEIGHT -> 0;
            case Y -> y.reach();
            case X -> x.reach();
            case PRODUCTS -> y.ofProducts(halfOfY, x, halfOfX);
            case SQUARES_OF_Y -> y.ofSquares(halfOfY);
            case SQUARES_OF_X -> x.ofSquares(halfOfX);
        };
    }

    private static NoisyCovariance.Column column(CentredProducts products, CentredProducts.Factor factor) {
        Rational middle = Rational.of(factor.low().add(factor.high()))
                .times(factor.column().size())
                .dividedBy(Rational.of(2));
        return new NoisyCovariance.Column(
                middle.toDoubleNearest(), products.halfRange(factor).toDoubleNearest());
    }

    /**
     * The value without its interval.
     *
     * @param states all of the release, as integers
     */
    Optional<Double> value(double[] states) {
        Map<Moment, Double> real = new EnumMap<>(Moment.class);
        for (Sum sum : sums) {
            real.put(sum.moment(), states[sum.place()] * sum.unit().toDoubleNearest());
        }
        return covariance.value(real);
    }

    /**
     * The value and interval of one group.
     *
     * @param noisy all states of the release
     */
    Optional<Estimate> estimate(BigInteger[] noisy) {
        Map<Moment, Double> real = new EnumMap<>(Moment.class);
        for (Sum sum : sums) {
            real.put(
                    sum.moment(),
                    Rational.of(noisy[sum.place()]).times(sum.unit()).toDoubleNearest());
        }
        return covariance.estimate(real, halfWidths);
    }
}
