package io.tacit.cli.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.ResultType;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.session.Answer;
import io.tacit.engine.session.AnswerColumn;
import io.tacit.engine.session.AnswerRow;
import io.tacit.engine.session.ConfidenceInterval;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How a cell is written and where it stands: each type, each sign that could steer a terminal, each width, each format. */
@NullUnmarked
class CellsOfEveryKindTest {
    private static final List<ColumnType> TYPES = List.of(
            ColumnType.BOOLEAN,
            ColumnType.INTEGER,
            ColumnType.BIGINT,
            ColumnType.decimal(9, 2),
            ColumnType.DOUBLE,
            ColumnType.VARCHAR,
            ColumnType.DATE,
            ColumnType.TIME,
            ColumnType.TIMESTAMP);

    private static final Set<ColumnType.Kind> NUMBERS =
            Set.of(ColumnType.Kind.INTEGER, ColumnType.Kind.BIGINT, ColumnType.Kind.DECIMAL, ColumnType.Kind.DOUBLE);

    private static Answer plain(List<AnswerColumn> columns, List<Object> values) {
        return Sample.answer(columns, new AnswerRow(values, Collections.nCopies(values.size(), null)));
    }

    /** Numbers stand to the right; an array of them is read from its beginning, as a text is. */
    @Test
    void onlySingleNumbersStandToTheRight() {
        for (ColumnType type : TYPES) {
            for (boolean array : List.of(false, true)) {
                boolean right = !array && NUMBERS.contains(type.kind());
                List<AnswerColumn> columns = List.of(new AnswerColumn("column", new ResultType(type, array), false));
                Answer answer = plain(columns, Arrays.asList((Object) null));
                assertThat(MarkdownText.of(answer).lines().toList().get(1))
                        .as("%s %s", type, array)
                        .isEqualTo(right ? "|---:|" : "|---|");
                assertThat(TableText.of(answer).lines().toList().get(2)).isEqualTo(right ? "   NULL" : " NULL");
                assertThat(HtmlText.of(answer, "SELECT"))
                        .contains((right ? "<td class=\"number\">" : "<td>") + "NULL</td>")
                        .contains((right ? "<th class=\"number\">" : "<th>") + "column</th>");
            }
        }
    }

    /** Signs of two places, or of none, in names and in values: all lines are as wide as the line between them. */
    @Test
    void columnsAreAsWideAsTheirWidestText() {
        List<String> texts = List.of("a", "漢字", "e\u0301e\u0301", "😀😀😀", "long enough");
        for (String name : texts) {
            for (String value : texts) {
                for (String last : texts) {
                    Answer answer = plain(
                            List.of(
                                    new AnswerColumn(name, ColumnType.VARCHAR, false),
                                    new AnswerColumn(last, ColumnType.VARCHAR, false)),
                            List.of(value, "|"));
                    List<String> lines = TableText.of(answer).lines().toList();
                    int place = Width.of(lines.get(1).substring(0, lines.get(1).indexOf('┼')));
                    assertThat(place).isEqualTo(Math.max(Width.of(name), Width.of(value)) + 2);
                    for (String line : List.of(lines.get(0), lines.get(2))) {
                        assertThat(Width.of(line.substring(0, line.indexOf('│'))))
                                .as(line)
                                .isEqualTo(place);
                    }
                    assertThat(Width.of(lines.get(1))).isEqualTo(place + 3 + Width.of(last));
                }
            }
        }
    }

    /** No sign of a name, a text or a text in an array breaks a line of what people read, turns it or steers a terminal. */
    @Test
    void noSignSteersWhoeverReads() {
        for (int sign = 0; sign <= 0x2070; sign++) {
            boolean steers = sign < 0x20
                    || sign >= 0x7f && sign < 0xa0
                    || sign == 0x2028
                    || sign == 0x2029
                    || sign >= 0x202a && sign <= 0x202e
                    || sign >= 0x2066 && sign <= 0x2069;
            if (sign > ' ' && sign < 0x7f || sign > 0x200 && sign < 0x2000) {
                // Letters, and what pages and Markdown escape.
                continue;
            }
            String text = "a" + (char) sign + "b";
            Answer answer = plain(
                    List.of(
                            new AnswerColumn(text, ColumnType.VARCHAR, false),
                            new AnswerColumn("c", new ResultType(ColumnType.VARCHAR, true), false)),
                    List.of(text, List.of(text)));
            for (String shown : List.of(
                    TableText.of(answer), TableText.expanded(answer, 100), MarkdownText.of(answer), page(answer))) {
                String cells = shown.replace("\n", "");
                assertThat(cells.indexOf(sign) >= 0)
                        .as("sign %x in %s", sign, shown)
                        .isEqualTo(!steers);
                assertThat(cells.split("a b", -1).length - 1 >= 3)
                        .as("sign %x in %s", sign, shown)
                        .isEqualTo(steers || sign == ' ');
            }
        }
    }

