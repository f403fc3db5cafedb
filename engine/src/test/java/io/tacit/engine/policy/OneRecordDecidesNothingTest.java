package io.tacit.engine.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.backend.duckdb.EmbeddedDuckDb;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.source.DeclareSource;
import io.tacit.engine.source.DeclaredSource;
import io.tacit.engine.source.SourceArgument;
import io.tacit.engine.walk.Walk;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
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
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a text file is – its format, its division, its columns and their types, whether it is refused and with which words –
 * is the same with one person's record and without it, wherever the record stands, and so is every row of the others.
 *
 * <p>The list is each way to say what a file is × each inference that a reader could make of bytes (format, compression,
 * encoding, byte order, line breaks, header, delimiter, quotes, names of members, types, the end of an array) with records that
 * ask for it × that record first, last, between and at both ends × how many others there are.
 */
@NullUnmarked
@Tag("walk")
class OneRecordDecidesNothingTest {
    private static final int SHARE = 50;
    private static final String KEPT = """
            columns:
              - name: "pid"
                type: VARCHAR
              - name: "v"
                type: INTEGER
            """;

    /** Ways to say what a file is: the end of its name, what the policy says of it, and the schema file beside it. */
    private enum Said {
        BY_THE_POLICY("t", "format: %s", false),
        BY_THE_POLICY_AGAINST_THE_NAME("t.parquet", "format: %s", false),
        BY_THE_NAME("t.%s", "", false),
        BY_THE_NAME_COMPRESSED("t.%s.gz", "", false),
        BY_THE_SCHEMA_FILE("t.log", "", true),
        BY_THE_SCHEMA_FILE_AND_NO_POLICY("t", "", true);

        private final String name;
        private final String policy;
        private final boolean kept;

        Said(String name, String policy, boolean kept) {
            this.name = name;
            this.policy = policy;
            this.kept = kept;
        }
    }

    private enum Place {
        FIRST,
        LAST,
        BETWEEN,
        AT_BOTH_ENDS
    }

    @SuppressWarnings("ArrayRecordComponent") // Nobody compares cases.
    private record Case(Said said, String format, int others, Place place, byte[] record) {
        @Override
        public String toString() {
            String text = new String(record, StandardCharsets.ISO_8859_1);
            return said + " " + format + " " + others + " " + place + " "
                    + text.substring(0, Math.min(40, text.length()));
        }
    }

    @TempDir
    private Path folder;

    private static List<byte[]> records() {
        List<byte[]> records = new ArrayList<>();
        for (String text : List.of(
                "{\"pid\":\"DUCKWORTH\",\"v\":1}",
                "{\"pid\":\"DUCK@\0\0\0\0\0\0\0\",\"v\":1}",
                "xyDUCKY,1",
                "xyDUCK@\0\0\0\0\0\0\0,1",
                "PAR1",
                "PAR1,1",
                "PK\3\4",
                "\0",
                "a\0b,1",
                "# evil",
                "[",
                "]",
                "[1]",
                "{}",
                "",
                "\t",
                "\r",
                "a\rb,1",
                "a;b;c;d",
                "a\tb|c",
                "a,b,c",
                "\"unclosed,1",
                "\"a\"\"b\",\"1\"",
                "\u001a",
                "\u2028",
                "pid,v",
                "PID,V",
                "evil,2026-11-27",
                "evil,1e400",
                "{\"PID\":\"evil\",\"v\":1}",
                "{\"pid\":\"evil\",\"v\":1,\"V\":2,\"\":3,\"a\\u0000\":4,\"\\u001b[2J\":5}",
                "{\"pid\":{\"a\":1},\"v\":[1]}",
                "{\"pid\":\"evil\",\"v\":\"text\"}",
                "{\"pid\":\"evil\"",
                "{\"a\":".repeat(2000),
                "evil," + "9".repeat(70_000),
                "x".repeat((1 << 20) + 5))) {
            records.add(text.getBytes(StandardCharsets.UTF_8));
        }
        records.add(new byte[] {(byte) 0xFF, (byte) 0xFE, '{', 0});
        records.add(new byte[] {(byte) 0xFE, (byte) 0xFF, 0, '{'});
        records.add(new byte[] {0x1F, (byte) 0x8B, 8, 0});
        records.add(new byte[] {(byte) 0xD0, (byte) 0xCF, 0x11, (byte) 0xE0});
        records.add(new byte[] {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF, '{', '}'});
        records.add(new byte[] {'{', '"', 'p', (byte) 0xE9, '"', ':', '1', '}'});
        records.add(new byte[] {'e', (byte) 0xC3, ',', '1'});
        return records;
    }

