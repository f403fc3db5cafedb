package io.tacit.privacy.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.measure.Rho;
import io.tacit.privacy.mechanism.DiscreteGaussian;
import io.tacit.privacy.mechanism.DiscreteLaplace;
import io.tacit.privacy.mechanism.IntegerNoise;
import io.tacit.privacy.mechanism.LaplaceSum;
import io.tacit.privacy.mechanism.NoiseSum;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.selection.GaussianThreshold;
import io.tacit.privacy.selection.JointThreshold;
import io.tacit.privacy.selection.LaplaceThreshold;
import io.tacit.privacy.selection.PreThreshold;
import io.tacit.privacy.selection.TruncatedGeometric;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * The thresholds of the library keep their δ and are the least that do; the six wrong ones of the list of bugs do not.
 */
class ExactThresholdTest {
    private static final Delta MILLIONTH = Delta.of("0.000001");

    private static ExactThreshold of(IntegerNoise noise, BigInteger tau, Delta delta, long maxGroups) {
        return new ExactThreshold(noise, tau, delta.value(), maxGroups);
    }

    private static DiscreteLaplace laplace(String epsilon, long maxGroups) {
        return DiscreteLaplace.calibrated(BigInteger.valueOf(maxGroups), Epsilon.of(epsilon));
    }

    private static DiscreteGaussian gaussian(String rho, long maxGroups) {
        return DiscreteGaussian.calibrated(BigInteger.valueOf(maxGroups), Rho.of(rho));
    }

    @Test
    void laplaceThresholdsAreTheLeast() {
        for (String epsilon : List.of("0.01", "0.3", "1", "5", "40")) {
            for (Delta delta : List.of(Delta.of("0.3"), MILLIONTH, Delta.of("1e-20"))) {
                for (long groups : new long[] {1, 2, 17, 1000, 1_000_000}) {
                    DiscreteLaplace noise = laplace(epsilon, groups);
                    BigInteger tau = LaplaceThreshold.threshold(noise, delta, groups);
                    ExactThreshold.Finding finding =
                            of(noise, tau, delta, groups).finding();
                    assertThat(finding.holds())
                            .as("%s %s %s", noise, delta, groups)
                            .isTrue();
                    assertThat(finding.aboveLeast()).isZero();
                    assertThat(of(noise, tau.subtract(BigInteger.ONE), delta, groups)
                                    .finding()
                                    .holds())
                            .isFalse();
                }
            }
        }
    }

    @Test
    void gaussianThresholdsAreTheLeastOrNearlySo() {
        for (String rho : List.of("0.0005", "0.01", "0.1", "2")) {
            for (Delta delta : List.of(Delta.of("0.3"), MILLIONTH, Delta.of("1e-20"))) {
                for (long groups : new long[] {1, 2, 17, 300}) {
                    DiscreteGaussian noise = gaussian(rho, groups);
                    BigInteger tau = GaussianThreshold.threshold(noise, delta, groups);
                    ExactThreshold.Finding finding =
                            of(noise, tau, delta, groups).finding();
                    assertThat(finding.holds())
                            .as("%s %s %s", noise, delta, groups)
                            .isTrue();
                    assertThat(finding.aboveLeast()).isLessThanOrEqualTo(ExactThreshold.mostAbove(noise, tau));
                }
            }
        }
    }

    /** Bug 14. */
    @Test
    void theWholeEpsilon() {
        DiscreteLaplace noise = laplace("0.5", 3);
        BigInteger tau = LaplaceThreshold.threshold(laplace("1", 3), MILLIONTH, 3);
        assertRefuted(of(noise, tau, MILLIONTH, 3));
    }

    /** Bug 15: the printed inequality, solved for p₁. */
    @Test
    void thePowerOfThePrintedProof() {
        DiscreteLaplace noise = laplace("1", 3);
        BigInteger tau = noise.leastWithTailAtMost(Math.pow(1e-6, 1.0 / 3)).add(BigInteger.ONE);
        assertRefuted(of(noise, tau, MILLIONTH, 3));
    }

    /** Bug 16: the paper's real threshold, cut to an integer. */
    @Test
    void truncated() {
        DiscreteLaplace noise = laplace("1", 3);
        double single = -Math.expm1(Math.log1p(-1e-6) / 3);
        double real = 1 - 3 * Math.log(2 * single);
        assertRefuted(of(noise, BigInteger.valueOf((long) real), MILLIONTH, 3));
    }

    /** Bug 18: at the same budget. */
    @Test
    void laplaceThresholdWithGaussianNoise() {
        BigInteger tau = LaplaceThreshold.threshold(laplace("1", 1), MILLIONTH, 1);
        Rho rho = Rho.largestWithin(Epsilon.of("1"), MILLIONTH);
        DiscreteGaussian noise = DiscreteGaussian.calibrated(BigInteger.ONE, rho);
        assertRefuted(of(noise, tau, MILLIONTH, 1));
    }

