package io.tacit.engine.sql;

import java.math.BigDecimal;
import java.util.Optional;

/**
 * The options of one release, checked; those that are absent come from the policy.
 *
 * <p>Equal numbers are equal here however they were written: {@code 1}, {@code 1.0} and {@code 1e0} are the same epsilon.
 *
 * @param epsilon more than 0, at most 20
 * @param delta in (0, 1)
 * @param maxGroupsContributed the C_u of the paper: how many groups one person may be in, from 1 to 2^31-1
 * @param confidence of the intervals, in (0, 1)
 * @param maxRowsPerGroup how many rows of one person weigh in one group, from 1 to 2^31-1
 * @param privacyUnitColumn the column that identifies the person, where the policy leaves it open
 */
public record ReleaseOptions(
        Optional<BigDecimal> epsilon,
        Optional<BigDecimal> delta,
        Optional<Long> maxGroupsContributed,
        Optional<BigDecimal> confidence,
        Optional<Long> maxRowsPerGroup,
        Optional<String> privacyUnitColumn) {
    /** No option given. */
    public static final ReleaseOptions NONE = new ReleaseOptions(
            Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    public ReleaseOptions {
        epsilon = epsilon.map(BigDecimal::stripTrailingZeros);
        delta = delta.map(BigDecimal::stripTrailingZeros);
        confidence = confidence.map(BigDecimal::stripTrailingZeros);
    }
}
