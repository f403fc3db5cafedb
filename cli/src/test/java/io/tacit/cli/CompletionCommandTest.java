package io.tacit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
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

    /** {@code policy check} completes its own options, not those of {@code policy init}. */
    @Test
    void aCommandBelowAnotherHasItsOwnOptions() {
        String zsh = Run.of("completion", "zsh").out();
        String fish = Run.of("completion", "fish").out();
        for (Map.Entry<String, CommandLine> command : commands()) {
            String inZsh = part(zsh, "\n    " + command.getKey() + ")\n", "\n      ;;\n");
            for (Map.Entry<String, CommandLine> below :
                    command.getValue().getSubcommands().entrySet()) {
                List<String> own = below.getValue().getCommandSpec().options().stream()
                        .filter(option -> !option.hidden())
                        .flatMap(option -> Stream.of(option.names()))
                        .sorted()
                        .toList();
                assertThat(found("'\\*(-[^\\[]*)\\[", part(inZsh, "        " + below.getKey() + ")\n", ";;\n")))
                        .as(below.getKey())
                        .isEqualTo(own);
                String where = "'__fish_seen_subcommand_from " + command.getKey() + "; and __fish_seen_subcommand_from "
                        + below.getKey() + "'";
                String lines = fish.lines()
                        .filter(line -> line.contains(where))
                        .map(line -> line.substring(0, line.indexOf(" -d ")).replace(" -l ", " --"))
                        .map(line -> line.replace(" -s ", " -").replace(" -r", ""))
                        .map(line -> line.substring(line.indexOf(where) + where.length()))
                        .collect(Collectors.joining());
                assertThat(found(" (-\\S+)", lines)).as(below.getKey()).isEqualTo(own);
            }
        }
    }

    private static String part(String text, String from, String to) {
        int start = text.indexOf(from);
        assertThat(start).as(from).isNotNegative();
        return text.substring(start, text.indexOf(to, start));
    }

    private static List<String> found(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(match -> match.group(1))
                .sorted()
                .toList();
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
