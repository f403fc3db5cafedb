package io.tacit.engine.rewrite;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Rows that are counted for each person and group.
 *
 * @param field the input's field that must not be NULL; {@link #EVERY_ROW} for all rows
 * @param other a second field that must not be NULL, of a pair; {@link #EVERY_ROW} for none
 * @param filter the input's boolean field that must be true; {@link #EVERY_ROW} for all rows
 */
public record RowCount(int field, int other, int filter) {
    /** No condition. */
    public static final int EVERY_ROW = -1;

    /** Rows of one field. */
    RowCount(int field, int filter) {
        this(field, EVERY_ROW, filter);
    }

    /** The fields that must not be NULL, but for one. */
    public List<Integer> beside(int known) {
        return IntStream.of(field, other)
                .filter(one -> one != EVERY_ROW && one != known)
                .boxed()
                .toList();
    }

    /** Whether each person in a group has at least one such row, whatever the data. */
    boolean everyRow() {
        return field == EVERY_ROW && other == EVERY_ROW && filter == EVERY_ROW;
    }
}
