package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.randomqueries.RandomDatabase;
import io.tacit.engine.randomqueries.RandomQueries;
import io.tacit.engine.randomqueries.RandomQuery;
import io.tacit.engine.walk.Walk;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
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
    /** Sixteen before a release; otherwise one of three has its turn. */
    private static final int DATABASES = Integer.getInteger("tacit.metamorphic.databases", 3);

    private static final int PARTS = System.getProperty("tacit.metamorphic.databases") == null ? DATABASES : 1;

    private static final int QUERIES = Integer.getInteger("tacit.metamorphic.queries", 15);
    private static final long SEED = Long.getLong("tacit.metamorphic.seed", 777L);
    private static final int PEOPLE = 7;
    private static final List<Integer> REMOVED = List.of(1, 4);

    @TempDir
    Path folder;

    @Test
    void aPersonMovesNothingFurtherThanDeclaredAndNothingOfOthers() {
        List<String> failures = new ArrayList<>();
        List<Long> seeds = LongStream.range(SEED, SEED + DATABASES).boxed().toList();
        for (long seed : Walk.part(PARTS, seeds)) {
            failures.addAll(failures(seed, Integer.MAX_VALUE, UnaryOperator.identity(), run -> {
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
        assertThat(found(SEED, UnaryOperator.identity(), run -> run.excess(2))).isTrue();
    }

    @Test
    void aClampThatIsNoneIsFound() {
        UnaryOperator<String> unclamped = sql -> sql.replaceAll("WHEN ([ns]\\d+) > ", "WHEN FALSE AND $1 > ");
        assertThat(found(SEED, unclamped, run -> run.excess(1))).isTrue();
    }

    @Test
    void peopleInTooManyGroupsAreFound() {
        UnaryOperator<String> unlimited = sql -> sql.replace("lag(u, " + Neighbours.GROUPS + ")", "lag(u, 100)");
        assertThat(found(SEED, unlimited, run -> run.excess(1))).isTrue();
    }

    @Test
    void aChoiceThatDependsOnOtherPeopleIsFound() {
        UnaryOperator<String> counted = sql -> sql.replace("hash('tacit', u, ", "hash(COUNT(*) OVER (), u, ");
        boolean found = false;
        for (long seed = SEED; !found && seed < SEED + 10; seed++) {
            found = found(seed, counted, Neighbours.Run::changesOfOthers);
        }
        assertThat(found).isTrue();
    }

    @Test
    void aChoiceByTheOrderOfRowsIsFound() {
        UnaryOperator<String> placed = sql -> sql.replace("hash('tacit', u, ", "hash(random(), u, ");
        assertThat(found(SEED, placed, Neighbours.Run::changesByOrder)).isTrue();
    }

    private boolean found(long seed, UnaryOperator<String> mistake, Function<Neighbours.Run, List<String>> check) {
        return !failures(seed, 1, mistake, check).isEmpty();
    }

    /** @param most after so many it stops */
    private List<String> failures(
            long seed, int most, UnaryOperator<String> mistake, Function<Neighbours.Run, List<String>> check) {
        List<String> failures = new ArrayList<>();
        SplittableRandom random = new SplittableRandom(seed);
        RandomDatabase database = new RandomDatabase(random, PEOPLE);
        try (Neighbours neighbours =
                new Neighbours(database, REMOVED, random.split(), folder.resolve("d" + seed), mistake)) {
            RandomQueries queries = RandomQueries.tight(random, database);
            for (int i = 0; i < QUERIES && failures.size() < most; i++) {
                RandomQuery query = queries.next();
                String where = "seed " + seed + ", query " + i + "\n" + query.tacit(Neighbours.GROUPS) + "\n";
                check.apply(neighbours.run(query)).forEach(wrong -> failures.add(where + wrong));
            }
        }
        return failures;
    }
}
