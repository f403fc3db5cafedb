package io.tacit.engine.sql;

/**
 * Where a function may overflow, so that its value is NULL. {@code engine.range} decides whether a call may overflow,
 * given the ranges of its operands.
 */
public enum OverflowRule {
    /** Nowhere: its values are truth values, DOUBLE, small or cut. */
    NEVER,
    SUM,
    DIFFERENCE,
    PRODUCT,
    /** The quotient of whole numbers. */
    WHOLE_QUOTIENT,
    REMAINDER,
    OPPOSITE,
    MAGNITUDE,
    SIGN,
    ROUNDED,
    CUT,
    FLOOR,
    CEILING,
    /** It converts its first operand to its own type. */
    FIRST,
    /** It converts each operand to its own type. */
    EACH,
    /** It converts the results of CASE to its own type. */
    CASE,
    /** It makes its operands elements of an array. */
    ELEMENTS,
    /** It converts its second operand to the type of the first one's elements. */
    SEARCHED,
    /** It converts both operands to a common type. */
    COMPARED,
    /** It converts both operands to a common type, and the first to the call's type. */
    COMPARED_FIRST,
    DIVISOR,
    FACTORIAL,
    /** It converts whole numbers among its operands to INTEGER. */
    PLACES
}