    /** The table of the page; its style and its words are no cells. */
    private static String page(Answer answer) {
        String page = HtmlText.of(answer, "SELECT");
        return page.substring(page.indexOf("<table>"), page.indexOf("</table>"));
    }

    /** As a program reads them back, the same numbers; as digits alone, where a whole number has no more than fifteen. */
    @Test
    void wholeNumbersHaveNoExponent() throws IOException {
        for (double number : List.of(
                0.0,
                1.0,
                -7.0,
                0x1p40,
                1e14,
                -1e14,
                999_999_999_999_999.0,
                -999_999_999_999_999.0,
                1e15,
                -1e15,
                1e15 + 1,
                0x1p53,
                1e16,
                1e22,
                1e300,
                0.5,
                -0.25,
                1e-5,
                123456789.125,
                Double.MIN_VALUE,
                Double.MAX_VALUE)) {
            for (boolean noisy : List.of(false, true)) {
                Answer answer = Sample.answer(
                        List.of(new AnswerColumn("n", ColumnType.DOUBLE, noisy)),
                        Sample.row(
                                List.of(number), Arrays.asList(noisy ? new ConfidenceInterval(number, number) : null)));
                JsonNode cell = new ObjectMapper().readTree(JsonText.of(answer)).at("/rows/0/0");
                List<String> written = new ArrayList<>(
                        Arrays.asList(CsvText.of(answer).split("\r\n", -1)[1].split(",", -1)));
                assertThat(written).hasSize(noisy ? 3 : 1);
                written.add((noisy ? cell.get("value") : cell).toString());
                if (noisy) {
                    written.add(cell.at("/interval/0").toString());
                    written.add(cell.at("/interval/1").toString());
                }
                boolean digits = number == Math.rint(number) && Math.abs(number) < 1e15;
                for (String each : written) {
                    assertThat(Double.parseDouble(each)).isEqualTo(number);
                    assertThat(each.matches("-?[0-9]+")).as(each).isEqualTo(digits);
                }
            }
        }
    }

    /** What is exact is shown with as many digits as its type has. */
    @Test
    void anExactNumberHasNoError() {
        Map<Number, String> shown = Map.of(
                7L,
                "7 ± 0",
                -7,
                "-7 ± 0",
                1.5,
                "1.5000 ± 0.0000",
                new BigDecimal("1234.50"),
                "1,234.50 ± 0.00",
                new BigDecimal("0.125"),
                "0.125 ± 0.000",
                new BigDecimal("3"),
                "3 ± 0");
        shown.forEach((number, text) -> {
            double exact = number.doubleValue();
            assertThat(Numbers.withInterval(number, new ConfidenceInterval(exact, exact)))
                    .isEqualTo(text);
        });
    }

    /** The errors of a column stand below each other, whichever row has the longest. */
    @Test
    void errorsStandBelowEachOther() {
        List<Integer> widths = List.of(4, 60, 2000, 90_000);
        for (int first = 0; first < widths.size(); first++) {
            List<AnswerRow> rows = new ArrayList<>();
            for (int i = 0; i < widths.size(); i++) {
                double half = widths.get((first + i) % widths.size());
                rows.add(Sample.row(
                        List.of(1_000_000L * i), List.of(new ConfidenceInterval(1e6 * i - half, 1e6 * i + half))));
            }
            Answer answer = Sample.answer(
                    List.of(new AnswerColumn("n", ColumnType.BIGINT, true)), rows.toArray(AnswerRow[]::new));
            List<String> lines = TableText.of(answer).lines().skip(2).toList();
            assertThat(lines).hasSize(4).allSatisfy(line -> {
                assertThat(line.indexOf('±')).isEqualTo(lines.get(0).indexOf('±'));
                assertThat(line).hasSameSizeAs(lines.get(0));
            });
        }
    }

