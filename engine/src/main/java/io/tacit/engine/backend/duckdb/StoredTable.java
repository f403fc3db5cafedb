package io.tacit.engine.backend.duckdb;

import io.tacit.engine.backend.duckdb.EmbeddedDuckDb.ResultColumn;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.dialect.duckdb.SqlText;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.duckdb.DuckDBConnection;

/**
 * A table of a DuckDB file, as SQL that fails for no value. What the file computes when it is asked, views and generated
 * columns, may fail for one person's value or mix people, so that people's rows are read from stored columns of tables only.
 *
 * @param connection to the database to which the file is attached
 * @param attached the file's name there, in quotes
 * @param source the table
 * @param lost whether each column says, with 1 or 0, where a value is NULL that its type does not know
 */
record StoredTable(DuckDBConnection connection, String attached, Source.DuckDb source, boolean lost) {
    /**
     * The rows, as a table expression.
     *
     * @param table as declared
     * @param wanted names of the columns that are read
     * @throws Refusal SOURCE_SCHEMA for a view of people's rows, and for a generated column
     */
    String relation(Table table, List<String> wanted) throws SQLException {
        String from = attached + "." + TableView.qualified(source.table());
        // The catalogue's own functions know all of the engine, which costs as much as opening another one.
        if (!isSurelyStored(from, wanted)) {
            checkStored(table, wanted);
        }
        try (PreparedStatement statement = connection.prepareStatement("SELECT * FROM " + from)) {
            String values = EmbeddedDuckDb.columns(statement).stream()
                    .filter(column -> wanted.stream().anyMatch(column.name()::equalsIgnoreCase))
                    .map(this::value)
                    .collect(Collectors.joining(", "));
            return "(SELECT " + values + " FROM " + from + ")";
        }
    }

    private void checkStored(Table table, List<String> wanted) throws SQLException {
        if (!table.protection().isPublic()
                && !rows("duckdb_views", "view_name", "view_name").isEmpty()) {
            throw view(table.name(), source);
        }
        List<String> generated = rows("duckdb_columns", "table_name", "CASE WHEN is_generated THEN column_name END");
        for (String name : wanted) {
            if (generated.stream().anyMatch(name::equalsIgnoreCase)) {
                throw generated(name, source);
            }
        }
    }

    /**
     * Whether this is a table, and none of the wanted columns has an expression: that of a generated column is told as its
     * default would be.
     */
    private boolean isSurelyStored(String from, List<String> wanted) {
        try {
            // From nothing but a table can rows be deleted. It is not run.
            connection.prepareStatement("DELETE FROM " + from).close();
            List<String> without =
                    texts("SELECT name FROM pragma_table_info(" + SqlText.text(from) + ") WHERE dflt_value IS NULL");
            return wanted.stream().allMatch(name -> without.stream().anyMatch(name::equalsIgnoreCase));
        } catch (SQLException notATable) {
            return false;
        }
    }

    private String value(ResultColumn column) {
        return SafeColumns.as(column.name(), SafeColumns.read(column.name(), column.type(), false), lost);
    }

    /** What the file's catalogue says of this table. */
    private List<String> rows(String catalogue, String key, String wanted) throws SQLException {
        String table = source.table();
        int dot = table.indexOf('.');
        String schema = dot < 0 ? "main" : table.substring(0, dot);
        String sql = "SELECT " + wanted + " FROM " + catalogue + "() WHERE database_name = "
                + SqlText.text(attached.substring(1, attached.length() - 1)) + " AND lower(schema_name) = "
                + SqlText.text(schema.toLowerCase(Locale.ROOT)) + " AND lower(" + key + ") = "
                + SqlText.text(table.substring(dot + 1).toLowerCase(Locale.ROOT));
        return texts(sql);
    }

    private List<String> texts(String sql) throws SQLException {
        List<String> found = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                String value = rows.getString(1);
                if (value != null) {
                    found.add(value);
                }
            }
        }
        return found;
    }

    private static Refusal view(String name, Source.DuckDb source) {
        return new Refusal(
                ErrorCode.SOURCE_SCHEMA,
                "The table " + name + " is a view of " + source.path().getFileName() + ".",
                "A view may mix people, or fail for one person's value: name the table below it, or store the view's rows,"
                        + " CREATE TABLE … AS FROM " + source.table() + ".");
    }

    private static Refusal generated(String column, Source.DuckDb source) {
        return new Refusal(
                ErrorCode.SOURCE_SCHEMA,
                "The column " + column + " of " + source.path().getFileName() + " is generated.",
                "Its expression may fail for one person's value: leave the column out, or store its values.");
    }
}
