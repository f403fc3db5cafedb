package io.tacit.engine.backend.duckdb;

import static io.tacit.engine.backend.duckdb.BackendFixture.COMMAS;
import static io.tacit.engine.backend.duckdb.BackendFixture.column;
import static io.tacit.engine.backend.duckdb.BackendFixture.rows;
import static io.tacit.engine.backend.duckdb.BackendFixture.settings;
import static io.tacit.engine.backend.duckdb.BackendFixture.table;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.walk.Walk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Attacks 29 and 38: whatever one person's line holds and wherever it stands, everybody else's rows stay the same. */
@Tag("walk")
class BadLinesTest {
    private static final int PEOPLE = 500;
    private static final String OTHERS = "SELECT CAST(id AS VARCHAR), CAST(count(*) AS HUGEINT),"
            + " CAST(sum(x) AS HUGEINT), CAST(sum(hash(name)) AS HUGEINT) FROM t"
            + " WHERE id BETWEEN 1 AND " + PEOPLE + " GROUP BY id";
    private static final List<String> BAD_LINES = List.of(
            "4217,\"unclosed,3",
            "4217,un\"closed,3",
            "4217,\"a\"b,3",
            "4217,a,\"",
            "4217," + "x".repeat(300_000) + ",3",
            "4217," + "x".repeat(1_500_000) + ",3",
            "4217,\u00ff\u00fe\u00c3,3",
            "4217,3,\u00e2",
            "4217,a\u0000b,3",
            "4217,a,b,c,d,e",
            "4217" + ",".repeat(200_000),
            "4217",
            "4217,a\rb,3",
            "4217,a,3\r",
            "4217,a\r\r\r",
            "\r4217,a,3",
            "",
            "   ",
            "4217,a\\,3",
            "#4217,a,3",
            "abc,a,1e400",
            "99999999999999999999,a,zz",
            "\u00ef\u00bb\u00bf4217,a,3",
            "4217,\"a\n,b\",3");

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r\n"})
    void attack38BadLinesChangeNobodyElseInCsv(String lineBreak) throws IOException {
        List<String> expected = csv(lineBreak, -1, "");
        assertThat(expected).hasSize(PEOPLE);
        for (String bad : Walk.part(3, BAD_LINES)) {
            for (int place : new int[] {0, PEOPLE / 2, PEOPLE}) {
                assertThat(csv(lineBreak, place, bad)).as(shown(bad, place)).isEqualTo(expected);
            }
        }
    }

    @Test
    void attack38BadLinesChangeNobodyElseInJson() throws IOException {
        List<String> bad = List.of(
                "{\"id\": 4217, \"name\": \"unclosed, \"x\": 3}",
                "{\"id\": 4217, \"name\": \"unclosed",
                "{\"id\": 4217",
                "[{\"id\": 4217, \"name\": [[[[",
                "]",
                "{\"id\": 4217, \"name\": \"" + "x".repeat(2_000_000) + "\"}",
                "{\"id\": 4217, \"name\": \"\u00ff\", \"x\": 1}",
                "{\"id\": [1, 2], \"x\": {\"id\": 5}}",
                "{\"id\": \"abc\", \"x\": 1e999, \"more\": 1}",
                "{\"id\": 4217, \"x\": " + "9".repeat(5_000) + "}",
                "null",
                "\u0000");
        List<String> expected = json(-1, "");
        assertThat(expected).hasSize(PEOPLE);
        for (String line : Walk.part(3, bad)) {
            for (int place : new int[] {0, PEOPLE / 2, PEOPLE}) {
                assertThat(json(place, line)).as(shown(line, place)).isEqualTo(expected);
            }
        }
    }

    @Test
    void attack29IntegersDoNotDependOnOrderThreadsOrDivision() throws IOException {
        StringBuilder forwards = new StringBuilder("id,name,x\n");
        StringBuilder backwards = new StringBuilder("id,name,x\n");
        int lines = 450_000;
        for (int i = 0; i < lines; i++) {
            forwards.append(line(i % PEOPLE + 1)).append('\n');
            backwards.append(line((lines - 1 - i) % PEOPLE + 1)).append('\n');
        }
        Path one = Files.writeString(folder.resolve("forwards.csv"), forwards);
        Path other = Files.writeString(folder.resolve("backwards.csv"), backwards);
        assertThat(Files.size(one)).isGreaterThan(1 << 22);
        List<String> expected = read(new Source.Csv(one, COMMAS), 1);
        assertThat(expected).hasSize(PEOPLE);
        assertThat(read(new Source.Csv(one, COMMAS), 4)).isEqualTo(expected);
        assertThat(read(new Source.Csv(other, COMMAS), 4)).isEqualTo(expected);
    }

    private List<String> csv(String lineBreak, int place, String bad) throws IOException {
        StringBuilder text = new StringBuilder("id,name,x").append(lineBreak);
        for (int i = 0; i <= PEOPLE; i++) {
            if (i == place) {
                text.append(bad).append(i == PEOPLE ? "" : lineBreak);
            }
            if (i < PEOPLE) {
                text.append(line(i + 1)).append(lineBreak);
            }
        }
        return read(new Source.Csv(Files.write(folder.resolve("t.csv"), latin(text)), COMMAS), 2);
    }

    private List<String> json(int place, String bad) throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i <= PEOPLE; i++) {
            if (i == place) {
                text.append(bad).append('\n');
            }
            if (i < PEOPLE) {
                text.append(String.format(
                        Locale.ROOT, "{\"id\": %d, \"name\": \"n%d\", \"x\": %d}%n", i + 1, i + 1, 2 * i + 2));
            }
        }
        return read(new Source.Json(Files.write(folder.resolve("t.json"), latin(text))), 2);
    }

    private static List<String> read(Source source, int threads) {
        try (DuckDbBackend backend = DuckDbBackend.open(
                List.of(table(
                        "t",
                        source,
                        column("id", ColumnType.BIGINT),
                        column("name", ColumnType.VARCHAR),
                        column("x", ColumnType.INTEGER))),
                settings(threads))) {
            return rows(backend, OTHERS, 1, 3);
        }
    }

    private static String line(int person) {
        return person + ",n" + person + "," + 2 * person;
    }

    /** So that the bad lines can hold any byte. */
    private static byte[] latin(CharSequence text) {
        return text.toString().getBytes(ISO_8859_1);
    }

    private static String shown(String bad, int place) {
        return bad.substring(0, Math.min(bad.length(), 40)) + " at " + place;
    }
}
