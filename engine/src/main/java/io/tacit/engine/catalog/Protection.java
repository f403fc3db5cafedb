package io.tacit.engine.catalog;

/** Whose rows a table holds. */
public sealed interface Protection {
    /** Nobody's: anything may be read from it. */
    record Public() implements Protection {}

    /**
     * People's: each row belongs to the person in this column.
     *
     * @param column the column that identifies the person; rows in which it is NULL are dropped
     */
    record UnitColumn(String column) implements Protection {}

    /**
     * People's: each row belongs to the person who owns the row that it refers to.
     *
     * @param column the referring column of this table
     * @param targetTable the table referred to; must itself be private
     * @param targetColumn the column referred to; the owner vouches that its values are unique
     */
    record ForeignKey(String column, String targetTable, String targetColumn) implements Protection {}
}
