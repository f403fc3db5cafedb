package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tacit.engine.backend.duckdb.FailingEngine;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.release.Noise;
import io.tacit.engine.release.ZeroNoise;
import io.tacit.engine.walk.Walk;
import io.tacit.privacy.accounting.GroupSelection;
import io.tacit.privacy.mechanism.IntegerNoise;
import io.tacit.privacy.random.RandomBits;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A database that fails within itself, as DuckDB truly does, ends the question that broke it and no other one. Walked is
 * every call that a question makes of its back end: the database breaks just before it, through another statement, or by
 * it.
 */
@NullUnmarked
class FailedEngineTest {
    private static final Defaults SLACK = new Defaults(new BigDecimal("20"), new BigDecimal("0.5"), 5, 0.95);
    private static final String NEXT =
            "SELECT g, COUNT(*, contribution_bounds_per_group => (0, 2)) AS n FROM t GROUP BY g";
    private static final int NOWHERE = Integer.MAX_VALUE;

    @TempDir
    Path folder;

    /** No noise, and how often some was asked for. */
    private static final class CountedNoise implements Noise {
        private final ZeroNoise none = new ZeroNoise();
        private final List<String> drawn;

        CountedNoise(List<String> drawn) {
            this.drawn = drawn;
        }

        @Override
        public BigInteger noisy(IntegerNoise law, BigInteger exact, Origin origin) {
            drawn.add(law + " " + exact + " " + origin.keys());
            return none.noisy(law, exact, origin);
        }

        @Override
        public boolean keeps(GroupSelection.Geometric selection, BigInteger exactUsers) {
            drawn.add("keeps " + exactUsers);
            return none.keeps(selection, exactUsers);
        }

        @Override
        public RandomBits bits() {
            return none.bits();
        }
    }

    /** A session over an engine that fails, the engine, and the noise that was drawn. */
    private static final class Opened implements AutoCloseable {
        private final FailingEngine engine;
        private final List<String> drawn = new ArrayList<>();
        private final TacitSession session;

        Opened(Path folder) {
            engine = new FailingEngine(folder, People.IN_ORDER);
            session = TacitSession.open(
                    List.of(People.ordinary().table(folder)),
                    SLACK,
                    engine,
                    People.IN_ORDER,
                    () -> new CountedNoise(drawn));
        }

        String answer(String sql) {
            Answer answer = session.query(sql);
            return Arrays.deepToString(
                    answer.rows().stream().map(row -> row.values().toArray()).toArray());
        }

        BigDecimal epsilon() {
            return BigDecimal.valueOf(session.spent().epsilon().toDoubleNearest());
        }

        @Override
        public void close() {
            session.close();
        }
    }

    @ParameterizedTest
    @Tag("walk")
    @ValueSource(
            strings = {
                NEXT,
                "SELECT SUM(x) AS s, MEDIAN(x) AS m FROM t",
                "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (max_groups_contributed = AUTO) g, SUM(x) AS s FROM t GROUP"
                        + " BY g",
                "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (leftovers = 'rest') s, COUNT(*) AS n FROM t GROUP BY s",
                "SELECT g, COUNT(*) AS n FROM t WHERE x > (SELECT AVG(x) FROM t) GROUP BY g",
            })
    void whoeverFindsTheEngineBrokenIsAnsweredForOneCharge(String sql) {
        try (Opened asked = new Opened(folder)) {
            String next = asked.answer(NEXT);
            asked.drawn.clear();
            asked.engine.failAt(NOWHERE, false);
            BigDecimal before = asked.epsilon();
            String expected = asked.answer(sql);
            BigDecimal spent = asked.epsilon();
            int calls = asked.engine.calls().size();
            List<Integer> all = IntStream.range(0, calls).boxed().toList();
            List<String> drawn = List.copyOf(asked.drawn);
            BigDecimal one = spent.subtract(before);
            for (int call : Walk.share("a broken engine " + sql, 6, all)) {
                String place = call + " of " + asked.engine.calls();
                int opened = asked.engine.opened();
                asked.drawn.clear();
                asked.engine.failAt(call, false);
                assertThat(asked.answer(sql)).as(place).isEqualTo(expected);
                assertThat(asked.drawn).as("no noise is drawn twice: " + place).isEqualTo(drawn);
                assertThat(asked.epsilon().subtract(spent)).as(place).isEqualByComparingTo(one);
                spent = asked.epsilon();
                assertThat(asked.answer(NEXT)).isEqualTo(next);
                spent = asked.epsilon();
                assertThat(asked.engine.opened()).isEqualTo(opened + 1);
            }
        }
    }

    @ParameterizedTest
    @Tag("walk")
    @ValueSource(
            strings = {
                NEXT,
                "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (leftovers = 'rest') s, COUNT(*) AS n FROM t GROUP BY s",
                "SELECT g, COUNT(*) AS n FROM t WHERE x > (SELECT AVG(x) FROM t) GROUP BY g",
            })
    void whoeverBreaksTheEngineFailsOnceAndTheNextIsAnswered(String sql) {
        try (Opened broken = new Opened(folder)) {
            String next = broken.answer(NEXT);
            broken.engine.failAt(NOWHERE, false);
            broken.answer(sql);
            List<String> calls = broken.engine.calls();
            for (int call = 0; call < calls.size(); call++) {
                if (calls.get(call).equals("run")) {
                    int opened = broken.engine.opened();
                    broken.engine.failAt(call, true);
                    Refusal refusal = catchThrowableOfType(Refusal.class, () -> broken.answer(sql));
                    assertThat(refusal.code()).isEqualTo(ErrorCode.ENGINE);
                    assertThat(broken.engine.calls().stream().filter("run"::equals))
                            .as("what broke it is not run again, nor what would have followed")
                            .hasSize((int) calls.subList(0, call + 1).stream()
                                    .filter("run"::equals)
                                    .count());
                    assertThat(broken.engine.opened()).isEqualTo(opened);
                    assertThat(broken.answer(NEXT)).isEqualTo(next);
                    assertThat(broken.engine.opened()).isEqualTo(opened + 1);
                }
            }
        }
    }
}
