package io.tacit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class HelpTest {
    @Test
    void everyCommandHasHelpWithExamples() {
        for (String command : List.of("query", "explain", "demo", "policy", "audit")) {
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
