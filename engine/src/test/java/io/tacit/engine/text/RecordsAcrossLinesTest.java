package io.tacit.engine.text;

import static io.tacit.engine.text.TextSamples.fields;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.TextEncoding;
import io.tacit.engine.walk.Walk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Records that may span lines. Walked: all short texts of quotes, delimiters, line breaks and letters, against a regular
 * expression of RFC 4180; the limits of lines and bytes; divisions among threads; one person's records taken away.
 */
@Tag("walk")
class RecordsAcrossLinesTest {
    private static final int FIELDS = 3;
    private static final CsvFormat FORMAT = new CsvFormat(',', true, TextEncoding.UTF_8, true);
    private static final String FIELD = "(?:\"(?:[^\"]|\"\")*+\"|(?!\")[^,\\n]*?)";
    private static final Pattern RECORD =
            Pattern.compile("\\G(" + FIELD + "(?:," + FIELD + "){0," + (FIELDS - 1) + "})\\r?(?:\\n|\\z)");
    private static final Pattern LINE = Pattern.compile("\\G([^\\n]*?)\\r?(?:\\n|\\z)");

    @Test
    void allShortTextsAreReadAsTheExpressionSays() throws IOException {
        List<String> wrong = new ArrayList<>();
        for (String text : Walk.share("short", 6_000, texts("a,\"\n", 8))) {
            check(text, wrong);
        }
        for (String text : Walk.share("shortWithCr", 4_000, texts("a,\"\r\n", 7))) {
            check(text, wrong);
        }
        assertThat(wrong).isEmpty();
    }

