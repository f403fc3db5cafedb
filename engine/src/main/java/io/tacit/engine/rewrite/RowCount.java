package io.tacit.engine.rewrite;

import java.util.List;
import java.util.OptionalInt;

/**
 * Rows that are counted for each person and group.
 *
 * @param present the input's fields that must not be NULL, ascending, each once; none for all rows
 * @param filter the input's boolean field that must be true; empty for all rows
 * @param positive the input's whole or decimal field that must be above 0; empty for all rows
 */
public record RowCount(List<Integer> present, OptionalInt filter, OptionalInt positive) {
    /** All rows. */
    public static final RowCount EVERY_ROW = new RowCount(List.of(), OptionalInt.empty());

    public RowCount {
        present = present.stream().sorted().distinct().toList();
    }

    /** Rows in which no field must be above 0. */
    public RowCount(List<Integer> present, OptionalInt filter) {
        this(present, filter, OptionalInt.empty());
    }

    /** Whether it counts each row that another one counts. */
    boolean covers(RowCount other) {
        return present.stream()
                        .allMatch(
                                field -> other.present.contains(field) || other.positive.equals(OptionalInt.of(field)))
                && (filter.isEmpty() || filter.equals(other.filter))
                && (positive.isEmpty() || positive.equals(other.positive));
    }

    /** Whether it depends on a field. */
    public boolean reads(int field) {
        return present.contains(field)
                || filter.equals(OptionalInt.of(field))
                || positive.equals(OptionalInt.of(field));
    }
}
