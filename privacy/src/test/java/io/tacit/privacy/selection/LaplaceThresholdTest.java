package io.tacit.privacy.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.mechanism.DiscreteLaplace;
import io.tacit.privacy.mechanism.LaplaceLaw;
import io.tacit.privacy.mechanism.MechanismContract;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.RandomBits;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The whole selection of two groups with C_u = 2: a group without people is not there, one whose noisy number of people
 * stays below the threshold is not shown (0), and the number is shown otherwise. One person is in both groups.
 */
class LaplaceThresholdTest extends MechanismContract<LaplaceThresholdTest.People, LaplaceThresholdTest.People> {
    private static final Epsilon EPSILON = Epsilon.of("1");
    private static final Delta DELTA = Delta.of("0.01");
    private static final DiscreteLaplace NOISE = DiscreteLaplace.calibrated(BigInteger.TWO, EPSILON);
    private static final long THRESHOLD =
            LaplaceThreshold.threshold(NOISE, DELTA, 2).longValueExact();

    /** People, exact or shown, in two groups. */
    record People(long first, long second) {}

    @Override
    protected List<Neighbours<People>> neighbours() {
        return List.of(
                new Neighbours<>(new People(0, 0), new People(1, 1)),
                new Neighbours<>(new People(0, 8), new People(1, 9)),
                new Neighbours<>(new People(5, 12), new People(6, 13)),
                new Neighbours<>(new People(20, 20), new People(21, 21)));
    }

    @Override
    protected Map<People, Double> law(People exact) {
        Map<People, Double> outcomes = new HashMap<>();
        Map<Long, Double> second = law(exact.second());
        law(exact.first())
                .forEach((one, p) -> second.forEach((other, q) -> outcomes.put(new People(one, other), p * q)));
        return outcomes;
    }

    private static Map<Long, Double> law(long people) {
        LaplaceLaw law = new LaplaceLaw(2.0);
        if (people == 0) {
            return Map.of(0L, 1.0);
        }
        Map<Long, Double> shown = new HashMap<>();
        shown.put(0L, 1 - law.atLeast(THRESHOLD - people));
        for (long number = THRESHOLD; number < THRESHOLD + 90; number++) {
            shown.put(number, law.at(number - people));
        }
        return shown;
    }

    @Override
    protected People run(People exact, RandomBits bits) {
        return new People(shown(exact.first(), bits), shown(exact.second(), bits));
    }

    private static long shown(long people, RandomBits bits) {
        if (people == 0) {
            return 0;
        }
        long noisy = people + NOISE.sample(bits).longValueExact();
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

    /** The design's table of sizes that appear with probability one half, ε = 1, δ = 10^-6. */
    @Test
    void sizesOfTheDesign() {
        long[][] table = {{1, 15}, {2, 30}, {3, 45}, {10, 156}, {50, 854}};
        for (long[] row : table) {
            DiscreteLaplace noise = DiscreteLaplace.calibrated(BigInteger.valueOf(row[0]), EPSILON);
            assertThat(LaplaceThreshold.fiftyPercentSize(noise, Delta.of("0.000001"), row[0]))
                    .isEqualTo(row[1]);
        }
    }

    /** A group of exactly that size appears more often than not, one smaller does not. */
    @Test
    void theSizeIsWhereOneHalfIsPassed() {
        LaplaceLaw law = new LaplaceLaw(2.0);
        long size = LaplaceThreshold.fiftyPercentSize(NOISE, DELTA, 2).longValueExact();
        assertThat(law.atLeast(THRESHOLD - size)).isGreaterThan(0.5);
        assertThat(law.atLeast(THRESHOLD - (size - 1))).isLessThan(0.5);
    }

    /** The paper's τ for rows Q13 and Q16, whose noise is continuous; ours is the integer beyond, up to a unit. */
    @Test
    void thresholdsOfThePaper() {
        paper(150_000, 1, 20, 271.23);
        paper(10_000, 5, 100, 940.9);
    }

    private static void paper(double people, long maxGroups, long scale, double printed) {
        double delta = Math.exp(-0.1 * Math.log(people) * Math.log(people));
        double single = -Math.expm1(Math.log1p(-delta) / (double) maxGroups);
        double closed = 1 - (double) scale * Math.log(2 * single);
        assertThat(closed).isBetween(printed - 0.05, printed + 0.05);
        BigInteger ours =
                LaplaceThreshold.threshold(new DiscreteLaplace(Rational.of(scale)), Delta.of(delta), maxGroups);
        assertThat(ours.doubleValue()).isBetween(closed, closed + 1.5);
    }

    /** The least integer: one less and a lone person's groups would appear too often. */
    @Test
    void theThresholdIsTheLeast() {
        for (long maxGroups : new long[] {1, 2, 7, 100}) {
            for (double delta : new double[] {0.3, 1e-3, 1e-6, 1e-12}) {
                double scale = (double) maxGroups * 3;
                LaplaceLaw law = new LaplaceLaw(scale);
                long threshold = LaplaceThreshold.threshold(
                                new DiscreteLaplace(Rational.of(3 * maxGroups)), Delta.of(delta), maxGroups)
                        .longValueExact();
                assertThat(anyAppears(law, threshold, maxGroups)).isLessThanOrEqualTo(delta * (1 + 1e-9));
                if (threshold > 1) {
                    assertThat(anyAppears(law, threshold - 1, maxGroups)).isGreaterThan(delta * (1 - 1e-9));
                }
            }
        }
    }

    private static double anyAppears(LaplaceLaw law, long threshold, long groups) {
        return -Math.expm1((double) groups * Math.log1p(-law.atLeast(threshold - 1)));
    }

    @Test
    void noGroupsAreRefused() {
        assertThatThrownBy(() -> LaplaceThreshold.threshold(NOISE, DELTA, 0))
                .hasMessage("maxGroups must be at least 1");
    }
}
