package io.tacit.engine.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.audit.ReplayAudit.Database;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.randomqueries.RandomDatabase;
import io.tacit.engine.randomqueries.RandomQueries;
import io.tacit.engine.randomqueries.TwoColumns;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.walk.Walk;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random queries over random tables, in which one person has all values at the ends of types, replayed over the same tables,
 * written anew, without that or another person and in another order. More of them with {@code -Dtacit.replay.databases=100}.
 */
@NullUnmarked
@Tag("fuzz")
class RandomReplayTest {
    private static final int DATABASES = Integer.getInteger("tacit.replay.databases", 2);

    /** Unless more are asked for, one has its turn. */
    private static final int PARTS = System.getProperty("tacit.replay.databases") == null ? DATABASES : 1;

    private static final int QUERIES = Integer.getInteger("tacit.replay.queries", 12);
    private static final long SEED = Long.getLong("tacit.replay.seed", 555L);
    private static final int PEOPLE = 7;
    private static final long GROUPS = 2;
    private static final List<Integer> REMOVED = List.of(1, 4);

    /** So much that limits are found among few people. */
    private static final Defaults DEFAULTS = new Defaults(new BigDecimal("20"), new BigDecimal("1e-9"), GROUPS, 0.95);

    @TempDir
    Path folder;

    @Test
    void randomQueriesPass() throws IOException, SQLException {
        List<String> failures = new ArrayList<>();
        List<Long> seeds = Walk.part(
                PARTS, LongStream.range(SEED, SEED + DATABASES).boxed().toList());
        for (long seed : seeds) {
            SplittableRandom random = new SplittableRandom(seed);
            RandomDatabase database = RandomDatabase.withExtremes(random, PEOPLE);
            try (ReplayAudit audit = open(random, database, seed)) {
                RandomQueries queries = RandomQueries.withOptions(random, database);
                for (int i = 0; i < QUERIES; i++) {
                    failures(audit, queries.next().tacit(GROUPS), seed + i, failures);
                }
            }
        }
        assertThat(String.join("\n\n", failures)).isEmpty();
    }

    /** Letters name two people, and belong to one: joined by the other they are refused, or nothing is told of anybody. */
    @Test
    void joinsByAnotherPersonAreRefusedOrPass() throws IOException, SQLException {
        List<String> failures = new ArrayList<>();
        List<Refusal> refusals = new ArrayList<>();
        SplittableRandom random = new SplittableRandom(SEED);
        RandomDatabase database = RandomDatabase.withExtremes(random, PEOPLE);
        RandomQueries queries = RandomQueries.withStrangers(random, database);
        int asked = 0;
        try (ReplayAudit audit = open(random, database, SEED)) {
            while (asked < QUERIES) {
                String sql = queries.next().tacit(GROUPS);
                if (sql.matches("(?s).*JOIN.*\\.friend = .*")) {
                    asked++;
                    try {
                        failures(audit, sql, SEED + asked, failures);
                    } catch (Refusal refusal) {
                        refusals.add(refusal);
                    }
                }
            }
        }
        assertThat(String.join("\n\n", failures)).isEmpty();
        assertThat(refusals).hasSizeBetween(1, QUERIES - 1);
        assertThat(refusals).extracting(Refusal::code).containsOnly(ErrorCode.JOIN_NOT_ON_UNIT);
    }

    /** A person is a house and a number in it, by all that the random queries do with people. */
    @Test
    void peopleOfTwoColumnsPass() throws IOException, SQLException {
        List<String> failures = new ArrayList<>();
        List<Refusal> refusals = new ArrayList<>();
        SplittableRandom random = new SplittableRandom(SEED + 1);
        RandomDatabase database = RandomDatabase.withExtremes(random, PEOPLE);
        RandomQueries queries = RandomQueries.withOptions(random, database);
        try (ReplayAudit audit = open(random, database, SEED + 1, RandomDatabase::withTwoColumns)) {
            for (int i = 0; i < QUERIES; i++) {
                try {
                    failures(audit, TwoColumns.both(queries.next().tacit(GROUPS)), SEED + i, failures);
                } catch (Refusal refusal) {
                    refusals.add(refusal);
                }
            }
        }
        assertThat(String.join("\n\n", failures)).isEmpty();
        // Where a name means one of the two columns alone.

        assertThat(refusals).hasSizeLessThan(QUERIES / 3);
    }

    private static void failures(ReplayAudit audit, String sql, long seed, List<String> failures) {
        audit.run(sql, seed)
                .violation()
                .ifPresent(found ->
                        failures.add("seed " + seed + "\n" + sql + "\n" + found.second() + "\n" + found.event()));
    }

    private ReplayAudit open(SplittableRandom random, RandomDatabase database, long seed)
            throws IOException, SQLException {
        return open(random, database, seed, UnaryOperator.identity());
    }

    private ReplayAudit open(
            SplittableRandom random, RandomDatabase database, long seed, UnaryOperator<RandomDatabase> form)
            throws IOException, SQLException {
        List<Database> neighbours = new ArrayList<>();
        for (int person : REMOVED) {
            neighbours.add(written(form.apply(database.without(person)), "d" + seed + "without" + person, false));
        }
        RandomDatabase shuffled = database.shuffled(random.split(), REMOVED.get(0));
        neighbours.add(written(form.apply(shuffled), "d" + seed + "shuffled", true));
        return ReplayAudit.open(written(form.apply(database), "d" + seed, false), neighbours, DEFAULTS);
    }

    private Database written(RandomDatabase database, String name, boolean sameRows) throws IOException, SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:")) {
            database.create(connection);
            return new Database(
                    database.write(connection, Files.createDirectories(folder.resolve(name))), name, sameRows);
        }
    }
}
