package io.tacit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.source.DeclareSource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Model.OptionSpec;

/**
 * An option counts or is refused, whatever is kept: each option of the commands that read tables, beside a schema file, an
 * answer that is kept, a policy, and a table of another kind. {@link OptionsUnderPolicyTest} has those of {@code query}
 * under a policy.
 */
@NullUnmarked
@Tag("walk")
class OptionsCountTest {
    private static final String SQL = "SELECT x, COUNT(*) AS n FROM t GROUP BY x";
    private static final List<String> READERS = List.of("query", "explain", "tables", "shell", "audit");

    /** What is said of a file's contents, as a schema file says it, too. */
    private static final Map<String, String> OF_CONTENTS = Map.of(
            "--encoding", "latin1",
            "--multiline", "true",
            "--column", "x:BIGINT",
            "--domain", "x=1,2",
            "--unique", "t.who");

    /** What makes another question of the same text, so that it is not answered by what is kept. */
    private static final Map<String, String> OF_QUESTIONS = Map.of(
            "--epsilon", "2",
            "--delta", "1e-7",
            "--max-groups", "2",
            "--max-rows", "2",
            "--no-report-missing", "",
            "--confidence", "0.9",
            "--fresh", "",
            "--no-tally", "");

    /** What is obeyed by an answer that is kept, too: it costs nothing, takes no time, and is written as is wished. */
    private static final Set<String> OF_ANSWERS = Set.of(
            "--yes", "--format", "--output", "--chart", "--time-limit", "--budget", "--file", "--help", "--version");

    /** What names tables, or a policy. */
    private static final Set<String> OF_PLACES =
            Set.of("--source", "--table", "--public", "--privacy-unit", "--foreign-key", "--policy", "--analyst");

    @TempDir
    private Path folder = Path.of("");

    private Path file = Path.of("");

