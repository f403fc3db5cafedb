package io.tacit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Every command that is written with a letter too many is named to whoever wrote it. */
class MistypedCommandsTest {
    @Test
    void theNearestCommandIsNamed() {
        List<String> walked = new ArrayList<>();
        walk(Tacit.commandLine(), new String[0], walked);
        assertThat(walked).contains("query", "policy init", "ledger verify").hasSizeGreaterThan(15);
    }

    private static void walk(CommandLine group, String[] before, List<String> walked) {
        group.getSubcommands().forEach((name, command) -> {
            boolean hidden = command.getCommandSpec().usageMessage().hidden();
            Run run = Run.of(with(with(before, name + "z"), "more"));
            assertThat(run.code()).as(name).isEqualTo(2);
            assertThat(run.out()).as(name).isEmpty();
            assertThat(run.err())
                    .startsWith("There is no command " + name + "z." + (hidden ? "" : " Did you mean " + name + "?"))
                    .contains("--help")
                    .doesNotContain("index", "Possible");
            String[] words = with(before, name);
            walked.add(String.join(" ", words));
            walk(command, words, walked);
        });
    }

    private static String[] with(String[] words, String one) {
        String[] all = Arrays.copyOf(words, words.length + 1);
        all[words.length] = one;
        return all;
    }

    @Test
    void whereNothingIsNearNothingIsGuessed() {
        assertThat(Run.of("photosynthesis").err())
                .startsWith("There is no command photosynthesis." + System.lineSeparator());
        assertThat(Run.of("--qery").err()).startsWith("Unknown option").contains("--qery");
    }

    /** An option means what it says only when it is written in full: a new option must not change what a script does. */
    @Test
    void noOptionIsWrittenInPart() {
        List<String> taken = new ArrayList<>();
        List<CommandLine> commands = new ArrayList<>(List.of(Tacit.commandLine()));
        for (int i = 0; i < commands.size(); i++) {
            CommandLine command = commands.get(i);
            commands.addAll(command.getSubcommands().values());
            command.getCommandSpec().parser().collectErrors(true);
            for (CommandLine.Model.OptionSpec option : command.getCommandSpec().options()) {
                String name = option.longestName();
                String part = name.substring(0, name.length() - 1);
                if (part.length() < 4 || command.getCommandSpec().findOption(part) != null) {
                    continue;
                }
                // Whatever else is wrong with the words, this one is none that the command knows.
                if (!command.parseArgs(part).unmatched().contains(part)) {
                    taken.add(command.getCommandName() + " " + part);
                }
            }
        }
        assertThat(taken).isEmpty();
        assertThat(commands).hasSizeGreaterThan(15);
    }

    /** A word with an at sign is a word: no file is read that no option names. */
    @Test
    void noWordsAreReadFromAFile(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("words"), "--help\n");
        for (String[] words : List.of(
                new String[] {"@" + file},
                new String[] {"query", "@" + file},
                new String[] {"tables", "@" + file},
                new String[] {"policy", "check", "@" + file})) {
            Run run = Run.of(words);
            assertThat(run.code()).as(String.join(" ", words)).isNotZero();
            assertThat(run.out()).as(String.join(" ", words)).isEmpty();
        }
    }
}
