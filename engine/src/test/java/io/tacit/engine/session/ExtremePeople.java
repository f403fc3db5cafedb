package io.tacit.engine.session;

import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Sixty ordinary people with three rows each, whose values the engine's statistics describe closely, and one whose values
 * widen them as far as a type goes. A table has one type, in columns c0, c1, … which differ in what the others have there
 * and what the one has; beside them uid, a group g (the one is alone in group v) and a row number i.
 *
 * @param name of the table
 * @param type of the columns, as DuckDB declares it
 * @param ordinary values that the others have, as SQL
 * @param extremes values that the one has
 */
@org.jspecify.annotations.NullUnmarked
record ExtremePeople(String name, String type, List<String> ordinary, List<String> extremes) {
    /** The group of the one whose values are extreme. */
    static final String ALONE = "v";

    private static final String ONE = "9223372036854775807";
    private static final int PEOPLE = 60;
    private static final int ROWS = 3;

    /** All types that columns of a DuckDB file can have and a query can read. */
    static List<ExtremePeople> all() {
        return List.of(
                of("boolean", "BOOLEAN", "TRUE, FALSE", "TRUE"),
                of("tinyint", "TINYINT", "1, 2, 3", "127, -128"),
                of("smallint", "SMALLINT", "1, 2, 3", "32767, -32768"),
                of("whole", "INTEGER", "1, 2, 3", "2147483647, -2147483648"),
                of("bigint", "BIGINT", "1, 2, 3", "9223372036854775807, -9223372036854775808, 4611686018427387904"),
                of("ubigint", "UBIGINT", "1, 2, 3", "9223372036854775807, 18446744073709551615"),
                of("hugeint", "HUGEINT", "1, 2, 3", "9" + "9".repeat(37) + ", -9" + "9".repeat(37)),
                of("decimal4", "DECIMAL(4,1)", "50.5, 51.5, 52.0", "999.9, -999.9"),
                of("decimal9", "DECIMAL(9,2)", "50.5, 51.5, 52.0", "9999999.99, -9999999.99"),
                of("decimal12", "DECIMAL(12,2)", "50.5, 51.5, 52.0", "9999999999.99, -9999999999.99"),
                of("decimal18", "DECIMAL(18,4)", "50.5, 51.5, 52.0", "99999999999999.9999, -99999999999999.9999"),
                of(
                        "decimal38",
                        "DECIMAL(38,4)",
                        "50.5, 51.5, 52.0",
                        "9" + "9".repeat(33) + ".9999, -9" + "9".repeat(33)),
                of("real4", "FLOAT", "0.5, 1.5, 2.0", "3e38, 'nan', '-inf'"),
                of("real8", "DOUBLE", "0.5, 1.5, 2.0", "1.7e308, 'nan', 'inf', 5e-324, '-0.0'"),
                of("words", "VARCHAR", "'a', 'b', 'ab'", "repeat('z', 9000), chr(1114111), 'A'"),
                of("day", "DATE", "'2024-01-31', '2024-02-29', '2024-03-01'", "'9999-12-31', '0001-01-01', 'infinity'"),
                of(
                        "moment",
                        "TIMESTAMP",
                        "'2024-01-31 12:00:00', '2024-02-29 00:00:00', '2024-03-01 23:59:59.5'",
                        "'9999-12-31 23:59:59.999999', '0001-01-01 00:00:00', '294247-01-10 04:00:54'"),
                of("hour", "TIME", "'10:00:00', '11:00:00', '11:30:00'", "'23:59:59.999999', '00:00:00', '24:00:00'"));
    }

    private static ExtremePeople of(String name, String type, String ordinary, String extremes) {
        return new ExtremePeople(name, type, list(ordinary), list(extremes + ", NULL"));
    }

    /** Values between commas that stand in no bracket. */
    private static List<String> list(String values) {
        return List.of(values.split(", (?![^(]*\\))"));
    }

    /**
     * A column.
     *
     * @param others what the others have there
     * @param extreme what the one has
     */
    record Content(Others others, String extreme) {}

    enum Others {
        DIFFERENT,
        EQUAL,
        NULL
    }

    /** Each extreme beside different values, and the first also where the others have one value or none. */
    List<Content> contents() {
        List<Content> contents = new ArrayList<>();
        extremes.forEach(extreme -> contents.add(new Content(Others.DIFFERENT, extreme)));
        contents.add(new Content(Others.EQUAL, extremes.get(0)));
        contents.add(new Content(Others.NULL, extremes.get(0)));
        return contents;
    }

    /** The columns of the table's type. */
    List<String> columns() {
        return IntStream.range(0, contents().size()).mapToObj(i -> "c" + i).toList();
    }

    private String insertOthers() {
        List<String> values = contents().stream()
                .map(content -> switch (content.others()) {
                    case DIFFERENT ->
                        cast("[" + String.join(", ", ordinary) + "][1 + (p + r) % " + ordinary.size() + "]");
                    case EQUAL -> cast(ordinary.get(0));
                    case NULL -> "NULL";
                })
                .toList();
        return "INSERT INTO " + name + " SELECT 1 + p, chr(CAST(97 + (p + r) % 3 AS INTEGER)), r, "
                + String.join(", ", values) + " FROM range(" + PEOPLE + ") a(p), range(" + ROWS
                + ") b(r) ORDER BY p, r";
    }

