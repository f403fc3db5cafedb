package io.tacit.engine.catalog;

/**
 * A column that analysts may name.
 *
 * @param name as declared; compared without regard to case
 * @param type what its values are cast to
 * @param nullable whether NULL may occur; false only where the source enforces it
 */
public record Column(String name, ColumnType type, boolean nullable) {
    /** A column that may hold NULL, as every column of a text file may. */
    public static Column nullable(String name, ColumnType type) {
        return new Column(name, type, true);
    }
}
