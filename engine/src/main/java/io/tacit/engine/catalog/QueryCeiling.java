package io.tacit.engine.catalog;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The most that one query may ask for, regardless of what is left in its account.
 *
 * @param epsilon what one release may spend; empty for what the language allows
 * @param delta what one release may spend; empty for what the language allows
 * @param maxGroups in how many groups a query may say that one person is; empty for what the language allows
 * @param minPeople the fewest people of a group that a query may let appear, at least 1
 * @param seconds how long a query may run once it is paid for; empty for no limit
 */
public record QueryCeiling(
        Optional<BigDecimal> epsilon,
        Optional<BigDecimal> delta,
        OptionalLong maxGroups,
        long minPeople,
        OptionalLong seconds) {
    /** A week. */
    public static final long MOST_SECONDS = 604_800;

    /** A ceiling that limits nothing beyond the language itself. */
    public static final QueryCeiling NONE =
            new QueryCeiling(Optional.empty(), Optional.empty(), OptionalLong.empty(), 1);

    /** A ceiling that does not limit the time of runs. */
    public QueryCeiling(
            Optional<BigDecimal> epsilon, Optional<BigDecimal> delta, OptionalLong maxGroups, long minPeople) {
        this(epsilon, delta, maxGroups, minPeople, OptionalLong.empty());
    }

    public QueryCeiling {
        if (epsilon.filter(most -> most.signum() <= 0).isPresent()) {
            throw new IllegalArgumentException("the limit of epsilon must be more than 0");
        }
        if (delta.filter(most -> most.signum() <= 0 || most.compareTo(BigDecimal.ONE) >= 0)
                .isPresent()) {
            throw new IllegalArgumentException("the limit of delta must be more than 0 and less than 1");
        }
        if (maxGroups.isPresent() && maxGroups.getAsLong() < 1 || minPeople < 1 || minPeople > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("limits of groups and people must be at least 1");
        }
        if (seconds.orElse(1) < 1 || seconds.orElse(1) > MOST_SECONDS) {
            throw new IllegalArgumentException("the limit of seconds must be from 1 to " + MOST_SECONDS);
        }
    }
}
