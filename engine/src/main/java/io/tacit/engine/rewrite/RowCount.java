package io.tacit.engine.rewrite;

/**
 * Rows that are counted for each person and group.
 *
 * @param field the input's field that must not be NULL; {@link #EVERY_ROW} for all rows
 * @param filter the input's boolean field that must be true; {@link #EVERY_ROW} for all rows
 */
public record RowCount(int field, int filter) {
    /** No condition. */
    public static final int EVERY_ROW = -1;

    /** Whether each person in a group has at least one such row, whatever the data. */
    boolean everyRow() {
        return field == EVERY_ROW && filter == EVERY_ROW;
    }
}
