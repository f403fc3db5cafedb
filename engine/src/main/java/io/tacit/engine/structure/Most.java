package io.tacit.engine.structure;

import java.util.OptionalLong;

/**
 * An upper bound of a number, or nothing known.
 *
 * @param number at least 0; {@link Long#MAX_VALUE} where nothing is known
 */
record Most(long number) {
    static final Most NONE = new Most(0);
    static final Most ONE = new Most(1);

    /** Nothing is known. */
    static final Most ANY = new Most(Long.MAX_VALUE);

    /** Beyond this a number says no more than that nothing is known. */
    private static final long LARGEST = 1L << 40;

    static Most of(long number) {
        return number > LARGEST ? ANY : new Most(number);
    }

    boolean isKnown() {
        return number != Long.MAX_VALUE;
    }

    boolean isAtMostOne() {
        return number <= 1;
    }

    /** The bound for a product: for each of these at most so many others. */
    Most times(Most other) {
        if (number == 0 || other.number == 0) {
            return NONE;
        }
        return number > LARGEST / other.number ? ANY : of(number * other.number);
    }

    Most plus(Most other) {
        return isKnown() && other.isKnown() ? of(number + other.number) : ANY;
    }

    /** The bound where both bounds hold. */
    Most and(Most other) {
        return number <= other.number ? this : other;
    }

    /** The bound where one of both holds. */
    Most or(Most other) {
        return number >= other.number ? this : other;
    }

    OptionalLong known() {
        return isKnown() ? OptionalLong.of(number) : OptionalLong.empty();
    }
}
