package io.tacit.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.ResultType;
import io.tacit.engine.session.Answer;
import io.tacit.engine.session.AnswerColumn;
import io.tacit.engine.session.AnswerRow;
import io.tacit.engine.session.ConfidenceInterval;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** Every kind of value, noisy and not, with an interval and without, is the same in all formats, as DuckDB writes it. */
@NullUnmarked
class FormatsAgreeTest {
    /** A value, what it is as a text, and how much an end of its interval is away. */
    private record Sampled(ColumnType type, Object value, String text) {}

    private static final List<Sampled> VALUES = List.of(
            new Sampled(ColumnType.BOOLEAN, true, "true"),
            new Sampled(ColumnType.INTEGER, -7, "-7"),
            new Sampled(ColumnType.BIGINT, 9_007_199_254_740_993L, "9007199254740993"),
            new Sampled(
                    ColumnType.decimal(30, 3), new BigDecimal("12345678901234567890.120"), "12345678901234567890.120"),
            new Sampled(ColumnType.decimal(9, 2), new BigDecimal("1E+3"), "1000"),
            new Sampled(ColumnType.DOUBLE, 0.1, "0.1"),
            new Sampled(ColumnType.DOUBLE, 123_456_789.0, "123456789"),
            new Sampled(ColumnType.DOUBLE, -0.000012, "-1.2E-5"),
            new Sampled(ColumnType.DOUBLE, Double.NaN, "NaN"),
            new Sampled(ColumnType.DOUBLE, Double.NEGATIVE_INFINITY, "-Infinity"),
            new Sampled(ColumnType.VARCHAR, "", ""),
            new Sampled(ColumnType.VARCHAR, "NULL", "NULL"),
            new Sampled(ColumnType.VARCHAR, " a, \"b\"\r\n'c'|d ", " a, \"b\"\r\n'c'|d "),
            new Sampled(ColumnType.VARCHAR, "a\rb", "a\rb"),
            new Sampled(ColumnType.VARCHAR, "a\nb", "a\nb"),
            new Sampled(ColumnType.VARCHAR, "a,b", "a,b"),
            new Sampled(ColumnType.VARCHAR, "a\"b", "a\"b"),
            new Sampled(ColumnType.VARCHAR, "漢é <img src=x>\\", "漢é <img src=x>\\"),
            new Sampled(ColumnType.DATE, LocalDate.of(1969, 2, 3), "1969-02-03"),
            new Sampled(ColumnType.TIME, LocalTime.of(7, 8, 9, 100_000_000), "07:08:09.1"),
            new Sampled(ColumnType.TIMESTAMP, LocalDateTime.of(1969, 2, 3, 0, 0), "1969-02-03 00:00:00"));

    /** Ends of an interval around a value, as its type tells them: low, high. */
    private static Map.Entry<ConfidenceInterval, List<String>> interval(Object value) {
        if (value instanceof LocalDate) {
            return Map.entry(new ConfidenceInterval(-400, 12), List.of("1968-11-27", "1970-01-13"));
        }
        if (value instanceof LocalDateTime) {
            return Map.entry(
                    new ConfidenceInterval(-86_400_000_000.0, 1_500_000.0),
                    List.of("1969-12-31 00:00:00", "1970-01-01 00:00:01.5"));
        }
        return Map.entry(new ConfidenceInterval(-12.5, 33), List.of("-12.5", "33"));
    }

    /** One column for each value: plain; noisy without an interval; noisy with one; and NULL. */
    private static Answer answer() {
        List<AnswerColumn> columns = new ArrayList<>();
        List<Object> values = new ArrayList<>();
        List<ConfidenceInterval> intervals = new ArrayList<>();
        for (Sampled each : VALUES) {
            for (int way = 0; way < 4; way++) {
                columns.add(new AnswerColumn("c" + columns.size(), each.type(), way > 0 && way < 3));
                values.add(way == 3 ? null : each.value());
                intervals.add(way == 2 ? interval(each.value()).getKey() : null);
            }
        }
        columns.add(new AnswerColumn("all", new ResultType(ColumnType.DOUBLE, true), false));
        values.add(Arrays.asList(1.5, null, 2.0));
        intervals.add(null);
        return new Answer(columns, List.of(new AnswerRow(values, intervals)), List.of(), "1", "1e-8", 0.95);
    }

    /** RFC 4180, and which fields had quotes: rows of fields, none for an empty one without. */
    private static List<List<String>> csv(String text) {
        List<List<String>> rows = new ArrayList<>();
        List<String> row = new ArrayList<>();
        int at = 0;
        while (at < text.length()) {
            StringBuilder field = new StringBuilder();
            boolean quoted = text.charAt(at) == '"';
            if (quoted) {
                at++;
                while (text.charAt(at) != '"' || text.startsWith("\"\"", at)) {
                    at += text.charAt(at) == '"' ? 1 : 0;
                    field.append(text.charAt(at++));
                }
                at++;
            } else {
                while (text.charAt(at) != ',' && text.charAt(at) != '\r') {
                    field.append(text.charAt(at++));
                }
            }
            row.add(quoted || field.length() > 0 ? field.toString() : null);
            boolean ends = text.startsWith("\r\n", at);
            assertThat(ends || text.charAt(at) == ',').as(text.substring(at)).isTrue();
            at += ends ? 2 : 1;
            if (ends) {
                rows.add(row);
                row = new ArrayList<>();
            }
        }
        return rows;
    }

