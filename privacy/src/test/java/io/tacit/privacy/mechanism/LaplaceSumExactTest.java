package io.tacit.privacy.mechanism;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.privacy.number.Rational;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Bounds of weighted sums of Laplace noises against their exact law, also of scales so small that steps show. */
class LaplaceSumExactTest {
    private static final List<List<Integer>> WEIGHTS = List.of(
            List.of(1),
            List.of(3),
            List.of(1, 1),
            List.of(1, -2),
            List.of(-1, 3, 1),
            List.of(1, 1, 1, 1),
            List.of(1, -3, 1, 2),
            List.of(1, 1, 1, 1, 1, 1),
            List.of(1, 1, 1, 1, 1, 1, 1, 1));

    private static final List<Rational> SCALES =
            List.of(Rational.of(1, 2), Rational.ONE, Rational.of(7, 3), Rational.of(6));

    @Test
    void tailsThresholdsAndIntervalsHold() {
        for (Rational scale : SCALES) {
            for (List<Integer> weights : WEIGHTS) {
                LaplaceSum noise = new LaplaceSum(
                        scale, weights.stream().map(BigInteger::valueOf).toList());
                double[] tail = tail(scale.toDoubleNearest(), weights);
                String words = scale + " of " + weights;
                for (String p : List.of("0.4", "0.1", "0.025", "0.001", "1e-6", "1e-9")) {
                    Rational probability = Rational.of(new BigDecimal(p));
                    double most = Double.parseDouble(p);
                    int k = noise.leastWithTailAtMost(probability).intValueExact();
                    assertThat(atLeast(tail, k)).as("%s, %s", words, p).isLessThanOrEqualTo(most * (1 + 1e-9));
                    for (long parts : new long[] {1, 3, 50}) {
                        int shared = noise.leastWithTailAtMostShare(probability, parts)
                                .intValueExact();
                        double share = -Math.expm1(Math.log1p(-most) / parts);
                        assertThat(atLeast(tail, shared))
                                .as("%s, %s in %d", words, p, parts)
                                .isLessThanOrEqualTo(share * (1 + 1e-9));
                    }
                    int width = noise.halfWidth(Rational.ONE.minus(probability)).intValueExact();
                    assertThat(2 * atLeast(tail, width + 1))
                            .as("%s, interval of %s", words, p)
                            .isLessThanOrEqualTo(most * (1 + 1e-9));
                }
                for (int k = 0; k < 60; k += 3) {
                    assertThat(noise.tailUp(BigInteger.valueOf(k)))
                            .as("%s at %d", words, k)
                            .isGreaterThanOrEqualTo(atLeast(tail, k) * (1 - 1e-9));
                }
            }
        }
    }

    private static double atLeast(double[] tail, int k) {
        int furthest = tail.length / 2;
        return k > furthest ? 0 : tail[k + furthest];
    }

    /** P(Z ≥ z) for z from −furthest to furthest, by adding one noise after another. */
    private static double[] tail(double scale, List<Integer> weights) {
        int reach = (int) (32 * scale) + 2;
        double[] one = new double[2 * reach + 1];
        Arrays.setAll(one, i -> Math.exp(-Math.abs(i - reach) / scale));
        double all = Arrays.stream(one).sum();
        double[] sum = {1};
        for (int weight : weights) {
            int size = Math.abs(weight);
            double[] more = new double[sum.length + 2 * reach * size];
            for (int i = 0; i < sum.length; i++) {
                for (int j = 0; j < one.length; j++) {
                    more[i + j * size] += sum[i] * one[j] / all;
                }
            }
            sum = more;
        }
        for (int i = sum.length - 2; i >= 0; i--) {
            sum[i] += sum[i + 1];
        }
        return sum;
    }
}
