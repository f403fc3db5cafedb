package io.tacit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.experiments.Experiment;
import io.tacit.experiments.known.KnownExperiments;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExperimentCommandTest {
    @TempDir
    static Path folder = Path.of("");

    private static Run experiment(String... words) {
        List<String> all = new java.util.ArrayList<>(List.of("experiment"));
        all.addAll(List.of(words));
        return Run.of(all.toArray(new String[0]));
    }

    @Test
    void listsEveryExperiment() {
        for (Run run : List.of(experiment(), experiment("list"))) {
            assertThat(run.code()).isZero();
            for (Experiment experiment : KnownExperiments.all()) {
                assertThat(run.out()).contains(experiment.name()).contains(experiment.question());
            }
        }
    }

    @Test
    void unknownNamesListTheKnownOnesNearestFirst() {
        Run run = experiment("tabel3");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("There is no experiment tabel3.").contains(": table-3, ");
        KnownExperiments.all().forEach(known -> assertThat(run.err()).contains(known.name()));
    }

    @Test
    void badNumbersAreRefused() {
        for (List<String> words : List.of(List.of("--scale", "0"), List.of("--scale", "101"), List.of("--runs", "0"))) {
            Run run = experiment("table-2", words.get(0), words.get(1));
            assertThat(run.code()).isEqualTo(1);
            assertThat(run.err()).contains(words.get(0)).contains("TCT-P01");
        }
        assertThat(experiment("table-2", "--runs", "many").code()).isEqualTo(2);
    }

    @Test
    void tooLittleMemoryIsSaidBeforeTheWorkBegins() {
        Run run = experiment(
                "table-2",
                "--runs",
                "2147483647",
                "--output",
                folder.resolve("none").toString());
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("MB of memory").contains("--runs");
        assertThat(folder.resolve("none")).doesNotExist();
    }

    @Test
    void aPageIsMadeOfAllThatWasAsked() throws IOException {
        Path page = folder.resolve("page.md");
        String[] words = {
            "halton",
            "--runs",
            "40",
            "--quick",
            "--output",
            folder.resolve("page-files").toString(),
            "--document",
            page.toString()
        };
        assertThat(experiment(words).code()).isZero();
        assertThat(page).content().startsWith("# Experiments").contains("(page/halton-points.svg)");
        assertThat(folder.resolve("page/halton-points.svg")).exists();
        words[7] = folder.resolve("page.txt").toString();
        assertThat(experiment(words).code()).isEqualTo(2);
    }

    /** The noise is the product's own; a seed exists in tests of the engine only. */
    @Test
    void thereIsNoSeed() {
        Run run = experiment("table-2", "--seed", "1");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("--seed");
    }

    @Test
    void whatIsFinishedIsKeptUnlessSettingsDiffer() throws IOException {
        String output = folder.resolve("results").toString();
        String[] words = {
            "table-3",
            "--scale",
            "0.001",
            "--runs",
            "40",
            "--output",
            output,
            "--cache",
            folder.toString(),
            "--format",
            "csv"
        };
        Run first = experiment(words);
        assertThat(first.err()).doesNotContain("kept");
        assertThat(first.code()).as(first.err()).isZero();
        assertThat(first.out()).startsWith("table,row,column,kind,value").contains("TCT-Q01");
        assertThat(Path.of(output, "table-3.csv")).content().isEqualTo(first.out());
        Run second = experiment(words);
        assertThat(second.err()).contains("table-3: kept from an earlier run");
        assertThat(second.out()).isEqualTo(first.out());
        words[4] = "30";
        assertThat(experiment(words).err()).doesNotContain("kept");
        Files.writeString(Path.of(output, "table-3.json"), "{");
        assertThat(experiment(words).err()).doesNotContain("kept");
    }
}
