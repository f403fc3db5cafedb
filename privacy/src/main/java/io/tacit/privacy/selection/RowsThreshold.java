package io.tacit.privacy.selection;

import java.math.BigInteger;

/**
 * A threshold where each of a person's rows counts for itself, and at most m of them in all groups together: a selection
 * by Laplace noise that is made for m people of one row each stays private if it sees m − 1 rows fewer, because all rows
 * of one person may be in one group that nobody else is in.
 *
 * <p>No group is dropped before there is noise. The proof is in {@code RowsThreshold.md} beside this class.
 *
 * @param maxRows m, at least 1; 1 changes nothing
 */
public record RowsThreshold(long maxRows) {
    /** Refuses less than one. */
    public RowsThreshold {
        if (maxRows < 1) {
            throw new IllegalArgumentException("maxRows must be at least 1");
        }
    }

    /** How many rows are taken off a noisy number before it is compared: m − 1. */
    public BigInteger hidden() {
        return BigInteger.valueOf(maxRows - 1);
    }
}
