package io.tacit.cli.text;

import static io.tacit.cli.text.ChartMarks.all;
import static io.tacit.cli.text.ChartMarks.counts;
import static io.tacit.cli.text.ChartMarks.number;
import static io.tacit.cli.text.ChartMarks.page;
import static io.tacit.cli.text.ChartMarks.whiskers;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.ledger.LedgerEntry;
import io.tacit.engine.session.Answer;
import io.tacit.engine.session.AnswerColumn;
import io.tacit.engine.session.AnswerRow;
import io.tacit.engine.session.ConfidenceInterval;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** Pictures of answers: every number is where it belongs, with its interval. */
@NullUnmarked
class ChartsTest {
    private static Answer areas(Object... keys) {
        return counts(new AnswerColumn("area", ColumnType.VARCHAR, false), keys);
    }

    @Test
    void aPageNeedsNothingElseAndSaysWhatWasAsked() throws Exception {
        String html = HtmlText.of(
                areas("north", "<script>alert('x')</script>"), "SELECT area, COUNT(*) AS n\nFROM t WHERE x < 3");
        assertThat(html)
                .contains("WHERE x &lt; 3", "2 rows. Nothing", "How to read it", "95 of 100", "&lt;script&gt;alert(")
                .doesNotContain("<script", "<link", "src=", "href=", " s\n");
        Document page = page(html);
        assertThat(all(page, "td")).hasSize(4);
        assertThat(all(page, "svg")).hasSize(1);
    }

    @Test
    void barsAndWhiskersAreProportional() throws Exception {
        Document page = page(HtmlText.of(areas("a", "b", "c"), "q"));
        List<Element> bars = all(page, "rect");
        double unit = number(bars.get(0), "width");
        assertThat(number(bars.get(1), "width")).isCloseTo(2 * unit, within(0.2));
        assertThat(number(bars.get(2), "width")).isCloseTo(3 * unit, within(0.3));
        // Three lines for each interval: its length, and a stroke at each end.
        List<Element> whiskers = whiskers(page);
        assertThat(whiskers).hasSize(9);
        assertThat(number(whiskers.get(0), "x2") - number(whiskers.get(0), "x1"))
                .isCloseTo(0.4 * unit, within(0.2));
    }

    @Test
    void aTerminalShowsBarsWithWhiskers() {
        List<String> lines = ChartText.of(areas("north", "救急科"), 80).lines().toList();
        assertThat(lines.get(1)).isEqualTo(" n");
        assertThat(lines.get(2)).matches(" north  │█+├─+┼─+┤ +100 ± 20");
        assertThat(lines.get(3)).matches(" 救急科 │█+├─+┼─+┤ 200 ± 20");
        assertThat(lines.get(3).indexOf('┼')).isGreaterThan(lines.get(2).indexOf('┼'));
    }

    /** A number at, below or above zero has its interval and its own place in it. */
    @Test
    void everyNumberHasItsIntervalOnATerminal() {
        for (double value : new double[] {-40, -5, 0, 5, 40}) {
            for (double reach : new double[] {0, 30}) {
                Answer answer = Sample.answer(
                        List.of(
                                new AnswerColumn("k", ColumnType.VARCHAR, false),
                                new AnswerColumn("v", ColumnType.DOUBLE, true)),
                        Sample.row(
                                Arrays.asList("one", value),
                                Arrays.asList(null, new ConfidenceInterval(value - reach, value + reach))),
                        Sample.row(Arrays.asList("wide", 0.0), Arrays.asList(null, new ConfidenceInterval(-100, 100))));
                List<String> lines = ChartText.of(answer, 80).lines().toList();
                assertThat(lines.get(3)).contains("├", "┼", "┤");
                for (String sign : List.of("├", "┼", "┤")) {
                    assertThat(lines.get(2).contains(sign))
                            .as("%s ± %s", value, reach)
                            .isEqualTo(reach > 0);
                }
            }
        }
    }

    @Test
    void negativeUnknownAndMissingNumbersAreDrawnOrLeftOut() throws Exception {
        Answer answer = Sample.answer(
                List.of(
                        new AnswerColumn("k", ColumnType.VARCHAR, false),
                        new AnswerColumn("v", ColumnType.DOUBLE, true)),
                Sample.row(Arrays.asList("minus", -5.0), Arrays.asList(null, new ConfidenceInterval(-8, -2))),
                Sample.row(Arrays.asList("none", null), Arrays.asList(null, null)),
                Sample.row(Arrays.asList("zero", 0.0), Arrays.asList(null, null)),
                Sample.row(Arrays.asList("endless", Double.POSITIVE_INFINITY), Arrays.asList(null, null)),
                Sample.row(Arrays.asList("plus", 5.0), Arrays.asList(null, null)));
        assertThat(all(page(HtmlText.of(answer, "q")), "rect")).hasSize(3);
        assertThat(ChartText.of(answer, 60).lines().filter(line -> line.contains("│")))
                .hasSize(3);
        assertThat(ChartText.of(Sample.answer(List.of(new AnswerColumn("k", ColumnType.VARCHAR, false))), 60))
                .contains("nothing to draw");
    }

    @Test
    void manyRowsAreDrawnInPart() {
        for (int rows : new int[] {59, 60, 61, 119, 121}) {
            Object[] some = IntStream.range(0, rows).mapToObj(i -> "k" + i).toArray();
            assertThat(ChartText.of(areas(some), 80).contains("rows are drawn"))
                    .as("%s rows", rows)
                    .isEqualTo(rows > 60);
            assertThat(HtmlText.of(areas(some), "q").contains("rows are drawn"))
                    .as("%s rows", rows)
                    .isEqualTo(rows > 60);
        }
        Object[] keys = IntStream.range(0, 200).mapToObj(i -> "k" + i).toArray();
        assertThat(ChartText.of(areas(keys), 80)).contains("The first 60 rows are drawn");
        assertThat(HtmlText.of(areas(keys), "q")).contains("The first 60 rows are drawn", "k199");
    }