    private static List<Case> cases() {
        List<Case> cases = new ArrayList<>();
        for (Said said : Said.values()) {
            for (String format : List.of("csv", "json")) {
                for (int others : new int[] {0, 1, 12}) {
                    for (Place place : others == 0 ? new Place[] {Place.FIRST} : Place.values()) {
                        records().forEach(record -> cases.add(new Case(said, format, others, place, record)));
                    }
                }
            }
        }
        return cases;
    }

    @Test
    void aTableIsTheSameWithAndWithoutOnePerson() throws IOException {
        for (Case each : Walk.share("OneRecordDecidesNothing", SHARE, cases())) {
            List<byte[]> others = others(each);
            assertThat(seen(each, with(each, others))).as("%s", each).isEqualTo(seen(each, others));
        }
    }

    /** A file that holds nothing, not even a header, is a table of no rows where its columns are declared. */
    @Test
    void aDeclaredFileThatIsEmptyHasNoRows() throws IOException {
        for (Said said : Said.values()) {
            for (String format : List.of("csv", "json")) {
                for (String text : List.of("", "\n", "\r\n", "\ufeff")) {
                    Case each = new Case(said, format, 0, Place.FIRST, new byte[0]);
                    write(each, text.getBytes(StandardCharsets.UTF_8));
                    assertThat(answer(each)).as("%s %s", said, format).containsEntry("rows", List.of());
                    assertThat(answer(each)).as("%s %s", said, format).doesNotContainKey("refused");
                }
            }
        }
    }

    /** Where nothing says what a file is, the policy has a mistake, and the same one whatever the file holds. */
    @Test
    void whatNothingSaysIsAMistakeOfThePolicy() throws IOException {
        for (String name : List.of("t", "t.log", "t.jsonl.1", "t.gz", "t.db", "csv")) {
            for (byte[] record : records()) {
                Files.write(folder.resolve(name), record);
                PolicyFile.Checked checked = PolicyFile.check(policy(name, ""), Shop.ENGINE);
                assertThat(checked.errors()).as(name).hasSize(1);
                assertThat(checked.errors().get(0).text())
                        .as(name)
                        .startsWith("4:5: tables.t.file: Nothing says what kind of file this is")
                        .contains("format: csv, format: json or format: parquet");
            }
        }
    }

