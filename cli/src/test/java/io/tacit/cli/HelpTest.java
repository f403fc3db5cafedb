package io.tacit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class HelpTest {
    @Test
    void everyCommandHasHelpWithExamples() {
        for (String command : List.of("query", "shell", "tables", "explain", "demo", "policy", "audit")) {
            Run run = Run.of(command, "--help");
            assertThat(run.code()).isZero();
            assertThat(run.out())
                    .contains("Usage: tacit " + command)
                    .contains("Examples:")
                    .contains("  tacit " + command);
            assertThat(Run.of("help", command).out()).isEqualTo(run.out());
        }
        assertThat(Run.of("--help").out()).contains("Examples:").doesNotContain("warm-up");
        assertThat(Run.of("--version").out()).startsWith("tacit ");
    }

    /** A line that is broken cannot be copied; the narrowest usual terminal has 80 columns. */
    @Test
    void examplesCanBeCopied() {
        List<String> examples = new ArrayList<>();
        examples(Tacit.commandLine(), examples);
        assertThat(examples).hasSizeGreaterThan(30);
    }

    private static void examples(CommandLine command, List<String> examples) {
        command.setUsageHelpAutoWidth(false).setUsageHelpWidth(80);
        String help = command.getUsageMessage();
        for (String line : command.getCommandSpec().usageMessage().footer()) {
            if (line.startsWith("  ")) {
                assertThat(help.lines()).as(line).contains(line);
                examples.add(line);
            }
        }
        command.getSubcommands().values().forEach(sub -> examples(sub, examples));
    }

    @Test
    void demoRefusesScalesThatItCannotMake() {
        for (String scale : List.of("0", "-1", "NaN", "101")) {
            Run run = Run.of("demo", "--scale", scale);
            assertThat(run.code()).isEqualTo(1);
            assertThat(run.err()).contains("TCT-P01");
        }
        assertThat(Run.of("demo", "--scale", "big").code()).isEqualTo(2);
    }
}
