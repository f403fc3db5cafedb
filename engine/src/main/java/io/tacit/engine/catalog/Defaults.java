package io.tacit.engine.catalog;

import java.math.BigDecimal;

/**
 * What holds for a release whose query does not say otherwise.
 *
 * @param epsilon more than 0, at most 20
 * @param delta in (0, 1)
 * @param maxGroups how many groups one person may be in, at least 1
 * @param confidence of the intervals, in (0, 1)
 */
public record Defaults(BigDecimal epsilon, BigDecimal delta, long maxGroups, double confidence) {
    /** epsilon 1, delta 1e-8, five groups for each person, 95 % intervals. */
    public static final Defaults STANDARD = new Defaults(BigDecimal.ONE, new BigDecimal("1e-8"), 5, 0.95);
}
