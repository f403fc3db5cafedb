package io.tacit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExplainCommandTest {
    private static final String SQL = "SELECT area, COUNT(DISTINCT person) AS people FROM t GROUP BY area";

    @TempDir
    Path folder = Path.of("");

    private Run explain(String... more) throws IOException {
        Path file = folder.resolve("t.csv");
        Files.writeString(file, "person,area\n1,north\n");
        String[] words = {"explain", "--table", "t=" + file, "--privacy-unit", "person", SQL};
        String[] all = java.util.Arrays.copyOf(words, words.length + more.length);
        System.arraycopy(more, 0, all, words.length, more.length);
        return Run.of(all);
    }

    @Test
    void saysCostNoiseAndThreshold() throws IOException {
        Run run = explain();
        assertThat(run.code()).isZero();
        assertThat(run.out())
                .contains("It would spend (ε 1, δ 1e-8). No data was read.")
                .contains("found privately, with ε 0.03, which also tells what is left out; 5 groups are assumed here")
                .containsPattern("fewer than about \\d+ people will not appear")
                .contains("people = COUNT(DISTINCT person)")
                .contains("discrete Laplace")
                .containsPattern("expected  ± \\d+")
                .doesNotContain("north")
                .doesNotContain("FROM \"t\"");
    }

    @Test
    void showsTheSqlWhenAsked() throws IOException {
        assertThat(explain("--sql").out()).contains("FROM \"t\"");
    }

    @Test
    void saysWhoseRowsTheyAreAndTheEpsilonForAnError() throws IOException {
        Run run = explain("--for-error", "40");
        assertThat(run.out())
                .contains("Rows belong to people: t by person.")
                .contains("states    people (ε ")
                .contains("noisy number of people at least ")
                .containsPattern("for ± 40 +ε 0\\.\\d+ of this result");
        assertThat(explain().out()).doesNotContain("for ±");
        assertThat(explain("--for-error", "0").code()).isEqualTo(2);
        assertThat(explain("--for-error", "much").code()).isEqualTo(2);
    }

    @Test
    void speaksJson() throws IOException {
        assertThat(explain("--format", "json").out())
                .startsWith("{")
                .contains("\"epsilon\" : 1,")
                .contains("\"pushed_down_sql\"");
        assertThat(explain("--format", "csv").code()).isEqualTo(2);
    }
}
