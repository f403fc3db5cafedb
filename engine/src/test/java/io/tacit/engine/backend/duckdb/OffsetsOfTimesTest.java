package io.tacit.engine.backend.duckdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.dialect.duckdb.TimestampText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One instant is one timestamp, in UTC, in whichever source and spelling: each way to write an offset, a zone or none × CSV, JSON
 * lines, texts and instants of Parquet and DuckDB, and CAST of a text.
 */
class OffsetsOfTimesTest {
    private static final String UTC = "2024-03-31T21:30";

    /** Spellings of one instant, and others that are no offsets. */
    private static final Map<String, String> TIMES = Map.ofEntries(
            Map.entry("2024-03-31 21:30:00", UTC),
            Map.entry("2024-03-31T21:30:00Z", UTC),
            Map.entry("2024-03-31 21:30:00+00", UTC),
            Map.entry("2024-03-31 21:30+00:00", UTC),
            Map.entry("2024-03-31 21:30:00 UTC", UTC),
            Map.entry("2024-03-31 23:30:00+02", UTC),
            Map.entry("2024-03-31 23:30:00+02:00", UTC),
            Map.entry("2024-03-31T23:30:00.000+0200", UTC),
            Map.entry("2024-03-31 23:30:00 +02:00", UTC),
            Map.entry("2024-03-31 23:30:00 +0200", UTC),
            Map.entry("2024-03-31 23:30:00 Europe/Berlin", UTC),
            Map.entry("2024-03-31 16:30:00-05:00", UTC),
            Map.entry("2024-04-01 03:00:00+05:30", UTC),
            Map.entry("2024-03-31 02:30:00", "2024-03-31T02:30"),
            Map.entry("2024-03-31", "2024-03-31T00:00"),
            Map.entry("2024-03-31 23:30:00 Nowhere/City", "null"),
            Map.entry("noon", "null"),
            Map.entry("294247-01-10 04:00:54-10", "null"),
            Map.entry("infinity", "null"));

    @TempDir
    private Path folder;

    private static Map<String, String> read(Source source) {
        SourceTable table = new SourceTable(
                new Table(
                        "t",
                        List.of(
                                Column.nullable("said", ColumnType.VARCHAR),
                                Column.nullable("ts", ColumnType.TIMESTAMP)),
                        new Protection.Public()),
                source);
        Map<String, String> times = new HashMap<>();
        try (DuckDbBackend backend = DuckDbBackend.open(List.of(table), BackendFixture.settings(1))) {
            backend.run(
                    "SELECT said, COALESCE(strftime(ts, '%Y-%m-%dT%H:%M'), 'null'), CAST(1 AS HUGEINT) FROM t",
                    2, 1, (keys, integers) -> times.put(keys[0], keys[1]));
        }
        return times;
    }

    private static void duckDb(String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute("SET TimeZone = 'Asia/Tokyo'");
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    @Test
    void aTextIsTheInstantThatItSays() throws IOException, SQLException {
        String rows = TIMES.keySet().stream()
                .map(time -> "('" + time + "', '" + time + "')")
                .collect(Collectors.joining(", ", "(VALUES ", ") AS v(said, ts)"));
        Path parquet = folder.resolve("t.parquet");
        Path database = folder.resolve("t.duckdb");
        duckDb(
                "COPY (SELECT * FROM " + rows + ") TO '" + parquet + "' (FORMAT parquet)",
                "ATTACH '" + database + "' AS f",
                "CREATE TABLE f.t AS SELECT * FROM " + rows);
        String csv =
                TIMES.keySet().stream().map(time -> time + "," + time + "\n").collect(Collectors.joining());
        String json = TIMES.keySet().stream()
                .map(time -> "{\"said\":\"" + time + "\",\"ts\":\"" + time + "\"}\n")
                .collect(Collectors.joining());

        assertThat(read(new Source.Csv(
                        Files.writeString(folder.resolve("t.csv"), "said,ts\n" + csv), BackendFixture.COMMAS)))
                .isEqualTo(TIMES);
        assertThat(read(new Source.Json(Files.writeString(folder.resolve("t.jsonl"), json))))
                .isEqualTo(TIMES);
        assertThat(read(new Source.Parquet(parquet))).isEqualTo(TIMES);
        assertThat(read(new Source.DuckDb(database, "t"))).isEqualTo(TIMES);
    }

    /** As those of Parquet and DuckDB always were. */
    @Test
    void storedInstantsAreTheSame() throws SQLException {
        Path parquet = folder.resolve("i.parquet");
        Path database = folder.resolve("i.duckdb");
        String rows = "SELECT 'x' AS said, TIMESTAMPTZ '2024-03-31 23:30:00+02' AS ts";
        duckDb(
                "COPY (" + rows + ") TO '" + parquet + "' (FORMAT parquet)",
                "ATTACH '" + database + "' AS f",
                "CREATE TABLE f.t AS " + rows);

        assertThat(read(new Source.Parquet(parquet))).isEqualTo(Map.of("x", UTC));
        assertThat(read(new Source.DuckDb(database, "t"))).isEqualTo(Map.of("x", UTC));
    }

    /** A text that a query casts is read as a source's is. */
    @Test
    void aCastReadsTheSame() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute("SET TimeZone = 'UTC'");
            for (Map.Entry<String, String> time : TIMES.entrySet()) {
                try (ResultSet row = statement.executeQuery("SELECT COALESCE(strftime("
                        + TimestampText.read("'" + time.getKey() + "'") + ", '%Y-%m-%dT%H:%M'), 'null')")) {
                    row.next();
                    assertThat(row.getString(1).equals("infinity") ? "null" : row.getString(1))
                            .as(time.getKey())
                            .isEqualTo(time.getValue());
                }
            }
        }
    }
}
