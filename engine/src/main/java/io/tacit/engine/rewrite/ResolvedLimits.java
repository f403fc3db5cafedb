package io.tacit.engine.rewrite;

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
 */
public record ResolvedLimits(Map<AutomaticParameter, ContributionLimits.Given> found) {
    /** No parameter was found, or none was looked for. */
    public static final ResolvedLimits NONE = new ResolvedLimits(Map.of());

    public ResolvedLimits {
        found = Map.copyOf(found);
    }

    /** The same limits for all parameters. */
    public static ResolvedLimits all(List<AutomaticParameter> parameters, ContributionLimits.Given limits) {
        return new ResolvedLimits(
                parameters.stream().collect(Collectors.toMap(Function.identity(), parameter -> limits)));
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
}
