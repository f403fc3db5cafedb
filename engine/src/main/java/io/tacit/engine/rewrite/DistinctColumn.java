package io.tacit.engine.rewrite;

/**
 * A column whose different values are counted.
 *
 * @param field the input's field; NULLs are not counted
 * @param filter the input's boolean field that must be true; {@link RowCount#EVERY_ROW} for all rows
 */
public record DistinctColumn(int field, int filter) {}
