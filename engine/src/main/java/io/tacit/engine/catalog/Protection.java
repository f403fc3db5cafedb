package io.tacit.engine.catalog;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Whose rows a table holds. What differs from one case to the next is asked here or by {@link #match}, so that a new
 * case does not compile until every one of them has decided about it.
 */
public sealed interface Protection {
    /** Whether the table is public, so that anything may be read from it. */
    boolean isPublic();

    /** The table's own columns that identify the person of a row; none for a public table. */
    List<String> ownColumns();

    /** The foreign key by which the person is found; empty where none is needed. */
    Optional<ForeignKey> foreignKey();

    /** Calls the function of this case. */
    <R> R match(
            Function<? super Public, ? extends R> nobody,
            Function<? super UnitColumn, ? extends R> named,
            Function<? super ForeignKey, ? extends R> referring);

    /** A public table: anything may be read from it. */
    record Public() implements Protection {
        @Override
        public boolean isPublic() {
            return true;
        }

        @Override
        public List<String> ownColumns() {
            return List.of();
        }

        @Override
        public Optional<ForeignKey> foreignKey() {
            return Optional.empty();
        }

        @Override
        public <R> R match(
                Function<? super Public, ? extends R> nobody,
                Function<? super UnitColumn, ? extends R> named,
                Function<? super ForeignKey, ? extends R> referring) {
            return nobody.apply(this);
        }
    }

    /**
     * A private table: each row belongs to the person in this column, or in these columns together.
     *
     * @param columns the columns that together identify the person, in the same order in every table; rows in which one
     *     of them is NULL are dropped
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

        @Override
        public boolean isPublic() {
            return false;
        }

        @Override
        public List<String> ownColumns() {
            return columns;
        }

        @Override
        public Optional<ForeignKey> foreignKey() {
            return Optional.empty();
        }

        @Override
        public <R> R match(
                Function<? super Public, ? extends R> nobody,
                Function<? super UnitColumn, ? extends R> named,
                Function<? super ForeignKey, ? extends R> referring) {
            return named.apply(this);
        }
    }

    /**
     * A private table: each row belongs to the person who owns the row to which it refers.
     *
     * @param column the referring column of this table
     * @param targetTable the table referred to; must itself be private
     * @param targetColumn the column referred to; the owner vouches that its values are unique
     */
    record ForeignKey(String column, String targetTable, String targetColumn) implements Protection {
        @Override
        public boolean isPublic() {
            return false;
        }

        @Override
        public List<String> ownColumns() {
            return List.of(column);
        }

        @Override
        public Optional<ForeignKey> foreignKey() {
            return Optional.of(this);
        }

        @Override
        public <R> R match(
                Function<? super Public, ? extends R> nobody,
                Function<? super UnitColumn, ? extends R> named,
                Function<? super ForeignKey, ? extends R> referring) {
            return referring.apply(this);
        }
    }
}
