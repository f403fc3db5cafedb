package io.tacit.privacy.audit;

import io.tacit.privacy.mechanism.CentredProducts;
import io.tacit.privacy.mechanism.IntegerNoise;
import io.tacit.privacy.mechanism.NoisyCovariance;
import io.tacit.privacy.mechanism.NoisyCovariance.Moment;
import io.tacit.privacy.mechanism.State;
import io.tacit.privacy.mechanism.Unit;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.IntegerSampler;
import java.math.BigInteger;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Covariance and correlation of two columns. Both hold the record, so that a person at a bound has the largest product.
 */
final class AuditedCovariance {
    /** A state, and what a person contributes to it. */
    private record Sum(State state, Function<List<BigInteger>, BigInteger> contribution) {
        BigInteger total(List<Double> data, Unit unit) {
            return data.stream()
                    .map(record -> contribution.apply(Person.rows(record, unit)))
                    .reduce(BigInteger.ZERO, BigInteger::add);
        }
    }

    /** The noise of one state of a release that has several. */
    @FunctionalInterface
    interface Noise {
        IntegerNoise of(State state, int states);
    }

    private AuditedCovariance() {}

    /**
     * The subject of one kind.
     *
     * @param low the lower bound of both columns
     * @param high the upper bound of both columns
     */
    static Subject of(NoisyCovariance.Kind kind, Rational low, Rational high, Noise noise) {
        Unit unit = Unit.BinaryGrid.forDistance(low, high);
        CentredProducts.Factor factor = new CentredProducts.Factor(unit.lowerBound(low), unit.upperBound(high), unit);
        CentredProducts products = new CentredProducts(factor, factor, 1);
        NoisyCovariance.Column column = new NoisyCovariance.Column(
                low.plus(high).dividedBy(Rational.of(2)).toDoubleNearest(),
                products.halfRange(factor).toDoubleNearest());
        NoisyCovariance covariance = new NoisyCovariance(kind, column, column);
        List<Moment> moments = kind.moments();
        List<Sum> sums = moments.stream().map(moment -> sum(moment, products)).toList();
        List<IntegerSampler> samplers = sums.stream()
                .map(sum -> noise.of(sum.state, moments.size()).sampler())
                .toList();
        return new Release<>(
                data -> sums.stream().map(sum -> sum.total(data, unit)).toList(), (exact, bits) -> {
                    Map<Moment, Double> noisy = new EnumMap<>(Moment.class);
                    for (int i = 0; i < moments.size(); i++) {
                        BigInteger sum = exact.get(i).add(samplers.get(i).draw(bits));
                        noisy.put(
                                moments.get(i),
                                Rational.of(sum).times(sums.get(i).state.unit()).toDoubleNearest());
                    }
                    return covariance.value(noisy).<Outcome>map(Outcome::of).orElseGet(Outcome.Absent::new);
                });
    }

    private static Sum sum(Moment moment, CentredProducts products) {
        CentredProducts.Factor of = products.first();
        return switch (moment) {
            case WEIGHT -> {
                State.Count weight = new State.Weight(1).asCount();
                yield new Sum(weight, rows -> weight.contribution(BigInteger.valueOf(rows.size())));
            }
            case Y, X -> {
                State.Centred centred = new State.Centred(of.low(), of.high(), 1, of.column());
                yield new Sum(centred, centred::contribution);
            }
            case PRODUCTS -> new Sum(products, rows -> products.contribution(rows, rows));
            case SQUARES_OF_Y, SQUARES_OF_X -> {
                State.Squares squares = new State.Squares(of.low(), of.high(), 1, of.column());
                yield new Sum(squares, squares::contribution);
            }
        };
    }
}