    /** A draft says what the name does not, so that it can be read. */
    @Test
    void aDraftSaysWhatTheNameDoesNot() throws IOException, SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            for (String name : List.of("parquet", "people", "people.data")) {
                Path file = folder.resolve(name);
                statement.execute("COPY (SELECT 'a' AS customer_id) TO '" + file + "' (FORMAT parquet)");
                Path policy = folder.resolve("tacit.yaml");
                String draft = DraftPolicy.of(List.of(file), policy, Shop.ENGINE);
                assertThat(draft).contains("format: parquet");
                Files.writeString(policy, draft);
                assertThat(PolicyFile.check(policy, Shop.ENGINE).tables())
                        .extracting(SourceTable::source)
                        .containsExactly(new Source.Parquet(file));
            }
        }
    }

    private static List<byte[]> others(Case each) {
        List<byte[]> records = new ArrayList<>();
        for (int i = 0; i < each.others(); i++) {
            String text = each.format().equals("csv") ? "p" + i + "," + i : "{\"pid\":\"p" + i + "\",\"v\":" + i + "}";
            records.add(text.getBytes(StandardCharsets.UTF_8));
        }
        return records;
    }

    private static List<byte[]> with(Case each, List<byte[]> others) {
        List<byte[]> all = new ArrayList<>(others);
        switch (each.place()) {
            case FIRST -> all.add(0, each.record());
            case LAST -> all.add(each.record());
            case BETWEEN -> all.add(others.size() / 2, each.record());
            case AT_BOTH_ENDS -> {
                all.add(0, each.record());
                all.add(each.record());
            }
        }
        return all;
    }

    /** What is seen of the file: how it is read, its columns, what is said of it, and the others' rows. */
    private Map<String, Object> seen(Case each, List<byte[]> records) throws IOException {
        // With a short header a database's mark would stand in the first record.
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        if (each.format().equals("csv")) {
            bytes.writeBytes("pid,v\n".getBytes(StandardCharsets.UTF_8));
        }
        for (byte[] record : records) {
            bytes.writeBytes(record);
            bytes.write('\n');
        }
        write(each, bytes.toByteArray());
        return answer(each);
    }

    private Path file(Case each) {
        return folder.resolve(each.said().name.formatted(each.format().equals("csv") ? "csv" : "jsonl"));
    }

    private void write(Case each, byte[] bytes) throws IOException {
        Path file = file(each);
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(bytes);
        }
        Files.write(file, file.toString().endsWith(".gz") ? packed.toByteArray() : bytes);
        Path schema = DeclareSource.schemaFile(file);
        Files.deleteIfExists(schema);
        if (each.said().kept) {
            String division = each.format().equals("csv") ? "delimiter: \",\"\nquoted: true\n" : "";
            Files.writeString(schema, "format: " + each.format() + "\n" + division + KEPT);
        }
    }

    private Map<String, Object> answer(Case each) throws IOException {
        Map<String, Object> seen = new LinkedHashMap<>();
        try {
            Optional<SourceTable> table = declared(each, seen);
            table.ifPresent(declared -> {
                seen.put("source", declared.source());
                seen.put("columns", declared.table().columns());
                seen.put("rows", othersRows(declared));
            });
        } catch (Refusal refusal) {
            seen.put("refused", refusal.getMessage());
        }
        return seen;
    }

    private Optional<SourceTable> declared(Case each, Map<String, Object> seen) throws IOException {
        if (each.said() == Said.BY_THE_SCHEMA_FILE_AND_NO_POLICY) {
            DeclaredSource declared = DeclareSource.declare(
                    new SourceArgument("t", file(each), Optional.empty()),
                    new Protection.UnitColumn("pid"),
                    Map.of(),
                    Shop.ENGINE);
            seen.put("notices", declared.notices());
            return Optional.of(declared.table());
        }
        Path policy = policy(
                String.valueOf(file(each).getFileName()), each.said().policy.formatted(each.format()));
        PolicyFile.Checked checked = PolicyFile.check(policy, Shop.ENGINE);
        seen.put("findings", checked.findings().stream().map(Finding::text).toList());
        if (!checked.errors().isEmpty()) {
            seen.put("refused", checked.errors());
        }
        return checked.tables().stream().findFirst();
    }

    private Path policy(String file, String format) throws IOException {
        return Files.writeString(folder.resolve("tacit.yaml"), """
                dataset: d
                tables:
                  t:
                    file: %s
                    person: pid
                    columns: {pid: VARCHAR, v: INTEGER}
                    %s
                analysts: {ada: []}
                accounts: {all: {members: [ada], budget: {epsilon: 1, delta: 1e-6}}}
                """.formatted(file, format));
    }

    private static List<String> othersRows(SourceTable table) {
        List<String> rows = new ArrayList<>();
        DuckDbSettings settings = new DuckDbSettings(256, 1, message -> {});
        try (EmbeddedDuckDb database = EmbeddedDuckDb.open(List.of(table), settings)) {
            database.rows(
                    "SELECT pid || ' ' || v FROM t WHERE regexp_full_match(pid, 'p[0-9]+') ORDER BY 1",
                    row -> rows.add(row.getString(1)));
        }
        return rows;
    }
}
