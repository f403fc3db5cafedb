package io.tacit.engine.sql;

/**
 * What a function does that may overflow, so that it has no value. {@code engine.range} finds out of a call whether it
 * may, given the ranges of its operands.
 */
public enum OverflowRule {
    /** It does not: its values are truths or DOUBLE, or small, or cut. */
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
    /** It makes elements of an array of its operands. */
    ELEMENTS,
    /** It makes its second operand an element of the first. */
    SEARCHED,
    /** It makes both operands alike. */
    COMPARED,
    /** It makes both operands alike, and converts the first to its own type. */
    COMPARED_FIRST,
    DIVISOR,
    FACTORIAL,
    /** Operands that are whole numbers are made INTEGER. */
    PLACES
}
