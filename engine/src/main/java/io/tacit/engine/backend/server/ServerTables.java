package io.tacit.engine.backend.server;

import io.tacit.engine.backend.DataEngine;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.KeyColumns;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.dialect.Dialect;
import io.tacit.engine.dialect.server.StoredColumn;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Declared tables as common table expressions, which show the source's rows with the names and types that were declared,
 * and nothing else. Rows with NULL in a column that is declared to have none are left out, so that planning may rely on it.
 */
public final class ServerTables {
    private final Dialect dialect;
    private final StoredTables stored;
    private final Map<String, Declared> declared = new LinkedHashMap<>();

    /** A table between whose two parts the name stands by which FROM reads it. */
    private record Declared(SourceTable table, String source, String before, String after) {}

    /**
     * Makes the expressions.
     *
     * @param dialect the server's
     * @param stored what the server has
     * @throws io.tacit.engine.refusal.Refusal SOURCE_SCHEMA when a table or column is not there
     */
    public ServerTables(List<SourceTable> tables, Dialect dialect, StoredTables stored) {
        this.dialect = dialect;
        this.stored = stored;
        List<Table> all = tables.stream().map(SourceTable::table).toList();
        for (SourceTable table : tables) {
            Source.Server source = table.source().match(file -> notHere(table), server -> server);
            Set<String> keys = KeyColumns.of(table.table(), all);
            declared.put(table.table().name(), declared(table, source.table(), keys));
        }
    }

    private static Source.Server notHere(SourceTable table) {
        throw new IllegalArgumentException("the table " + table.table().name() + " is on no server");
    }

    private Declared declared(SourceTable table, String source, Set<String> keys) {
        List<StoredColumn> columns = stored.columns(source);
        List<String> values = new ArrayList<>();
        List<String> present = new ArrayList<>();
        for (Column column : table.table().columns()) {
            StoredColumn found = columns.stream()
                    .filter(each -> each.name().equals(column.name()))
                    .findFirst()
                    .orElseThrow(() -> stored.without(source, column.name()));
            String name = name(column.name());
            String value = keys.contains(column.name()) ? found.asKey(column.type()) : found.as(column.type());
            values.add(value + " AS " + name);
            if (!column.nullable()) {
                present.add(name + " IS NOT NULL");
            }
        }
        String rows = "SELECT " + String.join(", ", values) + " FROM ";
        return present.isEmpty()
                ? new Declared(table, source, rows, "")
                : new Declared(
                        table, source, "SELECT * FROM (" + rows, ") AS present WHERE " + String.join(" AND ", present));
    }

    private String name(String name) {
        return dialect.literals().name(name);
    }

    /** A query behind the expressions of the tables that it names, and perhaps of some others. */
    public String with(String sql) {
        return with(List.of(), sql);
    }

    /**
     * A query behind the expressions of the tables that it names.
     *
     * @param others expressions that stand before them
     */
    public String with(List<String> others, String sql) {
        List<String> read = new ArrayList<>(others);
        named(sql).forEach((name, table) -> {
            String query = table.before() + stored.qualified(table.source()) + table.after();
            read.add(dialect.stages().stage(name(name), query, true));
        });
        return (read.isEmpty() ? "" : "WITH " + String.join(", ", read) + " ") + sql;
    }

    private Map<String, Declared> named(String sql) {
        Map<String, Declared> named = new LinkedHashMap<>();
        declared.forEach((name, table) -> {
            if (dialect.literals().mayName(sql, name)) {
                named.put(name, table);
            }
        });
        return named;
    }

    /** The tables that a query names, and perhaps some others. */
    public List<SourceTable> read(String sql) {
        return named(sql).values().stream().map(Declared::table).toList();
    }

    /** The columns of each table that a query names as declared tables read them, by the source's name. */
    public Map<String, Set<String>> columnsRead(String sql) {
        Map<String, Set<String>> columns = new TreeMap<>();
        named(sql)
                .values()
                .forEach(table -> table.table()
                        .table()
                        .columns()
                        .forEach(column -> columns.computeIfAbsent(table.source(), none -> new TreeSet<>())
                                .add(column.name())));
        return columns;
    }

    /** A query of one number: how many values of a key occur more than once, without those with NULL in them. */
    public String repeated(DataEngine.Key key) {
        List<String> columns = key.columns().stream().map(this::name).toList();
        return with("SELECT count(*) FROM (SELECT 1 FROM " + name(key.table()) + " WHERE "
                + String.join(" IS NOT NULL AND ", columns) + " IS NOT NULL GROUP BY " + String.join(", ", columns)
                + " HAVING count(*) > 1) AS repeated");
    }
}
