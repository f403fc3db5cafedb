package io.tacit.engine.backend.duckdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.catalog.TextEncoding;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.walk.Walk;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
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
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * No two values of a source become one person: whatever is stored in a column of persons, of foreign keys, of what these lead
 * to and of declared keys is read one to one, or is nobody's. Walked are texts that some type takes for one value × formats ×
 * all types that can be declared, and values at the ends of each stored type × the same types.
 */
@Tag("walk")
class OneToOneKeysTest {
    private static final List<ColumnType> DECLARED = List.of(
            ColumnType.INTEGER,
            ColumnType.BIGINT,
            ColumnType.decimal(18, 2),
            ColumnType.decimal(38, 0),
            ColumnType.DOUBLE,
            ColumnType.VARCHAR,
            ColumnType.BOOLEAN,
            ColumnType.DATE,
            ColumnType.TIME,
            ColumnType.TIMESTAMP);

    /** Many of them are one number, day, time or truth value to some reader. */
    private static final List<String> TEXTS = List.of(
            "7",
            "07",
            "007",
            "+7",
            "-7",
            "7.0",
            "7.00",
            "7.4",
            "6.9",
            "7.5",
            "7.50",
            "7e0",
            "70e-1",
            "0.7e1",
            " 7",
            "7 ",
            "7\u00a0",
            "7\t",
            "1_000",
            "1000",
            "1,000",
            "0",
            "-0",
            "-0.0",
            "0.0",
            "0.00",
            "+0",
            "00",
            "0x7",
            "0b111",
            "\u0667",
            "\uff17",
            "9007199254740992",
            "9007199254740993",
            "9007199254740992.0",
            "9.007199254740992e15",
            "99999999999999999999",
            "1e400",
            "-1e400",
            "1e-400",
            "NaN",
            "nan",
            "-nan",
            "inf",
            "Infinity",
            "-inf",
            "true",
            "TRUE",
            "True",
            "t",
            "T",
            "1",
            "yes",
            "y",
            "on",
            "false",
            "f",
            "no",
            "n",
            "off",
            "2024-01-01",
            "2024-1-1",
            "2024/01/01",
            "2024-01-01 ",
            " 2024-01-01",
            "2024-01-01 (BC)",
            "2024-01-01T00:00:00",
            "2024-01-01 00:00:00",
            "2024-01-01 00:00",
            "2024-01-01 00:00:00.0",
            "2024-01-01 00:00:00.0000001",
            "2024-01-01 02:00:00+02",
            "2024-01-01 00:00:00Z",
            "2024-01-01 00:00:00+00",
            "2023-12-31 24:00:00",
            "10:00:00",
            "10:00",
            "10:00:00.0",
            "10:00:00.0000004",
            "1:00:00",
            "01:00:00",
            "24:00:00",
            "00:00:00",
            "10:00:00+01",
            "a",
            "A",
            "a ",
            " a",
            "\u00e9",
            "e\u0301",
            "\u00c9",
            "\u00df",
            "ss",
            "\u212b",
            "\u00c5",
            "infinity",
            "epoch",
            "today");

    /** Stored types, and values of each that another type takes for one. */
    private static final Map<String, List<String>> STORED = stored();

    @TempDir
    Path folder = Path.of("");

