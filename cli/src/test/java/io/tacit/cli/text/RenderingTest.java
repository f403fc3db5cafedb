package io.tacit.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Position;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.session.AnswerColumn;
import io.tacit.engine.session.ConfidenceInterval;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

@NullUnmarked
class RenderingTest {
    @Test
    void tableAlignsNumbersAndErrors() {
        assertThat(TableText.of(Sample.mixed())).isEqualTo("""
             place      │       n │         spend, "net" │               total
            ────────────┼─────────┼──────────────────────┼─────────────────────
             a|b        │ 348 ± 6 │ 15.93 [15.21, 16.33] │ 1,230,000 ± 130,000
             x  [31m"y" │   7 ± 6 │                 NULL │                0.50
            """);
    }

    @Test
    void rowsStandAloneWhereTheTableDoesNotFit() {
        int width = 67;
        assertThat(TableText.of(Sample.mixed(), width)).isEqualTo(TableText.of(Sample.mixed()));
        assertThat(TableText.of(Sample.mixed(), Integer.MAX_VALUE)).isEqualTo(TableText.of(Sample.mixed()));
        assertThat(TableText.of(Sample.mixed(), width - 1)).isEqualTo("""
            ── row 1 of 2
             place        │ a|b
             n            │ 348 ± 6
             spend, "net" │ 15.93 [15.21, 16.33]
             total        │ 1,230,000 ± 130,000
            ── row 2 of 2
             place        │ x  [31m"y"
             n            │ 7 ± 6
             spend, "net" │ NULL
             total        │ 0.50
            """);
    }

    @Test
    void theTextNullIsNotNull() {
        assertThat(TableText.of(Sample.answer(
                        List.of(new AnswerColumn("a", ColumnType.VARCHAR, false)),
                        Sample.row(Arrays.asList("NULL"), Arrays.asList((ConfidenceInterval) null)),
                        Sample.row(Arrays.asList((Object) null), Arrays.asList((ConfidenceInterval) null)))))
                .isEqualTo(" a\n────────\n \"NULL\"\n NULL\n");
    }

    @Test
    void csvHasBoundsBesideNoisyColumns() {
        assertThat(CsvText.of(Sample.mixed()))
                .isEqualTo("place,n,n_low,n_high,\"spend, \"\"net\"\"\",\"spend, \"\"net\"\"_low\",\"spend,"
                        + " \"\"net\"\"_high\",total,total_low,total_high\r\n"
                        + "a|b,348,342,354,15.93456,15.21,16.33,1234567.89,1111110.89,1358024.89\r\n"
                        + "\"x\n"
                        + "\u001b[31m\"\"y\"\"\",7,1,13,,,,0.50,,\r\n");
    }

    @Test
    void csvTellsEmptyTextFromNull() {
        assertThat(CsvText.of(Sample.answer(
                        List.of(
                                new AnswerColumn("a", ColumnType.VARCHAR, false),
                                new AnswerColumn("b", ColumnType.VARCHAR, false)),
                        Sample.row(Arrays.asList("", null), Arrays.asList(null, null)))))
                .isEqualTo("a,b\r\n\"\",\r\n");
    }

    @Test
    void markdownEscapesBars() {
        assertThat(MarkdownText.of(Sample.mixed())).isEqualTo("""
            | place | n | spend, "net" | total |
            |---|---:|---:|---:|
            | a\\|b | 348 ± 6 | 15.93 [15.21, 16.33] | 1,230,000 ± 130,000 |
            | x  [31m"y" | 7 ± 6 | NULL | 0.50 |
            """);
    }

