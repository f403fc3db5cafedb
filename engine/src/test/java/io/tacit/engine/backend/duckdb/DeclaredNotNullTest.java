package io.tacit.engine.backend.duckdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.backend.Backend;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A column that is declared NOT NULL has no NULL, whatever its file holds: numbers of people with a value and of people
 * with rows are measured as one there, and are one only so. Walked are all types and all formats of files that do not
 * enforce it themselves.
 */
@NullUnmarked
class DeclaredNotNullTest {
    private static final Map<ColumnType.Kind, String> VALUES = Map.of(
            ColumnType.Kind.BOOLEAN, "true",
            ColumnType.Kind.INTEGER, "7",
            ColumnType.Kind.BIGINT, "7",
            ColumnType.Kind.DECIMAL, "7.25",
            ColumnType.Kind.DOUBLE, "7.25",
            ColumnType.Kind.VARCHAR, "seven",
            ColumnType.Kind.DATE, "2024-07-07",
            ColumnType.Kind.TIME, "07:07:07",
            ColumnType.Kind.TIMESTAMP, "2024-07-07 07:07:07");

    @TempDir
    private Path folder;

    @Test
    void rowsWithANullAreLeftOut() throws IOException, SQLException {
        assertThat(VALUES.keySet()).containsExactlyInAnyOrder(ColumnType.Kind.values());
        Map<String, Source> sources = new TreeMap<>();
        Map<String, ColumnType> types = new HashMap<>();
        for (Map.Entry<ColumnType.Kind, String> value : VALUES.entrySet()) {
            ColumnType type = value.getKey() == ColumnType.Kind.DECIMAL
                    ? ColumnType.decimal(18, 2)
                    : new ColumnType(value.getKey(), 0, 0);
            for (Source source : sources(value.getValue(), type)) {
                String name = source.getClass().getSimpleName() + "_" + type.kind();
                sources.put(name, source);
                types.put(name, type);
            }
        }
        for (boolean nullable : new boolean[] {true, false}) {
            List<SourceTable> tables = new ArrayList<>();
            sources.forEach(
                    (name, source) -> tables.add(new SourceTable(table(name, types.get(name), nullable), source)));
            try (Backend backend = DuckDbBackend.open(tables, new DuckDbSettings(256, 1, message -> {}))) {
                for (String name : sources.keySet()) {
                    assertThat(rows(backend, name)).as(name).isEqualTo(nullable ? 2 : 1);
                }
            }
        }
    }

    private static Table table(String name, ColumnType type, boolean nullable) {
        return new Table(
                name,
                List.of(new Column("u", ColumnType.BIGINT, true), new Column("v", type, nullable)),
                new Protection.UnitColumn("u"));
    }

    private static long rows(Backend backend, String name) {
        List<BigInteger> counts = new ArrayList<>();
        backend.run(
                "SELECT CAST(COUNT(*) AS HUGEINT) FROM \"" + name + "\"",
                0,
                1,
                (keys, states) -> counts.add(states[0]));
        return counts.get(0).longValueExact();
    }

    /** Files of one row with the value and one without, of every format that does not itself keep NULL out. */
    private List<Source> sources(String value, ColumnType type) throws IOException, SQLException {
        Path csv = Files.writeString(folder.resolve(type.kind() + ".csv"), "u,v\n1," + value + "\n2,\n");
        Path json = Files.writeString(
                folder.resolve(type.kind() + ".jsonl"), "{\"u\":1,\"v\":\"" + value + "\"}\n{\"u\":2}\n");
        Path parquet = folder.resolve(type.kind() + ".parquet");
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute("COPY (SELECT 1 AS u, CAST('" + value + "' AS " + type.sql()
                    + ") AS v UNION ALL SELECT 2, NULL) TO '" + parquet + "' (FORMAT PARQUET)");
        }
        List<Source> sources = List.of(
                new Source.Csv(csv, new CsvFormat(',', true)), new Source.Json(json), new Source.Parquet(parquet));
        assertThat(sources).noneMatch(Source::enforcesNotNull);
        return sources;
    }
}
