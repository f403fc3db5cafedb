package io.tacit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tacit.experiments.Experiment;
import io.tacit.experiments.known.KnownExperiments;
import io.tacit.experiments.result.Agreement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
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
        eachAgreementDecides(Path.of(output, "table-3.json"), words);
        words[4] = "30";
        assertThat(experiment(words).err()).doesNotContain("kept");
        Files.writeString(Path.of(output, "table-3.json"), "{");
        assertThat(experiment(words).err()).doesNotContain("kept");
    }

    /** One number that does not follow the law of its noise is told, whichever it is, and the exit code says so. */
    private static void eachAgreementDecides(Path file, String... words) throws IOException {
        ObjectMapper json = new ObjectMapper();
        String whole = Files.readString(file);
        int many = json.readTree(whole).required("agreements").size();
        assertThat(many).isPositive();
        for (int i = 0; i < many; i++) {
            JsonNode changed = json.readTree(whole);
            ObjectNode one = (ObjectNode) changed.required("agreements").get(i);
            double expected = one.required("expected").doubleValue();
            double allowed =
                    new Agreement("", expected, expected, one.required("draws").longValue()).allowed();
            double beyond = expected + 1.01 * allowed;
            one.put("observed", expected + 0.99 * allowed);
            Files.writeString(file, changed.toString());
            assertThat(experiment(words).code()).isZero();
            one.put("observed", beyond);
            Files.writeString(file, changed.toString());
            Run run = experiment(words);
            assertThat(run.code()).isEqualTo(1);
            assertThat(run.err().lines().filter(line -> line.contains("does not follow the law")))
                    .singleElement()
                    .asString()
                    .contains(
                            "table-3 does not",
                            one.required("what").textValue() + ": "
                                    + String.format(
                                            Locale.ROOT,
                                            "%.4f of %d draws",
                                            beyond,
                                            one.required("draws").longValue()));
        }
        Files.writeString(file, whole);
        Run run = experiment(words);
        assertThat(run.code()).isZero();
        assertThat(run.err()).doesNotContain("does not follow");
    }
}
