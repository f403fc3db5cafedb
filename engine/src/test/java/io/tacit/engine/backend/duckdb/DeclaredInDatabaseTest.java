package io.tacit.engine.backend.duckdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.backend.DataEngine;
import io.tacit.engine.backend.DatabaseSchema;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a DuckDB database declares holds for the values that are read of it: NULL is kept out, keys occur once. */
@NullUnmarked
class DeclaredInDatabaseTest {
    /** DuckDB's types, with different values of each that are edges here, or that have one value here. */
    private static final Map<String, List<String>> EDGES = new TreeMap<>(Map.ofEntries(
            Map.entry("BOOLEAN", List.of("true", "false")),
            Map.entry("TINYINT", List.of("-128", "127")),
            Map.entry("SMALLINT", List.of("-32768", "32767")),
            Map.entry("INTEGER", List.of("-2147483648", "2147483647")),
            Map.entry("BIGINT", List.of("-9223372036854775808", "9223372036854775807")),
            Map.entry("HUGEINT", List.of("170141183460469231731687303715884105727", "1")),
            Map.entry("UTINYINT", List.of("0", "255")),
            Map.entry("USMALLINT", List.of("0", "65535")),
            Map.entry("UINTEGER", List.of("0", "4294967295")),
            Map.entry("UBIGINT", List.of("0", "18446744073709551615")),
            Map.entry("UHUGEINT", List.of("340282366920938463463374607431768211455", "1")),
            Map.entry("DECIMAL(9,2)", List.of("-9999999.99", "0.01")),
            Map.entry("DECIMAL(38,10)", List.of("-9999999999999999999999999999.9999999999", "1")),
            Map.entry("FLOAT", List.of("0", "1e-45", "Infinity", "NaN")),
            Map.entry("DOUBLE", List.of("0", "5e-324", "-Infinity", "NaN")),
            Map.entry("VARCHAR", List.of("", "a", "A", "a ")),
            Map.entry("ENUM('a', 'b')", List.of("a", "b")),
            Map.entry("UUID", List.of("00000000-0000-0000-0000-000000000000")),
            Map.entry("DATE", List.of("infinity", "-infinity", "2024-01-01")),
            Map.entry("TIME", List.of("24:00:00", "00:00:00")),
            Map.entry("TIME_NS", List.of("10:00:00.000000001", "10:00:00.000000002")),
            Map.entry("TIMETZ", List.of("10:00:00+01", "10:00:00+02", "09:00:00+00")),
            Map.entry("TIMESTAMP", List.of("infinity", "-infinity", "2024-01-01 00:00:00.000001")),
            Map.entry("TIMESTAMP_S", List.of("infinity", "2024-01-01 00:00:00")),
            Map.entry("TIMESTAMP_MS", List.of("infinity", "2024-01-01 00:00:00.001")),
            Map.entry("TIMESTAMP_NS", List.of("2024-01-01 00:00:00.000000001", "2024-01-01 00:00:00.000000002")),
            Map.entry("TIMESTAMPTZ", List.of("infinity", "2024-01-01 00:00:00+01"))));

    @TempDir
    private Path folder;

    private final DuckDbEngine engine = new DuckDbEngine(new DuckDbSettings(256, 1, message -> {}));