    /** Bug 34. */
    @Test
    void withoutThePower() {
        DiscreteGaussian noise = gaussian("0.01", 10);
        BigInteger tau = GaussianThreshold.threshold(noise, MILLIONTH, 1);
        assertRefuted(of(noise, tau, MILLIONTH, 10));
    }

    /** Bug 42: σ = 0.4, and the normal quantile of 1 − 10^−6 is 4.7534. */
    @Test
    void aNormalQuantileRoundedUp() {
        DiscreteGaussian noise = new DiscreteGaussian(Rational.of(16, 100));
        BigInteger tau = BigInteger.valueOf(1 + (long) Math.ceil(4.7534 * 0.4));
        ExactThreshold wrong = of(noise, tau, MILLIONTH, 1);
        assertRefuted(wrong);
    }

    private static void assertRefuted(ExactThreshold wrong) {
        Verdict verdict = wrong.verdict("wrong", 0);
        assertThat(verdict.violation()).isPresent();
        assertThat(verdict.violation().orElseThrow().what()).contains("a lone person appears");
        assertThat(wrong.finding().spent()).isGreaterThan(wrong.delta().toDoubleUp());
    }

    private static LongFunction<Rational> law(TruncatedGeometric selection, long least) {
        PreThreshold before = new PreThreshold(BigInteger.valueOf(least));
        return n -> before.counted(BigInteger.valueOf(n))
                .map(selection::probability)
                .orElse(Rational.ZERO);
    }

    @Test
    void truncatedGeometricKeepsItsInequalities() {
        for (String epsilon : List.of("0.05", "1", "8")) {
            for (long groups : new long[] {1, 4, 100}) {
                TruncatedGeometric selection = new TruncatedGeometric(Epsilon.of(epsilon), MILLIONTH, groups);
                Rational e = Epsilon.of(epsilon).value();
                assertThat(new ExactSelection(law(selection, 1), e, MILLIONTH.value(), groups).firstBroken(150))
                        .isEmpty();
                assertThat(new ExactSelection(law(selection, 5), e, MILLIONTH.value(), groups).firstBroken(50))
                        .isEmpty();
                // A twentieth less of ε or a thousandth less of δ is not kept.
                assertThat(new ExactSelection(
                                        law(selection, 1), e.times(Rational.of(19, 20)), MILLIONTH.value(), groups)
                                .firstBroken(1000))
                        .isPresent();
                assertThat(new ExactSelection(
                                        law(selection, 1), e, MILLIONTH.value().times(Rational.of(999, 1000)), groups)
                                .firstBroken(1000))
                        .isPresent();
            }
        }
    }

    @Test
    void aThresholdBehindAnotherThatComparesTheWholeNumberIsFound() {
        TruncatedGeometric selection = new TruncatedGeometric(Epsilon.of("1"), MILLIONTH, 1);
        LongFunction<Rational> wrong = n -> n < 5 ? Rational.ZERO : selection.probability(BigInteger.valueOf(n));
        assertThat(new ExactSelection(wrong, Rational.ONE, MILLIONTH.value(), 1).firstBroken(10))
                .contains(5L);
    }

    @Test
    void jointThresholdsKeepTheirDelta() {
        for (String epsilon : List.of("0.2", "1", "4")) {
            for (long groups : new long[] {1, 2, 10, 50}) {
                Rho rho = Rho.largestWithin(Epsilon.of(epsilon), MILLIONTH).times(Rational.of(9, 10));
                JointThreshold joint = JointThreshold.of(Epsilon.of(epsilon), MILLIONTH, rho, groups)
                        .orElseThrow();
                ExactJoint exact = new ExactJoint(
                        joint.single(),
                        Double.parseDouble(epsilon),
                        MILLIONTH.value(),
                        rho.value().toDoubleUp(),
                        groups);
                assertThat(exact.firstBroken()).as("%s %s", epsilon, groups).isEmpty();
                ExactJoint more = new ExactJoint(
                        joint.single().times(Rational.of(11, 10)),
                        Double.parseDouble(epsilon),
                        MILLIONTH.value(),
                        rho.value().toDoubleUp(),
                        groups);
                assertThat(more.firstBroken()).isPresent();
            }
        }
    }

