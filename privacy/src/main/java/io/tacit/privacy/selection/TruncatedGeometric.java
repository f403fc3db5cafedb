package io.tacit.privacy.selection;

import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.number.TruncatedGeometricSeries;
import io.tacit.privacy.random.RandomBits;
import io.tacit.privacy.random.Uniform;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;

/**
 * Keeps a group of n people with the largest probability π(n) that any private choice may have (Desfontaines, Voss,
 * Gipson and Mandayam 2022), each of a person's at most C_u groups with e = ε′/C_u and d = 1 − (1−δ)^(1/C_u).
 *
 * <p>The choice reads the exact number of people, which must never be shown; a count that is shown is measured besides,
 * with a part of its own. No floating-point number takes part. The proof is in {@code TruncatedGeometric.md} beside
 * this class. Not safe for use by several threads at once: probabilities are remembered.
 *
 * <pre>{@code
 * TruncatedGeometric selection = new TruncatedGeometric(Epsilon.of("0.5"), Delta.of("0.000001"), 3);
 * boolean shown = selection.keeps(people, bits);
 * }</pre>
 */
public final class TruncatedGeometric {
    /** What d gives up so that the rounding of the probabilities is paid for. */
    private static final Rational SLACK = Rational.of((1L << 30) - 1, 1L << 30);

    /** The largest e: with a larger one two people are certain to be kept, and it only costs bits. */
    private static final Rational LARGEST_STEP = Rational.of(64);

    private static final int LEAST_BITS = 128;
    private static final int LARGEST_BITS_OF_SHARE = 1000;

    /** Rounding up of 64·log2(e) + 31. */
    private static final int BITS_BELOW_SHARE = 124;

    /** Ten times the largest error of floating point: nearer decisions are made from the exact probabilities. */
    private static final double FAR = 1e-8;

    private static final int DOUBLE_BITS = 52;

    private static final int MOST_REMEMBERED = 1 << 16;

    private final Epsilon epsilon;
    private final Delta delta;
    private final long maxGroups;
    private final TruncatedGeometricSeries series;
    private final int bits;
    private final Map<BigInteger, BigInteger> remembered = new HashMap<>();

    /**
     * A selection.
     *
     * @param epsilon ε′, what it spends
     * @param delta δ, what it spends
     * @param maxGroups C_u, at least 1
     * @throws IllegalArgumentException for fewer groups, and for a δ that is less than 2^−1000 for each group
     */
    public TruncatedGeometric(Epsilon epsilon, Delta delta, long maxGroups) {
        if (maxGroups < 1) {
            throw new IllegalArgumentException("maxGroups must be at least 1");
        }
        this.epsilon = epsilon;
        this.delta = delta;
        this.maxGroups = maxGroups;
        // δ/C_u is at most d: refused before anything is computed.
        Rational least = delta.value().dividedBy(Rational.of(maxGroups));
        int bitsOfShare =
                Math.max(0, least.denominator().bitLength() - least.numerator().bitLength() + 1);
        if (bitsOfShare > LARGEST_BITS_OF_SHARE) {
            throw new IllegalArgumentException("delta divided by maxGroups must be at least 2^-1000");
        }
        int enough = bitsOfShare + BITS_BELOW_SHARE;
        bits = Math.max(LEAST_BITS, (enough + Long.SIZE - 1) / Long.SIZE * Long.SIZE);
        series = new TruncatedGeometricSeries(
                epsilon.dividedBy(maxGroups).value().min(LARGEST_STEP),
                TruncatedGeometricSeries.shareDown(delta.value(), maxGroups).times(SLACK));
    }

    /** ε′, what the selection spends. */
    public Epsilon epsilon() {
        return epsilon;
    }

    /** δ, what the selection spends. */
    public Delta delta() {
        return delta;
    }

    /** C_u. */
    public long maxGroups() {
        return maxGroups;
    }

    /**
     * Decides about one group.
     *
     * @param users how many people are in it, at least 0; a group of 0 is never kept
     */
    public boolean keeps(BigInteger users, RandomBits random) {
        BigInteger uniform = Uniform.below(BigInteger.ONE.shiftLeft(bits), random);
        double drawn = uniform.shiftRight(bits - DOUBLE_BITS).doubleValue() / (1L << DOUBLE_BITS);
        double near = users.signum() == 0 ? 0 : series.near(users);
        if (Math.abs(drawn - near) > FAR) {
            return drawn < near;
        }
        return uniform.compareTo(chances(users)) < 0;
    }

    /**
     * The exact probability that {@link #keeps} is true.
     *
     * @param users at least 0
     */
    public Rational probability(BigInteger users) {
        return new Rational(chances(users), BigInteger.ONE.shiftLeft(bits));
    }

    /** How many people a group needs to be kept with probability at least one half. */
    public BigInteger fiftyPercentSize() {
        BigInteger without = BigInteger.ZERO;
        BigInteger with = BigInteger.ONE;
        while (!isLikely(with)) {
            without = with;
            with = with.shiftLeft(1);
        }
        while (with.subtract(without).compareTo(BigInteger.ONE) > 0) {
            BigInteger middle = without.add(with).shiftRight(1);
            if (isLikely(middle)) {
                with = middle;
            } else {
                without = middle;
            }
        }
        return with;
    }

    private boolean isLikely(BigInteger users) {
        double near = series.near(users);
        return Math.abs(near - 0.5) > FAR
                ? near > 0.5
                : chances(users).compareTo(BigInteger.ONE.shiftLeft(bits - 1)) >= 0;
    }

    private BigInteger chances(BigInteger users) {
        BigInteger known = remembered.get(users);
        if (known == null) {
            known = series.scaledDown(users, bits);
            if (remembered.size() < MOST_REMEMBERED) {
                remembered.put(users, known);
            }
        }
        return known;
    }
}
