package io.tacit.engine.range;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.function.Function;

/**
 * The range of an expression's values, both ends included; a DATE counts as days since 1970-01-01, a TIMESTAMP as
 * microseconds. NULL and NaN are no values. A missing end is an end that is not known.
 *
 * @param low at most {@code high}
 * @param high the upper end
 * @param never whether there is no value at all, such as for the literal NULL; then there are no ends either
 */
public record ValueRange(Optional<BigDecimal> low, Optional<BigDecimal> high, boolean never) {
    /** Any value. */
    static final ValueRange UNKNOWN = of(Optional.empty(), Optional.empty());

    /** No value. */
    static final ValueRange NEVER = new ValueRange(Optional.empty(), Optional.empty(), true);

    /** A range with these ends; {@link #NEVER} if the lower end is above the upper one. */
    static ValueRange of(Optional<BigDecimal> low, Optional<BigDecimal> high) {
        boolean crossed = low.isPresent() && high.isPresent() && low.get().compareTo(high.get()) > 0;
        return crossed ? NEVER : new ValueRange(low, high, false);
    }

    static ValueRange of(BigDecimal low, BigDecimal high) {
        return of(Optional.of(low), Optional.of(high));
    }

    static ValueRange of(long low, long high) {
        return of(BigDecimal.valueOf(low), BigDecimal.valueOf(high));
    }

    static ValueRange atLeast(BigDecimal low) {
        return of(Optional.of(low), Optional.empty());
    }

    static ValueRange atMost(BigDecimal high) {
        return of(Optional.empty(), Optional.of(high));
    }

    /** Whether both ends are known. */
    public boolean isBounded() {
        return low.isPresent() && high.isPresent();
    }

    /** Whether no value is negative. */
    boolean isNotNegative() {
        return low.isPresent() && low.get().signum() >= 0;
    }

    /** The lower end, which must be known. */
    public BigDecimal least() {
        return low.orElseThrow();
    }

    /** The upper end, which must be known. */
    public BigDecimal largest() {
        return high.orElseThrow();
    }

    boolean contains(BigDecimal value) {
        return !never
                && low.map(end -> end.compareTo(value) <= 0).orElse(true)
                && high.map(end -> end.compareTo(value) >= 0).orElse(true);
    }

    /** The least range that holds the values of both ranges. */
    ValueRange union(ValueRange other) {
        if (never || other.never) {
            return never ? other : this;
        }
        return of(low.flatMap(a -> other.low.map(a::min)), high.flatMap(a -> other.high.map(a::max)));
    }

    /** The values that lie in both ranges. */
    ValueRange intersection(ValueRange other) {
        if (never || other.never) {
            return NEVER;
        }
        return of(
                low.map(a -> other.low.map(a::max).orElse(a)).or(other::low),
                high.map(a -> other.high.map(a::min).orElse(a)).or(other::high));
    }

    ValueRange negated() {
        return never ? NEVER : of(high.map(BigDecimal::negate), low.map(BigDecimal::negate));
    }

    /**
     * The range of a function that never falls, over these values.
     *
     * @param lower of an end its value, or less; empty where nothing is known
     * @param upper of an end its value, or more; empty where nothing is known
     */
    ValueRange rising(
            Function<BigDecimal, Optional<BigDecimal>> lower, Function<BigDecimal, Optional<BigDecimal>> upper) {
        return never ? NEVER : of(low.flatMap(lower), high.flatMap(upper));
    }
}
