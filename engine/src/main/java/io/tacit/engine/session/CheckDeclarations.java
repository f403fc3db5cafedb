package io.tacit.engine.session;

import io.tacit.engine.catalog.AmbiguousNames;
import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.pushdown.PushedDownSql;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

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
            checkColumns(table);
            String name = table.name().toLowerCase(Locale.ROOT);
            if (name.startsWith("released_") || name.startsWith(PushedDownSql.OURS)) {
                throw new Refusal(
                        ErrorCode.SOURCE_NAME,
                        "The name " + table.name() + " is kept for what Tacit makes itself.",
                        "Give the table another name.");
            }
        }
        CheckDeclarations check = new CheckDeclarations(catalog);
        List<Column> unit = List.of();
        for (Table table : catalog.tables()) {
            List<Column> owner = check.unit(table, new HashSet<>());
            if (!owner.isEmpty() && !unit.isEmpty() && !alike(unit, owner)) {
                throw new Refusal(
                        ErrorCode.PRIVACY_UNIT,
                        "The person's columns of the private tables have different types.",
                        "Declare them alike, for example with --column " + table.name() + "."
                                + owner.get(0).name() + ":" + unit.get(0).type() + ".");
            }
            unit = owner.isEmpty() ? unit : owner;
        }
        return catalog;
    }

    /** A name means one column, whoever reads it. */
    private static void checkColumns(Table table) {
        Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        table.columns().stream()
                .map(Column::name)
                .filter(name -> !names.add(name))
                .findFirst()
                .ifPresent(name -> {
                    throw new Refusal(
                            ErrorCode.SOURCE_SCHEMA,
                            "Two columns of " + table.name() + " are called " + name + ", but for the case of letters.",
                            AmbiguousNames.advice());
                });
    }

    /** Several columns are compared as text, so that their types must be the same. */
    private static boolean alike(List<Column> a, List<Column> b) {
        if (a.size() == 1 && b.size() == 1) {
            ColumnType.Kind one = a.get(0).type().kind();
            ColumnType.Kind other = b.get(0).type().kind();
            return one == other || wholeNumbers(one, other);
        }
        List<ColumnType> types = a.stream().map(Column::type).toList();
        return types.equals(b.stream().map(Column::type).toList());
    }

    private static boolean wholeNumbers(ColumnType.Kind a, ColumnType.Kind b) {
        Set<ColumnType.Kind> whole = Set.of(ColumnType.Kind.INTEGER, ColumnType.Kind.BIGINT);
        return whole.contains(a) && whole.contains(b);
    }

    /** The columns that name the person of a table's rows, found through its foreign keys; none for a public table. */
    private List<Column> unit(Table table, Set<String> seen) {
        return table.protection()
                .match(nobody -> List.of(), unit -> unit(table, unit.columns()), key -> unitThrough(table, key, seen));
    }

    private List<Column> unitThrough(Table table, Protection.ForeignKey key, Set<String> seen) {
        Column from = column(table, key.column());
        Table target = catalog.table(key.targetTable())
                .orElseThrow(() -> new Refusal(
                        ErrorCode.PRIVACY_UNIT,
                        "The foreign key of " + table.name() + " leads to " + key.targetTable()
                                + ", which is not declared.",
                        "Declare that table with --table."));
        Column to = column(target, key.targetColumn());
        if (!from.type().comparesWith(to.type())) {
            throw new Refusal(
                    ErrorCode.PRIVACY_UNIT,
                    table.name() + "." + from.name() + " is " + from.type() + ", and " + target.name() + "." + to.name()
                            + ", to which it leads, " + to.type() + ": different values could lead to one person.",
                    "Declare them alike, for example with --column " + table.name() + "." + from.name() + ":"
                            + to.type() + ".");
        }
        if (!seen.add(table.name().toLowerCase(Locale.ROOT))) {
            throw new Refusal(
                    ErrorCode.PRIVACY_UNIT,
                    "The foreign keys of " + table.name() + " lead in a circle.",
                    "One of the tables must name the person itself, with --privacy-unit TABLE.COLUMN.");
        }
        List<Column> owner = unit(target, seen);
        if (owner.isEmpty()) {
            throw new Refusal(
                    ErrorCode.PRIVACY_UNIT,
                    "The foreign key of " + table.name() + " leads to " + target.name() + ", which is public.",
                    "It must lead to a table whose rows belong to people.");
        }
        return owner;
    }

    private static List<Column> unit(Table table, List<String> names) {
        List<Column> columns =
                names.stream().map(name -> column(table, name)).distinct().toList();
        if (columns.size() < names.size()) {
            throw new Refusal(
                    ErrorCode.PRIVACY_UNIT,
                    "A column of " + table.name() + " is named twice as part of the person.",
                    "Name each column once.");
        }
        if (columns.size() > 1 && columns.stream().anyMatch(c -> c.type().kind() == ColumnType.Kind.DOUBLE)) {
            throw new Refusal(
                    ErrorCode.PRIVACY_UNIT,
                    "A person of several columns must not have a DOUBLE among them.",
                    "Declare it as BIGINT, DECIMAL or VARCHAR, whichever the values are.");
        }
        return columns;
    }

    private static Column column(Table table, String name) {
        return table.column(name)
                .orElseThrow(() -> new Refusal(
                        ErrorCode.PRIVACY_UNIT,
                        table.ambiguous()
                                .why(name)
                                .orElse("The table " + table.name() + " has no column " + name + "."),
                        "Its columns are: "
                                + String.join(
                                        ", ",
                                        table.columns().stream()
                                                .map(Column::name)
                                                .toList())
                                + "."));
    }
}
