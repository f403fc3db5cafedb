package io.tacit.engine.backend.duckdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.walk.Walk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One person's Parquet file beside that of all others: the table's columns and everybody else's rows are what they are without
 * it, and no error tells of it, whether it was there when the table was declared or came later.
 *
 * <p>The list is the types of the others' column × what that file holds in its place (every type, no such column, another
 * spelling, more columns) × where it stands in the order of names × whether it has its row or none.
 */
@NullUnmarked
@Tag("walk")
class PartsOfOtherColumnsTest {
    private static final DuckDbSettings SETTINGS = new DuckDbSettings(256, 1, message -> {});
    private static final int SHARE = 16;
    private static final int OTHERS = 40;

    @TempDir
    private Path folder;

    private record Case(String type, String value, String file, int rows) {}

    private static List<Case> cases() {
        List<String> values = new ArrayList<>(List.of(
                "CAST(1e300 AS DOUBLE) AS n",
                "CAST(9e18 AS BIGINT) AS n",
                "CAST('NaN' AS DOUBLE) AS n",
                "'evil' AS n",
                "DATE '2026-11-27' AS n",
                "TIME '12:00' AS n",
                "TIMESTAMP '2026-11-27 12:00:00' AS n",
                "CAST(TIMESTAMP '2026-11-27 12:00:00' AS TIMESTAMP_NS) AS n",
                "CAST(TIMESTAMP '2026-11-27 12:00:00' AS TIMESTAMPTZ) AS n",
                "true AS n",
                "NULL AS n",
                "'a'::BLOB AS n",
                "{'x': 1} AS n",
                "[1] AS n",
                "1 AS other",
                "1 AS N",
                "1 AS n, 2 AS m"));
        for (String type : List.of(
                "TINYINT",
                "UTINYINT",
                "SMALLINT",
                "USMALLINT",
                "INTEGER",
                "UINTEGER",
                "BIGINT",
                "UBIGINT",
                "HUGEINT",
                "FLOAT",
                "DOUBLE",
                "DECIMAL(18,3)",
                "DECIMAL(38,0)")) {
            values.add("CAST(7 AS " + type + ") AS n");
        }
        List<Case> cases = new ArrayList<>();
        for (String type : List.of(
                "TINYINT",
                "SMALLINT",
                "INTEGER",
                "BIGINT",
                "FLOAT",
                "DOUBLE",
                "DECIMAL(18,3)",
                "VARCHAR",
                "TIMESTAMP",
                "TIMESTAMP_NS",
                "DATE",
                "BOOLEAN")) {
            for (String value : values) {
                for (String file : List.of("a.parquet", "z.parquet", "n/a.parquet")) {
                    cases.add(new Case(type, value, file, 1));
                    cases.add(new Case(type, value, file, 0));
                }
            }
        }
        return cases;
    }

    @Test
    void nobodyElsesRowsChange() throws SQLException, IOException {
        for (Case each : Walk.share("PartsOfOtherColumns", SHARE, cases())) {
            Path parts =
                    Files.createDirectories(folder.resolve(each.type() + "/n")).getParent();
            write(
                    parts.resolve("m.parquet"),
                    "'p' || i AS person, CAST(" + value(each.type()) + " AS " + each.type() + ") AS n",
                    OTHERS);
            SourceTable without = declared(parts);
            List<String> rows = rows(without);
            assertThat(rows).as("%s", each).hasSize(OTHERS);
            write(parts.resolve(each.file()), "'evil' AS person, " + each.value(), each.rows());
            SourceTable with = declared(parts);
            assertThat(with.table().columns())
                    .as("%s", each)
                    .isEqualTo(without.table().columns());
            assertThat(rows(with)).as("%s", each).isEqualTo(rows);
            assertThat(rows(without)).as("%s, which came later", each).isEqualTo(rows);
            Files.delete(parts.resolve(each.file()));
        }
    }

    /** Values of other types are read as those of most rows, where they are such. */
    @Test
    void valuesOfOtherTypesAreRead() throws SQLException, IOException {
        Map<String, Integer> read = new LinkedHashMap<>(Map.of("1.0::DOUBLE", 41, "'7'", 41, "'x'", 40, "1e300", 40));
        for (Map.Entry<String, Integer> value : read.entrySet()) {
            Path parts = Files.createDirectories(folder.resolve("read"));
            write(parts.resolve("m.parquet"), "'p' || i AS person, CAST(i AS INTEGER) AS n", OTHERS);
            write(parts.resolve("a.parquet"), "'q' AS person, " + value.getKey() + " AS n", 1);
            try (EmbeddedDuckDb database = EmbeddedDuckDb.open(List.of(declared(parts)), SETTINGS)) {
                database.rows("SELECT count(n), count(*) FROM t", row -> {
                    assertThat(row.getInt(1)).as(value.getKey()).isEqualTo(value.getValue());
                    assertThat(row.getInt(2)).as(value.getKey()).isEqualTo(OTHERS + 1);
                });
            }
        }
    }

    private static String value(String type) {
        return switch (type) {
            case "TIMESTAMP", "TIMESTAMP_NS", "DATE" -> "TIMESTAMP '2026-01-01' + to_days(i::INTEGER)";
            case "BOOLEAN" -> "i % 2 = 0";
            default -> "i % 7";
        };
    }

    private static SourceTable declared(Path parts) {
        List<Column> columns = new DuckDbEngine(SETTINGS).parquet(parts).columns();
        return new SourceTable(new Table("t", columns, new Protection.UnitColumn("person")), new Source.Parquet(parts));
    }

    /** The rows of everybody but the one. */
    private static List<String> rows(SourceTable table) {
        List<String> rows = new ArrayList<>();
        try (EmbeddedDuckDb database = EmbeddedDuckDb.open(List.of(table), SETTINGS)) {
            database.rows(
                    "SELECT person || ' ' || n::VARCHAR FROM t WHERE person <> 'evil' ORDER BY 1",
                    row -> rows.add(row.getString(1)));
        }
        return rows;
    }

    private static void write(Path file, String columns, int rows) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute("SET TimeZone = 'UTC'");
            statement.execute("COPY (SELECT " + columns + " FROM range(" + rows + ") AS r(i)) TO '" + file
                    + "' (FORMAT parquet)");
        }
    }
}
