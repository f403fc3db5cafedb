package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.backend.DataEngine;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.release.ZeroNoise;
import io.tacit.engine.walk.Walk;
import io.tacit.spark.TestCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Parquet files of a path on a cluster: what one person's file, the name of one person's folder or one person's value is
 * changes neither what the table's columns are nor what anybody else's rows say, and fails no query, whether it was there when
 * the session was opened or came later.
 */
@NullUnmarked
@Tag("process")
class SparkFilesTest {
    private static final DuckDbSettings ONE_THREAD = new DuckDbSettings(512, 1, message -> {});
    private static final DataEngine ENGINE = TestCluster.engine(null, 0, message -> {});
    private static final Defaults DEFAULTS = new Defaults(new BigDecimal("20"), new BigDecimal("0.5"), 100, 0.95);
    private static final int OTHERS = 40;
    private static final int SHARE = 2;

    @TempDir
    private Path folder;

    private record Case(String type, String value, String file) {}

    private static List<Case> cases() {
        List<Case> cases = new ArrayList<>();
        for (String type : List.of("INTEGER", "BIGINT", "DOUBLE", "DECIMAL(12,2)", "VARCHAR", "DATE", "BOOLEAN")) {
            for (String value : List.of(
                    "'evil' AS x",
                    "1::TINYINT AS x",
                    "9e18::BIGINT AS x",
                    "18446744073709551615::UBIGINT AS x",
                    "1e300 AS x",
                    "1.5::FLOAT AS x",
                    "1.23::DECIMAL(5,2) AS x",
                    "1.23456::DECIMAL(30,5) AS x",
                    "DATE '2026-11-27' AS x",
                    "TIMESTAMP '2026-11-27 12:00:00' AS x",
                    "TIMESTAMPTZ '2026-11-27 12:00:00+00' AS x",
                    "true AS x",
                    "'a'::BLOB AS x",
                    "{'a': 1} AS x",
                    "[1] AS x",
                    "1 AS other",
                    "1 AS X",
                    "1 AS x, 2 AS more",
                    "1 AS x, 2 AS \"${x}\", 3 AS \"a`b\"")) {
                for (String file : List.of("a.parquet", "z.parquet", "a sub {1,2} [x] 100%/f?.parquet")) {
                    cases.add(new Case(type, value, file));
                }
            }
        }
        return cases;
    }

    @Test
    void nobodyElsesRowsHangOnOnePersonsFile() throws SQLException, IOException {
        List<Case> some = new ArrayList<>(Walk.share("SparkFiles", SHARE, cases()));
        some.add(new Case("BIGINT", "1 AS other", "a.parquet"));
        for (Case each : some) {
            Path files = Files.createDirectories(folder.resolve("of " + each.type()));
            String value = switch (each.type()) {
                case "DATE" -> "DATE '2026-01-01' + (i % 7)::INTEGER";
                case "BOOLEAN" -> "i % 2 = 0";
                default -> "i % 7";
            };
            write(
                    files.resolve("m.parquet"),
                    "'p' || i AS pid, CAST(" + value + " AS " + each.type() + ") AS x",
                    OTHERS);
            SourceTable without = declared(files);
            String expected = answer(without);
            assertThat(expected).as("%s", each).doesNotContain("refused");
            try (TacitSession open = session(without)) {
                write(files.resolve(each.file()), "'evil' AS pid, " + each.value(), 1);
                assertThat(answer(open)).as("%s, which came later", each).isEqualTo(expected);
            }
            SourceTable with = declared(files);
            assertThat(with.table().columns())
                    .as("%s", each)
                    .isEqualTo(without.table().columns());
            assertThat(answer(with)).as("%s", each).isEqualTo(expected);
            Files.delete(files.resolve(each.file()));
        }
    }

    /** As many of whoever spells the columns in capitals are counted as there are. */
    @Test
    void aFileOfAnotherSpellingIsRead() throws SQLException {
        write(folder.resolve("s/b.parquet"), "'p' || i AS pid, 1 AS x", OTHERS);
        write(folder.resolve("s/a.parquet"), "'q' || i AS PID, 1 AS X", 5);
        assertThat(rows(declared(folder.resolve("s")), "SELECT COUNT(*) AS n FROM t"))
                .isEqualTo("45");
    }