    @Test
    void csvHasEveryValueAndItsInterval() {
        List<List<String>> rows = csv(CsvText.of(answer()));
        List<String> names = new ArrayList<>();
        List<String> expected = new ArrayList<>();
        for (Sampled each : VALUES) {
            for (int way = 0; way < 4; way++) {
                String name = "c" + (VALUES.indexOf(each) * 4 + way);
                names.add(name);
                expected.add(way == 3 ? null : each.text());
                if (way == 1 || way == 2) {
                    names.addAll(List.of(name + "_low", name + "_high"));
                    expected.addAll(way == 2 ? interval(each.value()).getValue() : Collections.nCopies(2, null));
                }
            }
        }
        names.add("all");
        expected.add("[1.5, NULL, 2]");
        assertThat(rows).containsExactly(names, expected);
    }

    @Test
    void jsonHasEveryValueAndItsInterval() throws IOException {
        JsonNode json = new ObjectMapper()
                .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .readTree(JsonText.of(answer()));
        for (int i = 0; i < VALUES.size(); i++) {
            Sampled each = VALUES.get(i);
            for (int way = 0; way < 4; way++) {
                JsonNode cell = json.at("/rows/0/" + (4 * i + way));
                boolean noisy = way == 1 || way == 2;
                assertThat(json.at("/columns/" + (4 * i + way) + "/noisy").asBoolean())
                        .isEqualTo(noisy);
                assertThat(json.at("/columns/" + (4 * i + way) + "/type").asText())
                        .isEqualTo(each.type().sql());
                same(noisy ? cell.get("value") : cell, way == 3 ? null : each.text(), each.value());
                if (noisy) {
                    JsonNode interval = cell.get("interval");
                    assertThat(interval.isNull()).isEqualTo(way == 1);
                    for (int end = 0; way == 2 && end < 2; end++) {
                        same(
                                interval.get(end),
                                interval(each.value()).getValue().get(end),
                                1.5);
                    }
                }
            }
        }
        assertThat(json.at("/rows/0/" + 4 * VALUES.size()).toString()).isEqualTo("[1.5,null,2]");
    }

    /** Numbers are numbers, truth is truth, the rest is text. */
    private static void same(JsonNode node, String text, Object value) {
        if (text == null) {
            assertThat(node.isNull()).isTrue();
        } else if (text.matches("-?[0-9.]+(E-?[0-9]+)?") && value instanceof Number) {
            assertThat(node.isNumber()).as(text).isTrue();
            assertThat(node.decimalValue()).isEqualByComparingTo(new BigDecimal(text));
        } else {
            assertThat(node.isBoolean()).isEqualTo(value instanceof Boolean);
            assertThat(node.asText()).isEqualTo(text);
        }
    }

    /** People read the same value everywhere; of a table no cell breaks a line or steers the terminal. */
    @Test
    void tablesAndPagesShowTheSameCells() {
        Answer answer = answer();
        AnswerRow row = answer.rows().get(0);
        String table = TableText.of(answer);
        String page = HtmlText.of(answer, "SELECT 1");
        String records = TableText.expanded(answer, 200);
        String markdown = MarkdownText.of(answer);
        assertThat(table.lines()).hasSize(3);
        assertThat(markdown.lines()).hasSize(3);
        for (int i = 0; i < answer.columns().size(); i++) {
            String cell = Cells.text(answer, row, i);
            assertThat(table).contains(cell);
            assertThat(records).contains(cell);
            assertThat(markdown)
                    .contains(cell.replace("\\", "\\\\").replace("|", "\\|").replace("<", "\\<"));
            assertThat(page)
                    .contains(">"
                            + cell.replace("<", "&lt;")
                                    .replace(">", "&gt;")
                                    .replace("\"", "&quot;")
                                    .replace("'", "&#39;")
                            + "<");
        }
    }

    @Test
    void aTimeWithAnIntervalIsWrittenAsOneWithout() {
        Answer answer = answer();
        for (int i = 0; i < VALUES.size(); i++) {
            if (VALUES.get(i).value() instanceof LocalDate || VALUES.get(i).value() instanceof LocalDateTime) {
                List<String> ends = interval(VALUES.get(i).value()).getValue();
                assertThat(Cells.text(answer, answer.rows().get(0), 4 * i + 2))
                        .isEqualTo(VALUES.get(i).text() + " [" + ends.get(0) + ", " + ends.get(1) + "]");
            }
        }
    }
}
