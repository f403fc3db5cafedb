package io.tacit.engine.sql;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Table;
import io.trino.tpch.TpchColumn;
import io.trino.tpch.TpchEntity;
import io.trino.tpch.TpchTable;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

/** TPC-H's tables: as a catalog, and as generated rows in DuckDB. */
public final class TpchTables {
    private TpchTables() {}

    static Catalog catalog() {
        return catalog(Map.of());
    }

    /** Tables that are not named are public. */
    public static Catalog catalog(Map<String, Protection> protections) {
        return new Catalog(TpchTable.getTables().stream()
                .map(table -> new Table(
                        table.getTableName(),
                        columns(table),
                        protections.getOrDefault(table.getTableName(), new Protection.Public())))
                .toList());
    }

    /** The text of a query, from 1 to 22. */
    public static String query(int number) throws IOException {
        String name = String.format(Locale.ROOT, "/tpch/q%02d.sql", number);
        try (InputStream stream = Objects.requireNonNull(TpchTables.class.getResourceAsStream(name))) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Makes all tables. */
    public static void create(Connection connection, double scale) throws SQLException {
        for (TpchTable<?> table : TpchTable.getTables()) {
            create(connection.unwrap(DuckDBConnection.class), table, scale);
        }
    }

    private static List<Column> columns(TpchTable<?> table) {
        List<Column> columns = new ArrayList<>();
        for (TpchColumn<?> column : table.getColumns()) {
            columns.add(new Column(column.getColumnName(), type(column), false));
        }
        return columns;
    }

    private static ColumnType type(TpchColumn<?> column) {
        return switch (column.getType().getBase()) {
            case IDENTIFIER -> ColumnType.BIGINT;
            case INTEGER -> ColumnType.INTEGER;
            case DATE -> ColumnType.DATE;
            case DOUBLE -> ColumnType.decimal(15, 2);
            case VARCHAR -> ColumnType.VARCHAR;
        };
    }

    private static <E extends TpchEntity> void create(DuckDBConnection connection, TpchTable<E> table, double scale)
            throws SQLException {
        List<String> columns = new ArrayList<>();
        for (TpchColumn<E> column : table.getColumns()) {
            columns.add(column.getColumnName() + " " + type(column).sql());
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE " + table.getTableName() + "(" + String.join(", ", columns) + ")");
        }
        try (DuckDBAppender appender =
                connection.createAppender(DuckDBConnection.DEFAULT_SCHEMA, table.getTableName())) {
            for (E row : table.createGenerator(scale, 1, 1)) {
                appender.beginRow();
                for (TpchColumn<E> column : table.getColumns()) {
                    append(appender, column, row);
                }
                appender.endRow();
            }
        }
    }

    private static <E extends TpchEntity> void append(DuckDBAppender appender, TpchColumn<E> column, E row)
            throws SQLException {
        switch (column.getType().getBase()) {
            case IDENTIFIER -> appender.append(column.getIdentifier(row));
            case INTEGER -> appender.append(column.getInteger(row));
            case DATE -> appender.append(LocalDate.ofEpochDay(column.getDate(row)));
            case DOUBLE -> appender.append(BigDecimal.valueOf(Math.round(column.getDouble(row) * 100), 2));
            case VARCHAR -> appender.append(column.getString(row));
        }
    }
}
