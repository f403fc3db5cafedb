package io.tacit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

class CompletionCommandTest {
    @TempDir
    private Path folder;

    private static List<Map.Entry<String, CommandLine>> commands() {
        return Tacit.commandLine().getSubcommands().entrySet().stream()
                .filter(command ->
                        !command.getValue().getCommandSpec().usageMessage().hidden())
                .toList();
    }

    @Test
    void everyCommandAndOptionIsCompleted() {
        for (String shell : List.of("bash", "zsh", "fish")) {
            Run run = Run.of("completion", shell);
            assertThat(run.code()).as(run.err()).isZero();
            assertThat(run.out()).doesNotContain("DEFAULT-VALUE");
            for (Map.Entry<String, CommandLine> command : commands()) {
                assertThat(run.out()).as(shell).contains(command.getKey());
                for (OptionSpec option : command.getValue().getCommandSpec().options()) {
                    String written = option.longestName();
                    assertThat(run.out())
                            .as(shell)
                            .contains(shell.equals("fish") ? "-l " + written.substring(2) : written);
                }
            }
        }
        assertThat(Run.of("completion", "zsh").out())
                .startsWith("#compdef tacit")
                .doesNotContain("warm-up");
        assertThat(Run.of("completion", "fish").out()).doesNotContain("warm-up");
        assertThat(Run.of("completion").code()).isEqualTo(2);
        assertThat(Run.of("completion", "tcsh").code()).isEqualTo(2);
    }

    @Test
    void everyCommandHasAPageForMan() throws Exception {
        assertThat(Run.of("completion", "--man", folder.toString()).code()).isZero();
        for (Map.Entry<String, CommandLine> command : commands()) {
            String page = Files.readString(folder.resolve("tacit-" + command.getKey() + ".1"));
            assertThat(page).startsWith(".TH \"TACIT-").contains(".SH NAME", ".SH SYNOPSIS", ".SH OPTIONS");
            for (OptionSpec option : command.getValue().getCommandSpec().options()) {
                assertThat(page).contains(option.longestName().replace("-", "\\-"));
            }
            // A line that begins with a point is a request to roff.
            assertThat(page.lines().filter(line -> line.startsWith(".")))
                    .allMatch(line -> line.matches("\\.(TH|SH|TP|B|nf|fi)\\b.*"));
        }
        try (Stream<Path> pages = Files.list(folder)) {
            assertThat(pages.map(page -> String.valueOf(page.getFileName())))
                    .contains("tacit.1", "tacit-policy-init.1");
        }
    }
}