    /** What a folder is called is a text, whatever other folders are called, and what it is declared as. */
    @Test
    void namesOfFoldersAreTexts() throws SQLException, IOException {
        List<String> names = List.of(
                "K1A", "01234", "1e3", "2026-11-27", "true", "__HIVE_DEFAULT_PARTITION__", "9".repeat(40), "a%20b");
        for (String other : Walk.share("SparkFolders", SHARE, names)) {
            Path files = folder.resolve("by " + other.length() + other.hashCode());
            write(files.resolve("zip=00123/f.parquet"), "'p' || i AS pid", OTHERS);
            write(files.resolve("zip=10115/f.parquet"), "'p' || i AS pid", OTHERS);
            String question =
                    "SELECT zip, COUNT(*) AS n FROM t WHERE zip IN ('00123', '10115') GROUP BY zip ORDER BY zip";
            SourceTable without = declared(files);
            String expected = rows(without, question);
            assertThat(expected).isEqualTo("00123|40,10115|40");
            write(files.resolve("zip=" + other + "/f.parquet"), "'evil' AS pid", 1);
            assertThat(declared(files).table().columns())
                    .as(other)
                    .isEqualTo(without.table().columns());
            assertThat(rows(declared(files), question)).as(other).isEqualTo(expected);
            SourceTable numbers = as(declared(files), "zip", ColumnType.INTEGER);
            assertThat(rows(numbers, "SELECT COUNT(*) AS n FROM t WHERE zip = 123"))
                    .as(other)
                    .isEqualTo("40");
        }
    }

    /** Spark multiplies milliseconds before any expression sees them: whether one is too large must not be seen. */
    @Test
    void aTimestampOfAFileIsNoColumn() throws SQLException, IOException {
        long mark = 253_402_300_799_999L;
        for (long milliseconds : new long[] {mark, Long.MAX_VALUE, Long.MIN_VALUE}) {
            Path file = folder.resolve("ms" + milliseconds + "/f.parquet");
            write(file, "'p' || i AS pid, 1 AS x, TIMESTAMP '9999-12-31 23:59:59.999'::TIMESTAMP_MS AS at", OTHERS);
            byte[] bytes = Files.readAllBytes(file);
            long found = IntStream.rangeClosed(0, bytes.length - 8)
                    .mapToObj(at -> ByteBuffer.wrap(bytes, at, 8)
                            .order(ByteOrder.LITTLE_ENDIAN)
                            .slice()
                            .order(ByteOrder.LITTLE_ENDIAN))
                    .filter(place -> place.getLong(0) == mark)
                    .peek(place -> place.putLong(0, milliseconds))
                    .count();
            assertThat(found).isPositive();
            Files.write(file, bytes);
            SourceTable table = declared(file.getParent());
            assertThat(table.table().columns()).extracting(Column::name).containsExactly("pid", "x");
            assertThat(rows(table, "SELECT COUNT(*) AS n FROM t")).isEqualTo("40");
        }
    }

    private static SourceTable declared(Path files) {
        List<Column> columns =
                ENGINE.serverFiles(TestCluster.URL, files.toString()).columns();
        return new SourceTable(
                new Table("t", columns, new Protection.UnitColumn("pid")),
                new Source.Server(TestCluster.URL, files.toString()));
    }

    private static SourceTable as(SourceTable table, String name, ColumnType type) {
        List<Column> columns = table.table().columns().stream()
                .map(column -> column.name().equals(name) ? Column.nullable(name, type) : column)
                .toList();
        return new SourceTable(new Table("t", columns, table.table().protection()), table.source());
    }

    private static TacitSession session(SourceTable table) {
        return TacitSession.open(List.of(table), DEFAULTS, ONE_THREAD, ZeroNoise::new);
    }

    private static String answer(SourceTable table) {
        try (TacitSession session = session(table)) {
            return answer(session);
        }
    }

    /** The others' values, each with the number of its people. */
    private static String answer(TacitSession session) {
        return rows(session, "SELECT x AS v, COUNT(*) AS n FROM t WHERE pid <> 'evil' GROUP BY x ORDER BY v");
    }

    private static String rows(SourceTable table, String sql) {
        try (TacitSession session = session(table)) {
            return rows(session, sql);
        }
    }

    private static String rows(TacitSession session, String sql) {
        try {
            List<String> rows = new ArrayList<>();
            session.query(sql)
                    .rows()
                    .forEach(row -> rows.add(String.join(
                            "|", row.values().stream().map(String::valueOf).toList())));
            return String.join(",", rows);
        } catch (Refusal refusal) {
            return "refused: " + refusal.getMessage();
        }
    }

    private static void write(Path file, String columns, int rows) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            Files.createDirectories(file.getParent());
            statement.execute("SET TimeZone = 'UTC'");
            statement.execute("COPY (SELECT " + columns + " FROM range(" + rows + ") AS r(i)) TO '" + file
                    + "' (FORMAT parquet, COMPRESSION uncompressed)");
        } catch (IOException cause) {
            throw new UncheckedIOException(cause);
        }
    }
}
