package io.tacit.engine.catalog;

import java.math.BigDecimal;

/**
 * The epsilon that a release, or a part of one, may be asked for, wherever it is written: from 1e-12 to 20. With less,
 * noise hides everything, and numbers are so long that planning takes half a minute; with 20, one person changes odds by
 * a factor of half a billion.
 */
public final class EpsilonRange {
    /** The least epsilon. */
    public static final BigDecimal LEAST = new BigDecimal("1e-12");

    /** The largest epsilon. */
    public static final BigDecimal LARGEST = BigDecimal.valueOf(20);

    private EpsilonRange() {}

    /** Whether an epsilon lies in the range, both ends included. */
    public static boolean holds(BigDecimal epsilon) {
        return epsilon.compareTo(LEAST) >= 0 && epsilon.compareTo(LARGEST) <= 0;
    }

    /** What an epsilon outside of the range must be, as in "must be at least 1e-12". */
    public static String rule(BigDecimal epsilon) {
        return epsilon.signum() > 0 && epsilon.compareTo(LARGEST) <= 0
                ? "must be at least 1e-12"
                : "must be more than 0 and at most 20";
    }
}
