package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.refusal.Refusal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Runs the {@code .iq} scripts: what SQL is accepted, what it means, what is refused and with which words.
 *
 * <p>A script is a list of statements, each followed by {@code !ok} or {@code !refused} and what it answers. Running a
 * correct script gives the script itself. Noise is zero here, so that answers can be read; with {@code
 * -Dtacit.scripts=write} the answers are written into the scripts instead, to be read before they are committed.
 */
@org.jspecify.annotations.NullUnmarked
class ScriptTest {
    private static final boolean WRITE = "write".equals(System.getProperty("tacit.scripts"));

    /** Runs only the scripts whose names hold this, while one is written. */
    private static final String ONLY = System.getProperty("tacit.script", "");

    /** Groups of two people appear: with so much delta and no noise the threshold is 2. */
    private static final Defaults DEFAULTS = WithoutAssertions.DEFAULTS;

    /** Quantiles are drawn group by group: with several threads the groups come in another order each time. */
    private static final DuckDbSettings ONE_THREAD = new DuckDbSettings(1024, 1, message -> {});

    /**
     * What noisy columns may have values without an interval for: the most frequent values, which have no error in values; a
     * constant in the place of a group that is hidden; a slope over a spread that may be 0.
     */
    private static final List<String> WITHOUT_INTERVALS = List.of("MODE(", "COALESCE(n, 100)", "REGR_SLOPE(");

    @TestFactory
    Stream<DynamicTest> scripts() throws IOException {
        return ScriptStatements.files().stream()
                .filter(script -> script.getFileName().toString().contains(ONLY))
                .map(script -> DynamicTest.dynamicTest(script.getFileName().toString(), () -> run(script)));
    }

    @Test
    void thereAreEnoughScripts() throws IOException {
        int accepted = 0;
        int refused = 0;
        for (Path script : ScriptStatements.files()) {
            List<String> lines = Files.readAllLines(script);
            accepted += (int) lines.stream().filter("!ok"::equals).count();
            refused += (int) lines.stream().filter("!refused"::equals).count();
        }
        assertThat(accepted).isGreaterThanOrEqualTo(60);
        assertThat(refused).isGreaterThanOrEqualTo(60);
    }

    private static void run(Path script) throws IOException {
        String expected = Files.readString(script, StandardCharsets.UTF_8);
        String actual;
        try (TacitSession session =
                TacitSession.open(SampleTables.all(), DEFAULTS, ONE_THREAD, io.tacit.engine.release.ZeroNoise::new)) {
            actual = replay(session, expected);
        }
        if (WRITE) {
            Files.writeString(script, actual, StandardCharsets.UTF_8);
        }
        assertThat(actual).isEqualTo(expected);
    }

    private static String replay(TacitSession session, String script) {
        StringBuilder out = new StringBuilder();
        List<String> statement = new ArrayList<>();
        boolean skipping = false;
        for (String line : script.lines().toList()) {
            if (line.startsWith("!")) {
                out.append(String.join("\n", statement)).append('\n');
                out.append(answer(session, String.join("\n", ScriptStatements.withoutComments(statement))));
                statement.clear();
                skipping = true;
            } else if (skipping && line.isBlank()) {
                skipping = false;
                out.append('\n');
            } else if (!skipping && (!line.isBlank() || !statement.isEmpty())) {
                statement.add(line);
            } else if (!skipping) {
                out.append('\n');
            }
        }
        // A statement without its !ok or !refused would never be run.
        assertThat(ScriptStatements.withoutComments(statement)).isEmpty();
        statement.forEach(line -> out.append(line).append('\n'));
        return out.toString();
    }

    /** The noisy columns with a value that does not say how accurate it is. */
    private static List<String> withoutIntervals(Answer answer) {
        return IntStream.range(0, answer.columns().size())
                .filter(column -> answer.columns().get(column).noisy()
                        && answer.rows().stream()
                                .anyMatch(row -> row.values().get(column) != null
                                        && row.intervals().get(column) == null))
                .mapToObj(column -> answer.columns().get(column).name())
                .toList();
    }

    private static String answer(TacitSession session, String sql) {
        try {
            Answer answer = session.query(sql);
            assertThat(WITHOUT_INTERVALS.stream().anyMatch(sql::contains) ? List.of() : withoutIntervals(answer))
                    .as(sql)
                    .isEmpty();
            return "!ok\n" + AnswerText.of(answer);
        } catch (Refusal refusal) {
            return "!refused\n" + refusal.getMessage() + "\n";
        }
    }
}
