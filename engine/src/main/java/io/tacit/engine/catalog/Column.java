package io.tacit.engine.catalog;

import java.util.Optional;

/**
 * A column of a table.
 *
 * @param name as declared; compared without regard to case
 * @param type what its values are cast to
 * @param nullable whether NULL may occur; false only where the source enforces it
 * @param bounds between which values its values lie, where the owner says so
 * @param domain which values it can have, where the owner says so
 * @param hidden whether analysts cannot name it; it may still say whose a row is
 */
public record Column(
        String name,
        ColumnType type,
        boolean nullable,
        Optional<RowBounds> bounds,
        Optional<Domain> domain,
        boolean hidden) {
    /** A column that analysts may name. */
    public Column(String name, ColumnType type, boolean nullable, Optional<RowBounds> bounds, Optional<Domain> domain) {
        this(name, type, nullable, bounds, domain, false);
    }

    /** A column without declared bounds or values. */
    public Column(String name, ColumnType type, boolean nullable) {
        this(name, type, nullable, Optional.empty(), Optional.empty());
    }

    /** A column that may hold NULL, as every column of a text file may. */
    public static Column nullable(String name, ColumnType type) {
        return new Column(name, type, true);
    }

    /** The same column with bounds. */
    public Column within(RowBounds declared) {
        return new Column(name, type, nullable, Optional.of(declared), domain, hidden);
    }

    /** The same column with a domain. */
    public Column among(Domain declared) {
        return new Column(name, type, nullable, bounds, Optional.of(declared), hidden);
    }

    /** The same column, hidden from analysts. */
    public Column hiddenFromAnalysts() {
        return new Column(name, type, nullable, bounds, domain, true);
    }
}
