package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.randomqueries.RandomDatabase;
import io.tacit.engine.randomqueries.RandomQueries;
import io.tacit.engine.randomqueries.RandomQuery;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What one person changes, for random queries over random tables with tight bounds: the exact integers by no more than
 * the noise is made for, and nothing of anybody else's, wherever the person's rows stand.
 */
@NullUnmarked
@Tag("fuzz")
class MetamorphicTest {
    /** Sixteen before a release. */
    private static final int DATABASES = Integer.getInteger("tacit.metamorphic.databases", 3);

    private static final int QUERIES = Integer.getInteger("tacit.metamorphic.queries", 15);
    private static final long SEED = Long.getLong("tacit.metamorphic.seed", 777L);
    private static final int PEOPLE = 7;
    private static final List<Integer> REMOVED = List.of(1, 4);

    @TempDir
    Path folder;

    @Test
    void aPersonMovesNothingFurtherThanDeclaredAndNothingOfOthers() {
        List<String> failures = new ArrayList<>();
        for (int i = 0; i < DATABASES; i++) {
            failures.addAll(failures(SEED + i, UnaryOperator.identity(), run -> {
                List<String> wrong = new ArrayList<>(run.excess(1));
                wrong.addAll(run.changesByOrder());
                wrong.addAll(run.changesOfOthers());
                return wrong;
            }));
        }
        assertThat(String.join("\n\n", failures)).isEmpty();
    }

    @Test
    void halfOfWhatIsDeclaredWouldBeTooLittle() {
        assertThat(failures(SEED, UnaryOperator.identity(), run -> run.excess(2)))
                .isNotEmpty();
    }

    @Test
    void aClampThatIsNoneIsFound() {
        UnaryOperator<String> unclamped = sql -> sql.replaceAll("WHEN ([ns]\\d+) > ", "WHEN FALSE AND $1 > ");
        assertThat(failures(SEED, unclamped, run -> run.excess(1))).isNotEmpty();
    }

    @Test
    void peopleInTooManyGroupsAreFound() {
        UnaryOperator<String> unlimited = sql -> sql.replace("lag(u, " + Neighbours.GROUPS + ")", "lag(u, 100)");
        assertThat(failures(SEED, unlimited, run -> run.excess(1))).isNotEmpty();
    }

    @Test
    void aChoiceThatDependsOnOtherPeopleIsFound() {
        UnaryOperator<String> counted = sql -> sql.replace("hash('tacit', u, ", "hash(COUNT(*) OVER (), u, ");
        boolean found = false;
        for (long seed = SEED; !found && seed < SEED + 10; seed++) {
            found = !failures(seed, counted, Neighbours.Run::changesOfOthers).isEmpty();
        }
        assertThat(found).isTrue();
    }

    @Test
    void aChoiceByTheOrderOfRowsIsFound() {
        UnaryOperator<String> placed = sql -> sql.replace("hash('tacit', u, ", "hash(random(), u, ");
        assertThat(failures(SEED, placed, Neighbours.Run::changesByOrder)).isNotEmpty();
    }

    private List<String> failures(
            long seed, UnaryOperator<String> mistake, Function<Neighbours.Run, List<String>> check) {
        List<String> failures = new ArrayList<>();
        SplittableRandom random = new SplittableRandom(seed);
        RandomDatabase database = new RandomDatabase(random, PEOPLE);
        try (Neighbours neighbours =
                new Neighbours(database, REMOVED, random.split(), folder.resolve("d" + seed), mistake)) {
            RandomQueries queries = RandomQueries.tight(random, database);
            for (int i = 0; i < QUERIES; i++) {
                RandomQuery query = queries.next();
                String where = "seed " + seed + ", query " + i + "\n" + query.tacit(Neighbours.GROUPS) + "\n";
                check.apply(neighbours.run(query)).forEach(wrong -> failures.add(where + wrong));
            }
        }
        return failures;
    }
}
