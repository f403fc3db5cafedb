package io.tacit.engine.rewrite;

import io.tacit.engine.catalog.ColumnType;

/**
 * A group key.
 *
 * @param field the input's field
 * @param type its type
 */
public record GroupKey(int field, ColumnType type) {}