    @BeforeEach
    void writeTable() throws IOException {
        file = folder.resolve("t.csv");
        StringBuilder rows = new StringBuilder("who,x,name\n");
        for (int i = 0; i < 200; i++) {
            rows.append(i).append(',').append(i % 2 + 1).append(",Ren\u00e9\n");
        }
        Files.writeString(file, rows);
        // Of a file that was written just now no answer is kept.
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().minusSeconds(3600)));
    }

    private static Set<String> optionsOf(String command) {
        return Tacit.commandLine().getSubcommands().get(command).getCommandSpec().options().stream()
                .map(OptionSpec::longestName)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Run run(String command, List<String> words) {
        List<String> all = new ArrayList<>(List.of(command));
        all.addAll(words);
        switch (command) {
            case "query", "explain" -> all.add(SQL);
            case "audit" -> all.addAll(List.of("--query", SQL));
            default -> {}
        }
        return Run.of(all.toArray(String[]::new));
    }

    private List<String> table(String... more) {
        return Stream.concat(Stream.of("--table", "t=" + file, "--privacy-unit", "who"), Stream.of(more))
                .filter(word -> !word.isEmpty())
                .toList();
    }

    @Test
    void allOptionsOfAQueryAreWalked() {
        Set<String> known = new TreeSet<>(OF_CONTENTS.keySet());
        Stream.of(OF_QUESTIONS.keySet(), OF_ANSWERS, OF_PLACES).forEach(known::addAll);
        assertThat(optionsOf("query")).isSubsetOf(known);
    }

    @Test
    void aSchemaFileOverridesNothingInSilence() {
        assertThat(run("query", table()).code()).isZero();
        assertThat(DeclareSource.schemaFile(file)).exists();
        assertThat(run("tables", table("--column", "x:BIGINT")).out()).contains("BIGINT");
        assertThat(run("tables", table()).out()).doesNotContain("BIGINT");
        for (String command : READERS) {
            for (String option : List.of("--encoding", "--multiline")) {
                Run run = run(command, table(option, OF_CONTENTS.get(option)));
                assertThat(run.code()).as(command + option + run.out()).isEqualTo(1);
                assertThat(run.err().replaceAll("\\s+", " "))
                        .as(command)
                        .contains("The schema file t.csv.tacit.yaml says " + option.substring(2) + ": ")
                        .contains("Write " + option.substring(2) + ": " + OF_CONTENTS.get(option) + " there");
            }
        }
        // What the schema file says may be said again.
        assertThat(run("tables", table("--encoding", "utf-8", "--multiline", "false"))
                        .code())
                .isZero();
    }

    @Test
    void whatTheRefusalAdvisesWorks() throws IOException {
        Files.writeString(file, Files.readString(file), StandardCharsets.ISO_8859_1);
        assertThat(run("query", table("--no-tally")).err()).contains("--encoding latin1");
        assertThat(run("query", table("--no-tally", "--encoding", "latin1")).code())
                .isEqualTo(1);
        Path schema = DeclareSource.schemaFile(file);
        Files.writeString(schema, Files.readString(schema).replace("columns:", "encoding: latin1\ncolumns:"));
        Run run = run("query", table("--no-tally", "--encoding", "latin1"));
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.err()).doesNotContain("skipped");
        Files.delete(schema);
        assertThat(run("query", table("--no-tally", "--encoding", "latin1")).code())
                .isZero();
        assertThat(schema).content().contains("encoding: latin1");
        assertThat(run("tables", table("--encoding", "utf-8")).err()).contains("says encoding: latin1");
    }

    @Test
    void aKeptAnswerOverridesNothing() {
        assertThat(run("query", table()).out()).contains("spent");
        assertThat(run("query", table()).out()).contains("nothing was spent now");
        Map<String, String> others = new TreeMap<>(OF_QUESTIONS);
        Stream.of("--column", "--domain", "--unique").forEach(option -> others.put(option, OF_CONTENTS.get(option)));
        List<String> options = new ArrayList<>(others.keySet());
        Collections.shuffle(options, new Random(Long.getLong("tacit.walk.seed", 20261127)));
        // Each is a question of its own: a share, and all of them in a whole walk.
        for (String option : options.subList(0, Boolean.getBoolean("tacit.walk") ? options.size() : 3)) {
            Run run = run("query", table(option, others.get(option)));
            assertThat(run.code()).as(option + run.err()).isZero();
            assertThat(run.out()).as(option).doesNotContain("nothing was spent now");
        }
        assertThat(run("query", table("--format", "csv")).out()).startsWith("x,");
        assertThat(run("query", table("--budget", "90")).out()).contains("of 90");
    }

    @Test
    void aPolicyOverridesNothingInSilence() throws IOException {
        String policy = Files.writeString(folder.resolve("tacit.yaml"), """
                dataset: t
                tables: {t: {file: t.csv, person: who, columns: {who: INTEGER, x: INTEGER}}}
                analysts: {ada: []}
                accounts: {all: {members: [ada], budget: {epsilon: 10, delta: 1e-6}}}
                """).toString();
        for (String command : List.of("query", "explain", "tables", "shell")) {
            for (String option : optionsOf(command)) {
                if (!OF_CONTENTS.containsKey(option)) {
                    continue;
                }
                Run run = run(command, List.of("--policy", policy, option, OF_CONTENTS.get(option)));
                assertThat(run.code()).as(command + option).isEqualTo(2);
                assertThat(run.err()).as(command).contains(option + " cannot be given under a policy");
            }
        }
        for (String command : List.of("tables", "shell")) {
            Run run = run(command, List.of("--policy", policy, file.toString()));
            assertThat(run.code()).as(command).isEqualTo(2);
            assertThat(run.err()).contains("cannot be given under a policy");
        }
    }

    @Test
    void whatIsSaidOfNoTableIsRefused() throws IOException {
        Path json = Files.writeString(folder.resolve("t.json"), "{\"who\":1,\"x\":2}\n".repeat(9));
        for (String option : List.of("--encoding", "--multiline")) {
            String value = OF_CONTENTS.get(option);
            assertThat(run("tables", List.of("t=" + json, option, value)).err())
                    .contains("The option " + option + " is for CSV files");
        }
        OF_CONTENTS.forEach((option, value) -> {
            Run run = Run.of("audit", "--list", option, value);
            assertThat(run.code()).as(option).isEqualTo(2);
            assertThat(run.err()).contains(option + " is said of a table");
        });
    }
}
