package io.tacit.privacy.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.SeededBits;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NoisyMeanTest {
    private static final NoisyMean MEAN = new NoisyMean(0, 100, 100, 2);

    @Test
    void divides() {
        Estimate estimate = MEAN.estimate(200, -2000, 0.95);
        assertThat(estimate.value()).isEqualTo(40.0);
        assertThat(estimate.low()).isLessThan(40);
        assertThat(estimate.high()).isGreaterThan(40);
    }

    @Test
    void neverLeavesTheBounds() {
        SeededBits bits = new SeededBits(5);
        for (int i = 0; i < 5000; i++) {
            double weight = (bits.nextUnit() - 0.5) * Math.pow(10, 6 * bits.nextUnit());
            double centred = (bits.nextUnit() - 0.5) * Math.pow(10, 9 * bits.nextUnit());
            Estimate estimate = MEAN.estimate(weight, centred, 0.95);
            assertThat(estimate.low()).isBetween(0.0, 100.0);
            assertThat(estimate.high()).isBetween(0.0, 100.0);
            assertThat(estimate.value()).isBetween(estimate.low(), estimate.high());
        }
    }

    /** Noise of a tiny ε passes the doubles: the value stays a number, and every mean explains it. */
    @Test
    void staysWithinTheBoundsWhateverTheStates() {
        double inf = Double.POSITIVE_INFINITY;
        double[] wild = {0, -5, 1, 1e300, Double.MAX_VALUE, -Double.MAX_VALUE, inf, -inf};
        double[] scales = {0, 1e-300, 1, 1e300, inf};
        double[][] bounds = {{-5, 5}, {0, 1e-300}, {1e99, 1e100}, {-Double.MAX_VALUE, Double.MAX_VALUE}};
        for (double[] pair : bounds) {
            for (double centredScale : scales) {
                for (double weightScale : scales) {
                    NoisyMean mean = new NoisyMean(pair[0], pair[1], centredScale, weightScale);
                    for (double weight : wild) {
                        for (double centred : wild) {
                            Estimate estimate = mean.estimate(weight, centred, 0.95);
                            assertThat(estimate.low()).isGreaterThanOrEqualTo(pair[0]);
                            assertThat(estimate.high()).isLessThanOrEqualTo(pair[1]);
                            if (centredScale == inf) {
                                assertThat(estimate.low()).isEqualTo(pair[0]);
                                assertThat(estimate.high()).isEqualTo(pair[1]);
                            }
                        }
                    }
                }
            }
        }
    }

    @Test
    void nobodyMeansAnything() {
        for (double weight : new double[] {0, -3, 1}) {
            Estimate estimate = MEAN.estimate(weight, 0, 0.95);
            assertThat(estimate).isEqualTo(new Estimate(50, 0, 100));
        }
        assertThat(MEAN.estimate(0, 1e6, 0.95).low()).isZero();
    }

    @Test
    void oneBoundIsTheMean() {
        assertThat(new NoisyMean(7, 7, 0, 1).estimate(-5, 0, 0.95)).isEqualTo(new Estimate(7, 7, 7));
    }

    @Test
    void withoutNoiseThereIsNoWidth() {
        Estimate estimate = new NoisyMean(0, 10, 0, 0).estimate(4, 8, 0.95);
        assertThat(estimate.value()).isEqualTo(7);
        assertThat(estimate.low()).isBetween(7 - 1e-12, 7.0);
        assertThat(estimate.high()).isBetween(7.0, 7 + 1e-12);
    }

    @Test
    void thePivotsTailIsThatOfADifference() {
        // Against a sum over a fine grid of the second noise.
        for (double[] scales : new double[][] {{1, 1}, {2, 1}, {1, 5}, {3, 3.00002}, {1, 0.01}}) {
            for (double t : new double[] {0, 0.3, 2, 9}) {
                double expected = 0;
                double step = scales[1] / 400;
                for (int i = -16_000; i <= 16_000; i++) {
                    double y = i * step;
                    double density = Math.exp(-Math.abs(y) / scales[1]) / (2 * scales[1]) * step;
                    expected += density * (oneSide(t - y, scales[0]) + oneSide(t + y, scales[0]));
                }
                assertThat(NoisyMean.tail(t, scales[0], scales[1])).isBetween(expected - 1e-4, expected + 1e-4);
            }
        }
        assertThat(NoisyMean.tail(2, 1, 0)).isEqualTo(Math.exp(-2));
        assertThat(NoisyMean.tail(0, 0, 0)).isEqualTo(1);
        assertThat(NoisyMean.tail(1, 0, 0)).isZero();
    }

    /** The nearer two scales are, the more digits one formula loses: where it does the other is right. */
    @Test
    void nearlyEqualScalesHaveTailsBetweenThoseOfEqualOnes() {
        for (double apart = 0.5; apart > 1e-17; apart /= 1.7) {
            double narrow = 1 - apart;
            for (double t : new double[] {0, 0.1, 1, 4, 20}) {
                double least = Math.exp(-t / narrow) * (1 + t / (2 * narrow));
                double most = Math.exp(-t) * (1 + t / 2);
                assertThat(NoisyMean.tail(t, 1, narrow))
                        .as("%s apart at %s", apart, t)
                        .isBetween(least * (1 - 1e-9), most * (1 + 1e-9));
                assertThat(NoisyMean.tail(t, narrow, 1)).isEqualTo(NoisyMean.tail(t, 1, narrow));
            }
        }
    }

    private static double oneSide(double t, double scale) {
        return t >= 0 ? Math.exp(-t / scale) / 2 : 1 - Math.exp(t / scale) / 2;
    }

    /** Every edge is where the acceptance stops: checked on a fine grid, also where the accepted set has two parts. */
    @Test
    void theIntervalHoldsEveryAcceptedMean() {
        SeededBits bits = new SeededBits(11);
        NoisyMean mean = new NoisyMean(-10, 10, 20, 3);
        for (int i = 0; i < 500; i++) {
            double weight = 40 * bits.nextUnit() - 10;
            double centred = 400 * (bits.nextUnit() - 0.5);
            Estimate estimate = mean.estimate(weight, centred, 0.9);
            for (double d = -10; d <= 10; d += 0.05) {
                double distance = Math.max(0, Math.abs(centred - d * weight) - Math.abs(d) / 2);
                if (NoisyMean.tail(distance, 20, Math.abs(d) * 3) >= 0.1) {
                    assertThat(d).isBetween(estimate.low() - 1e-9, estimate.high() + 1e-9);
                }
            }
        }
    }

    /**
     * By trying deviations one by one, for noises that share terms, too: all that fit are inside, and where one fits the
     * ends are not farther out than those. States lie where hardly any, some or all deviations fit.
     */
    @Test
    void theIntervalHoldsWhatFitsAndNoMore() {
        List<NoisyMean> means = List.of(
                new NoisyMean(-10, 10, 20, 3),
                new NoisyMean(-10, 10, 1, 30),
                new NoisyMean(-10, 10, 4, 2, NoisyMean.Law.GAUSSIAN),
                new NoisyMean(-10, 10, List.of(new NoisyMean.Term(3, 1), new NoisyMean.Term(-3, 1))),
                new NoisyMean(-10, 10, List.of(new NoisyMean.Term(20, 2), new NoisyMean.Term(1, 0))),
                new NoisyMean(-10, 10, List.of(new NoisyMean.Term(-20, 2))));
        SeededBits bits = new SeededBits(21);
        int fitting = 0;
        int none = 0;
        for (int i = 0; i < 600; i++) {
            NoisyMean mean = means.get(i % means.size());
            double weight = 60 * bits.nextUnit() - 20;
            double centred = 1200 * Math.pow(bits.nextUnit() - 0.5, 3);
            Estimate estimate = mean.estimate(weight, centred, 0.9);
            double least = Double.POSITIVE_INFINITY;
            double most = Double.NEGATIVE_INFINITY;
            for (int step = -1000; step <= 1000; step++) {
                double d = step / 100.0;
                double distance = Math.max(0, Math.abs(centred - d * weight) - slack(mean, d));
                if (mean.tail(distance, d) >= 0.1) {
                    least = Math.min(least, d);
                    most = Math.max(most, d);
                }
            }
            fitting += least < most ? 1 : 0;
            none += least > most ? 1 : 0;
            if (least <= most) {
                String words = i + ": " + weight + " " + centred;
                assertThat(estimate.low()).as(words).isLessThanOrEqualTo(least + 1e-9);
                assertThat(estimate.high()).as(words).isGreaterThanOrEqualTo(most - 1e-9);
                assertThat(estimate.low()).as(words).isGreaterThan(Math.min(least, estimate.value()) - 0.0101);
                assertThat(estimate.high()).as(words).isLessThan(Math.max(most, estimate.value()) + 0.0101);
            }
        }
        assertThat(fitting).isGreaterThan(200);
        assertThat(none).isGreaterThan(20);
    }

    /** Half a unit for the weight's noise; noises that are read off portions are as good as continuous. */
    private static double slack(NoisyMean mean, double deviation) {
        return mean.weightScale() == 0 ? 0 : Math.abs(deviation) / 2;
    }

    @Test
    void meansAreCovered() {
        for (int people : new int[] {50, 500}) {
            for (String epsilon : new String[] {"0.5", "2"}) {
                assertThat(covered(people, Epsilon.of(epsilon), 3000)).isBetween(Coverage.LEAST, Coverage.MOST);
                // Nearly everyone at the upper bound: the weight's noise matters most.
                assertThat(covered(people, Epsilon.of(epsilon), 1_000_000)).isBetween(Coverage.LEAST, 0.99);
            }
        }
    }

    /** The share of runs in which the interval covers; values lie in [0, 100.00], skewed and clamped. */
    private static double covered(int people, Epsilon epsilon, double scale) {
        SeededBits bits = new SeededBits(people + epsilon.hashCode());
        Unit cents = new Unit.DecimalUnit(2);
        State.Centred state = new State.Centred(BigInteger.ZERO, BigInteger.valueOf(10_000), 1, cents);
        DiscreteLaplace sumNoise = DiscreteLaplace.calibrated(state.sensitivity(), epsilon);
        DiscreteLaplace weightNoise = DiscreteLaplace.calibrated(BigInteger.ONE, epsilon);
        NoisyMean mean = new NoisyMean(
                0,
                100,
                sumNoise.scale().times(state.unit()).toDoubleNearest(),
                weightNoise.scale().toDoubleNearest());
        int covered = 0;
        for (int run = 0; run < Coverage.RUNS; run++) {
            BigInteger exact = BigInteger.ZERO;
            for (int person = 0; person < people; person++) {
                exact = exact.add(state.contribution(List.of(BigInteger.valueOf((long) Coverage.skewed(bits, scale)))));
            }
            double truth = 50 + real(exact, state.unit()) / people;
            Estimate estimate = mean.estimate(
                    BigInteger.valueOf(people).add(weightNoise.sample(bits)).doubleValue(),
                    real(exact.add(sumNoise.sample(bits)), state.unit()),
                    0.95);
            covered += estimate.low() <= truth && truth <= estimate.high() ? 1 : 0;
        }
        return (double) covered / Coverage.RUNS;
    }

    private static double real(BigInteger whole, Rational unit) {
        return unit.times(Rational.of(whole)).toDoubleNearest();
    }

    /** Without noise of the weight the interval is the normal one; with it, it is Fieller's and wider. */
    @Test
    void gaussianNoiseHasNormalQuantiles() {
        Rational unit = Rational.of(1, 10);
        DiscreteGaussian sum = new DiscreteGaussian(Rational.of(1_000_000));
        NoisyMean exactWeight = NoisyMean.under(0, 100, Optional.of(sum), unit, Optional.empty());
        Estimate plain = exactWeight.estimate(100, -1000, 0.95);
        assertThat(plain.value()).isEqualTo(40);
        assertThat(plain.high() - 40).isBetween(1.95996398, 1.95996399);
        NoisyMean both =
                NoisyMean.under(0, 100, Optional.of(sum), unit, Optional.of(new DiscreteGaussian(Rational.of(100))));
        // Fieller: |S − dW| − |d|/2 = z·√(σ₁² + d²σ₂²) at both edges.
        Estimate estimate = both.estimate(100, -1000, 0.95);
        for (double edge : new double[] {estimate.low() - 50, estimate.high() - 50}) {
            double distance = Math.abs(-1000 - edge * 100) - Math.abs(edge) / 2;
            double normal = 1.9599639845400545 * Math.sqrt(10_000 + edge * edge * 100);
            assertThat(distance).isBetween(normal * (1 - 1e-9), normal * (1 + 1e-9));
        }
        assertThatThrownBy(() ->
                        NoisyMean.under(0, 1, Optional.of(sum), unit, Optional.of(new DiscreteLaplace(Rational.ONE))))
                .hasMessage("centred and weight must have noise of one law");
    }

    @Test
    void refusesWhatIsOutOfRange() {
        NoisyMean unit = new NoisyMean(0, 1, 1, 1);
        assertThatThrownBy(() -> unit.estimate(Double.NaN, 0, 0.95)).hasMessage("weight and centred must be numbers");
        assertThatThrownBy(() -> unit.estimate(1, Double.NaN, 0.95)).hasMessage("weight and centred must be numbers");
        assertThatThrownBy(() -> new NoisyMean(1, 0, 1, 1)).hasMessageContaining("low at most high");
        assertThatThrownBy(() -> new NoisyMean(Double.NaN, 0, 1, 1)).hasMessageContaining("must be finite");
        assertThatThrownBy(() -> new NoisyMean(0, Double.POSITIVE_INFINITY, 1, 1))
                .hasMessageContaining("must be finite");
        assertThatThrownBy(() -> new NoisyMean(0, 1, -1, 1)).hasMessageContaining("must be at least 0");
        assertThatThrownBy(() -> MEAN.estimate(1, 1, 1)).hasMessageContaining("confidence must be");
    }

    /**
     * A sum that no mean explains has noise that is rarer than asked: the nearest sum that one explains stands for it,
     * and without any weight the interval is everything.
     */
    @Test
    void sumsThatNoMeanExplainsHaveTheIntervalOfTheNearestOne() {
        for (NoisyMean.Law law : NoisyMean.Law.values()) {
            for (double scale : new double[] {0.1, 2}) {
                NoisyMean mean = new NoisyMean(-3, 5, scale, scale, law);
                for (double weight : new double[] {0.5, 2, 7, 100}) {
                    for (int side : new int[] {-1, 1}) {
                        // The middle is 1, and a mean is at most 4 from it.
                        Estimate nearest = mean.estimate(weight, side * 4 * weight, 0.9);
                        Estimate beyond = mean.estimate(weight, side * (4 * weight + 1000), 0.9);
                        String words = law + ", " + scale + ", " + side * weight;
                        assertThat(beyond.low()).as(words).isCloseTo(side < 0 ? -3 : nearest.low(), within(1e-9));
                        assertThat(beyond.high()).as(words).isCloseTo(side < 0 ? nearest.high() : 5, within(1e-9));
                        assertThat(beyond.value()).as(words).isEqualTo(side < 0 ? -3 : 5);
                        Estimate nothing = mean.estimate(-weight, side * 1000, 0.9);
                        assertThat(nothing.low()).as(words).isEqualTo(-3);
                        assertThat(nothing.high()).as(words).isEqualTo(5);
                    }
                }
            }
        }
    }
}