    /** Every bar reaches from the axis to its value, to the left below zero, and its interval from end to end, to one scale. */
    @Test
    void barsReachFromTheAxisToTheirValues() throws Exception {
        for (List<Double> values : List.of(
                List.of(5.0, 10.0),
                List.of(-5.0, -20.0),
                List.of(-30.0, 0.0, 60.0, 7.5),
                List.of(0.5, -0.25, 1000.0))) {
            List<AnswerRow> rows = new ArrayList<>();
            double least = 0;
            double most = 0;
            for (double value : values) {
                rows.add(Sample.row(
                        Arrays.asList("k" + value, value),
                        Arrays.asList(null, new ConfidenceInterval(value - 1, value + 2))));
                least = Math.min(least, value - 1);
                most = Math.max(most, value + 2);
            }
            Document page = page(HtmlText.of(
                    Sample.answer(
                            List.of(
                                    new AnswerColumn("k", ColumnType.VARCHAR, false),
                                    new AnswerColumn("v", ColumnType.DOUBLE, true)),
                            rows.toArray(AnswerRow[]::new)),
                    "q"));
            List<Element> lines = all(page, "line");
            double axis = lines.stream()
                    .filter(line -> line.getAttribute("class").equals("axis"))
                    .mapToDouble(line -> number(line, "x1"))
                    .findFirst()
                    .orElseThrow();
            List<Element> whiskers = lines.stream()
                    .filter(line -> line.getAttribute("class").equals("whisker"))
                    .filter(line -> number(line, "y2") == number(line, "y1"))
                    .toList();
            List<Element> bars = all(page, "rect");
            assertThat(bars).hasSameSizeAs(values);
            assertThat(whiskers).hasSameSizeAs(values);
            // From where the labels end to where the numbers begin.
            double scale = (610 - 190) / (most - least);
            assertThat(axis + least * scale).isCloseTo(190, within(0.06));
            for (int i = 0; i < values.size(); i++) {
                double end = axis + values.get(i) * scale;
                assertThat(number(bars.get(i), "x")).isCloseTo(Math.min(axis, end), within(0.11));
                assertThat(number(bars.get(i), "width")).isCloseTo(Math.abs(end - axis), within(0.11));
                assertThat(number(whiskers.get(i), "x1")).isCloseTo(axis + (values.get(i) - 1) * scale, within(0.11));
                assertThat(number(whiskers.get(i), "x2")).isCloseTo(axis + (values.get(i) + 2) * scale, within(0.11));
            }
        }
    }

    /** A sign of two parts stands in a label whole or not at all: half of one is no text, and no file can hold it. */
    @Test
    void longLabelsAreCutBetweenSigns(@TempDir Path folder) throws Exception {
        for (String sign : List.of("x", "é", "漢", "😀")) {
            for (int before = 0; before < 4; before++) {
                for (int signs : new int[] {12, 13, 14, 27, 28, 29, 40}) {
                    String label = "a".repeat(before) + sign.repeat(signs);
                    Answer days = counts(
                            new AnswerColumn("day", ColumnType.DATE, false),
                            LocalDate.EPOCH,
                            LocalDate.EPOCH.plusDays(1));
                    for (String page : List.of(
                            HtmlText.of(areas(label), "q"),
                            HtmlText.of(days, label),
                            BudgetPage.of(
                                    "shop",
                                    List.of(),
                                    List.of(
                                            charge(1, "2024-01-01", "a", label, "q1", "1"),
                                            charge(2, "2024-01-02", "a", "b", "q2", "1"))))) {
                        Path file = folder.resolve("page.html");
                        OutputFile.write(file, page);
                        assertThat(file).hasContent(page);
                    }
                    List<String> shown = all(page(HtmlText.of(areas(label), "q")), "text").stream()
                            .map(Element::getTextContent)
                            .filter(text -> text.startsWith(label.substring(0, 3)))
                            .toList();
                    int length = label.codePointCount(0, label.length());
                    assertThat(shown)
                            .containsExactly(
                                    length <= 28 ? label : label.substring(0, label.offsetByCodePoints(0, 27)) + "…");
                }
            }
        }
    }

    @Test
    void ownersSeeWhoSpentHowMuchWhen() throws Exception {
        List<LedgerEntry> entries = List.of(
                charge(1, "2024-01-01", "shop/ada", "ada", "q1", "0.5"),
                charge(2, "2024-01-01", "shop/total", "ada", "q1", "0.5"),
                charge(3, "2024-01-03", "shop/bob", "bob", "q2", "1"),
                charge(4, "2024-01-11", "shop/ada", "ada", "q3", "2"));
        Document page = page(BudgetPage.of("shop", List.of(), entries));
        // One line for each analyst; a query that two accounts pay counts once.
        assertThat(all(page, "path")).hasSize(2);
        assertThat(all(page, "circle")).hasSize(3);
        assertThat(all(page, "title").stream().map(Element::getTextContent))
                .contains("2024-01-01: ε 0.5", "2024-01-11: ε 2.5", "2024-01-03: ε 1");
    }

    private static LedgerEntry charge(
            long number, String day, String account, String who, String query, String epsilon) {
        return new LedgerEntry(
                number,
                Instant.parse(day + "T12:00:00Z"),
                LedgerEntry.Kind.CHARGE,
                account,
                "",
                who,
                query,
                epsilon,
                "0",
                "0",
                "hash");
    }
}
