package io.tacit.engine.session;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.rewrite.PartialSql;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Refuses declarations that contradict each other, before any query. */
final class CheckDeclarations {
    private final Catalog catalog;

    private CheckDeclarations(Catalog catalog) {
        this.catalog = catalog;
    }

    static Catalog check(List<SourceTable> tables) {
        Catalog catalog = new Catalog(tables.stream().map(SourceTable::table).toList());
        Set<String> names = new HashSet<>();
        for (Table table : catalog.tables()) {
            if (!names.add(table.name().toLowerCase(Locale.ROOT))) {
                throw new Refusal(
                        ErrorCode.SOURCE_NAME,
                        "Two tables are called " + table.name() + ".",
                        "Give each table a name of its own.");
            }
        }
        for (Table table : catalog.tables()) {
            String name = table.name().toLowerCase(Locale.ROOT);
            if (name.startsWith("released_") || name.startsWith(PartialSql.OURS)) {
                throw new Refusal(
                        ErrorCode.SOURCE_NAME,
                        "The name " + table.name() + " is kept for what Tacit makes itself.",
                        "Give the table another name.");
            }
        }
        CheckDeclarations check = new CheckDeclarations(catalog);
        ColumnType.Kind unit = null;
        for (Table table : catalog.tables()) {
            Column owner = check.unit(table, new HashSet<>());
            if (owner == null) {
                continue;
            }
            if (unit != null
                    && owner.type().kind() != unit
                    && !wholeNumbers(unit, owner.type().kind())) {
                throw new Refusal(
                        ErrorCode.PRIVACY_UNIT,
                        "The person's columns of the private tables have different types.",
                        "Declare them alike, for example with --column " + table.name() + "." + owner.name() + ":"
                                + unit + ".");
            }
            unit = owner.type().kind();
        }
        return catalog;
    }

    private static boolean wholeNumbers(ColumnType.Kind a, ColumnType.Kind b) {
        Set<ColumnType.Kind> whole = Set.of(ColumnType.Kind.INTEGER, ColumnType.Kind.BIGINT);
        return whole.contains(a) && whole.contains(b);
    }

    /** The column that names the person of a table's rows, found through its foreign keys; null for a public table. */
    private @org.jspecify.annotations.Nullable Column unit(Table table, Set<String> seen) {
        if (table.protection() instanceof Protection.Public) {
            return null;
        }
        if (table.protection() instanceof Protection.UnitColumn unit) {
            return column(table, unit.column());
        }
        Protection.ForeignKey key = (Protection.ForeignKey) table.protection();
        column(table, key.column());
        Table target = catalog.table(key.targetTable())
                .orElseThrow(() -> new Refusal(
                        ErrorCode.PRIVACY_UNIT,
                        "The foreign key of " + table.name() + " leads to " + key.targetTable()
                                + ", which is not declared.",
                        "Declare that table with --table."));
        column(target, key.targetColumn());
        if (!seen.add(table.name().toLowerCase(Locale.ROOT))) {
            throw new Refusal(
                    ErrorCode.PRIVACY_UNIT,
                    "The foreign keys of " + table.name() + " lead in a circle.",
                    "One of the tables must name the person itself, with --privacy-unit TABLE.COLUMN.");
        }
        Column owner = unit(target, seen);
        if (owner == null) {
            throw new Refusal(
                    ErrorCode.PRIVACY_UNIT,
                    "The foreign key of " + table.name() + " leads to " + target.name() + ", which is public.",
                    "It must lead to a table whose rows belong to people.");
        }
        return owner;
    }

    private static Column column(Table table, String name) {
        return table.column(name)
                .orElseThrow(() -> new Refusal(
                        ErrorCode.PRIVACY_UNIT,
                        "The table " + table.name() + " has no column " + name + ".",
                        "Its columns are: "
                                + String.join(
                                        ", ",
                                        table.columns().stream()
                                                .map(Column::name)
                                                .toList())
                                + "."));
    }
}
