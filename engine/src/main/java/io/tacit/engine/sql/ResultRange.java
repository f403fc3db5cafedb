package io.tacit.engine.sql;

import java.util.function.DoubleUnaryOperator;

/**
 * What is known of the range of a function's values, given the ranges of its arguments. {@code engine.range} computes
 * with it, and {@code DeclaredBounds.md} there says why it holds.
 */
public sealed interface ResultRange {
    /** Nothing is known, which is always safe, also for values that are not numbers. */
    record Unknown() implements ResultRange {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.unknown();
        }
    }

    /**
     * The same range for all arguments.
     *
     * @param low the least value; NULL and NaN are no values
     * @param high the largest value
     * @param exact whether an engine never passes the ends by an error in the last places; of 0 and 1 none does
     */
    record Between(double low, double high, boolean exact) implements ResultRange {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.between(this);
        }
    }

    /**
     * The range of a function of one argument that never falls, computed with an error in the last places at most.
     * Calls with more arguments have no range.
     *
     * @param function what it computes
     * @param ofPositive whether it has no value for an argument that is not above 0
     * @param notNegative whether no value is negative
     */
    record Rising(DoubleUnaryOperator function, boolean ofPositive, boolean notNegative) implements ResultRange {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.rising(this);
        }
    }

    /** The range that a rule computes. */
    record Ruled(Rule rule) implements ResultRange {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.ruled(rule);
        }
    }

    /** The rules: how the values of a function follow from its arguments. */
    enum Rule {
        /** Sums, and dates that are moved forward. */
        SUM,
        /** Differences, and dates that are moved back. */
        DIFFERENCE,
        PRODUCT,
        QUOTIENT,
        /** The quotient of whole numbers, cut. */
        WHOLE_QUOTIENT,
        REMAINDER,
        OPPOSITE,
        MAGNITUDE,
        SIGN,
        POWER,
        ROUNDED,
        CUT,
        FLOOR,
        CEILING,
        /** The first argument in the result's type. */
        FIRST,
        /** One of the results of CASE. */
        CASE,
        /** One of the arguments. */
        ANY,
        LEAST,
        GREATEST,
        DATE_PART,
        /** The first argument, counted in days. */
        DAYS,
        BEGINNINGS_BETWEEN,
        LAST_OF_MONTH,
        ANY_DATE,
        BEGINNING
    }

    /** Calls the visitor's method for this case. */
    <R> R accept(Visitor<R> visitor);

    /** Decides by case. */
    interface Visitor<R> {
        R unknown();

        R between(Between range);

        R rising(Rising range);

        R ruled(Rule rule);
    }

    static ResultRange unknown() {
        return new Unknown();
    }

    static ResultRange by(Rule rule) {
        return new Ruled(rule);
    }

    /** A range between two ends that no engine exceeds. */
    static ResultRange between(double low, double high) {
        return new Between(low, high, true);
    }

    /** A range between two ends that are known up to the last places. */
    static ResultRange around(double low, double high) {
        return new Between(low, high, false);
    }

    static ResultRange rising(DoubleUnaryOperator function) {
        return new Rising(function, false, false);
    }
}
