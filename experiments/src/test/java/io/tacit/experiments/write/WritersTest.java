package io.tacit.experiments.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.refusal.Refusal;
import io.tacit.experiments.result.Agreement;
import io.tacit.experiments.result.Cell;
import io.tacit.experiments.result.Picture;
import io.tacit.experiments.result.Result;
import io.tacit.experiments.result.ResultTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WritersTest {
    private static final Map<String, String> SETTINGS = Map.of("scale", "0.1", "runs", "7");

    private static final ResultTable TABLE = new ResultTable(
            "errors",
            "Median relative error",
            "query",
            List.of("paper", "Tacit", "closed form", "none"),
            List.of(
                    ResultTable.Row.of(
                            "a, \"b\"",
                            new Cell.Published(0.00175, ""),
                            new Cell.Measured(0.5, 0.25, 0.75, 1_000_000, "of sums"),
                            new Cell.ClosedForm(123_456, ""),
                            new Cell.Missing("nobody published it")),
                    ResultTable.Row.of(
                            "c",
                            new Cell.Published(4.7e-6, "not private"),
                            new Cell.Measured(1, 1, 1, 1, "of sums"),
                            new Cell.ClosedForm(0, ""),
                            new Cell.Missing("nobody published it"))));

    /** One series for each way of drawing. */
    private static final Picture PICTURE = new Picture(
            "curve",
            "Error & bound",
            Picture.Axis.logarithmic("bound"),
            Picture.Axis.linear("error"),
            Arrays.stream(Picture.Drawing.values())
                    .map(drawing -> new Picture.Series(
                            drawing.name(),
                            drawing,
                            List.of(
                                    new Picture.Point(1, 2),
                                    new Picture.Point(10, drawing.name().length()))))
                    .toList());

    private static final Result RESULT = new Result(
            List.of("It works."),
            List.of(TABLE),
            List.of(PICTURE),
            List.of(new Agreement("hidden", 0.5, 0.51, 1000)),
            List.of("One cannot be repeated."));

    @TempDir
    Path folder;

    @Test
    void everyResultCanBeReadAgain() throws IOException {
        ResultJson.Kept kept = ResultJson.read(ResultJson.of("table-9", SETTINGS, RESULT));
        assertThat(kept.settings()).isEqualTo(SETTINGS);
        assertThat(kept.result()).isEqualTo(RESULT);
        assertThatThrownBy(() -> ResultJson.read("{")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> ResultJson.read("{}")).isInstanceOf(IOException.class);
    }

    @Test
    void whatIsFinishedIsKeptForTheSameSettingsOnly() throws IOException {
        ResultFolder results = ResultFolder.at(folder.resolve("a/b"));
        assertThat(results.kept("table-9", SETTINGS)).isEmpty();
        results.write("table-9", SETTINGS, RESULT);
        assertThat(results.kept("table-9", SETTINGS)).contains(RESULT);
        assertThat(results.kept("table-9", Map.of("scale", "1", "runs", "7"))).isEmpty();
        assertThat(results.kept("table-8", SETTINGS)).isEmpty();
        Files.writeString(folder.resolve("a/b/table-9.json"), "{");
        assertThat(results.kept("table-9", SETTINGS)).isEmpty();
    }

    @Test
    void writesEachFormatAndNothingElse() throws IOException {
        List<Path> written = ResultFolder.at(folder).write("table-9", SETTINGS, RESULT);
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> String.valueOf(file.getFileName())))
                    .containsExactlyInAnyOrder(
                            "table-9.csv",
                            "table-9.json",
                            "table-9-curve.csv",
                            "table-9-curve.svg",
                            "table-9-curve.png");
        }
        assertThat(written).hasSize(5);
        String svg = Files.readString(folder.resolve("table-9-curve.svg"));
        assertThat(svg).startsWith("<svg");
        assertThat(svg.length()).isLessThan(50_000);
        assertThat(PictureFile.svg(PICTURE))
                .as("the same picture is the same text")
                .isEqualTo(svg);
        assertThat(Files.readAllBytes(folder.resolve("table-9-curve.png"))).startsWith(0x89, 'P', 'N', 'G');
        assertThat(Files.readString(folder.resolve("table-9-curve.csv")))
                .startsWith("series,bound,error\nLINE,1.0,2.0\n")
                .hasLineCount(1 + 2 * Picture.Drawing.values().length);
    }

    @Test
    void csvHasALineForEachCell() {
        assertThat(CsvText.cells(RESULT).lines())
                .hasSize(9)
                .contains("errors,\"a, \"\"b\"\"\",Tacit,measured,0.5,0.25,0.75,1000000,of sums")
                .contains("errors,c,none,missing,,,,,nobody published it");
    }

    @Test
    void tablesSayNotesOnce() {
        String plain = TableText.plain(TABLE);
        assertThat(plain)
                .contains("0.5 (0.25 … 0.75; 1,000,000 runs) [1]")
                .contains("1 (1 run) [1]")
                .contains("4.70e-6 [3]")
                .contains("[2] nobody published it")
                .contains("123,456");
        assertThat(plain.split("nobody", -1)).hasSize(2);
        assertThat(TableText.markdown(TABLE))
                .contains("| query | paper | Tacit | closed form | none |\n|---|---:|---:|---:|---:|\n")
                .contains("<sup>3</sup> not private");
    }

    @Test
    void aFolderThatCannotBeMadeIsRefused() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "");
        assertThatThrownBy(() -> ResultFolder.at(file.resolve("x")))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("--output");
    }
}
