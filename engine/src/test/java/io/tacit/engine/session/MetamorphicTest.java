package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.randomqueries.RandomDatabase;
import io.tacit.engine.randomqueries.RandomQueries;
import io.tacit.engine.randomqueries.RandomQuery;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What one person changes, for random queries over random tables with tight bounds: the exact integers by no more than
 * the noise is made for, and nothing of anybody else's, wherever the person's rows stand.
 */
@NullUnmarked
class MetamorphicTest {
    private static final int DATABASES = Integer.getInteger("tacit.metamorphic.databases", 8);
    private static final int QUERIES = Integer.getInteger("tacit.metamorphic.queries", 30);
    private static final long SEED = Long.getLong("tacit.metamorphic.seed", 777L);
    private static final int PEOPLE = 7;
    private static final List<Integer> REMOVED = List.of(1, 4);

    @TempDir
    Path folder;

    @Test
    void aPersonMovesNothingFurtherThanDeclaredAndNobodyElsesAtAll() throws Exception {
        List<String> failures = everyQuery((query, bench) -> {
            List<String> wrong = new ArrayList<>(bench.excess(query, 1));
            wrong.addAll(bench.changesOfOthers(query));
            return wrong;
        });
        assertThat(String.join("\n\n", failures)).isEmpty();
    }

    private List<String> everyQuery(BiFunction<RandomQuery, Neighbours, List<String>> check) throws Exception {
        List<String> failures = new ArrayList<>();
        for (int i = 0; i < DATABASES; i++) {
            SplittableRandom random = new SplittableRandom(SEED + i);
            RandomDatabase database = new RandomDatabase(random, PEOPLE);
            try (Neighbours neighbours = new Neighbours(database, REMOVED, random.split(), folder.resolve("d" + i))) {
                RandomQueries queries = RandomQueries.tight(random, database);
                for (int q = 0; q < QUERIES; q++) {
                    RandomQuery query = queries.next();
                    String where = "seed " + (SEED + i) + ", query " + q + "\n" + query.tacit(Neighbours.GROUPS) + "\n";
                    check.apply(query, neighbours).forEach(wrong -> failures.add(where + wrong));
                }
            }
        }
        return failures;
    }
}