    /** Longer ones, drawn. */
    @Test
    void longTextsAreReadAsTheExpressionSays() throws IOException {
        Random random = Walk.random("longTexts");
        List<String> parts = List.of("a", ",", "\"", "\"\"", "\n", "\r\n", "ä", "\",", ",\"", "\"\n", "\n\"", "\r");
        List<String> wrong = new ArrayList<>();
        for (int round = 0; round < Walk.times(200_000, 2_000); round++) {
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(40); i >= 0; i--) {
                text.append(parts.get(random.nextInt(parts.size())));
            }
            check(text.toString(), wrong);
        }
        assertThat(wrong).isEmpty();
    }

    private static void check(String text, List<String> wrong) throws IOException {
        List<List<String>> expected = expected(text);
        for (int most : new int[] {1, 1_000}) {
            List<List<String>> read = read(text.getBytes(UTF_8), most);
            if (!read.equals(expected)) {
                wrong.add(text.replace("\n", "⏎").replace("\r", "␍") + " gives " + read + ", not " + expected);
            }
        }
    }

    /** What stands in the text according to the expressions; a line at which no record begins is passed over. */
    private static List<List<String>> expected(String text) {
        List<List<String>> rows = new ArrayList<>();
        int at = 0;
        while (at < text.length()) {
            Matcher record = RECORD.matcher(text);
            Matcher line = LINE.matcher(text);
            boolean found = record.find(at);
            assertThat(line.find(at)).isTrue();
            if (found && !record.group(1).isEmpty()) {
                rows.add(values(record.group(1)));
            }
            at = found ? record.end() : line.end();
        }
        return rows;
    }

    private static List<String> values(String record) {
        List<String> values = new ArrayList<>();
        Matcher field = Pattern.compile("(" + FIELD + ")(?:,|\\z)").matcher(record);
        int at = 0;
        while (at <= record.length() && values.size() < FIELDS && field.find(at) && field.start() == at) {
            String raw = field.group(1);
            String text =
                    raw.startsWith("\"") ? raw.substring(1, raw.length() - 1).replace("\"\"", "\"") : raw;
            values.add(text.isEmpty() ? "∅" : text);
            at = field.end() == record.length() && !field.group().endsWith(",") ? record.length() + 1 : field.end();
        }
        while (values.size() < FIELDS) {
            values.add("∅");
        }
        return values;
    }

    private static List<List<String>> read(byte[] text, int most) throws IOException {
        CsvFields fields = new CsvFields(FORMAT, FIELDS);
        Lines lines = Lines.from(new ArrayBytes(text, most), 0, text.length, fields.recordEnd());
        return rows(lines, fields);
    }

    private static List<List<String>> rows(Lines lines, CsvFields fields) throws IOException {
        List<List<String>> rows = new ArrayList<>();
        while (lines.next()) {
            List<String> row = fields(fields, FIELDS, lines.bytes(), lines.lineStart(), lines.lineEnd());
            if (!row.isEmpty()) {
                rows.add(row);
            }
        }
        return rows;
    }

    private static List<String> texts(String alphabet, int longest) {
        List<String> texts = new ArrayList<>(List.of(""));
        for (int from = 0, length = 1; length <= longest; length++) {
            int to = texts.size();
            for (; from < to; from++) {
                for (char letter : alphabet.toCharArray()) {
                    texts.add(texts.get(from) + letter);
                }
            }
        }
        return texts;
    }

    /** The longest record is read; of one line or byte more the first line alone is passed over. */
    @Test
    void limitsOfLinesAndBytesAreKept() throws IOException {
        for (String lineBreak : List.of("\n", "\r\n")) {
            for (int lines = RecordEnd.MAX_LINES - 2; lines <= RecordEnd.MAX_LINES + 2; lines++) {
                String value = "x" + (lineBreak + "y").repeat(lines - 1);
                List<List<String>> read = read(("1,\"" + value + "\"" + lineBreak + "2,z\n").getBytes(UTF_8), 50_000);
                if (lines <= RecordEnd.MAX_LINES) {
                    assertThat(read).containsExactly(List.of("1", value, "∅"), List.of("2", "z", "∅"));
                } else {
                    // The last line of it ends with a quote of its own.
                    assertThat(read).hasSize(lines).last().isEqualTo(List.of("2", "z", "∅"));
                }
            }
            for (int bytes = Lines.MAX_BYTES - 2; bytes <= Lines.MAX_BYTES + 2; bytes++) {
                for (int second : new int[] {1, 70_000, bytes / 2}) {
                    int rest = bytes - 4 - second - lineBreak.length();
                    String value = "x".repeat(rest) + lineBreak + "y".repeat(second);
                    List<List<String>> read =
                            read(("1,\"" + value + "\"" + lineBreak + "2,z\n").getBytes(UTF_8), 99_999);
                    List<String> whole = List.of("1", value, "∅");
                    List<String> tail = List.of("y".repeat(second) + "\"", "∅", "∅");
                    assertThat(read.size()).isEqualTo(2);
                    assertThat(read.get(0).equals(bytes <= Lines.MAX_BYTES ? whole : tail))
                            .as("%s", bytes)
                            .isTrue();
                    assertThat(read.get(1)).isEqualTo(List.of("2", "z", "∅"));
                }
            }
        }
    }

    /** However long the stretches are and however many threads take them. */
    @Test
    void threadsReadTheSameRecords() throws Exception {
        Random random = Walk.random("threadsReadTheSame");
        List<String> parts =
                List.of("a", ",", "\"a\n,b\"", "\"\"", "\n", "\r\n", "\",", "\n1,\"", "\"\n", "2,x\n2,y\n");
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            for (int round = 0; round < Walk.times(2_000, 60); round++) {
                StringBuilder text = new StringBuilder();
                for (int i = random.nextInt(400); i >= 0; i--) {
                    text.append(parts.get(random.nextInt(parts.size())));
                }
                byte[] bytes = text.toString().getBytes(UTF_8);
                List<List<String>> whole = sorted(read(bytes, 1 + random.nextInt(90)));
                int length = 1 + random.nextInt(100);
                assertThat(sorted(divided(bytes, length, 1 + round % 4, threads)))
                        .as("round %s, stretches of %s", round, length)
                        .isEqualTo(whole);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static List<List<String>> divided(byte[] bytes, int length, int count, ExecutorService threads)
            throws Exception {
        TextRows rows = new TextRows(
                Path.of("none"), TextEncoding.UTF_8, false, Long.MAX_VALUE, () -> new CsvFields(FORMAT, FIELDS));
        Stretches stretches = Stretches.ofLength(rows, new ArrayBytes(bytes, 37), 0, bytes.length, length);
        List<Future<List<List<String>>>> parts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            parts.add(threads.submit(() -> {
                List<List<String>> mine = new ArrayList<>();
                for (Lines lines = stretches.next(); lines != null; lines = stretches.next()) {
                    mine.addAll(rows(lines, new CsvFields(FORMAT, FIELDS)));
                }
                return mine;
            }));
        }
        List<List<String>> all = new ArrayList<>();
        for (Future<List<List<String>>> part : parts) {
            all.addAll(part.get());
        }
        return all;
    }

    private static List<List<String>> sorted(List<List<String>> rows) {
        List<List<String>> sorted = new ArrayList<>(rows);
        sorted.sort((one, other) -> one.toString().compareTo(other.toString()));
        return sorted;
    }

    /** Where all quotes are closed, whoever comes or goes changes nobody else's records. */
    @Test
    void wellFormedRecordsAreReadAsIfEachStoodAlone() throws IOException {
        Random random = Walk.random("wellFormed");
        List<String> pieces = List.of("a", ",", "\"\"", "\n", "\r\n", "1,2\n", "ä", "\n\n", " ", "\"\",\"\"\n");
        for (int round = 0; round < Walk.times(3_000, 200); round++) {
            List<String> records = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                records.add(record(i, pieces, random));
            }
            Collections.shuffle(records, random);
            List<List<String>> alone = new ArrayList<>();
            for (String record : records) {
                List<List<String>> one = read(record.getBytes(UTF_8), 1_000);
                assertThat(one).as(record).hasSize(1);
                alone.addAll(one);
            }
            assertThat(read(String.join("", records).getBytes(UTF_8), 1 + random.nextInt(60)))
                    .as("round %s", round)
                    .isEqualTo(alone);
        }
    }

    private static String record(int person, List<String> pieces, Random random) {
        StringBuilder value = new StringBuilder();
        for (int i = random.nextInt(8); i > 0; i--) {
            value.append(pieces.get(random.nextInt(pieces.size())));
        }
        return person + ",\"" + value + "\"" + (random.nextBoolean() ? ",5\" wide" : "")
                + (random.nextBoolean() ? "\n" : "\r\n");
    }

    /** A quote that is not closed takes nobody's line with it, unless one stands before a delimiter or a line's end there. */
    @Test
    void anOpenQuoteTakesOnlyWhatLooksLikeItsEnd() throws IOException {
        String others = "1,a,b\n2,\"x,y\",\"\"\n3,\"he said \"\"no\"\"\",c\n4,\"two\nlines\",d\n";
        List<List<String>> expected = read(others.getBytes(UTF_8), 1_000);
        assertThat(expected).hasSize(4);
        for (String damaged :
                List.of("9,\"open,x\n", "9,\"\n", "\"9\n", "9,\"a\"b,c\n", "9,x,\"open\n", "9,\"\"\"\n")) {
            assertThat(read((damaged + others).getBytes(UTF_8), 1_000))
                    .as(damaged)
                    .isEqualTo(expected);
            assertThat(read((others + damaged).getBytes(UTF_8), 1_000))
                    .as(damaged)
                    .isEqualTo(expected);
        }
        // The value of the person 4 begins with a comma: what is open before it ends there.
        assertThat(read("9,\"open\n1,a,b\n4,\", two\"\n5,c\n".getBytes(UTF_8), 1_000))
                .containsExactly(List.of("9", "open\n1,a,b\n4,", " two\""), List.of("5", "c", "∅"));
    }
}
