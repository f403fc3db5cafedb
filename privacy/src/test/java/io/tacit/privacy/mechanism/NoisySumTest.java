package io.tacit.privacy.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.measure.Rho;
import io.tacit.privacy.number.NormalTail;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.SeededBits;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongToDoubleFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class NoisySumTest {
    private static final Unit CENTS = new Unit.DecimalUnit(2);

    /** Bounds in whole units: on either side of 0, around it, far from it. */
    private static final long[][] BOUNDS = {{0, 10_000}, {-10_000, 0}, {-3_000, 9_000}, {90_000, 100_000}};

    private static State.Centred state(long low, long high) {
        return new State.Centred(BigInteger.valueOf(low), BigInteger.valueOf(high), 1, CENTS);
    }

    /** P(|Z₁·unit| ≤ t) of noise so fine that its lattice is not seen. */
    private static DoubleUnaryOperator laplaceWithin(double scale) {
        return t -> t <= 0 ? 0 : -Math.expm1(-t / scale);
    }

    private static DoubleUnaryOperator normalWithin(double sigma) {
        return t -> t <= 0 ? 0 : 1 - 2 * NormalTail.above(t / sigma);
    }

    /** P(low ≤ Z₁·unit ≤ high), from the probabilities of what lies around 0. */
    private static double between(double low, double high, DoubleUnaryOperator within) {
        double above = Math.signum(high) * within.applyAsDouble(Math.abs(high));
        double below = Math.signum(low) * within.applyAsDouble(Math.abs(low));
        return Math.max(0, (above - below) / 2);
    }

    /** Exact: every number that the weight's noise can be, weighed by its probability. */
    @Test
    void theErrorLiesWithinTheHalfWidthAtTheConfidence() {
        for (long[] bounds : BOUNDS) {
            State.Centred state = state(bounds[0], bounds[1]);
            for (String spent : new String[] {"0.05", "0.4", "2", "8"}) {
                DiscreteLaplace laplace = DiscreteLaplace.calibrated(BigInteger.ONE, Epsilon.of(spent));
                DiscreteLaplace fine = DiscreteLaplace.calibrated(state.sensitivity(), Epsilon.of(spent));
                double scale = fine.scale().times(state.unit()).toDoubleNearest();
                checkWidth(
                        state,
                        fine,
                        laplace,
                        new LaplaceLaw(laplace.scale().toDoubleNearest())::at,
                        laplaceWithin(scale));
                Rho rho = new Rho(Rational.of(new BigDecimal(spent)));
                DiscreteGaussian gaussian = DiscreteGaussian.calibrated(BigInteger.ONE, rho);
                DiscreteGaussian fineGaussian =
                        DiscreteGaussian.calibrated(state.sensitivity().pow(2), rho);
                double sigma = fineGaussian.standardDeviation() * state.unit().toDoubleNearest();
                checkWidth(
                        state,
                        fineGaussian,
                        gaussian,
                        new GaussianLaw(gaussian.variance().toDoubleNearest())::at,
                        normalWithin(sigma));
            }
        }
    }

    private static void checkWidth(
            State.Centred state,
            IntegerNoise centred,
            IntegerNoise weight,
            LongToDoubleFunction law,
            DoubleUnaryOperator within) {
        for (double confidence : new double[] {0.5, 0.95, 0.999}) {
            NoisySum sum = NoisySum.under(state, Optional.of(centred), Optional.of(weight), confidence);
            double width = sum.halfWidth().toDoubleNearest();
            double middle = sum.middle().toDoubleNearest();
            double covered = 0;
            long far = 40 + (long) (40 * weight.standardDeviation());
            for (long z = -far; z <= far; z++) {
                covered += law.applyAsDouble(z) * between(-width - middle * z, width - middle * z, within);
            }
            assertThat(covered)
                    .as("%s, %s, %s", state, weight, confidence)
                    .isGreaterThanOrEqualTo(confidence - 1e-3 * (1 - confidence));
            // Half a person is given away only where nobody sees it, and two half widths are never less.
            assertThat(covered).isLessThan(confidence + 0.02);
            double both = centred.halfWidth(NoisySum.confidenceOfEach(confidence))
                                    .doubleValue()
                            * state.unit().toDoubleNearest()
                    + weight.halfWidth(NoisySum.confidenceOfEach(confidence)).doubleValue() * Math.abs(middle);
            assertThat(width).isLessThanOrEqualTo(both * (1 + 1e-12));
        }
    }

    /** Bounds far from 0 and next to each other: the error is hardly more than whole people, of whom none is half. */
    @Test
    void wholePeopleAreCoveredWhereNothingElseIsSeen() {
        State.Centred state = state(99_999, 100_000);
        for (int person = 1; person <= 40; person++) {
            Rational scale = Rational.of(1300 + 31L * person, 40);
            DiscreteLaplace weight = new DiscreteLaplace(scale);
            DiscreteLaplace fine =
                    new DiscreteLaplace(Rational.of(state.sensitivity()).times(scale));
            for (double confidence : new double[] {0.5, 0.9, 0.95, 0.99}) {
                NoisySum sum = NoisySum.under(state, Optional.of(fine), Optional.of(weight), confidence);
                // The centred noise is a hundred-thousandth of a person's.
                BigInteger people = sum.halfWidth()
                        .times(Rational.of(10_001, 10_000))
                        .dividedBy(sum.middle())
                        .floor();
                double missed = 2 * weight.tailUp(people.add(BigInteger.ONE));
                assertThat(missed).as("%s, %s", scale, confidence).isLessThanOrEqualTo((1 - confidence) * 1.000001);
            }
        }
    }

    /** Where one noise alone makes the error, its own half width holds, and nothing is added. */
    @Test
    void oneNoiseAloneIsExact() {
        State.Centred around = state(-5_000, 5_000);
        DiscreteLaplace fine = DiscreteLaplace.calibrated(around.sensitivity(), Epsilon.of("1"));
        DiscreteLaplace weight = DiscreteLaplace.calibrated(BigInteger.ONE, Epsilon.of("1"));
        NoisySum sum = NoisySum.under(around, Optional.of(fine), Optional.of(weight), 0.95);
        assertThat(sum.halfWidth()).isEqualTo(Rational.of(fine.halfWidth(0.95)).times(around.unit()));
        NoisySum constant = NoisySum.under(state(700, 700), Optional.empty(), Optional.of(weight), 0.95);
        assertThat(constant.halfWidth())
                .isEqualTo(Rational.of(weight.halfWidth(0.95)).times(Rational.of(7)));
        assertThat(constant.exact(BigInteger.TEN, BigInteger.ZERO).value()).isEqualByComparingTo("70.00");
        NoisySum zero = NoisySum.under(state(0, 0), Optional.empty(), Optional.of(weight), 0.95);
        assertThat(zero.exact(BigInteger.TEN, BigInteger.ZERO))
                .isEqualTo(new DecimalEstimate(new BigDecimal("0.00"), new BigDecimal("0.00"), new BigDecimal("0.00")));
    }

    /** Without noise it is the sum of the clamped rows, and people with too many rows weigh as many as they may. */
    @Test
    void isTheSumOfClampedRows() {
        SeededBits bits = new SeededBits(23);
        for (long[] bounds : BOUNDS) {
            for (long maxRows : new long[] {1, 3}) {
                State.Centred state =
                        new State.Centred(BigInteger.valueOf(bounds[0]), BigInteger.valueOf(bounds[1]), maxRows, CENTS);
                BigInteger centred = BigInteger.ZERO;
                long weight = 0;
                double truth = 0;
                for (int person = 0; person < 200; person++) {
                    int rows = (int) (1 + 5 * bits.nextUnit());
                    List<BigInteger> values = Stream.generate(
                                    () -> BigInteger.valueOf((long) (120_000 * bits.nextUnit() - 15_000)))
                            .limit(rows)
                            .toList();
                    double sum = values.stream()
                            .mapToLong(value -> Math.max(bounds[0], Math.min(bounds[1], value.longValueExact())))
                            .sum();
                    truth += sum / 100 * Math.min(rows, maxRows) / rows;
                    weight += Math.min(rows, maxRows);
                    centred = centred.add(state.contribution(values));
                }
                NoisySum sum = NoisySum.under(state, Optional.empty(), Optional.empty(), 0.95);
                assertThat(sum.exact(BigInteger.valueOf(weight), centred)
                                .value()
                                .doubleValue())
                        .isBetween(truth - 0.0051, truth + 0.0051);
                assertThat(sum.nearest(BigInteger.valueOf(weight), centred).value())
                        .isBetween(truth - 1e-6, truth + 1e-6);
            }
        }
    }

    /** Exact, given that the group appears because its weight reached a threshold. */
    @Test
    void smallGroupsThatAppearAreCovered() {
        for (long[] bounds : BOUNDS) {
            State.Centred state = state(bounds[0], bounds[1]);
            DiscreteLaplace weight = new DiscreteLaplace(Rational.of(3));
            DiscreteLaplace fine =
                    DiscreteLaplace.calibrated(state.sensitivity().multiply(BigInteger.valueOf(3)), Epsilon.of("1"));
            NoisySum sum = NoisySum.under(state, Optional.of(fine), Optional.of(weight), 0.95);
            double middle = sum.middle().toDoubleNearest();
            DoubleUnaryOperator within =
                    laplaceWithin(fine.scale().times(state.unit()).toDoubleNearest());
            LaplaceLaw law = new LaplaceLaw(3);
            long threshold = 40;
            ThresholdedCount count = new ThresholdedCount(weight, BigInteger.valueOf(threshold));
            for (long n : new long[] {1, 20, 35, 40, 45, 60}) {
                double covered = 0;
                for (long seen = threshold; seen < threshold + 150; seen++) {
                    BigInteger noisy = BigInteger.valueOf(seen);
                    DecimalEstimate known = count.estimate(noisy, NoisySum.confidenceOfEach(0.95));
                    Estimate ends = sum.nearest(noisy, BigInteger.ZERO, known);
                    covered += law.at(seen - n) * between(middle * n - ends.high(), middle * n - ends.low(), within);
                }
                assertThat(covered / law.atLeast(threshold - n))
                        .as("%s, %d people", state, n)
                        .isGreaterThanOrEqualTo(0.95 - 1e-9);
            }
        }
    }

    @Test
    void roundsOutwardAndNeverLeavesTheValueOut() {
        SeededBits bits = new SeededBits(3);
        NoisySum sum =
                new NoisySum(Rational.of(1, 3), Rational.of(1, 7000), CENTS, Rational.of(1, 1000), Rational.ZERO);
        for (int i = 0; i < 500; i++) {
            BigInteger weight = BigInteger.valueOf((long) (1000 * bits.nextUnit()) - 500);
            BigInteger centred = BigInteger.valueOf((long) (1e6 * bits.nextUnit()) - 500_000);
            DecimalEstimate exact = sum.exact(weight, centred);
            Estimate nearest = sum.nearest(weight, centred);
            assertThat(exact.low().doubleValue()).isLessThanOrEqualTo(Math.nextUp(nearest.low()));
            assertThat(exact.high().doubleValue()).isGreaterThanOrEqualTo(Math.nextDown(nearest.high()));
            assertThat(new BigDecimal(sum.rounded(weight, centred), 2)).isEqualTo(exact.value());
        }
    }

    /** Noise of a tiny ε passes the doubles: the interval is everything, and no number is missing. */
    @Test
    void staysANumberWhateverTheNoise() {
        State.Centred state = state(0, 10_000);
        Rational huge = Rational.of(BigInteger.TEN.pow(400));
        NoisySum sum = NoisySum.under(
                state, Optional.of(new DiscreteLaplace(huge)), Optional.of(new DiscreteLaplace(huge)), 0.95);
        Estimate estimate = sum.nearest(BigInteger.ONE, BigInteger.ONE);
        assertThat(estimate.low()).isLessThan(-1e300);
        assertThat(estimate.high()).isGreaterThan(1e300);
    }

    @Test
    void refusesWhatIsOutOfRange() {
        State.Centred state = state(0, 10_000);
        Optional<DiscreteLaplace> laplace = Optional.of(new DiscreteLaplace(Rational.ONE));
        assertThatThrownBy(() -> NoisySum.under(state, laplace, laplace, 1))
                .hasMessage("confidence must be more than 0 and less than 1");
        assertThatThrownBy(() -> NoisySum.under(state, laplace, Optional.of(new DiscreteGaussian(Rational.ONE)), 0.95))
                .hasMessage("centred and weight must have noise of one law");
        assertThatThrownBy(() -> new NoisySum(Rational.ONE, Rational.ONE, CENTS, Rational.of(-1), Rational.ZERO))
                .hasMessage("halfWidth and centredHalfWidth must be at least 0");
    }
}
