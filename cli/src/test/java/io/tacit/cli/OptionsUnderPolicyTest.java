package io.tacit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Model.OptionSpec;

/** Under a policy an option of a query either counts or is refused: none is passed over without a word. */
@NullUnmarked
class OptionsUnderPolicyTest {
    /** What each query may choose, whatever the owner says. */
    private static final Set<String> CHOSEN = Set.of(
            "--policy",
            "--analyst",
            "--epsilon",
            "--delta",
            "--max-groups",
            "--max-rows",
            "--format",
            "--output",
            "--chart",
            "--fresh",
            "--file",
            "--help",
            "--version");

    @TempDir
    private Path folder = Path.of("");

    @Test
    void everyOtherOptionIsRefused() throws IOException {
        Files.writeString(folder.resolve("t.csv"), "who,x\n1,2\n2,3\n");
        String policy = Files.writeString(folder.resolve("tacit.yaml"), """
            dataset: t
            tables: {t: {file: t.csv, person: who, columns: {who: INTEGER, x: INTEGER}}}
            analysts: {ada: []}
            accounts: {all: {members: [ada], budget: {epsilon: 10, delta: 1e-6}}}
            """).toString();
        List<String> refused = new ArrayList<>();
        for (OptionSpec option : Tacit.commandLine()
                .getSubcommands()
                .get("query")
                .getCommandSpec()
                .options()) {
            if (CHOSEN.contains(option.longestName())) {
                continue;
            }
            List<String> words = new ArrayList<>(List.of("query", "--policy", policy, option.longestName()));
            if (option.arity().max() > 0) {
                words.add("utf-8");
            }
            words.add("SELECT COUNT(*) FROM t");
            Run run = Run.of(words.toArray(String[]::new));
            assertThat(run.err())
                    .as(option.longestName())
                    .contains(option.longestName() + " cannot be given under a policy");
            assertThat(run.code()).as(option.longestName()).isEqualTo(2);
            refused.add(option.longestName());
        }
        assertThat(refused).contains("--unique", "--confidence", "--no-tally");
    }
}
