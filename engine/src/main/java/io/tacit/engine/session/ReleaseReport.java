package io.tacit.engine.session;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one private release costs and how accurate it is. Nothing in it depends on data but what was paid for.
 *
 * @param epsilon epsilon of this release, as an exact decimal
 * @param delta delta of this release, as an exact decimal; {@code 0} where none is used
 * @param maxGroups how many groups one person may be in (C_u)
 * @param grouped whether there is a GROUP BY, so that groups are selected by their noisy number of people
 * @param threshold a group appears only if its noisy number of people reaches this; null without GROUP BY
 * @param typicalGroupSize groups with about so many people appear half the time; null without GROUP BY
 * @param spelling how the query asked for it: {@code plain}, {@code ANONYMIZATION} or {@code DIFFERENTIAL_PRIVACY}
 * @param privacyUnit who is protected, such as {@code CustomerID}
 * @param aggregates one report for each aggregate column
 */
public record ReleaseReport(
        String epsilon,
        String delta,
        long maxGroups,
        boolean grouped,
        @Nullable Long threshold,
        @Nullable Long typicalGroupSize,
        String spelling,
        String privacyUnit,
        List<AggregateReport> aggregates) {
    public ReleaseReport {
        aggregates = List.copyOf(aggregates);
    }
}
