package io.tacit.privacy.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.SeededBits;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/**
 * What every law of noise says of itself, single ones and sums: its deviation, tails, widths and draws, against the
 * probabilities of all integers added up.
 */
@NullUnmarked
class EveryLawTest {
    private static final double ROUNDING = 1e-9;

    private static List<DiscreteLaplace> laplace() {
        return List.of(
                new DiscreteLaplace(Rational.of(1, 3)),
                new DiscreteLaplace(Rational.of(7, 3)),
                new DiscreteLaplace(Rational.of(6)));
    }

    private static List<DiscreteGaussian> gaussian() {
        return List.of(
                new DiscreteGaussian(Rational.of(1, 5)),
                new DiscreteGaussian(Rational.of(2)),
                new DiscreteGaussian(Rational.of(30)));
    }

    private static List<IntegerNoise> laws() {
        List<IntegerNoise> laws = new ArrayList<>(laplace());
        laws.addAll(gaussian());
        for (List<? extends IntegerNoise> same : List.of(laplace(), gaussian())) {
            for (IntegerNoise first : same) {
                for (IntegerNoise second : same) {
                    laws.add(new NoiseSum(first, second));
                }
            }
        }
        for (List<Integer> weights :
                List.of(List.of(1), List.of(-3), List.of(1, 1), List.of(1, 1, 1, 1), List.of(2, -1, 5))) {
            laws.add(new LaplaceSum(
                    Rational.of(6), weights.stream().map(BigInteger::valueOf).toList()));
        }
        return laws;
    }

    /** P(Z = z) from −furthest to furthest. */
    private static double[] law(IntegerNoise noise) {
        return noise.match(
                laplace -> law(z -> -Math.abs(z) / laplace.scale().toDoubleNearest()),
                gaussian -> law(z -> -(double) z * z / (2 * gaussian.variance().toDoubleNearest())),
                sum -> both(law(sum.first()), law(sum.second()), 1),
                weighted -> weighted.weights().stream()
                        .map(weight -> both(
                                new double[] {1},
                                law(new DiscreteLaplace(weighted.scale())),
                                weight.abs().intValueExact()))
                        .reduce((one, other) -> both(one, other, 1))
                        .orElseThrow());
    }

    private static double[] law(IntToDoubleFunction logarithm) {
        int furthest = 180;
        double[] law = new double[2 * furthest + 1];
        Arrays.setAll(law, i -> Math.exp(logarithm.applyAsDouble(i - furthest)));
        double all = Arrays.stream(law).sum();
        return Arrays.stream(law).map(chance -> chance / all).toArray();
    }

    private static double[] both(double[] one, double[] other, int weight) {
        double[] sum = new double[one.length + (other.length - 1) * weight];
        for (int i = 0; i < one.length; i++) {
            for (int j = 0; j < other.length && one[i] > 0; j++) {
                sum[i + j * weight] += one[i] * other[j];
            }
        }
        return sum;
    }

    private static double tail(double[] law, int k) {
        double sum = 0;
        for (int i = law.length - 1; i >= Math.max(0, k + law.length / 2); i--) {
            sum += law[i];
        }
        return sum;
    }

    @Test
    void deviationsAreThoseOfTheLaw() {
        for (IntegerNoise noise : laws()) {
            double[] law = law(noise);
            double squares = 0;
            for (int i = 0; i < law.length; i++) {
                squares += law[i] * Math.pow(i - law.length / 2, 2);
            }
            double deviation = Math.sqrt(squares);
            assertThat(noise.standardDeviation()).as("%s", noise).isCloseTo(deviation, within(1e-6 * deviation));
        }
    }

    @Test
    void tailsAreNeverTooSmallAndThoseOfLaplaceNoiseAreExact() {
        for (IntegerNoise noise : laws()) {
            double[] law = law(noise);
            boolean exact = noise instanceof DiscreteLaplace
                    || noise instanceof NoiseSum sum && sum.first() instanceof DiscreteLaplace;
            for (int k = 0; k < 60; k++) {
                double tail = tail(law, k);
                double said = noise.tailUp(BigInteger.valueOf(k));
                assertThat(said).as("%s at %d", noise, k).isBetween(tail * (1 - ROUNDING), 1.0);
                assertThat(said).as("%s at %d", noise, k).isLessThanOrEqualTo(tail * (exact ? 1 + 1e-6 : 1e9) + 1e-300);
            }
        }
    }

    /** Those of Laplace noise are the least, and widths of Gaussian noise the least or the next. */
    @Test
    void thresholdsAndWidthsHold() {
        for (IntegerNoise noise : laws()) {
            double[] law = law(noise);
            for (String text : List.of("0.4", "0.05", "0.001", "1e-7")) {
                Rational p = Rational.of(new BigDecimal(text));
                double most = p.toDoubleNearest();
                String words = noise + ", " + text;
                int least = noise.leastWithTailAtMost(p).intValueExact();
                assertThat(least).as(words).isNotNegative();
                assertThat(tail(law, least)).as(words).isLessThanOrEqualTo(most * (1 + ROUNDING));
                int width = noise.halfWidth(Rational.ONE.minus(p)).intValueExact();
                assertThat(width).as(words).isNotNegative();
                assertThat(2 * tail(law, width + 1)).as(words).isLessThanOrEqualTo(most * (1 + ROUNDING));
                boolean laplace = noise instanceof DiscreteLaplace;
                if (laplace && least > 0) {
                    assertThat(tail(law, least - 1)).as(words).isGreaterThan(most);
                }
                int next = laplace ? 0 : 1;
                if ((laplace || noise instanceof DiscreteGaussian) && width > next) {
                    assertThat(2 * tail(law, width - next)).as(words).isGreaterThan(most);
                }
            }
        }
    }

    /** A draw of a sum is the draws of its noises, each new, in their order and with their weights. */
    @Test
    void drawsOfSumsAreSumsOfDraws() {
        for (IntegerNoise noise : laws()) {
            SeededBits bits = new SeededBits(5);
            SeededBits same = new SeededBits(5);
            for (int i = 0; i < 30; i++) {
                BigInteger expected = noise.match(
                        laplace -> laplace.sampler().draw(same),
                        gaussian -> gaussian.sampler().draw(same),
                        sum -> sum.first().sample(same).add(sum.second().sample(same)),
                        weighted -> {
                            BigInteger all = BigInteger.ZERO;
                            for (BigInteger weight : weighted.weights()) {
                                all = all.add(weight.multiply(new DiscreteLaplace(weighted.scale()).sample(same)));
                            }
                            return all;
                        });
                assertThat(noise.sample(bits)).as("%s", noise).isEqualTo(expected);
            }
        }
    }
}
