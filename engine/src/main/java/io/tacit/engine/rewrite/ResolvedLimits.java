package io.tacit.engine.rewrite;

import io.tacit.privacy.mechanism.Outside;
import io.tacit.privacy.mechanism.PeopleByAmount;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the automatic parameters of a release turned out to be.
 *
 * @param found the limits of each parameter and use in whole units; a parameter is absent where too few people were there to
 *     find any
 * @param beyond what seems to lie beyond these limits; absent where that was not looked for
 * @param amounts noisy numbers of people by what they have at most in one group, where a limit was found from them
 */
public record ResolvedLimits(
        Map<ContributionLimits.Inferred, ContributionLimits.Given> found,
        Map<ContributionLimits.Inferred, Beyond> beyond,
        Map<ContributionLimits.Inferred, PeopleByAmount> amounts) {
    /** No parameter was found, or none was looked for. */
    public static final ResolvedLimits NONE = new ResolvedLimits(Map.of(), Map.of());

    /**
     * What lies beyond the limits of a parameter, in whole units.
     *
     * @param below the lower limit
     * @param above the upper limit
     * @param people how many there are in all, about: those who have a contribution
     * @param mass how much people's largest contributions are within the limits, about, all added
     * @param ofOthers whether these are all rows of people who have none of the rows in question, as too few have them
     */
    public record Beyond(Outside below, Outside above, double people, double mass, boolean ofOthers) {
        /** Both together. */
        public Outside outside() {
            return below.plus(above);
        }
    }

    public ResolvedLimits {
        found = Map.copyOf(found);
        beyond = Map.copyOf(beyond);
        amounts = Map.copyOf(amounts);
    }

    /** Limits of which no numbers of people are kept. */
    public ResolvedLimits(
            Map<ContributionLimits.Inferred, ContributionLimits.Given> found,
            Map<ContributionLimits.Inferred, Beyond> beyond) {
        this(found, beyond, Map.of());
    }

    /** The same limits for all parameters. */
    public static ResolvedLimits all(List<AutomaticParameter> parameters, ContributionLimits.Given limits) {
        Map<ContributionLimits.Inferred, ContributionLimits.Given> found = new HashMap<>();
        for (AutomaticParameter parameter : parameters) {
            for (ContributionLimits.Use use : ContributionLimits.Use.values()) {
                found.put(new ContributionLimits.Inferred(parameter, use), limits);
            }
        }
        return new ResolvedLimits(found, Map.of());
    }

    /** Limits of the same shape as stand-ins, to check the SQL before anything is charged. */
    public static ResolvedLimits placeholders(List<AutomaticParameter> parameters) {
        return all(parameters, new ContributionLimits.Given(BigInteger.ZERO, BigInteger.TWO));
    }

    /** The limits, or empty where they could not be found. */
    public Optional<ContributionLimits.Given> of(ContributionLimits limits) {
        return limits.match(
                Optional::of,
                inferred -> Optional.ofNullable(found.get(inferred)),
                sum -> of(sum.rows()).map(rows -> sum.times(rows.high())));
    }
}
