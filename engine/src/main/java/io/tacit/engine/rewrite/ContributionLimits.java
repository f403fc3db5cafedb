package io.tacit.engine.rewrite;

import java.math.BigInteger;
import java.util.function.Function;

/** The bounds of a contribution, in whole units of its column. */
public sealed interface ContributionLimits {
    /** Whether a private parameter finds them, or a part of them. */
    boolean isInferred();

    /**
     * An answer for each kind of limits.
     *
     * @param <R> the answer
     */
    <R> R match(Function<Given, R> given, Function<Inferred, R> inferred, Function<OfRows, R> ofRows);

    /**
     * Bounds that are public.
     *
     * @param low at most {@code high}
     * @param high the upper bound
     */
    record Given(BigInteger low, BigInteger high) implements ContributionLimits {
        /** How far the limits reach from 0. */
        public BigInteger farthest() {
            return low.abs().max(high.abs());
        }

        @Override
        public boolean isInferred() {
            return false;
        }

        @Override
        public <R> R match(Function<Given, R> given, Function<Inferred, R> inferred, Function<OfRows, R> ofRows) {
            return given.apply(this);
        }
    }

    /** What limits of one parameter are for: each use has limits of its own, from the same measurement. */
    enum Use {
        /** What lies beyond is missing in a total. */
        TOTAL,
        /** People beyond weigh less in a mean or a quantile, and nothing is missing. */
        WEIGHT,
        /**
         * Values are drawn from within. Where hardly anybody has anything but 0 there are bounds for these all the same: what
         * lies beyond moves no rank.
         */
        DRAWN
    }

    /**
     * Bounds that a private parameter finds before the states are measured.
     *
     * @param parameter which one
     * @param use what they are for
     */
    record Inferred(AutomaticParameter parameter, Use use) implements ContributionLimits {
        @Override
        public boolean isInferred() {
            return true;
        }

        @Override
        public <R> R match(Function<Given, R> given, Function<Inferred, R> inferred, Function<OfRows, R> ofRows) {
            return inferred.apply(this);
        }
    }

    /**
     * Bounds of a sum of at most so many rows: m rows within [low, high] add up to something within [min(0, m·low),
     * max(0, m·high)].
     *
     * @param low of one row, at most {@code high}
     * @param high of one row
     * @param rows how many rows: the upper limit counts
     */
    record OfRows(BigInteger low, BigInteger high, ContributionLimits rows) implements ContributionLimits {
        /** The largest sum that is exact. */
        public static final BigInteger MOST = PlannedStates.MAX_BOUND;

        @Override
        public boolean isInferred() {
            return rows.isInferred();
        }

        @Override
        public <R> R match(Function<Given, R> given, Function<Inferred, R> inferred, Function<OfRows, R> ofRows) {
            return ofRows.apply(this);
        }

        /** The bounds for a number of rows, clamped to the largest sum that is exact. */
        Given times(BigInteger most) {
            BigInteger least = most.multiply(low).min(BigInteger.ZERO);
            BigInteger largest = most.multiply(high).max(BigInteger.ZERO);
            return new Given(least.max(MOST.negate()), largest.min(MOST));
        }
    }
}
