package io.tacit.engine.catalog;

/**
 * The type of a column of an answer: that of a table's column, or an array of such values. Tables, and what is released
 * of them, have no arrays; the rest of a query makes them.
 *
 * @param element the type of the value, or of an array's elements
 * @param array whether it is an array
 */
public record ResultType(ColumnType element, boolean array) {
    /** A single value. */
    public static ResultType of(ColumnType type) {
        return new ResultType(type, false);
    }

    /** The type's name in SQL, as DuckDB writes it. */
    public String sql() {
        return array ? element.sql() + "[]" : element.sql();
    }

    @Override
    public String toString() {
        return sql();
    }
}
