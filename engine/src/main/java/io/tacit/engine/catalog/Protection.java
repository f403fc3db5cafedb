package io.tacit.engine.catalog;

import java.util.List;

/** Whose rows a table holds. */
public sealed interface Protection {
    /** Nobody's: anything may be read from it. */
    record Public() implements Protection {}

    /**
     * People's: each row belongs to the person in this column, or in these columns together.
     *
     * @param columns the columns that together identify the person, in the same order in every table; rows in which one of
     *     them is NULL are dropped
     */
    record UnitColumn(List<String> columns) implements Protection {
        public UnitColumn {
            columns = List.copyOf(columns);
            if (columns.isEmpty()) {
                throw new IllegalArgumentException("a privacy unit has at least one column");
            }
        }

        /** One column identifies the person. */
        public UnitColumn(String column) {
            this(List.of(column));
        }
    }

    /**
     * People's: each row belongs to the person who owns the row that it refers to.
     *
     * @param column the referring column of this table
     * @param targetTable the table referred to; must itself be private
     * @param targetColumn the column referred to; the owner vouches that its values are unique
     */
    record ForeignKey(String column, String targetTable, String targetColumn) implements Protection {}
}
