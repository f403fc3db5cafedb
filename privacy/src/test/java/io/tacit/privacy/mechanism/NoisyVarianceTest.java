package io.tacit.privacy.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.random.DiscreteLaplaceSampler;
import io.tacit.privacy.random.SeededBits;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NoisyVarianceTest {
    private static final NoisyVariance POPULATION = new NoisyVariance(NoisyVariance.Kind.VAR_POP, 5);
    private static final NoisyVariance SAMPLE = new NoisyVariance(NoisyVariance.Kind.VAR_SAMP, 5);
    private static final NoisyVariance ROOT = new NoisyVariance(NoisyVariance.Kind.STDDEV_POP, 5);
    private static final NoisyVariance SAMPLE_ROOT = new NoisyVariance(NoisyVariance.Kind.STDDEV_SAMP, 5);

    private static final double INFINITY = Double.POSITIVE_INFINITY;

    @Test
    void isTheVarianceWithoutNoise() {
        // 1, 3, 8 in [0, 10]: deviations −4, −2, 3; squares 16, 4, 9 less 12.5 each.
        double squares = 29 - 3 * 12.5;
        assertThat(POPULATION.value(3, -3, squares)).hasValue(29.0 / 3 - 1);
        assertThat(SAMPLE.value(3, -3, squares).orElseThrow()).isBetween(13 - 1e-12, 13 + 1e-12);
        assertThat(ROOT.value(3, -3, squares)).hasValue(Math.sqrt(29.0 / 3 - 1));
        assertThat(SAMPLE_ROOT.value(3, -3, squares).orElseThrow())
                .isBetween(Math.sqrt(13) - 1e-12, Math.sqrt(13) + 1e-12);
    }

    @Test
    void neverNegativeNeverBeyondTheBoundsNeverNan() {
        SeededBits bits = new SeededBits(2);
        for (int i = 0; i < 20_000; i++) {
            double weight = (bits.nextUnit() - 0.4) * 20;
            double centred = (bits.nextUnit() - 0.5) * 1000;
            double squares = (bits.nextUnit() - 0.5) * 5000;
            assertThat(POPULATION.value(weight, centred, squares).orElseThrow()).isBetween(0.0, 25.0);
            assertThat(ROOT.value(weight, centred, squares).orElseThrow()).isBetween(0.0, 5.0);
            if (weight <= 1) {
                assertThat(SAMPLE.value(weight, centred, squares)).isEmpty();
                assertThat(SAMPLE_ROOT.value(weight, centred, squares)).isEmpty();
            } else {
                assertThat(SAMPLE.value(weight, centred, squares).orElseThrow())
                        .isBetween(0.0, 25 * weight / (weight - 1) * (1 + 1e-12));
            }
        }
    }

    /** Noise of a tiny ε passes the doubles, and so do squares of the widest bounds. */
    @Test
    void staysFiniteWhateverTheStates() {
        double[] wild = {
            0, 1, -1, 1e-300, 1e154, -1e200, 1e308, Double.MAX_VALUE, -Double.MAX_VALUE, INFINITY, -INFINITY
        };
        double[] weights = {-INFINITY, -5, 0, 1, Math.nextUp(1.0), 2, 1e9, Double.MAX_VALUE, INFINITY};
        NoisyVariance.Redraw[] noises = {bits -> 3, bits -> -INFINITY, bits -> INFINITY};
        NoisyVariance.Redrawn redrawn = NoisyVariance.Redrawn.of(noises, new SeededBits(1));
        for (double half : new double[] {0, 1e-200, 5, 1e100, 0x1p480}) {
            for (NoisyVariance.Kind kind : NoisyVariance.Kind.values()) {
                NoisyVariance variance = new NoisyVariance(kind, half);
                for (double weight : weights) {
                    for (double centred : wild) {
                        for (double squares : wild) {
                            variance.value(weight, centred, squares)
                                    .ifPresent(value -> assertThat(value).isBetween(0.0, Double.MAX_VALUE));
                        }
                    }
                    // An estimate refuses NaN itself.
                    double[] noisy = {weight, -weight, weight};
                    assertThat(variance.estimate(redrawn, noisy, 0.95).isPresent())
                            .isEqualTo(variance.value(weight, 0, 0).isPresent());
                }
            }
        }
    }

    @Test
    void oneValueHasNoSpread() {
        NoisyVariance constant = new NoisyVariance(NoisyVariance.Kind.VAR_POP, 0);
        assertThat(constant.value(4, 0, 0)).hasValue(0);
    }

    /** Simulated intervals are approximate: at least .925 at these sizes, and at most all. */
    @Test
    void standardDeviationsAreCovered() {
        for (int people : new int[] {50, 500}) {
            assertThat(covered(people)).isBetween(Coverage.LEAST, 1.0);
        }
    }

    private static double covered(int people) {
        SeededBits bits = new SeededBits(people);
        Unit cents = new Unit.DecimalUnit(2);
        BigInteger high = BigInteger.valueOf(10_000);
        List<State> states = List.of(
                new State.Weight(1),
                new State.Centred(BigInteger.ZERO, high, 1, cents),
                new State.Squares(BigInteger.ZERO, high, 1, cents));
        NoisyVariance.Redraw[] redraws = new NoisyVariance.Redraw[3];
        for (int i = 0; i < 3; i++) {
            double unit = states.get(i).unit().toDoubleNearest();
            DiscreteLaplaceSampler sampler = DiscreteLaplace.calibrated(
                            states.get(i).sensitivity(), Epsilon.of("0.5"))
                    .sampler();
            redraws[i] = random -> sampler.draw(random).doubleValue() * unit;
        }
        NoisyVariance deviation = new NoisyVariance(NoisyVariance.Kind.STDDEV_POP, 50);
        NoisyVariance.Redrawn redrawn = NoisyVariance.Redrawn.of(redraws, bits);
        int covered = 0;
        int runs = 1000;
        for (int run = 0; run < runs; run++) {
            double[] exact = {people, 0, 0};
            for (int person = 0; person < people; person++) {
                double x = Math.min(100, Coverage.skewed(bits, 30)) - 50;
                exact[1] += x;
                exact[2] += x * x - 1250;
            }
            double truth = deviation.value(exact[0], exact[1], exact[2]).orElseThrow();
            double[] noisy = new double[3];
            for (int i = 0; i < 3; i++) {
                noisy[i] = exact[i] + redraws[i].draw(bits);
            }
            Estimate estimate = deviation.estimate(redrawn, noisy, 0.95).orElseThrow();
            covered += estimate.low() <= truth && truth <= estimate.high() ? 1 : 0;
        }
        return (double) covered / runs;
    }

    @Test
    void aSampleOfNobodyIsNull() {
        NoisyVariance.Redraw[] none = {bits -> 0, bits -> 0, bits -> 0};
        assertThat(SAMPLE.estimate(none, new double[] {1, 0, 0}, 0.95, new SeededBits(1)))
                .isEqualTo(Optional.empty());
        Estimate exact = POPULATION
                .estimate(none, new double[] {4, 0, 0}, 0.95, new SeededBits(1))
                .orElseThrow();
        assertThat(exact).isEqualTo(new Estimate(12.5, 12.5, 12.5));
    }

    @Test
    void refusesWhatIsOutOfRange() {
        for (double half : new double[] {Double.NaN, -1, Math.nextUp(0x1p480), INFINITY}) {
            assertThatThrownBy(() -> new NoisyVariance(NoisyVariance.Kind.VAR_POP, half))
                    .hasMessage("halfRange must be at least 0 and at most 2^480 (about 3e144)");
        }
        assertThatThrownBy(() -> POPULATION.value(4, Double.NaN, 0))
                .hasMessage("weight, centred and squares must be numbers");
        NoisyVariance.Redraw[] noNumbers = {bits -> 0, bits -> Double.NaN, bits -> 0};
        assertThatThrownBy(() -> NoisyVariance.Redrawn.of(noNumbers, new SeededBits(1)))
                .hasMessage("noises must draw three numbers");
        NoisyVariance.Redraw[] two = {bits -> 0, bits -> 0};
        assertThatThrownBy(() -> NoisyVariance.Redrawn.of(two, new SeededBits(1)))
                .hasMessage("noises must be those of weight, centred and squares");
        NoisyVariance.Redraw[] none = {bits -> 0, bits -> 0, bits -> 0};
        assertThatThrownBy(() -> POPULATION.estimate(none, new double[3], 0, new SeededBits(1)))
                .hasMessage("confidence must be more than 0 and less than 1");
    }
}
