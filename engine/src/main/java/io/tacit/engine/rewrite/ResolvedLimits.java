package io.tacit.engine.rewrite;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the automatic parameters of a release turned out to be.
 *
 * @param found for each parameter its limits in whole units; null where too few people were there to find any
 */
public record ResolvedLimits(List<ContributionLimits.@Nullable Given> found) {
    public ResolvedLimits {
        found = Collections.unmodifiableList(new ArrayList<>(found));
    }

    /** Stand-ins that have the same shape, for checking the SQL before anything is charged. */
    public static ResolvedLimits placeholders(int parameters) {
        return new ResolvedLimits(Collections.nCopies(
                parameters, new ContributionLimits.Given(java.math.BigInteger.ZERO, java.math.BigInteger.TWO)));
    }

    /** The limits, or empty where they could not be found. */
    public Optional<ContributionLimits.Given> of(ContributionLimits limits) {
        return limits.match(
                Optional::of,
                inferred -> Optional.ofNullable(found.get(inferred.parameter())),
                sum -> of(sum.rows()).map(rows -> sum.times(rows.high())));
    }
}
