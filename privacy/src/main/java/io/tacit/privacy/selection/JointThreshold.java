package io.tacit.privacy.selection;

import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.measure.Rho;
import io.tacit.privacy.mechanism.DiscreteGaussian;
import io.tacit.privacy.number.GaussianTails;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.number.TruncatedGeometricSeries;
import java.math.BigInteger;
import java.util.Optional;

/**
 * The threshold of {@link GaussianThreshold} with one δ for noise and selection together, about 5 % lower: a person who
 * is alone in j groups can only be told from the noise of the C_u − j others.
 *
 * <p>ρ may be the largest that all of δ allows, if C_u is small: then the noise is smaller too. The proof is in {@code
 * JointThreshold.md} beside this class.
 *
 * <pre>{@code
 * Rho rho = Rho.largestWithin(epsilon, delta);
 * Optional<JointThreshold> joint = JointThreshold.of(epsilon, delta, rho, maxGroups);
 * BigInteger threshold = joint.orElseThrow().threshold(usersNoise);
 * }</pre>
 *
 * @param single p₁, the most by which a group of one person appears, more than 0 and less than 1
 */
public record JointThreshold(Rational single) {
    /** The largest C_u: each number of groups up to it needs a conversion. */
    private static final long MOST_GROUPS = 1000;

    /** Numbers of groups that are looked at together: from one up to less than so many times it. */
    private static final long STRETCH = 8;

    /** Refuses what is not between 0 and 1. */
    public JointThreshold {
        if (single.signum() <= 0 || single.compareTo(Rational.ONE) >= 0) {
            throw new IllegalArgumentException("single must be more than 0 and less than 1");
        }
    }

    /**
     * The largest p₁ with which all states of the query and the selection together are (ε, δ)-differentially private.
     *
     * @param epsilon ε of all of them
     * @param delta δ of all of them
     * @param rho ρ of all states of the query together in all C_u groups, in equal parts to the groups
     * @param maxGroups C_u, at least 1
     * @return empty when ρ leaves nothing for the selection, and for more than 1000 groups
     * @throws IllegalArgumentException for fewer groups than one
     */
    public static Optional<JointThreshold> of(Epsilon epsilon, Delta delta, Rho rho, long maxGroups) {
        if (maxGroups < 1) {
            throw new IllegalArgumentException("maxGroups must be at least 1");
        }
        // −C_u·ln(1−p₁) ≤ −ln(1−δ) ≤ δ/(1−δ): by so much less than ε the conversion is asked, once for all p₁.
        Rational margin = delta.value().dividedBy(Rational.ONE.minus(delta.value()));
        Rational less = epsilon.value().minus(margin);
        if (maxGroups > MOST_GROUPS
                || less.signum() < 0
                || rho.deltaAt(epsilon.value()).compareTo(delta.value()) > 0) {
            return Optional.empty();
        }
        Rational single = Rational.ONE;
        for (long alone = 1; alone <= maxGroups; alone++) {
            Rational seen = alone == maxGroups
                    ? Rational.ZERO
                    : rho.times(Rational.of(maxGroups - alone, maxGroups)).deltaAt(less);
            Rational left = delta.value().minus(seen);
            if (left.signum() <= 0) {
                return Optional.empty();
            }
            single = single.min(TruncatedGeometricSeries.shareDown(left, alone));
        }
        return Optional.of(new JointThreshold(single));
    }

    /** What noise alone promises. */
    @FunctionalInterface
    public interface NoiseOfGroups {
        /**
         * A δ of the noise of so many groups of one person, never too small.
         *
         * @param epsilon at least 0
         * @param groups at most C_u
         */
        Rational deltaAt(Rational epsilon, long groups);
    }

    /**
     * δ of noise and of a threshold on it together, never too small: less than both added up. By powers of eight of the
     * number of groups in which somebody is alone, so that few conversions are asked for however many groups there are.
     *
     * @param epsilon of all of them, at least 0
     * @param noise of all states in some groups
     * @param selection δ_s: nobody appears alone in any of C_u groups but with this probability, and with 1 − (1 −
     *     δ_s)^(1/C_u) in one
     * @param maxGroups C_u, at least 1
     */
    public static Rational deltaOf(Rational epsilon, NoiseOfGroups noise, Delta selection, long maxGroups) {
        Rational all = noise.deltaAt(epsilon, maxGroups);
        Rational apart = all.plus(selection.value());
        Rational margin = selection.value().dividedBy(Rational.ONE.minus(selection.value()));
        Rational less = epsilon.minus(margin);
        if (less.signum() < 0) {
            return apart;
        }
        Rational worst = all;
        for (long least = 1; least > 0 && least <= maxGroups; least *= STRETCH) {
            // The next power may be more than a long holds.
            long most = least > maxGroups / STRETCH ? maxGroups : STRETCH * least - 1;
            Rational shown = margin.times(Rational.of(most, maxGroups)).min(selection.value());
            Rational seen = least == maxGroups ? Rational.ZERO : noise.deltaAt(less, maxGroups - least);
            worst = worst.max(shown.plus(seen));
        }
        return worst.min(apart);
    }

    /**
     * τ = 1 + min{k ≥ 0 : T(k) ≤ p₁}: a group with at least one person appears if its noisy number of people reaches
     * it.
     *
     * @param usersNoise the noise of the number of people itself
     */
    public BigInteger threshold(DiscreteGaussian usersNoise) {
        return GaussianTails.leastWithTailAtMost(usersNoise.variance(), single).add(BigInteger.ONE);
    }

    /**
     * How many people a group needs to appear with probability at least one half. That is τ itself: P(Z ≥ 0) is more
     * than one half and P(Z ≥ 1) is less.
     *
     * @param usersNoise as for {@link #threshold}
     */
    public BigInteger fiftyPercentSize(DiscreteGaussian usersNoise) {
        return threshold(usersNoise);
    }
}
