package io.tacit.privacy.selection;

import java.math.BigInteger;
import java.util.Optional;

/**
 * A least number of people m₀ that a group must have before any selection is asked ({@code
 * min_privacy_units_per_group}).
 *
 * <p>Groups with fewer are dropped; of the others selection sees n − (m₀ − 1) people, and a count that is shown gets m₀
 * − 1 back. This keeps the guarantee of whatever selection comes after, exact or under noise: the proof is in {@code
 * PreThreshold.md} beside this class.
 *
 * @param minUsers m₀, at least 1; 1 changes nothing
 */
public record PreThreshold(BigInteger minUsers) {
    /** A pre-threshold of one, which changes nothing. */
    public static final PreThreshold NONE = new PreThreshold(BigInteger.ONE);

    /** Refuses less than one. */
    public PreThreshold {
        if (minUsers.signum() <= 0) {
            throw new IllegalArgumentException("minUsers must be at least 1");
        }
    }

    /**
     * The number of people that selection may see of a group.
     *
     * @param users how many people are in it, exactly
     * @return at least 1; empty for a group that must be treated as if nobody were in it
     */
    public Optional<BigInteger> counted(BigInteger users) {
        return users.compareTo(minUsers) < 0 ? Optional.empty() : Optional.of(users.subtract(hidden()));
    }

    /** The number of people again, from a number that selection saw, with or without noise. */
    public BigInteger restored(BigInteger counted) {
        return counted.add(hidden());
    }

    private BigInteger hidden() {
        return minUsers.subtract(BigInteger.ONE);
    }
}
