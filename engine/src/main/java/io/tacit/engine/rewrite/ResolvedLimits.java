package io.tacit.engine.rewrite;

import io.tacit.privacy.mechanism.TailBounds;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What the automatic parameters of a release turned out to be.
 *
 * @param found the limits of each parameter in whole units; a parameter is absent where too few people were there to
 *     find any
 * @param tails what seems to lie beyond the limits of those that were found from a noisy tail
 */
public record ResolvedLimits(
        Map<AutomaticParameter, ContributionLimits.Given> found, Map<AutomaticParameter, TailBounds.Found> tails) {
    /** No parameter was found, or none was looked for. */
    public static final ResolvedLimits NONE = new ResolvedLimits(Map.of(), Map.of());

    public ResolvedLimits {
        found = Map.copyOf(found);
        tails = Map.copyOf(tails);
    }

    /** The same limits for all parameters. */
    public static ResolvedLimits all(List<AutomaticParameter> parameters, ContributionLimits.Given limits) {
        return new ResolvedLimits(
                parameters.stream().collect(Collectors.toMap(Function.identity(), parameter -> limits)), Map.of());
    }

    /** Limits of the same shape as stand-ins, to check the SQL before anything is charged. */
    public static ResolvedLimits placeholders(List<AutomaticParameter> parameters) {
        return all(parameters, new ContributionLimits.Given(BigInteger.ZERO, BigInteger.TWO));
    }

    /** The limits, or empty where they could not be found. */
    public Optional<ContributionLimits.Given> of(ContributionLimits limits) {
        return limits.match(
                Optional::of,
                inferred -> Optional.ofNullable(found.get(inferred.parameter())),
                sum -> of(sum.rows()).map(rows -> sum.times(rows.high())));
    }

    /** What seems to lie beyond limits that were found, in whole units; empty for given limits. */
    public Optional<TailBounds.Found> tail(ContributionLimits limits) {
        return limits.match(
                given -> Optional.empty(),
                inferred -> Optional.ofNullable(tails.get(inferred.parameter())),
                sum -> Optional.empty());
    }
}
