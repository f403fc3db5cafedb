package io.tacit.engine.sql;

import io.tacit.engine.catalog.PersonLimit;
import java.math.BigDecimal;
import java.util.Optional;

/**
 * The options of one release, checked; those that are absent come from the policy.
 *
 * <p>Equal numbers are equal here however they were written: {@code 1}, {@code 1.0} and {@code 1e0} are the same
 * epsilon.
 *
 * @param epsilon more than 0, at most 20
 * @param delta in [0, 1); with 0 the release must need none
 * @param maxGroupsContributed the C_u of the paper: how many groups one person may be in, from 1 to 2^31-1
 * @param confidence of the intervals, in (0, 1)
 * @param maxRowsPerGroup how many rows of one person weigh in one group, from 1 to 2^31-1
 * @param maxRowsContributed how many rows of one person count in all groups together, from 1 to 2^31-1
 * @param privacyUnitColumn the column that identifies the person, where the policy leaves it open
 * @param autoGroups whether C_u is to be found privately
 * @param autoRows whether the number of rows in all groups together is to be found privately
 * @param noise the law of the noise; empty for whichever is best
 * @param groupSelection how groups are selected; empty for whichever is best
 * @param groupSelectionEpsilon the selection's part of epsilon, more than 0, at most 20
 * @param minPrivacyUnitsPerGroup groups of fewer people never appear, from 1 to 2^31-1
 * @param leftovers the label of one more row for all groups that do not appear
 * @param reportMissing whether a small part of epsilon is spent to say what limits leave out
 * @param consistentTotals whether the rows of GROUPING SETS, ROLLUP and CUBE are made consistent where that is possible
 */
public record ReleaseOptions(
        Optional<BigDecimal> epsilon,
        Optional<BigDecimal> delta,
        Optional<Long> maxGroupsContributed,
        Optional<BigDecimal> confidence,
        Optional<Long> maxRowsPerGroup,
        Optional<Long> maxRowsContributed,
        Optional<String> privacyUnitColumn,
        boolean autoGroups,
        boolean autoRows,
        Optional<NoiseChoice> noise,
        Optional<SelectionChoice> groupSelection,
        Optional<BigDecimal> groupSelectionEpsilon,
        Optional<Long> minPrivacyUnitsPerGroup,
        Optional<String> leftovers,
        Optional<Boolean> reportMissing,
        Optional<Boolean> consistentTotals) {
    /** The laws that a query may ask for. */
    public enum NoiseChoice {
        LAPLACE,
        GAUSSIAN
    }

    /** The ways of selecting groups that a query may ask for. */
    public enum SelectionChoice {
        LAPLACE_THRESHOLD,
        GAUSSIAN_THRESHOLD,
        TRUNCATED_GEOMETRIC,
        PUBLIC_GROUPS
    }

    /** No option given. */
    public static final ReleaseOptions NONE = new ReleaseOptions(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            false,
            false,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());

    public ReleaseOptions {
        epsilon = epsilon.map(BigDecimal::stripTrailingZeros);
        delta = delta.map(BigDecimal::stripTrailingZeros);
        confidence = confidence.map(BigDecimal::stripTrailingZeros);
        groupSelectionEpsilon = groupSelectionEpsilon.map(BigDecimal::stripTrailingZeros);
    }

    /** How much of one person counts, where the options say so; rows, where they say both. */
    public Optional<PersonLimit> limit() {
        if (autoRows) {
            return Optional.of(PersonLimit.found(PersonLimit.Of.ROWS));
        }
        Optional<PersonLimit> groups = autoGroups
                ? Optional.of(PersonLimit.found(PersonLimit.Of.GROUPS))
                : maxGroupsContributed.map(PersonLimit::groups);
        return maxRowsContributed.map(PersonLimit::rows).or(() -> groups);
    }

    /** Whether no delta may be spent at all. */
    public boolean isPure() {
        return delta.filter(asked -> asked.signum() == 0).isPresent();
    }
}