    @Test
    void jsonIsWholeAndExact() throws IOException {
        JsonNode json = new ObjectMapper().readTree(JsonText.of(Sample.mixed()));
        assertThat(json.at("/spent/delta").decimalValue()).isEqualByComparingTo("1e-8");
        assertThat(json.at("/columns/3/type").asText()).isEqualTo("DECIMAL(12,2)");
        assertThat(json.at("/rows/0/0").asText()).isEqualTo("a|b");
        assertThat(json.at("/rows/0/1/value").asLong()).isEqualTo(348);
        assertThat(json.at("/rows/0/1/interval/1").asDouble()).isEqualTo(354);
        assertThat(json.at("/rows/0/2/value").asDouble()).isEqualTo(15.93456);
        assertThat(json.at("/rows/1/0").asText()).isEqualTo("x\n\u001b[31m\"y\"");
        assertThat(json.at("/rows/1/2/value").isNull()).isTrue();
        assertThat(json.at("/rows/1/2/interval").isNull()).isTrue();
    }

    @Test
    void numbersShowTwoDigitsOfTheirError() {
        assertThat(Numbers.withInterval(348L, new ConfidenceInterval(342, 354))).isEqualTo("348 ± 6");
        assertThat(Numbers.withInterval(15.87, new ConfidenceInterval(15.17, 16.57)))
                .isEqualTo("15.87 ± 0.70");
        assertThat(Numbers.withInterval(0.0523456, new ConfidenceInterval(0.0513456, 0.0533456)))
                .isEqualTo("0.0523 ± 0.0011");
        assertThat(Numbers.withInterval(13760846.2, new ConfidenceInterval(13132595.2, 14389097.2)))
                .isEqualTo("13,760,000 ± 630,000");
        assertThat(Numbers.withInterval(new BigDecimal("5.25"), new ConfidenceInterval(5.25, 5.25)))
                .isEqualTo("5.25 ± 0.00");
        assertThat(Numbers.withInterval(
                        9007199254740993L, new ConfidenceInterval(9007199254740990.0, 9007199254740996.0)))
                .startsWith("9,007,199,254,740,993 ");
        assertThat(Numbers.withInterval(Double.NaN, new ConfidenceInterval(0, 1)))
                .isEqualTo("NaN");
    }

    @Test
    void shownErrorsAreNeverTooSmall() {
        assertThat(Numbers.withInterval(1000.0, new ConfidenceInterval(898.9, 1101.1)))
                .isEqualTo("1,000 ± 110");
        assertThat(Numbers.withInterval(10.0, new ConfidenceInterval(9.949, 10.6)))
                .isEqualTo("10.00 [9.94, 10.60]");
    }

    /** Of a mean that may be anything between its bounds, nothing is known. */
    @Test
    void aValueOfWhichNothingIsKnownIsUnknown() {
        assertThat(TableText.of(Sample.mean(4.0, new ConfidenceInterval(0, 105_000))))
                .contains("unknown [0, 105,000]");
        assertThat(TableText.of(Sample.mean(52_500.0, new ConfidenceInterval(0, 105_000))))
                .contains("unknown [0, 105,000]");
        assertThat(TableText.of(Sample.mean(52_500.0, new ConfidenceInterval(4_000, 104_000))))
                .doesNotContain("unknown");
    }

    /** An interval that leaves out any possible value, above or below, tells something; rounding alone leaves nothing out. */
    @Test
    void whatIsKnownOnOneSideIsShown() {
        for (double low : new double[] {-5, 0, 0.00009, 1, 70_000}) {
            for (double high : new double[] {200_000, 105_000, 104_999.9999, 104_998, 80_000}) {
                boolean unknown = low <= 0.0001 && high >= 104_999.9998;
                String shown = TableText.of(Sample.mean(75_000.0, new ConfidenceInterval(low, high)));
                assertThat(shown.contains("unknown")).as("%s to %s", low, high).isEqualTo(unknown);
            }
        }
    }

    @Test
    void linesEndWhereTheTerminalDoes() {
        String text = "At most 5 groups per person; groups of few people do not appear.\n  short\n";
        assertThat(Wrap.at(text, 200)).isEqualTo(text);
        assertThat(Wrap.at(text, Integer.MAX_VALUE)).isEqualTo(text);
        assertThat(Wrap.at(text, 40).lines())
                .containsExactly("At most 5 groups per person; groups of", "few people do not appear.", "  short");
        assertThat(Wrap.at("  " + text, 40).lines()).allMatch(line -> line.startsWith("  ") && line.length() <= 40);
        assertThat(Wrap.at("x".repeat(50) + " y", 40).lines()).containsExactly("x".repeat(50), "y");
    }

