package io.tacit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExplainCommandTest {
    private static final String SQL = "SELECT area, COUNT(DISTINCT person) AS people FROM t GROUP BY area";

    @TempDir
    Path folder = Path.of("");

    private Run explain(String... more) throws IOException {
        return explained(SQL, more);
    }

    private Run explained(String sql, String... more) throws IOException {
        Path file = folder.resolve("t.csv");
        Files.writeString(file, "person,area,v\n1,north,2\n");
        String[] words = {"explain", "--table", "t=" + file, "--privacy-unit", "person", sql};
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
    void showsOtherPlansWhenAsked() throws IOException {
        assertThat(explain().out()).contains("  Noise: discrete ").doesNotContain("Plans compared");
        assertThat(explain("--verbose").out()).contains("Plans compared: ").contains("(chosen)");
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

    /** A line for each aggregate, a column for each limit that may be found, and the epsilons below. */
    @Test
    void showsATableOfWhatToExpect() throws IOException {
        String sql = "SELECT COUNT(*) AS n, AVG(v), MEDIAN(v), SUM(v) FROM t";
        assertThat(explained(sql, "--for-error", "100").out())
                .containsPattern("rows of a person in a group, at most +1 +4 +16 +64\n")
                .containsPattern("n +± [\\d,.]+ +± [\\d,.]+ +± [\\d,.]+ +± [\\d,.]+\n +ε for ± 100 +[\\d.]+ ")
                .containsPattern("AVG\\(v\\) of 1,000 rows from 0 to 100 +± ")
                .containsPattern("MEDIAN\\(v\\), rank off by rows +[\\d,.]+ ")
                .containsPattern("sum of a person in a group, at most +1 +100 +10,000\n +SUM\\(v\\) +± ")
                .containsOnlyOnce("Nobody gave bounds");
    }

    @Test
    void sentencesStandInWordsOnly() throws IOException {
        JsonNode json = new ObjectMapper()
                .readTree(explained("SELECT area, COUNT(*) AS n FROM t GROUP BY area", "--format", "json")
                        .out());
        assertThat(json.at("/releases/0/words/tips/0").asText()).isNotEmpty();
        assertThat(json.at("/releases/0/aggregates/0/expected")).hasSize(4);
        assertThat(json.at("/releases/0/words/people/0").asText()).contains(" by ");
        List<String> sentences = new ArrayList<>();
        sentences("", json, sentences);
        assertThat(sentences).isEmpty();
    }

    /** Texts outside of words and SQL that have a number beside words, or end like a sentence. */
    private static void sentences(String path, JsonNode node, List<String> found) {
        node.properties().forEach(field -> {
            if (!List.of("words", "answer_sql", "pushed_down_sql").contains(field.getKey())) {
                sentences(path + "/" + field.getKey(), field.getValue(), found);
            }
        });
        node.elements().forEachRemaining(each -> {
            if (node.isArray()) {
                sentences(path + "/-", each, found);
            }
        });
        if (node.isTextual() && node.asText().matches(".*\\.|.*\\d.* .*|.* .*\\d.*")) {
            found.add(path + ": " + node.asText());
        }
    }
}
