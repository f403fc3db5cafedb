package io.tacit.privacy.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.measure.GaussianSum;
import io.tacit.privacy.measure.Rho;
import io.tacit.privacy.mechanism.DiscreteGaussian;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.number.TruncatedGeometricSeries;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Noise and a threshold on it against the exact δ of both: of a person who is alone in any number of groups. */
class JointThresholdTest {
    private static final Rational SLIGHTLY_MORE = Rational.of(1_000_000_001, 1_000_000_000);

    /** The numbers of people of C_u groups, and which groups there are, by enumeration of all noise. */
    @Test
    void noiseAndThresholdTogetherAreWithinDelta() {
        for (String epsilon : List.of("0.5", "1", "3")) {
            for (String delta : List.of("1e-6", "0.001", "0.05")) {
                for (int groups : new int[] {1, 2, 3, 5}) {
                    Epsilon whole = Epsilon.of(epsilon);
                    Delta most = Delta.of(delta);
                    Rho rho = Rho.largestWithin(whole, most);
                    String words = epsilon + ", " + delta + ", " + groups + " groups";
                    DiscreteGaussian noise = DiscreteGaussian.calibrated(BigInteger.valueOf(groups), rho);
                    BigInteger threshold = JointThreshold.of(whole, most, rho, groups)
                            .orElseThrow()
                            .threshold(noise);
                    double exact = exact(noise, threshold, Double.parseDouble(epsilon), groups);
                    assertThat(exact).as(words).isLessThanOrEqualTo(Double.parseDouble(delta));
                    // One less is not private any more, or nearly so: the threshold's tail is a bound, and p₁ one for
                    // all.
                    double less = exact(noise, threshold.subtract(BigInteger.TWO), Double.parseDouble(epsilon), groups);
                    assertThat(less).as(words).isGreaterThan(Double.parseDouble(delta) / 2);
                }
            }
        }
    }

    /** With a large δ it is not the person alone in all groups who counts: the least of all numbers is taken. */
    @Test
    void theLeastOfAllNumbersOfGroupsCounts() {
        int before = 0;
        for (String epsilon : List.of("1", "3", "6")) {
            for (String delta : List.of("1e-6", "0.01", "0.1", "0.3", "0.5")) {
                for (String share : List.of("0.8", "1")) {
                    for (long groups : new long[] {1, 2, 6}) {
                        Epsilon whole = Epsilon.of(epsilon);
                        Delta most = Delta.of(delta);
                        Rho rho = Rho.largestWithin(whole, most).times(Rational.of(new BigDecimal(share)));
                        Rational margin = most.value().dividedBy(Rational.ONE.minus(most.value()));
                        Optional<Rational> expected = Optional.empty();
                        boolean none = whole.value().compareTo(margin) < 0;
                        for (long alone = 1; alone <= groups && !none; alone++) {
                            Rational left = alone == groups
                                    ? most.value()
                                    : most.value()
                                            .minus(rho.times(Rational.of(groups - alone, groups))
                                                    .deltaAt(whole.value().minus(margin)));
                            none = left.signum() <= 0;
                            if (!none) {
                                Rational one = TruncatedGeometricSeries.shareDown(left, alone);
                                expected = Optional.of(expected.map(one::min).orElse(one));
                            }
                        }
                        Rational last = TruncatedGeometricSeries.shareDown(most.value(), groups);
                        Optional<Rational> least = none ? Optional.empty() : expected;
                        before +=
                                least.filter(found -> found.compareTo(last) < 0).isPresent() ? 1 : 0;
                        assertThat(JointThreshold.of(whole, most, rho, groups).map(JointThreshold::single))
                                .as("%s, %s, %s, %d groups", epsilon, delta, share, groups)
                                .isEqualTo(least);
                    }
                }
            }
        }
        assertThat(before).isGreaterThan(3);
    }

    private static double exact(DiscreteGaussian noise, BigInteger threshold, double epsilon, int groups) {
        double variance = noise.variance().toDoubleNearest();
        double shown = atLeast(variance, threshold.longValueExact() - 1);
        double worst = 0;
        for (int alone = 0; alone <= groups; alone++) {
            worst = Math.max(
                    worst, new GaussianSum(variance, groups - alone).delta(epsilon, Math.pow(1 - shown, alone)));
        }
        return worst;
    }

    private static double atLeast(double variance, long k) {
        double all = 0;
        double tail = 0;
        int furthest = (int) (40 * Math.sqrt(variance)) + 2;
        for (int z = -furthest; z <= furthest; z++) {
            double chance = Math.exp(-z * (double) z / (2 * variance));
            all += chance;
            tail += z >= k ? chance : 0;
        }
        return tail / all;
    }

