package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.randomqueries.RandomDatabase;
import io.tacit.engine.randomqueries.RandomQueries;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Without noise and with slack bounds, a private answer is the plain query's answer. Random queries run twice: through a
 * session, and as plain SQL of their own on another DuckDB, under the same documented rules.
 */
@NullUnmarked
class DifferentialTest {
    private static final int DATABASES = Integer.getInteger("tacit.differential.databases", 10);
    private static final int QUERIES = Integer.getInteger("tacit.differential.queries", 40);
    private static final long SEED = Long.getLong("tacit.differential.seed", 20240601L);

    @TempDir
    Path folder;

    @Test
    void privateAnswersWithoutNoiseArePlainAnswers() throws Exception {
        List<String> failures = new ArrayList<>();
        int compared = 0;
        int full = 0;
        for (int i = 0; i < DATABASES; i++) {
            SplittableRandom random = new SplittableRandom(SEED + i);
            RandomDatabase database = new RandomDatabase(random, 25);
            try (Compared both = new Compared(database, Files.createDirectory(folder.resolve("d" + i)))) {
                RandomQueries queries = new RandomQueries(random, database);
                for (int q = 0; q < QUERIES; q++) {
                    Compared.Outcome outcome = both.compare(queries.next());
                    compared++;
                    full += outcome.rows() > 0 ? 1 : 0;
                    if (!outcome.difference().isEmpty()) {
                        failures.add("seed " + (SEED + i) + ", query " + q + "\n" + outcome.difference());
                    }
                }
            }
        }
        System.err.println("compared " + compared + " with rows " + full + " failures " + failures.size());
        assertThat(String.join("\n\n", failures)).isEmpty();
        assertThat(full).isGreaterThan(compared / 2);
    }
}