    /** A threshold that is higher than it need be loses groups for nothing: found as far as it is beyond what is allowed. */
    @Test
    void aThresholdAboveTheLeastIsFound() {
        DiscreteLaplace noise = laplace("0.3", 3);
        BigInteger tau = LaplaceThreshold.threshold(noise, MILLIONTH, 3);
        for (int above = 0; above <= 4; above++) {
            ExactThreshold higher = of(noise, tau.add(BigInteger.valueOf(above)), MILLIONTH, 3);
            assertThat(higher.finding().aboveLeast()).isEqualTo(above);
            for (int allowed = 0; allowed <= 4; allowed++) {
                assertThat(higher.verdict("higher", allowed).passed()).isEqualTo(above <= allowed);
            }
        }
    }

    /** However rarely a lone person appears: noise that spends more than δ by itself is found with nobody alone. */
    @Test
    void noiseThatSpendsTooMuchByItselfIsFound() {
        for (long groups : new long[] {1, 3}) {
            double rho = Rho.largestWithin(Epsilon.of("1"), MILLIONTH).value().toDoubleNearest();
            Rational never = Rational.of(BigInteger.TEN.pow(30)).negate();
            Rational rarely = Rational.ONE.dividedBy(never.negate());
            assertThat(new ExactJoint(rarely, 1, MILLIONTH.value(), rho * 1.01, groups).firstBroken())
                    .contains(0L);
            assertThat(new ExactJoint(rarely, 1, MILLIONTH.value(), rho * 0.99, groups).firstBroken())
                    .isEmpty();
        }
    }

    /** P(Z = z) from −furthest to furthest of a noise whose law is known. */
    private static double[] law(IntegerNoise noise) {
        return noise.match(
                laplace -> law(z -> -Math.abs(z) / laplace.scale().toDoubleNearest()),
                gaussian -> law(z -> -z * z / (2 * gaussian.variance().toDoubleNearest())),
                sum -> both(law(sum.first()), law(sum.second())),
                portions -> portions.weights().stream()
                        .map(weight -> law(new DiscreteLaplace(portions.scale())))
                        .reduce(ExactThresholdTest::both)
                        .orElseThrow());
    }

    private static double[] law(DoubleUnaryOperator logarithm) {
        double[] law = IntStream.rangeClosed(-150, 150)
                .mapToDouble(z -> Math.exp(logarithm.applyAsDouble(z)))
                .toArray();
        double all = Arrays.stream(law).sum();
        return Arrays.stream(law).map(chance -> chance / all).toArray();
    }

    private static double[] both(double[] one, double[] other) {
        double[] sum = new double[one.length + other.length - 1];
        for (int i = 0; i < one.length; i++) {
            for (int j = 0; j < other.length; j++) {
                sum[i + j] += one[i] * other[j];
            }
        }
        return sum;
    }

    /** What a lone person spends, for each law of noise and thresholds on both sides of nothing; of portions no less. */
    @Test
    void whatIsSpentIsTheTailOfTheLaw() {
        DiscreteLaplace narrow = new DiscreteLaplace(Rational.of(1, 2));
        DiscreteGaussian wide = new DiscreteGaussian(Rational.of(19));
        for (IntegerNoise noise : List.of(
                narrow,
                wide,
                new NoiseSum(new DiscreteLaplace(Rational.of(3)), narrow),
                new NoiseSum(wide, new DiscreteGaussian(Rational.of(2))),
                new LaplaceSum(Rational.of(2), List.of(BigInteger.ONE)),
                new LaplaceSum(Rational.of(2), Collections.nCopies(3, BigInteger.ONE)))) {
            double[] law = law(noise);
            for (int tau : new int[] {-5, -1, 0, 1, 2, 3, 9, 25}) {
                double tail = 0;
                for (int z = tau - 1; z <= law.length / 2; z++) {
                    tail += law[z + law.length / 2];
                }
                for (int groups : new int[] {1, 3}) {
                    double any = 1 - Math.pow(1 - tail, groups);
                    double spent = of(noise, BigInteger.valueOf(tau), MILLIONTH, groups)
                            .finding()
                            .spent();
                    String words = noise + ", threshold " + tau;
                    if (noise instanceof LaplaceSum) {
                        assertThat(spent).as(words).isBetween(any * (1 - 1e-9), 1.0);
                    } else {
                        assertThat(spent).as(words).isCloseTo(any, within(1e-12));
                    }
                }
            }
        }
    }

    /** A group that nobody is in is never kept, however rarely. */
    @Test
    void aGroupWithoutPeopleIsNeverKept() {
        for (Rational rarely : List.of(Rational.of(1, 1_000_000_000), Rational.of(1, 2), Rational.ONE)) {
            ExactSelection selection = new ExactSelection(n -> rarely, Rational.ONE, MILLIONTH.value(), 1);
            assertThat(selection.firstBroken(5)).contains(0L);
            assertThat(selection.verdict("kept", 5).passed()).isFalse();
        }
    }
}
