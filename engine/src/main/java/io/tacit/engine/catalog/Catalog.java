package io.tacit.engine.catalog;

import java.util.List;
import java.util.Optional;

/**
 * All tables that a query may name.
 *
 * @param tables with names that differ also without regard to case
 */
public record Catalog(List<Table> tables) {
    public Catalog {
        tables = List.copyOf(tables);
    }

    /** The table of that name, compared without regard to case. */
    public Optional<Table> table(String wanted) {
        return tables.stream().filter(t -> t.name().equalsIgnoreCase(wanted)).findFirst();
    }
}