    private String insertOne() {
        List<String> values =
                contents().stream().map(content -> cast(content.extreme())).toList();
        return "INSERT INTO " + name + " SELECT " + ONE + ", '" + ALONE + "', r, " + String.join(", ", values)
                + " FROM range(" + ROWS + ") b(r)";
    }

    private String cast(String value) {
        return "CAST(" + value + " AS " + type + ")";
    }

    private List<String> create() {
        return List.of(
                "CREATE TABLE " + name + " (uid BIGINT, g VARCHAR, i INTEGER, "
                        + String.join(
                                ", ",
                                columns().stream()
                                        .map(column -> column + " " + type)
                                        .toList()) + ")",
                insertOthers(),
                insertOne());
    }

    /** A DuckDB file of all. */
    static List<SourceTable> written(Path folder, List<ExtremePeople> tables) {
        Path file = DuckDbFiles.make(folder, statements(tables));
        return tables.stream()
                .map(table -> DuckDbFiles.table(file, table.name(), new Protection.UnitColumn("uid")))
                .toList();
    }

    /** A file of the others alone, written anew. */
    static List<SourceTable> withoutOne(Path folder, List<SourceTable> written) {
        List<String> statements = new ArrayList<>(
                List.of("ATTACH '" + ((Source.DuckDb) written.get(0).source()).path() + "' AS everybody (READ_ONLY)"));
        written.forEach(table -> statements.add("CREATE TABLE " + table.table().name() + " AS FROM everybody."
                + table.table().name() + " WHERE uid <> " + ONE));
        return at(DuckDbFiles.make(folder, statements), written);
    }

    /** A file in which the one was, and from which they were deleted: the statistics of their values stay. */
    static List<SourceTable> deleted(Path folder, List<ExtremePeople> tables, List<SourceTable> written) {
        List<String> statements = statements(tables);
        statements.add("CHECKPOINT");
        tables.forEach(table -> statements.add("DELETE FROM " + table.name() + " WHERE uid = " + ONE));
        statements.add("CHECKPOINT");
        return at(DuckDbFiles.make(folder, statements), written);
    }

    private static List<String> statements(List<ExtremePeople> tables) {
        List<String> statements = new ArrayList<>(List.of("SET TimeZone = 'UTC'"));
        tables.forEach(table -> statements.addAll(table.create()));
        return statements;
    }

    private static List<SourceTable> at(Path file, List<SourceTable> tables) {
        return tables.stream()
                .map(table -> new SourceTable(
                        table.table(), new Source.DuckDb(file, table.table().name())))
                .toList();
    }

    /** The same rows in folders of Parquet files, the last of which is the one's alone. Such files have no HUGEINT. */
    static List<SourceTable> inParquet(Path folder, List<SourceTable> files) {
        List<String> statements = new ArrayList<>();
        List<SourceTable> copied = new ArrayList<>();
        for (SourceTable table : allBut("hugeint", files)) {
            Path into = make(folder, table);
            statements.add(copy(table, "uid < 30", into.resolve("1.parquet"), "FORMAT parquet"));
            statements.add(copy(table, "uid BETWEEN 30 AND 60", into.resolve("2.parquet"), "FORMAT parquet"));
            statements.add(copy(table, "uid > 60", into.resolve("3.parquet"), "FORMAT parquet"));
            copied.add(new SourceTable(table.table(), new Source.Parquet(into)));
        }
        copy(files, statements);
        return copied;
    }

    /** The same rows in text files, which have more digits than a FLOAT. */
    static List<SourceTable> inText(Path folder, List<SourceTable> files) {
        List<String> statements = new ArrayList<>();
        List<SourceTable> copied = new ArrayList<>();
        for (SourceTable table : allBut("real4", files)) {
            Path into = make(folder, table).resolve("rows.csv");
            statements.add(copy(table, "true", into, "FORMAT csv, HEADER"));
            copied.add(new SourceTable(table.table(), new Source.Csv(into, new CsvFormat(',', true))));
        }
        copy(files, statements);
        return copied;
    }

    private static List<SourceTable> allBut(String name, List<SourceTable> files) {
        return files.stream().filter(file -> !file.table().name().equals(name)).toList();
    }

    private static Path make(Path folder, SourceTable table) {
        try {
            return Files.createTempDirectory(folder, table.table().name());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static String copy(SourceTable table, String which, Path into, String format) {
        return "COPY (FROM everybody." + table.table().name() + " WHERE " + which + ") TO '" + into + "' (" + format
                + ")";
    }

    private static void copy(List<SourceTable> files, List<String> statements) {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute("SET TimeZone = 'UTC'; ATTACH '"
                    + ((Source.DuckDb) files.get(0).source()).path() + "' AS everybody (READ_ONLY)");
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException failure) {
            throw new IllegalArgumentException(failure);
        }
    }
}
