package io.tacit.engine.session;

import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
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
    private static final int KINDS = 3;

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
                of("decimal38", "DECIMAL(38,4)", "50.5, 51.5, 52.0", "9" + "9".repeat(33) + ".9999, -9" + "9".repeat(33)),
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

    /** The columns of the table's type: for each kind of ordinary values and each extreme. */
    List<String> columns() {
        return IntStream.range(0, KINDS * extremes.size()).mapToObj(i -> "c" + i).toList();
    }

    /** The others: different values, one value, none. */
    private String insertOthers() {
        List<String> values = IntStream.range(0, columns().size())
                .mapToObj(column -> switch (column % KINDS) {
                    case 0 -> "CAST([" + String.join(", ", ordinary) + "][1 + (p + r) % " + ordinary.size() + "] AS " + type + ")";
                    case 1 -> "CAST(" + ordinary.get(0) + " AS " + type + ")";
                    default -> "NULL";
                })
                .toList();
        return "INSERT INTO " + name + " SELECT 1 + p, chr(CAST(97 + (p + r) % 3 AS INTEGER)), r, "
                + String.join(", ", values) + " FROM range(" + PEOPLE + ") a(p), range(" + ROWS + ") b(r) ORDER BY p, r";
    }

    private String insertOne() {
        List<String> values = IntStream.range(0, columns().size())
                .mapToObj(column -> "CAST(" + extremes.get(column / KINDS) + " AS " + type + ")")
                .toList();
        return "INSERT INTO " + name + " SELECT " + ONE + ", '" + ALONE + "', r, " + String.join(", ", values)
                + " FROM range(" + ROWS + ") b(r)";
    }

    private List<String> create(boolean whole) {
        List<String> statements = new ArrayList<>();
        statements.add("CREATE TABLE " + name + " (uid BIGINT, g VARCHAR, i INTEGER, "
                + String.join(", ", columns().stream().map(column -> column + " " + type).toList()) + ")");
        statements.add(insertOthers());
        if (whole) {
            statements.add(insertOne());
        }
        return statements;
    }

    /** Where the people of all tables lie. */
    enum Storage {
        DUCKDB,
        PARQUET,
        CSV
    }

    /**
     * DuckDB files.
     *
     * @param whole whether the one is there
     */
    static List<SourceTable> written(Path folder, List<ExtremePeople> tables, boolean whole) {
        return declared(DuckDbFiles.make(folder, statements(tables, whole)), tables);
    }

    /** DuckDB files in which the one was, and from which they were deleted: the statistics of their values stay. */
    static List<SourceTable> deleted(Path folder, List<ExtremePeople> tables) {
        List<String> statements = statements(tables, true);
        statements.add("CHECKPOINT");
        tables.forEach(table -> statements.add("DELETE FROM " + table.name() + " WHERE uid = " + ONE));
        statements.add("CHECKPOINT");
        return declared(DuckDbFiles.make(folder, statements), tables);
    }

    private static List<String> statements(List<ExtremePeople> tables, boolean whole) {
        List<String> statements = new ArrayList<>(List.of("SET TimeZone = 'UTC'"));
        tables.forEach(table -> statements.addAll(table.create(whole)));
        return statements;
    }

    private static List<SourceTable> declared(Path file, List<ExtremePeople> tables) {
        return tables.stream()
                .map(table -> DuckDbFiles.table(file, table.name(), new Protection.UnitColumn("uid")))
                .toList();
    }

    /** The same rows in Parquet files, the last of which is the one's alone, or in text files. */
    static List<SourceTable> copied(Path folder, List<SourceTable> files, Storage storage) {
        return files.stream().map(file -> copied(folder, file, storage)).toList();
    }

    private static SourceTable copied(Path folder, SourceTable table, Storage storage) {
        Source.DuckDb file = (Source.DuckDb) table.source();
        Table declared = table.table();
        try {
            Path into = Files.createTempDirectory(folder, declared.name());
            if (storage == Storage.CSV) {
                Path csv = into.resolve("rows.csv");
                copy(file, "", csv + "' (FORMAT csv, HEADER)");
                return new SourceTable(declared, new Source.Csv(csv, new CsvFormat(',', true)));
            }
            copy(file, " WHERE uid < 30", into.resolve("1.parquet") + "' (FORMAT parquet)");
            copy(file, " WHERE uid BETWEEN 30 AND 60", into.resolve("2.parquet") + "' (FORMAT parquet)");
            copy(file, " WHERE uid > 60", into.resolve("3.parquet") + "' (FORMAT parquet)");
            return new SourceTable(declared, new Source.Parquet(into));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static void copy(Source.DuckDb file, String where, String into) {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute("SET TimeZone = 'UTC'; ATTACH '" + file.path() + "' AS rows (READ_ONLY)");
            statement.execute("COPY (SELECT * FROM rows." + file.table() + where + ") TO '" + into);
        } catch (SQLException failure) {
            throw new IllegalArgumentException(failure);
        }
    }
}
