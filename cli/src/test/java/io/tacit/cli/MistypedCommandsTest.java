package io.tacit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
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
}
