package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Defaults;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random and damaged queries through the whole planning: each is planned or refused in words of ours, at once.
 *
 * <p>{@code -Dtacit.fuzz=N} says how many inputs, {@code -Dtacit.fuzz.nested=N} how many of many levels, {@code
 * -Dtacit.fuzz.seed=S} with which seed; the profile {@code release} takes fifty thousand, the profile {@code fuzz} a
 * million and a seed of its own. A failure prints the seed, the number and the text of the input.
 */
@org.jspecify.annotations.NullUnmarked
@Tag("fuzz")
class FuzzTest {
    private static final int USUAL = 5_000;
    private static final int INPUTS = Integer.getInteger("tacit.fuzz", USUAL);
    private static final int NESTED = Integer.getInteger("tacit.fuzz.nested", Math.max(100, INPUTS / 100));
    private static final long SEED =
            Long.getLong("tacit.fuzz.seed", INPUTS == USUAL ? 20_250_413L : System.currentTimeMillis());

    @Test
    void damagedScripts() throws Exception {
        MutateSql mutants = new MutateSql(new SplittableRandom(SEED), FuzzSeeds.scripts());
        try (TacitSession session = TacitSession.open(SampleTables.all(), Defaults.STANDARD)) {
            PlanInputs outcome = run(session, mutants::next, INPUTS / 100 * 55);
            assertThat(outcome.planned()).isGreaterThan(outcome.inputs() / 50);
        }
    }

    @Test
    void damagedTpch() throws Exception {
        MutateSql mutants = new MutateSql(new SplittableRandom(SEED + 1), FuzzSeeds.tpch());
        try (TacitSession session = TacitSession.open(FuzzTables.tpch(), Defaults.STANDARD)) {
            run(session, mutants::next, INPUTS / 100 * 15);
        }
    }

    @Test
    void writtenQueries() throws Exception {
        RandomSql written = new RandomSql(new SplittableRandom(SEED + 2), SampleTables.all());
        try (TacitSession session = TacitSession.open(SampleTables.all(), Defaults.STANDARD)) {
            PlanInputs outcome = run(session, written::next, INPUTS / 100 * 12);
            assertThat(outcome.planned()).isGreaterThan(outcome.inputs() / 5);
        }
    }

    @Test
    void writtenTpch() throws Exception {
        RandomSql written = new RandomSql(new SplittableRandom(SEED + 3), FuzzTables.tpch());
        try (TacitSession session = TacitSession.open(FuzzTables.tpch(), Defaults.STANDARD)) {
            run(session, written::next, INPUTS / 100 * 6);
        }
    }

    /** What is written, then damaged. */
    @Test
    void damagedWrittenQueries() throws Exception {
        RandomSql written = new RandomSql(new SplittableRandom(SEED + 4), SampleTables.all());
        List<String> seeds = Stream.generate(written::next).limit(200).toList();
        MutateSql mutants = new MutateSql(new SplittableRandom(SEED + 5), seeds);
        try (TacitSession session = TacitSession.open(SampleTables.all(), Defaults.STANDARD)) {
            run(session, mutants::next, INPUTS / 100 * 12);
        }
    }

    /**
     * Many levels that read a name of the level below several times; planned without a deadline, so that their time is
     * seen.
     */
    @Test
    void nestedQueries() throws Exception {
        NestedSql nested = new NestedSql(new SplittableRandom(SEED + 6));
        PrepareQuery prepare = new PrepareQuery(CheckDeclarations.check(SampleTables.all()), Defaults.STANDARD);
        PlanInputs outcome = run(new PlanInputs(prepare::prepare, SEED), nested::next, NESTED);
        assertThat(outcome.planned()).isGreaterThan(outcome.inputs() / 2);
        assertThat(outcome.notUnderstood()).isZero();
    }

    private static PlanInputs run(TacitSession session, Supplier<String> next, int inputs)
            throws IOException, InterruptedException {
        return run(new PlanInputs(session::explain, SEED), next, inputs);
    }

    private static PlanInputs run(PlanInputs plan, Supplier<String> next, int inputs) throws InterruptedException {
        plan.all(next, inputs);
        assertThat(plan.refused()).isGreaterThan(inputs / 100);
        System.out.println("seed " + SEED + ": " + plan);
        return plan;
    }
}
