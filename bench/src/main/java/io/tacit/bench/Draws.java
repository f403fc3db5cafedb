package io.tacit.bench;

import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.DiscreteGaussianSampler;
import io.tacit.privacy.random.DiscreteLaplaceSampler;
import io.tacit.privacy.random.IntegerSampler;
import io.tacit.privacy.random.RandomBits;
import io.tacit.privacy.random.SystemRandomBits;
import java.math.BigInteger;
import java.util.List;
import java.util.Locale;

/**
 * How many draws of discrete Laplace and Gaussian noise one core makes in a second, at scales from small to beyond 64
 * bits.
 */
public final class Draws {
    private static final int DRAWS = 1_000_000;
    private static final int ROUNDS = 5;

    /** The rounds that run before the measurement, until the compiler is done. */
    private static final int WARM_UP = 6;

    private Draws() {}

    /** Prints a Markdown table. */
    public static void main(String[] words) {
        System.out.println("| noise | million draws a second (median of " + ROUNDS + " rounds of a million) |");
        System.out.println("|---|---:|");
        List<Rational> scales = List.of(
                Rational.of(1),
                Rational.of(10),
                Rational.of(10, 3),
                Rational.of(1L << 38),
                Rational.of(BigInteger.ONE.shiftLeft(80)));
        for (Rational scale : scales) {
            print("Laplace, b = " + scale, new DiscreteLaplaceSampler(scale));
        }
        for (Rational scale : scales) {
            print("Gaussian, σ = " + scale, new DiscreteGaussianSampler(scale.times(scale)));
        }
    }

    private static void print(String name, IntegerSampler sampler) {
        RandomBits bits = new SystemRandomBits();
        double[] rates = new double[ROUNDS];
        long sum = 0;
        for (int round = -WARM_UP; round < ROUNDS; round++) {
            long start = System.nanoTime();
            for (int i = 0; i < DRAWS; i++) {
                sum += sampler.draw(bits).longValue();
            }
            if (round >= 0) {
                rates[round] = DRAWS * 1e3 / (System.nanoTime() - start);
            }
        }
        System.out.println(String.format(Locale.ROOT, "| %s | %.2f |%s", name, Median.of(rates), sum == 42 ? " " : ""));
    }
}
