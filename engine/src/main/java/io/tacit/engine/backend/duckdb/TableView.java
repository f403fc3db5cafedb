package io.tacit.engine.backend.duckdb;

import io.tacit.engine.backend.duckdb.EmbeddedDuckDb.ResultColumn;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.dialect.duckdb.SqlText;
import io.tacit.engine.dialect.duckdb.TimestampText;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import java.util.stream.Collectors;

/** The view that shows a source's rows with the names and types that were declared, and nothing else. */
final class TableView {
    private TableView() {}

    /**
     * Creates the view of a table. Rows with NULL in a column that is declared to have none are left out, so that
     * planning may rely on the declaration. A database enforces it itself, but for NaN, which is NULL here.
     *
     * @param declared the table
     * @param relation what yields the source's rows, as SQL
     * @param sourceColumns the source's own columns with their types, in the order of the declared ones
     * @param keys columns of which no two values may become one
     */
    static String create(SourceTable declared, String relation, List<ResultColumn> sourceColumns, Set<String> keys) {
        StringJoiner list = new StringJoiner(", ");
        boolean enforced = declared.source().enforcesNotNull();
        StringJoiner present = new StringJoiner(" AND ");
        List<Column> columns = declared.table().columns();
        for (int i = 0; i < columns.size(); i++) {
            ResultColumn source = sourceColumns.get(i);
            ColumnType type = columns.get(i).type();
            String total = total(source, type, mayCollate(declared.source()));
            String value = keys.contains(columns.get(i).name()) ? oneToOne(total, source, type) : total;
            list.add(value + " AS " + SqlText.name(columns.get(i).name()));
            if (!columns.get(i).nullable() && (!enforced || type.kind() == ColumnType.Kind.DOUBLE)) {
                present.add(value + " IS NOT NULL");
            }
        }
        return "CREATE VIEW " + SqlText.name(declared.table().name()) + " AS SELECT " + list + " FROM " + relation
                + (present.length() == 0 ? "" : " WHERE " + present);
    }

    /**
     * Casts a column; gives NULL where the type has no such value, and where the value would make later expressions
     * fail or depend on an engine's own order: infinite dates, 24 o'clock, and NaN.
     *
     * <p>Whatever the file's column is, values that are equal here are the same value: a text has no collation (a cast
     * alone keeps the column's), a DOUBLE one zero. Otherwise a group could show the spelling of one of its
     * people, and a person's rows would depend on the order of rows.
     */
    private static String total(ResultColumn source, ColumnType type, boolean mayCollate) {
        String column = SqlText.name(source.name());
        String value = type.equals(ColumnType.TIMESTAMP) && source.type().equals("VARCHAR")
                ? TimestampText.read(column)
                : "TRY_CAST(" + column + " AS " + type.sql() + ")";
        return switch (type.kind()) {
            case DATE, TIMESTAMP -> "CASE WHEN isfinite(" + value + ") THEN " + value + " END";
            case TIME -> "CASE WHEN " + value + " < TIME '24:00:00' THEN " + value + " END";
            case VARCHAR -> withoutCollation(value, mayCollate);
            case DOUBLE -> "CASE WHEN NOT isnan(" + value + ") THEN " + value + " + CAST(0 AS DOUBLE) END";
            case BOOLEAN, INTEGER, BIGINT, DECIMAL -> value;
        };
    }

    /**
     * The value of a key: NULL unless it is written back as the value that the source has, so that no two of these are one.
     * In a BIGINT 7.4, 007 and +7 would be 7, and whoever has one of them would be somebody else.
     */
    private static String oneToOne(String value, ResultColumn source, ColumnType type) {
        boolean stored = StoredType.read(source.type()).filter(type::equals).isPresent();
        if (stored && StoredType.staysDifferent(source.type())) {
            return value;
        }
        String own = SqlText.name(source.name());
        boolean text = source.type().equals("VARCHAR");
        return "CASE WHEN TRY_CAST(" + value + " AS " + source.type() + ") = "
                + (text ? "(" + own + " COLLATE \"binary\")" : own) + " THEN " + value + " END";
    }

    /**
     * A text without its column's collation: set operations see that collation through COLLATE, but not through CASE.
     */
    private static String withoutCollation(String value, boolean mayCollate) {
        String text = "(" + value + " COLLATE \"binary\")";
        return mayCollate ? "CASE WHEN " + value + " IS NOT NULL THEN " + text + " END" : text;
    }

    /** Whether columns of a source may have a collation: only those of databases may. */
    private static boolean mayCollate(Source source) {
        return source.match(
                file -> file.matchFormat(csv -> false, parquet -> false, json -> false, duckDb -> true),
                server -> true);
    }

    /**
     * The table function that reads Parquet files of equal columns one after the other. Each byte of a text that is no UTF-8
     * is a question mark, where the engine would fail otherwise.
     */
    static String readParquet(List<String> paths) {
        return "read_parquet(["
                + paths.stream().map(path -> SqlText.text(pattern(path))).collect(Collectors.joining(", "))
                + "], hive_partitioning = false, utf8_validation = 'replace')";
    }

    /** A path as a pattern that matches only this path. */
    static String pattern(String path) {
        return path.replaceAll("[\\[*?]", "[$0]");
    }

    /** {@code table} or {@code schema.table} of an attached database. */
    static String qualified(String table) {
        int dot = table.indexOf('.');
        return dot < 0
                ? SqlText.name("main") + "." + SqlText.name(table)
                : SqlText.name(table.substring(0, dot)) + "." + SqlText.name(table.substring(dot + 1));
    }
}