    private static Map<String, List<String>> stored() {
        Map<String, List<String>> stored = new LinkedHashMap<>();
        stored.put("BOOLEAN", List.of("true", "false"));
        for (String whole : List.of("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "UINTEGER", "UBIGINT")) {
            stored.put(whole, List.of("0", "1", "2", "100"));
        }
        stored.put("HUGEINT", List.of("0", "1", "9007199254740992", "9007199254740993", "1" + "0".repeat(30)));
        stored.put("DECIMAL(9,4)", List.of("7", "7.4", "6.9", "7.0001", "7.0049", "0.5", "1.5"));
        stored.put("FLOAT", List.of("7", "7.4", "6.9", "16777216", "0.5", "1.5", "'nan'", "'inf'"));
        stored.put(
                "DOUBLE",
                List.of("7", "7.4", "6.9", "9007199254740992", "0.5", "1.5", "7.0000000001", "'nan'", "1e300"));
        stored.put("DATE", List.of("'2024-01-01'", "'2024-01-02'", "'1969-12-31'"));
        stored.put("TIME", List.of("'10:00:00'", "'10:00:00.000001'", "'00:00:00'"));
        stored.put("TIME WITH TIME ZONE", List.of("'10:00:00+00'", "'10:00:00+01'", "'11:00:00+01'", "'10:00:00-05'"));
        stored.put("TIMESTAMP", List.of("'2024-01-01'", "'2024-01-01 10:00:00'", "'2024-01-01 10:00:00.000001'"));
        stored.put("TIMESTAMP_S", List.of("'2024-01-01'", "'2024-01-01 10:00:00'"));
        stored.put("TIMESTAMP_MS", List.of("'2024-01-01'", "'2024-01-01 10:00:00.001'"));
        stored.put(
                "TIMESTAMP_NS",
                List.of("'2024-01-01'", "'2024-01-01 00:00:00.000000001'", "'2024-01-01 00:00:00.000000999'"));
        stored.put(
                "TIMESTAMP WITH TIME ZONE",
                List.of("'2024-01-01'", "'2024-01-01 01:00:01+01'", "'2024-01-01 01:00:00+00'"));
        stored.put("UUID", List.of("'00000000-0000-0000-0000-000000000007'", "'00000000-0000-0000-0000-000000000070'"));
        stored.put("ENUM('7', '07', 'true', 't')", List.of("'7'", "'07'", "'true'", "'t'"));
        stored.put("VARCHAR COLLATE NOCASE", List.of("'true'", "'TRUE'", "'t'", "'7'", "'07'", "'a'", "'A'"));
        return stored;
    }

    /** In which way a column may say who is meant. */
    private enum Place {
        PERSON,
        FOREIGN_KEY,
        TARGET,
        UNIQUE
    }

    /** A column of texts that is declared so. */
    private record Case(Source source, ColumnType type, Place place) {}

    private List<SourceTable> tables(Place place, ColumnType type, Source source) throws IOException {
        List<Column> columns = List.of(Column.nullable("k", type));
        Protection person = new Protection.UnitColumn("p");
        Source other =
                new Source.Csv(Files.writeString(folder.resolve("o.csv"), "p,j\n1,1\n"), new CsvFormat(',', true));
        List<Column> others =
                List.of(Column.nullable("p", ColumnType.VARCHAR), Column.nullable("j", ColumnType.VARCHAR));
        return switch (place) {
            case PERSON -> List.of(new SourceTable(new Table("t", columns, new Protection.UnitColumn("K")), source));
            case FOREIGN_KEY ->
                List.of(
                        new SourceTable(new Table("t", columns, new Protection.ForeignKey("K", "o", "j")), source),
                        new SourceTable(new Table("o", others, person), other));
            case TARGET ->
                List.of(
                        new SourceTable(new Table("t", columns, new Protection.Public()), source),
                        new SourceTable(new Table("o", others, new Protection.ForeignKey("j", "T", "K")), other));
            case UNIQUE ->
                List.of(new SourceTable(
                        new Table("t", columns, new Protection.Public()).unique(List.of(List.of("K"))), source));
        };
    }

    /** How many rows each value that is read has; of NULL it does not matter. */
    private Map<String, Long> read(List<SourceTable> tables) {
        Map<String, Long> counts = new LinkedHashMap<>();
        try (DuckDbBackend backend = DuckDbBackend.open(tables, BackendFixture.settings(1))) {
            backend.run(
                    "SELECT CAST(k AS VARCHAR), CAST(count(*) AS HUGEINT) FROM t WHERE k IS NOT NULL GROUP BY k",
                    1,
                    1,
                    (keys, integers) -> counts.put(keys[0], integers[0].longValueExact()));
        }
        return counts;
    }

    private void expectOneToOne(String what, Place place, ColumnType type, Source source) throws IOException {
        Map<String, Long> counts;
        try {
            counts = read(tables(place, type, source));
        } catch (Refusal noSuchCast) {
            assertThat(noSuchCast.code()).as("%s as %s", what, type).isEqualTo(ErrorCode.SOURCE_UNREADABLE);
            assertThat(StoredType.read(what)).as("%s as %s", what, type).isNotEqualTo(Optional.of(type));
            return;
        }
        assertThat(counts)
                .as("%s as %s, %s", what, type, place)
                .allSatisfy((value, rows) -> assertThat(rows).isEqualTo(1));
    }

    private static String quoted(String text) {
        return '"' + text + '"';
    }

    private List<Source> sourcesOfTexts() throws IOException, SQLException {
        List<Source> sources = new ArrayList<>();
        sources.add(new Source.Csv(
                Files.writeString(
                        folder.resolve("t.csv"),
                        "k\n" + TEXTS.stream().map(OneToOneKeysTest::quoted).collect(Collectors.joining("\n"))),
                new CsvFormat(',', true)));
        sources.add(new Source.Json(Files.writeString(
                folder.resolve("t.jsonl"),
                TEXTS.stream()
                        .map(text -> "{\"k\":" + quoted(text.replace("\t", "\\t")) + "}")
                        .collect(Collectors.joining("\n")))));
        String values = TEXTS.stream().map(text -> "('" + text + "')").collect(Collectors.joining(", "));
        Path parquet = folder.resolve("t.parquet");
        Path database = folder.resolve("t.duckdb");
        duckDb(
                "COPY (SELECT * FROM (VALUES " + values + ") AS v(k)) TO '" + parquet + "' (FORMAT parquet)",
                "ATTACH '" + database + "' AS f",
                "CREATE TABLE f.t (k VARCHAR)",
                "INSERT INTO f.t VALUES " + values,
                "CREATE TABLE f.c (k VARCHAR COLLATE NOCASE)",
                "INSERT INTO f.c VALUES " + values);
        sources.add(new Source.Parquet(parquet));
        sources.add(new Source.DuckDb(database, "t"));
        sources.add(new Source.DuckDb(database, "c"));
        return sources;
    }

    private static void duckDb(String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    @Test
    void noTwoTextsAreOne() throws IOException, SQLException {
        List<Case> cases = new ArrayList<>();
        for (Source source : sourcesOfTexts()) {
            for (ColumnType type : DECLARED) {
                for (Place place : Place.values()) {
                    cases.add(new Case(source, type, place));
                }
            }
        }
        for (Case walked : Walk.share("noTwoTextsAreOne", 20, cases)) {
            expectOneToOne(walked.source().toString(), walked.place(), walked.type(), walked.source());
        }
    }

    /** What is written as its type writes it is read. */
    @Test
    void theFormOfTheTypeIsRead() throws IOException, SQLException {
        Map<ColumnType, List<String>> forms = Map.of(
                ColumnType.INTEGER,
                List.of("7", "-7", "1000", "0", "1"),
                ColumnType.BIGINT,
                List.of("7", "-7", "1000", "0", "1", "9007199254740992", "9007199254740993"),
                ColumnType.decimal(18, 2),
                List.of("7.00", "7.50", "0.00"),
                ColumnType.BOOLEAN,
                List.of("true", "false"),
                ColumnType.DATE,
                List.of("2024-01-01", "2024-01-01 (BC)"),
                ColumnType.TIME,
                List.of("10:00:00", "01:00:00", "00:00:00"),
                ColumnType.TIMESTAMP,
                List.of("2024-01-01 00:00:00"));
        for (Source source : sourcesOfTexts()) {
            for (Map.Entry<ColumnType, List<String>> form : forms.entrySet()) {
                assertThat(read(tables(Place.PERSON, form.getKey(), source)).keySet())
                        .as("%s as %s", source, form.getKey())
                        .containsExactlyInAnyOrderElementsOf(form.getValue());
            }
            assertThat(read(tables(Place.PERSON, ColumnType.VARCHAR, source)))
                    .as("%s", source)
                    .hasSize(TEXTS.size());
        }
    }

    @Test
    void noTwoStoredValuesAreOne() throws IOException, SQLException {
        Path database = folder.resolve("stored.duckdb");
        List<String> statements = new ArrayList<>(List.of("ATTACH '" + database + "' AS f"));
        int table = 0;
        for (Map.Entry<String, List<String>> each : STORED.entrySet()) {
            statements.add("CREATE TABLE f.t" + table + " (k " + each.getKey() + ")");
            statements.add("INSERT INTO f.t" + table + " VALUES (" + String.join("), (", each.getValue()) + ")");
            table++;
        }
        duckDb(statements.toArray(String[]::new));
        table = 0;
        for (String stored : STORED.keySet()) {
            for (ColumnType type : Walk.share("noTwoStoredValuesAreOne " + stored, 1, DECLARED)) {
                expectOneToOne(stored, Place.PERSON, type, new Source.DuckDb(database, "t" + table));
            }
            table++;
        }
    }

    /** Each byte is a person: those that are no character are nobody, not all the same one. */
    @Test
    void noTwoBytesAreOne() throws IOException {
        for (TextEncoding encoding : TextEncoding.values()) {
            Path file = folder.resolve(encoding.shown() + ".csv");
            try (OutputStream out = Files.newOutputStream(file)) {
                out.write("k\n".getBytes(StandardCharsets.US_ASCII));
                for (int value = 1; value < 256; value++) {
                    out.write(new byte[] {'a', (byte) value, 'z', '\n'});
                }
            }
            Source source = new Source.Csv(file, new CsvFormat('|', false, encoding));
            expectOneToOne(encoding.shown(), Place.PERSON, ColumnType.VARCHAR, source);
            assertThat(read(tables(Place.PERSON, ColumnType.VARCHAR, source)))
                    .as(encoding.shown())
                    .hasSizeGreaterThan(120)
                    .doesNotContainKey("a\uFFFDz");
        }
    }

    /** Halves of characters, alone and in the wrong order, beside the signs that they could become. */
    @Test
    void noTwoMembersAreOne() throws IOException {
        List<String> members = List.of(
                "a\\ud800",
                "a\\ud801",
                "a\\udfff",
                "a?",
                "a\\ufffd",
                "\\ud800a",
                "\\udc00\\ud800",
                "a\\udc00",
                "\\ud83d\\ude00",
                "\\ud83d\\ud83d",
                "a",
                "\\u0061b",
                "a\\u0000",
                "A",
                "\\u00e9",
                "e\\u0301");
        Source source = new Source.Json(Files.writeString(
                folder.resolve("s.jsonl"),
                members.stream().map(text -> "{\"k\":\"" + text + "\"}").collect(Collectors.joining("\n"))));
        expectOneToOne("halves", Place.PERSON, ColumnType.VARCHAR, source);
        assertThat(read(tables(Place.PERSON, ColumnType.VARCHAR, source)))
                .containsOnlyKeys("a?", "a\uFFFD", "\ud83d\ude00", "a", "ab", "A", "\u00e9", "e\u0301");
    }
}
