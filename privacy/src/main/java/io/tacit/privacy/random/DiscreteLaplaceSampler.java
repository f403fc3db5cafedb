package io.tacit.privacy.random;

import io.tacit.privacy.number.Rational;
import java.math.BigInteger;

/**
 * Draws integers Z with P(Z = z) ∝ e^(−|z|/b) for a rational b, exactly: only integers are computed with.
 *
 * <p>The rejection sampler of Canonne, Kamath and Steinke, "The Discrete Gaussian for Differential Privacy" (2020),
 * algorithm 2: a draw of {@link OneSidedSampler} with a random sign, zero only once. The proof is in {@code
 * DiscreteLaplaceSampler.md} beside this class.
 *
 * <p>The time of a draw depends on its bits: draw all noise of a query together, after its data is read.
 */
public final class DiscreteLaplaceSampler implements IntegerSampler {
    private final OneSidedSampler magnitude;

    /**
     * A sampler for one scale.
     *
     * @param scale b, more than 0
     * @throws IllegalArgumentException for any other
     */
    public DiscreteLaplaceSampler(Rational scale) {
        magnitude = new OneSidedSampler(scale);
    }

    @Override
    public BigInteger draw(RandomBits bits) {
        while (true) {
            boolean negative = bits.nextLong() < 0;
            BigInteger drawn = magnitude.draw(bits);
            if (!negative) {
                return drawn;
            }
            // A negative zero is thrown away: else zero would have twice its probability.
            if (drawn.signum() != 0) {
                return drawn.negate();
            }
        }
    }
}