    /** Each row of a record says which of how many it is. */
    @Test
    void everyRecordIsNumbered() {
        for (int columns = 1; columns <= 3; columns++) {
            for (int rows = 1; rows <= 4; rows++) {
                List<AnswerColumn> names = new ArrayList<>();
                for (int i = 0; i < columns; i++) {
                    names.add(new AnswerColumn("c" + i, ColumnType.BIGINT, false));
                }
                AnswerRow row = new AnswerRow(Collections.nCopies(columns, 1L), Collections.nCopies(columns, null));
                Answer answer =
                        Sample.answer(names, Collections.nCopies(rows, row).toArray(AnswerRow[]::new));
                List<String> expected = new ArrayList<>();
                for (int i = 1; i <= rows; i++) {
                    expected.add("── row " + i + " of " + rows);
                }
                assertThat(TableText.expanded(answer, 80).lines().filter(line -> line.startsWith("──")))
                        .isEqualTo(expected);
            }
        }
    }

    @TempDir
    Path folder;

    /** Each file that a query needs, by its name and by a link, is none for its answer. */
    @Test
    void anAnswerReplacesNoneOfItsInputs() throws IOException {
        List<Path> inputs = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            inputs.add(Files.writeString(folder.resolve("in" + i), "x"));
        }
        inputs.add(folder.resolve("not-there-yet"));
        for (int i = 0; i < inputs.size(); i++) {
            Path link = Files.createSymbolicLink(folder.resolve("link" + i), inputs.get(i));
            for (Path output : List.of(
                    inputs.get(i),
                    link,
                    folder.resolve(".").resolve("./" + inputs.get(i).getFileName()))) {
                assertThatThrownBy(() -> OutputFile.check(output, inputs))
                        .as(output.toString())
                        .isInstanceOf(Refusal.class)
                        .hasMessageContaining("would replace " + output);
            }
        }
        assertThatCode(() -> OutputFile.check(folder.resolve("other"), inputs)).doesNotThrowAnyException();
    }

    /** A device, a folder, and a place whose folder is not there: nothing is spent on what could not be written. */
    @Test
    void anAnswerIsForAFileInAFolderThatIsThere() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "x");
        for (Path output : List.of(
                Path.of("/dev/null"),
                Files.createDirectory(folder.resolve("sub")),
                folder.resolve("none").resolve("out"),
                file.resolve("out"))) {
            assertThatThrownBy(() -> OutputFile.check(output, List.of()))
                    .as(output.toString())
                    .isInstanceOf(Refusal.class)
                    .hasMessageContaining("cannot be written");
            assertThatThrownBy(() -> {
                        OutputFile.check(output, List.of());
                        OutputFile.write(output, "y");
                    })
                    .isInstanceOf(Refusal.class);
        }
        assertThatCode(() -> OutputFile.check(file, List.of())).doesNotThrowAnyException();
        assertThatCode(() -> OutputFile.check(Path.of("out"), List.of())).doesNotThrowAnyException();
    }

    /** What stood there stays when writing fails, and nothing is left beside it; no link leads the text elsewhere. */
    @Test
    void anAnswerIsWrittenWholeOrNotAtAll() throws IOException {
        Path output = Files.createDirectory(folder.resolve("taken"));
        Files.writeString(output.resolve("earlier"), "kept");
        assertThatThrownBy(() -> OutputFile.write(output, "new")).isInstanceOf(Refusal.class);
        assertThat(output.resolve("earlier")).hasContent("kept");
        Path other = Files.writeString(folder.resolve("other"), "another's");
        Files.createSymbolicLink(
                folder.resolve(".out." + ProcessHandle.current().pid() + ".part"), other);
        assertThatThrownBy(() -> OutputFile.write(folder.resolve("out"), "new")).isInstanceOf(Refusal.class);
        assertThat(other).hasContent("another's");
        OutputFile.write(other, "whole");
        assertThat(other).hasContent("whole");
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left.map(each -> each.getFileName().toString())).containsExactlyInAnyOrder("taken", "other");
        }
    }

    /** The page and the summary say of how many in a hundred the intervals hold. */
    @Test
    void theConfidenceIsTold() {
        for (Map.Entry<Double, String> each : Map.of(0.95, "95", 0.5, "50", 0.975, "97.5", 0.999, "99.9", 0.1, "10")
                .entrySet()) {
            Answer known = Sample.mean(50_000, new ConfidenceInterval(40_000, 60_000));
            Answer answer = new Answer(
                    known.columns(), known.rows(), known.releases(), known.epsilon(), known.delta(), each.getKey());
            assertThat(HtmlText.of(answer, "SELECT"))
                    .contains(": in " + each.getValue() + " of 100 such answers")
                    .contains(" " + each.getValue() + "% intervals.");
            assertThat(Summary.of(answer, 1)).contains(" " + each.getValue() + "% intervals.");
        }
    }
}
