package io.tacit.privacy.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.measure.Rho;
import io.tacit.privacy.mechanism.DiscreteGaussian;
import io.tacit.privacy.mechanism.MechanismContract;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.RandomBits;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The joint threshold over two groups; 0 is a group that does not appear. One person is in both. */
class GaussianThresholdTest extends MechanismContract<GaussianThresholdTest.People, GaussianThresholdTest.People> {
    private static final Epsilon ONE = Epsilon.of("1");
    private static final Delta DELTA = Delta.of("0.000001");
    private static final Delta LARGE = Delta.of("0.01");
    private static final Rho RHO = Rho.largestWithin(ONE, LARGE);
    private static final DiscreteGaussian NOISE = DiscreteGaussian.calibrated(BigInteger.TWO, RHO);
    private static final long THRESHOLD =
            JointThreshold.of(ONE, LARGE, RHO, 2).orElseThrow().threshold(NOISE).longValueExact();

    /** People, exact or shown, in two groups. */
    record People(long first, long second) {}

    @Override
    protected List<Neighbours<People>> neighbours() {
        return List.of(
                new Neighbours<>(new People(THRESHOLD + 8, THRESHOLD + 8), new People(THRESHOLD + 9, THRESHOLD + 9)),
                new Neighbours<>(new People(0, 0), new People(1, 1)),
                new Neighbours<>(new People(0, THRESHOLD), new People(1, THRESHOLD + 1)));
    }

    @Override
    protected Map<People, Double> law(People exact) {
        Map<People, Double> outcomes = new HashMap<>();
        Map<Long, Double> second = shown(exact.second());
        shown(exact.first())
                .forEach((one, p) -> second.forEach((other, q) -> outcomes.put(new People(one, other), p * q)));
        return outcomes;
    }

    private static Map<Long, Double> shown(long people) {
        if (people == 0) {
            return Map.of(0L, 1.0);
        }
        double variance = NOISE.variance().toDoubleNearest();
        double all = 0;
        for (long z = -200; z <= 200; z++) {
            all += Math.exp(-z * z / (2 * variance));
        }
        Map<Long, Double> law = new HashMap<>();
        double hidden = 0;
        for (long z = -200; z <= 200; z++) {
            double p = Math.exp(-z * z / (2 * variance)) / all;
            if (people + z >= THRESHOLD) {
                law.put(people + z, p);
            } else {
                hidden += p;
            }
        }
        law.put(0L, hidden);
        return law;
    }

    @Override
    protected People run(People exact, RandomBits bits) {
        return new People(drawn(exact.first(), bits), drawn(exact.second(), bits));
    }

    private static long drawn(long people, RandomBits bits) {
        long noisy = people == 0 ? 0 : people + NOISE.sample(bits).longValueExact();
        return noisy >= THRESHOLD ? noisy : 0;
    }

    @Override
    protected double epsilon() {
        return 1;
    }

    @Override
    protected double delta() {
        return 0.01;
    }

    /**
     * Sizes that appear with probability one half, ε = 1, δ = 10^-6, δ in halves. The design's table has one less in
     * each row, 24, 34, 42, 80 and 186: the k of its own formula, τ = 1 + k, at which the chance is still a little
     * below one half.
     */
    @Test
    void sizesOfTheSplit() {
        Delta half = Delta.of("0.0000005");
        long[][] table = {{1, 25}, {2, 35}, {3, 43}, {10, 81}, {50, 187}};
        for (long[] row : table) {
            DiscreteGaussian noise =
                    DiscreteGaussian.calibrated(BigInteger.valueOf(row[0]), Rho.largestWithin(ONE, half));
            assertThat(GaussianThreshold.threshold(noise, half, row[0])).isEqualTo(row[1]);
        }
    }

    /** The same with one δ for both, ρ all that δ allows; the design has 23, 40 and 76, again one less. */
    @Test
    void sizesOfTheJointAnalysis() {
        long[][] table = {{1, 24}, {2, 33}, {3, 41}, {10, 77}, {50, 178}};
        Rho rho = Rho.largestWithin(ONE, DELTA);
        for (long[] row : table) {
            DiscreteGaussian noise = DiscreteGaussian.calibrated(BigInteger.valueOf(row[0]), rho);
            assertThat(JointThreshold.of(ONE, DELTA, rho, row[0]).orElseThrow().fiftyPercentSize(noise))
                    .isEqualTo(row[1]);
        }
    }

    /** The design's formula itself, with logarithms and powers: never above δ, and hardly below. */
    @Test
    void theShareIsTheLargestOfTheFormula() {
        Rho rho = Rho.largestWithin(ONE, DELTA);
        for (long maxGroups : new long[] {1, 2, 3, 10, 50}) {
            double p = JointThreshold.of(ONE, DELTA, rho, maxGroups)
                    .orElseThrow()
                    .single()
                    .toDoubleNearest();
            assertThat(worst(p, rho, maxGroups)).isLessThanOrEqualTo(1e-6 * (1 + 1e-9));
            assertThat(worst(p * 1.001, rho, maxGroups)).isGreaterThan(1e-6);
        }
    }

    private static double worst(double p, Rho rho, long maxGroups) {
        double worst = 0;
        for (long j = 0; j <= maxGroups; j++) {
            double none = Math.exp(j * Math.log1p(-p));
            double shift = -j * Math.log1p(-p);
            double before = j == maxGroups ? 0 : at(rho, 1 + shift, maxGroups - j, maxGroups);
            double after = j == maxGroups ? 0 : at(rho, 1 - shift, maxGroups - j, maxGroups);
            worst = Math.max(worst, Math.max(-Math.expm1(-shift) + none * before, after));
        }
        return worst;
    }

    private static double at(Rho rho, double epsilon, long groups, long maxGroups) {
        return rho.times(Rational.of(groups, maxGroups))
                .deltaAt(Rational.ofExact(epsilon))
                .toDoubleNearest();
    }

    @Test
    void refusesWhatIsOutOfRange() {
        assertThat(JointThreshold.of(ONE, DELTA, Rho.of("0.5"), 3)).isEmpty();
        assertThat(JointThreshold.of(ONE, DELTA, Rho.of("0.001"), 1001)).isEmpty();
        assertThatThrownBy(() -> JointThreshold.of(ONE, DELTA, RHO, 0)).hasMessage("maxGroups must be at least 1");
        assertThatThrownBy(() -> GaussianThreshold.threshold(NOISE, DELTA, 0))
                .hasMessage("maxGroups must be at least 1");
        assertThatThrownBy(() -> new JointThreshold(Rational.ZERO)).hasMessageContaining("single must be");
    }
}