    /** deltaOf looks at powers of eight only, and is never less than the formula at any number of groups alone. */
    @Test
    void deltaOfBothIsNeverLessThanThatOfAnyNumberOfGroupsAlone() {
        Random random = new Random(7);
        for (long groups = 1; groups <= 700; groups = groups < 20 ? groups + 1 : groups + 37) {
            for (int i = 0; i < 8; i++) {
                double most = Math.pow(10, -1 - 5 * random.nextDouble());
                double power = 4 * random.nextDouble();
                double steep = 1 + 20 * random.nextDouble();
                long all = groups;
                // Any noise will do whose δ falls with ε and grows with the number of groups.
                JointThreshold.NoiseOfGroups noise = (epsilon, some) -> Rational.ofExact(
                        most * Math.pow((double) some / all, power) * Math.exp(-steep * epsilon.toDoubleNearest()));
                Delta selection = Delta.of(Math.pow(10, -1 - 5 * random.nextDouble()));
                Rational epsilon = Rational.of(1 + random.nextInt(30), 10);
                Rational found = JointThreshold.deltaOf(epsilon, noise, selection, groups);
                Rational apart = noise.deltaAt(epsilon, groups).plus(selection.value());
                String words = groups + " groups, " + selection + ", " + epsilon;
                assertThat(found).as(words).isLessThanOrEqualTo(apart);
                assertThat(found.times(SLIGHTLY_MORE))
                        .as(words)
                        .isGreaterThanOrEqualTo(
                                Rational.ofExact(worst(epsilon.toDoubleNearest(), noise, selection, groups)));
                if (groups == 1) {
                    // Who is alone has no other group.
                    assertThat(found).isEqualTo(noise.deltaAt(epsilon, 1).max(selection.value()));
                }
            }
        }
    }

    /** The formula of the page, over all numbers of groups alone, each in the stretch of its power of eight. */
    @Test
    void deltaOfIsTheLargestOverAllStretches() {
        JointThreshold.NoiseOfGroups noise = (epsilon, groups) ->
                Rational.of(groups, 100_000).dividedBy(Rational.ONE.plus(epsilon.times(Rational.of(3))));
        Delta selection = Delta.of("0.0002");
        Rational margin = Rational.of(2, 9998);
        for (long groups : new long[] {1, 2, 7, 8, 9, 15, 16, 56, 63, 64, 65, 71, 72, 128, 500, 512, 513}) {
            for (Rational epsilon : List.of(Rational.of(1, 100), Rational.of(1, 2), Rational.of(3))) {
                Rational whole = noise.deltaAt(epsilon, groups);
                Rational expected = whole;
                for (long alone = 1; alone <= groups; alone++) {
                    long least = 1;
                    while (8 * least <= alone) {
                        least *= 8;
                    }
                    Rational shown = margin.times(Rational.of(Math.min(8 * least - 1, groups), groups))
                            .min(selection.value());
                    Rational seen =
                            groups == least ? Rational.ZERO : noise.deltaAt(epsilon.minus(margin), groups - least);
                    expected = expected.max(shown.plus(seen));
                }
                assertThat(JointThreshold.deltaOf(epsilon, noise, selection, groups))
                        .as("%d groups at %s", groups, epsilon)
                        .isEqualTo(expected.min(whole.plus(selection.value())));
            }
        }
    }

    private static double worst(double epsilon, JointThreshold.NoiseOfGroups noise, Delta selection, long groups) {
        double single = Math.log1p(-selection.value().toDoubleNearest()) / groups;
        double worst = 0;
        for (long alone = 0; alone <= groups; alone++) {
            double shift = -alone * single;
            double none = Math.exp(-shift);
            double before = alone == groups ? 0 : at(noise, epsilon + shift, groups - alone);
            double after = alone == groups ? 0 : at(noise, Math.max(0, epsilon - shift), groups - alone);
            worst = Math.max(worst, Math.max(-Math.expm1(-shift) + none * before, after));
        }
        return worst;
    }

    private static double at(JointThreshold.NoiseOfGroups noise, double epsilon, long groups) {
        return noise.deltaAt(Rational.ofExact(epsilon), groups).toDoubleNearest();
    }

    /** Where ε is less than what appearing tells, both are added up. */
    @Test
    void aSmallEpsilonAddsBothUp() {
        JointThreshold.NoiseOfGroups noise = (epsilon, groups) -> Rational.of(groups, 1000);
        assertThat(JointThreshold.deltaOf(Rational.of(1, 100), noise, Delta.of("0.05"), 4))
                .isEqualTo(Rational.of(4, 1000).plus(Rational.of(5, 100)));
    }

    @Test
    void theLargestNumberOfGroupsIsLookedAtToo() {
        JointThreshold.NoiseOfGroups noise = (epsilon, groups) -> Rational.of(1, 1_000_000);
        for (long groups : new long[] {1L << 40, 1L << 60, 1L << 61, 1L << 62, Long.MAX_VALUE - 1, Long.MAX_VALUE}) {
            assertThat(JointThreshold.deltaOf(Rational.ONE, noise, Delta.of("1e-6"), groups))
                    .as("%d groups", groups)
                    .isEqualTo(Rational.of(2, 1_000_000));
        }
    }

    @Test
    void thereIsNoneWhereNoiseLeavesNothingForIt() {
        Epsilon epsilon = Epsilon.of("1");
        Delta delta = Delta.of("1e-6");
        Rho all = Rho.largestWithin(epsilon, delta);
        assertThat(JointThreshold.of(epsilon, delta, all, 1000)).isPresent();
        assertThat(JointThreshold.of(epsilon, delta, all, 1001)).isEmpty();
        assertThat(JointThreshold.of(epsilon, delta, all.times(Rational.of(101, 100)), 1))
                .isEmpty();
        // ε less than δ/(1 − δ).
        assertThat(JointThreshold.of(Epsilon.of("0.9"), Delta.of("0.5"), Rho.of("0.0001"), 2))
                .isEmpty();
        for (String single : List.of("-0.1", "0", "1", "1.5")) {
            assertThatThrownBy(() -> new JointThreshold(Rational.of(new BigDecimal(single))))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }
}