    @Test
    void aSignStaysWithItsNumber() {
        for (int columns = 30; columns < 60; columns++) {
            assertThat(Wrap.at(
                                    "It would have ± 1,234 instead of ± 5,678, and about 12 % of all at (ε 1, δ 1e-8)"
                                            + " spent",
                                    columns)
                            .lines())
                    .noneMatch(line -> line.matches(".*[±εδ]") || line.startsWith("%"));
        }
    }

    @Test
    void timesAreWrittenAsDuckDbWritesThem() {
        assertThat(PlainText.of(LocalDateTime.of(2010, 12, 1, 0, 0))).isEqualTo("2010-12-01 00:00:00");
        assertThat(PlainText.of(LocalDateTime.of(2010, 12, 1, 7, 8, 9, 120_000_000)))
                .isEqualTo("2010-12-01 07:08:09.12");
        assertThat(PlainText.of(LocalTime.of(7, 8))).isEqualTo("07:08:00");
        assertThat(PlainText.of(LocalDate.of(2010, 12, 1))).isEqualTo("2010-12-01");
    }

    @Test
    void plainNumbersAreShort() {
        assertThat(Numbers.plain(1.0 / 3)).isEqualTo("0.333333");
        assertThat(Numbers.plain(1234567.0)).isEqualTo("1234570");
        assertThat(Numbers.plain(Double.NEGATIVE_INFINITY)).isEqualTo("-Infinity");
        assertThat(Numbers.plain(new BigDecimal("1E+3"))).isEqualTo("1000");
    }

    @Test
    void namesCannotSteerTheTerminal() {
        String text = TableText.of(Sample.answer(
                List.of(new AnswerColumn("a\u001b[2J\u202e\u0085", ColumnType.VARCHAR, false)),
                Sample.row(Arrays.asList("漢"), Arrays.asList((ConfidenceInterval) null))));
        assertThat(text).doesNotContain("\u001b").doesNotContain("\u202e").doesNotContain("\u0085");
        assertThat(Width.of("漢")).isEqualTo(2);
    }

    @Test
    void refusalsMarkTheirPlace() {
        StringWriter text = new StringWriter();
        PrintWriter out = new PrintWriter(text);
        RefusalText.print(
                out,
                new Refusal(ErrorCode.SYNTAX, new Position(2, 8), "Wrong.", "Do it right."),
                "SELECT 1\nFROM\t漢 x WHERE");
        out.flush();
        assertThat(text.toString().lines().toList())
                .containsExactly(
                        "TCT-S01 (42601) at 2:8: Wrong.", "Do it right.", "", "  FROM 漢 x WHERE", "          ^");
    }

    @Test
    void ofLongLinesWhatIsLeftOutIsSeen() {
        StringWriter text = new StringWriter();
        PrintWriter out = new PrintWriter(text);
        String line = "a".repeat(150) + "b" + "c".repeat(150);
        RefusalText.print(out, new Refusal(ErrorCode.SYNTAX, new Position(1, 151), "Wrong.", ""), line);
        out.flush();
        List<String> lines = text.toString().lines().toList();
        String shown = lines.get(lines.size() - 2);
        String mark = lines.get(lines.size() - 1);
        assertThat(shown).startsWith("  …a").endsWith("c…");
        assertThat(shown.charAt(mark.indexOf('^'))).isEqualTo('b');
    }

    @Test
    void refusalsBeyondTheTextAreStillTold() {
        StringWriter text = new StringWriter();
        PrintWriter out = new PrintWriter(text);
        RefusalText.print(out, new Refusal(ErrorCode.SYNTAX, new Position(9, 1), "Wrong.", ""), "SELECT 1");
        RefusalText.print(out, new Refusal(ErrorCode.SYNTAX, new Position(1, 999), "Wrong.", ""), "x".repeat(300));
        out.flush();
        assertThat(text.toString()).contains("TCT-S01").endsWith("^" + System.lineSeparator());
    }
}