    private Path database(List<String> statements) throws SQLException {
        Path file = folder.resolve("people.duckdb");
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + file);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
        return file;
    }

    /** Of all types: no value that is read is NULL in a column without NULL, or there twice in a key. */
    @Test
    void whatIsDeclaredHoldsForWhatIsRead() throws SQLException {
        List<String> statements = new ArrayList<>();
        Map<String, String> types = new TreeMap<>();
        for (Map.Entry<String, List<String>> edge : EDGES.entrySet()) {
            String table = "t" + types.size();
            types.put(table, edge.getKey());
            statements.add("CREATE TABLE " + table + " (v " + edge.getKey() + " NOT NULL UNIQUE)");
            for (String value : edge.getValue()) {
                statements.add("INSERT INTO " + table + " VALUES (CAST('" + value + "' AS " + edge.getKey() + "))");
            }
        }
        Path file = database(statements);
        List<DatabaseSchema.Relation> relations =
                engine.database(file, name -> true).tables();
        List<SourceTable> tables = new ArrayList<>();
        List<DataEngine.Key> keys = new ArrayList<>();
        for (DatabaseSchema.Relation relation : relations) {
            assertThat(relation.columns()).as(types.get(relation.name())).hasSize(1);
            tables.add(new SourceTable(
                    new Table(relation.name(), relation.columns(), new Protection.Public()),
                    new Source.DuckDb(file, relation.name())));
            if (relation.isUnique("v")) {
                keys.add(new DataEngine.Key(relation.name(), List.of("v")));
            }
        }
        List<String> wrong = new ArrayList<>();
        int present = 0;
        try (EmbeddedDuckDb opened = EmbeddedDuckDb.open(tables, engine.settings())) {
            for (DatabaseSchema.Relation relation : relations) {
                String type = types.get(relation.name());
                long[] rows = new long[2];
                opened.rows("SELECT count(*), count(v) FROM " + relation.name(), row -> {
                    rows[0] = row.getLong(1);
                    rows[1] = row.getLong(2);
                });
                assertThat(rows[0]).as(type).isEqualTo(EDGES.get(type).size());
                if (!relation.columns().get(0).nullable()) {
                    present++;
                    if (rows[1] < rows[0]) {
                        wrong.add("NULL of " + type);
                    }
                }
            }
        }
        engine.repeats(tables, keys).forEach((key, repeated) -> {
            if (repeated > 0) {
                wrong.add("key of " + types.get(key.table()));
            }
        });
        assertThat(wrong).isEmpty();
        assertThat(present).as("types without NULL").isGreaterThan(12);
        assertThat(keys).as("types of keys").hasSizeGreaterThan(20);
    }

    /** Keys, foreign keys and NULL as they are written, in all schemas; what is no table has none. */
    @Test
    void whatIsWrittenIsDeclared() throws SQLException {
        Path file = database(List.of(
                "CREATE TABLE p (id INTEGER PRIMARY KEY, name VARCHAR NOT NULL, \"Odd \"\"one\" INTEGER UNIQUE)",
                "CREATE TABLE q (a INTEGER, b INTEGER, c INTEGER, PRIMARY KEY (b, a), UNIQUE (c), CHECK (c > 0))",
                "CREATE TABLE r (x INTEGER REFERENCES p (id), a INTEGER, b INTEGER, FOREIGN KEY (b, a) REFERENCES q (b, a))",
                "CREATE TABLE s (k INTEGER)",
                "CREATE UNIQUE INDEX later ON s (k)",
                "CREATE SCHEMA other",
                "CREATE TABLE other.p (k INTEGER NOT NULL, t TIMETZ, l INTEGER[], UNIQUE (k, t))",
                "CREATE VIEW v AS SELECT id, name FROM p"));
        Map<String, String> read = new TreeMap<>();
        for (DatabaseSchema.Relation relation :
                engine.database(file, name -> true).tables()) {
            StringBuilder text = new StringBuilder();
            for (Column column : relation.columns()) {
                text.append(column.name()).append(column.nullable() ? "? " : " ");
            }
            relation.declared()
                    .unread()
                    .forEach(unread ->
                            text.append('-').append(unread.name()).append(' ').append(unread.type()));
            relation.unique().stream().map(List::toString).sorted().forEach(text::append);
            relation.references()
                    .forEach(reference -> text.append('>')
                            .append(reference.column())
                            .append(':')
                            .append(reference.table())
                            .append('.')
                            .append(reference.target()));
            read.put(relation.name(), text.toString().strip());
        }
        assertThat(read)
                .isEqualTo(Map.of(
                        "p", "id name Odd \"one? [Odd \"one][id]",
                        "q", "a b c? [b, a][c]",
                        "r", "x? a? b? >x:p.id",
                        "s", "k?",
                        "other.p", "k t? -l array",
                        "v", "id? name?"));
        assertThat(engine.database(file, name -> name.equals("q")).names())
                .containsExactlyInAnyOrderElementsOf(read.keySet());
        assertThat(engine.database(file, name -> name.equals("q")).tables()).hasSize(1);
    }
}
