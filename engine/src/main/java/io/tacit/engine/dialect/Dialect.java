package io.tacit.engine.dialect;

/**
 * How one engine writes SQL: the text of everything in which engines differ. Whatever a dialect writes is total: no
 * value makes it fail, and what has no result is NULL.
 *
 * <p>A back end names its dialect. Immutable; safe for use by several threads.
 */
public interface Dialect {
    /** Names of types, and conversions between them. */
    TypeSql types();

    /** Constants, texts and names in quotes. */
    LiteralSql literals();

    /** Scalar functions and operators, JSON and arrays among them. */
    ScalarPrinters scalars();

    /** Aggregates of plain SQL, adding floating numbers in one of two ways. */
    AggregateSql aggregates(FloatingSums sums);

    /** Window functions. */
    WindowSql windows();

    /** Arrays in FROM. */
    ArraySql arrays();

    /** Whole numbers of 128 bits. */
    WholeNumberSql wholeNumbers();

    /** People, keys and counted values. */
    KeySql keys();

    /** Stages of pushed-down queries. */
    StageSql stages();
}
