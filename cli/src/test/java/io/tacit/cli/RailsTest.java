package io.tacit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What protects little is said in one line, once: each of the three rails on both of its sides, with {@code --yes}, and under
 * a policy. An answer on standard output is the same with and without.
 */
@NullUnmarked
class RailsTest {
    private static final String DELTA = "is not far below 1 over the";
    private static final String EPSILON = "in one question protects little";
    private static final String TOTAL = "together have passed ε 10";
    private static final String BY_X = "SELECT x, COUNT(*) AS n FROM t GROUP BY x";

    @TempDir
    private Path folder = Path.of("");

    private Path file = Path.of("");

    @BeforeEach
    void writeTable() throws IOException {
        StringBuilder rows = new StringBuilder("who,x\n");
        for (int i = 0; i < 400; i++) {
            rows.append(i).append(',').append(i % 2).append('\n');
        }
        file = Files.writeString(folder.resolve("t.csv"), rows);
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().minusSeconds(3600)));
    }

    private Run ask(String sql, String... more) {
        List<String> words = new ArrayList<>(List.of("query", "--table", "t=" + file, "--privacy-unit", "who"));
        words.addAll(List.of(more));
        words.add(sql);
        Run run = Run.of(words.toArray(String[]::new));
        assertThat(run.code()).as(run.err()).isZero();
        return new Run(run.code(), run.out(), run.err().replaceAll("\\s+", " "));
    }

    @Test
    void usualNumbersAreAnsweredWithoutAWord() {
        assertThat(ask(BY_X, "--epsilon", "5").err()).doesNotContain(DELTA, EPSILON, TOTAL);
        // 400 people, of whom one in 40,000 such answers is shown.
        assertThat(ask(BY_X, "--delta", "1e-7").err()).doesNotContain(DELTA, EPSILON, TOTAL);
    }

    @Test
    void eachRailIsSaid() {
        assertThat(ask(BY_X, "--no-tally", "--delta", "0.5").err()).contains("δ 0.5 " + DELTA);
        Run much = ask(BY_X, "--epsilon", "5.1", "--format", "csv");
        assertThat(much.err()).containsOnlyOnce("ε 5.1 " + EPSILON);
        assertThat(much.out()).startsWith("x,").doesNotContain("protects");
        assertThat(ask(BY_X, "--epsilon", "5.1", "--format", "csv").err())
                .as("a kept answer costs nothing")
                .doesNotContain(EPSILON);
        assertThat(ask(BY_X, "--epsilon", "4.9").err()).as("10 in all").doesNotContain(TOTAL);
        assertThat(ask(BY_X, "--epsilon", "1").err()).containsOnlyOnce("t.csv " + TOTAL);
        assertThat(ask(BY_X, "--epsilon", "2").err()).as("said before").doesNotContain(TOTAL);
        assertThat(ask(BY_X, "--no-tally", "--epsilon", "20", "--delta", "0.5", "--yes")
                        .err())
                .doesNotContain(DELTA, EPSILON, TOTAL);
    }

    @Test
    void underAPolicyNothingIsSaid() throws IOException {
        String policy = Files.writeString(folder.resolve("tacit.yaml"), """
                dataset: t
                tables: {t: {file: t.csv, format: csv, person: who, columns: {who: INTEGER, x: INTEGER}}}
                defaults: {epsilon: 20, delta: 0.2}
                limits: {epsilon: 20, delta: 0.5}
                analysts: {ada: []}
                accounts: {all: {members: [ada], budget: {epsilon: 40, delta: 0.9}}}
                """).toString();
        Run run = Run.of("query", "--policy", policy, "--analyst", "ada", BY_X);
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.err()).doesNotContain(DELTA, EPSILON, TOTAL);
    }
}
