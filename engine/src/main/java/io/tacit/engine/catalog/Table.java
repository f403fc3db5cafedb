package io.tacit.engine.catalog;

import java.util.List;
import java.util.Optional;

/**
 * A table that the catalog names. Tables that it does not name do not exist.
 *
 * @param name as declared; compared without regard to case
 * @param columns in the source's order, hidden ones too
 * @param protection whose rows it holds
 * @param uniqueKeys columns of which the owner says that together they are different in all rows, NULL aside; answers
 *     rest on it, privacy does not
 * @param ambiguous columns of the source that are left out, for their names mean each other
 */
public record Table(
        String name,
        List<Column> columns,
        Protection protection,
        List<List<String>> uniqueKeys,
        AmbiguousNames ambiguous) {
    public Table {
        columns = List.copyOf(columns);
        uniqueKeys = uniqueKeys.stream().map(List::copyOf).toList();
    }

    /** A table without declared unique keys. */
    public Table(String name, List<Column> columns, Protection protection) {
        this(name, columns, protection, List.of());
    }

    /** A table whose source has no two names that mean each other. */
    public Table(String name, List<Column> columns, Protection protection, List<List<String>> uniqueKeys) {
        this(name, columns, protection, uniqueKeys, AmbiguousNames.NONE);
    }

    /** The same table with unique keys. */
    public Table unique(List<List<String>> keys) {
        return new Table(name, columns, protection, keys, ambiguous);
    }

    /** The same table, of a source of which some columns are left out. */
    public Table without(AmbiguousNames left) {
        return new Table(name, columns, protection, uniqueKeys, left);
    }

    /** The columns that analysts may name. */
    public List<Column> visibleColumns() {
        return columns.stream().filter(column -> !column.hidden()).toList();
    }

    /** The column of that name, hidden or not, compared without regard to case. */
    public Optional<Column> column(String wanted) {
        return columns.stream().filter(c -> c.name().equalsIgnoreCase(wanted)).findFirst();
    }
}
