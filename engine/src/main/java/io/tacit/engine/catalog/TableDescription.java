package io.tacit.engine.catalog;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What an analyst may know of a table without asking a query: all of it is declared, nothing is measured.
 *
 * @param name as declared
 * @param people through which columns a row leads to its person, such as {@code visitor} or {@code order_id →
 *     orders.order_id → customer}; empty for a table of nobody's rows
 * @param columns those that the analyst may name
 */
public record TableDescription(String name, Optional<String> people, List<ColumnDescription> columns) {
    /** A domain longer than this is shown by its first values. */
    private static final int SHOWN_VALUES = 8;

    public TableDescription {
        columns = List.copyOf(columns);
    }

    /** All tables of a catalog, in its order. */
    public static List<TableDescription> of(Catalog catalog) {
        return catalog.tables().stream().map(table -> of(table, catalog)).toList();
    }

    /** One table of a catalog. */
    public static TableDescription of(Table table, Catalog catalog) {
        return new TableDescription(
                table.name(),
                people(table, catalog),
                table.visibleColumns().stream()
                        .map(column -> column(column, table))
                        .toList());
    }

    /** From a row to its person; empty for a public table. */
    public static Optional<String> people(Table table, Catalog catalog) {
        return table.protection()
                .match(nobody -> Optional.empty(), unit -> Optional.of(String.join(" and ", unit.columns())), key -> {
                    String step = key.column() + " → " + key.targetTable() + "." + key.targetColumn();
                    return catalog.table(key.targetTable())
                            .flatMap(target -> people(target, catalog))
                            .map(rest -> step + " → " + rest);
                });
    }

    /** Whose rows it holds, in words. */
    public String whose() {
        return people.map(path -> "people, by " + path).orElse("nobody: public");
    }

    private static ColumnDescription column(Column column, Table table) {
        ColumnType type = column.type();
        return new ColumnDescription(
                column.name(),
                type,
                column.nullable(),
                column.bounds().map(bounds -> bounds.lowText(type) + " to " + bounds.highText(type)),
                column.domain().map(TableDescription::values),
                note(column.name(), table));
    }

    private static String values(Domain domain) {
        List<String> values = domain.values();
        return values.size() <= SHOWN_VALUES
                ? String.join(", ", values)
                : String.join(", ", values.subList(0, SHOWN_VALUES)) + ", … (" + values.size() + " values)";
    }

    /** What else is declared of a column: that it says whose a row is, where it leads, that it is unique. */
    private static String note(String column, Table table) {
        List<String> notes = new ArrayList<>();
        table.protection()
                .<Stream<String>>match(
                        nobody -> Stream.empty(),
                        unit -> contains(unit.columns(), column)
                                ? Stream.of(unit.columns().size() == 1 ? "the person" : "part of the person")
                                : Stream.empty(),
                        key -> key.column().equalsIgnoreCase(column)
                                ? Stream.of(
                                        "leads to the person through " + key.targetTable() + "." + key.targetColumn())
                                : Stream.empty())
                .forEach(notes::add);
        for (List<String> key : table.uniqueKeys()) {
            // A key that names a hidden column is the owner's alone.
            boolean shown = key.stream()
                    .allMatch(name ->
                            table.column(name).filter(each -> !each.hidden()).isPresent());
            if (shown && contains(key, column)) {
                notes.add(key.size() == 1 ? "unique" : "unique with " + String.join(" and ", without(key, column)));
            }
        }
        return String.join("; ", notes);
    }

    private static boolean contains(List<String> names, String wanted) {
        return names.stream().anyMatch(wanted::equalsIgnoreCase);
    }

    private static List<String> without(List<String> names, String left) {
        return names.stream().filter(name -> !name.equalsIgnoreCase(left)).toList();
    }

    /**
     * What an analyst may know of a column.
     *
     * @param name as declared
     * @param type as declared
     * @param nullable whether NULL may occur
     * @param bounds between which values its values are declared to lie, such as {@code 0 to 120}
     * @param values which values it is declared to have, the first of them where they are many
     * @param note what else is declared of it, such as {@code the person} or {@code unique}; may be empty
     */
    public record ColumnDescription(
            String name,
            ColumnType type,
            boolean nullable,
            Optional<String> bounds,
            Optional<String> values,
            String note) {}
}
