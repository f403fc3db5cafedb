package io.tacit.engine.rewrite;

import java.util.OptionalInt;

/**
 * A column whose different values are counted.
 *
 * @param field the input's field; NULLs are not counted
 * @param filter the input's boolean field that must be true; empty for all rows
 */
public record DistinctColumn(int field, OptionalInt filter) {}
