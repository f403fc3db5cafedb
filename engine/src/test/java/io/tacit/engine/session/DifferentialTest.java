package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.randomqueries.RandomDatabase;
import io.tacit.engine.randomqueries.RandomQueries;
import io.tacit.engine.randomqueries.RandomQuery;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Without noise and with slack bounds, a private answer is the plain query's answer. Random queries run twice: through
 * a session, and as plain SQL of their own on another DuckDB, under the same documented rules.
 *
 * <p>A failure says its seed and query; {@code -Dtacit.differential.seed=…} with
 * {@code -Dtacit.differential.databases=1} runs that database again.
 */
@NullUnmarked
@Tag("fuzz")
class DifferentialTest {
    /** Thirty before a release. */
    private static final int DATABASES = Integer.getInteger("tacit.differential.databases", 3);

    private static final int QUERIES = Integer.getInteger("tacit.differential.queries", 24);
    private static final long SEED = Long.getLong("tacit.differential.seed", 20240601L);
    private static final int PEOPLE = 25;

    /** Each breaks one rule in the plain text, so that some query must be found to differ. */
    private static final Map<String, String> MISTAKES = Map.of(
            " = outside.", " <= outside.",
            "person IS NOT NULL", "TRUE",
            ", 'NaN')", ", 0.25)",
            "HAVING COUNT(DISTINCT unit_) >= ", "HAVING 1 + COUNT(DISTINCT unit_) >= ",
            " LEFT JOIN ", " JOIN ",
            "greatest(least(", "greatest(greatest(",
            "COALESCE(SUM(", "NULLIF(SUM(",
            "SELECT DISTINCT ", "SELECT ",
            "COUNT(DISTINCT a0_)", "COUNT(a0_)");

    @TempDir
    Path folder;

    @Test
    void privateAnswersWithoutNoiseArePlainAnswers() throws Exception {
        List<String> failures = new ArrayList<>();
        int full = 0;
        for (long seed = SEED; seed < SEED + DATABASES; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            RandomDatabase database = new RandomDatabase(random, PEOPLE);
            try (Compared both = new Compared(database, Files.createDirectory(folder.resolve("d" + seed)))) {
                RandomQueries queries = RandomQueries.slack(random, database);
                for (int i = 0; i < QUERIES; i++) {
                    Compared.Outcome outcome = both.compare(queries.next());
                    full += outcome.rows() > 0 ? 1 : 0;
                    if (!outcome.difference().isEmpty()) {
                        failures.add("seed " + seed + ", query " + i + "\n" + outcome.difference());
                    }
                }
            }
        }
        assertThat(String.join("\n\n", failures)).isEmpty();
        assertThat(full).as("queries with rows").isGreaterThan(DATABASES * QUERIES / 2);
    }

    @Test
    void everyMistakeIsFound() throws Exception {
        SplittableRandom random = new SplittableRandom(SEED);
        RandomDatabase database = new RandomDatabase(random, PEOPLE);
        Map<String, String> unseen = new LinkedHashMap<>(MISTAKES);
        try (Compared both = new Compared(database, folder)) {
            RandomQueries queries = RandomQueries.slack(random, database);
            for (int i = 0; i < 1_000 && !unseen.isEmpty(); i++) {
                RandomQuery query = queries.next();
                unseen.entrySet()
                        .removeIf(mistake -> query.plain(1).contains(mistake.getKey())
                                && both.compare(query, sql -> sql.replace(mistake.getKey(), mistake.getValue()))
                                        .difference()
                                        .contains("only "));
            }
        }
        assertThat(unseen).isEmpty();
    }
}
