package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.refusal.StopPlanning;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/**
 * Short texts that read a name several times at each level: what is planned of them grows with their length, not with
 * the number of ways through them. Planning that goes on all the same is stopped.
 */
@NullUnmarked
class PlanningLimitsTest {
    /** Far beyond what could be planned if each level doubled the work. */
    private static final int LEVELS = 40;

    /** As many columns as a SELECT may have. */
    private static final int LONG_LIST = 2_000;

    /**
     * Ten times what a session allows. The longest text here took 2 s of the processor, so that one a few times slower
     * would be late.
     */
    private static final Duration SLOW_MACHINE = Duration.ofSeconds(50);

    private static final List<String> NUMBERS = List.of(
            "y + y",
            "y - -y",
            "y * y",
            "y % y",
            "y / y",
            "y + y + y",
            "ABS(y) + SIGN(y)",
            "ROUND(y) + FLOOR(y)",
            "POWER(y, y)",
            "GREATEST(y, y, y)",
            "COALESCE(y, y, y)",
            "NULLIF(y, y)",
            "CASE WHEN y > y THEN y ELSE y END",
            "CASE WHEN y IN (y, 1, y) THEN y END",
            "CASE WHEN y BETWEEN y AND y THEN y END",
            "CAST(y AS INTEGER) + CAST(y AS BIGINT)",
            "LENGTH(CAST(y AS VARCHAR))",
            "SUM(y) OVER (PARTITION BY visitor ORDER BY y)",
            "y + (SELECT AVG(minutes) FROM visits)");

    /** Each level as it stands around the one below. */
    private static final List<String> BLOCKS = List.of(
            "SELECT visitor, MAX(y) + MIN(y) AS y FROM (@) v GROUP BY visitor HAVING SUM(y) > MAX(y)",
            "SELECT DISTINCT visitor, y + y AS y FROM (@) v",
            "SELECT visitor, y + y AS y FROM (@) v WHERE y > y AND y < y + y",
            "SELECT visitor, y + y AS y FROM (@) v GROUP BY visitor, y + y",
            "SELECT visitor, y + y AS y FROM (@) v QUALIFY ROW_NUMBER() OVER (PARTITION BY visitor ORDER BY y + y) < 3",
            "SELECT visitor, y + y AS y FROM (@) v UNION ALL SELECT visitor, minutes FROM visits",
            "SELECT visitor, y + y AS y FROM (@) v UNION SELECT visitor, minutes FROM visits",
            "SELECT a.visitor, a.y + b.minutes + a.y AS y FROM (@) a JOIN visits b ON a.visitor = b.visitor",
            "SELECT visitor, a.y + a.y AS y FROM (@) a FULL JOIN visits b USING (visitor)",
            "SELECT visitor, minutes + minutes AS y FROM visits WHERE visitor IN (SELECT visitor FROM (@) w)",
            "SELECT visitor, minutes AS y FROM visits v WHERE EXISTS (SELECT 1 FROM (@) w WHERE w.visitor = v.visitor"
                    + " AND w.y > v.minutes + v.minutes)");

    @Test
    void whatIsPlannedGrowsWithTheTextAlone() {
        List<String> levels = new ArrayList<>(BLOCKS);
        NUMBERS.forEach(number -> levels.add("SELECT visitor, " + number + " AS y FROM (@) v"));
        try (TacitSession session = TacitSession.open(SampleTables.all(), Defaults.STANDARD)) {
            for (String level : levels) {
                String sql = nested(level, LEVELS, "SELECT visitor, minutes AS y FROM visits");
                long planned = planned(session, "SELECT SUM(y) AS s FROM (" + sql + ") z");
                long once = planned(
                        session,
                        "SELECT SUM(y) AS s FROM (" + nested(level, 1, "SELECT visitor, minutes AS y FROM visits")
                                + ") z");
                assertThat(planned).as(level).isLessThan(3 * LEVELS * once);
            }
        }
    }

    /** Above a release, where noise that is drawn again is computed with at each level. */
    @Test
    void whatIsComputedOfReleasesGrowsWithTheTextAlone() {
        String release = "SELECT segment, COUNT(*) AS y FROM customers GROUP BY segment";
        try (TacitSession session = TacitSession.open(SampleTables.all(), Defaults.STANDARD)) {
            for (String level : List.of(
                    "SELECT segment, y * y AS y FROM (@) v",
                    "SELECT segment, CASE WHEN y > y THEN y ELSE y * y END AS y FROM (@) v",
                    "SELECT segment, y / SUM(y) OVER () AS y FROM (@) v",
                    "SELECT segment, SUM(y) AS y FROM (@) v GROUP BY segment",
                    "SELECT v.segment, v.y * w.y AS y FROM (@) v JOIN (" + release + ") w ON v.segment = w.segment",
                    "SELECT segment, y * (SELECT MAX(y) FROM (@) v) AS y FROM (" + release + ") w")) {
                long planned = planned(session, nested(level, LEVELS, release));
                long once = planned(session, nested(level, 1, release));
                assertThat(planned).as(level).isLessThan(3 * LEVELS * once);
            }
        }
    }

    /** Long lists of one level are planned in time, and their columns without a name get one each. */
    @Test
    void longListsArePlanned() {
        List<String> sums = new ArrayList<>();
        List<String> columns = new ArrayList<>();
        for (int i = 0; i < LONG_LIST; i++) {
            sums.add("SUM(minutes + " + i + ")");
            columns.add("minutes + " + i + " AS m" + i);
        }
        String unnamed = "SELECT " + String.join(", ", sums) + " FROM visits";
        String named = "SELECT SUM(m1) AS s FROM (SELECT " + String.join(", ", columns) + " FROM visits) v";
        Catalog catalog =
                new Catalog(SampleTables.all().stream().map(SourceTable::table).toList());
        PrepareQuery prepare = new PrepareQuery(catalog, Defaults.STANDARD);
        PlanningThread patient = new PlanningThread(SLOW_MACHINE);
        assertThat(patient.plan(() -> prepare.prepare(named)).columns()).hasSize(1);
        assertThat(patient.plan(() -> prepare.prepare(unnamed)).columns())
                .extracting(AnswerColumn::name)
                .startsWith("sum", "sum_2", "sum_3")
                .hasSize(LONG_LIST)
                .doesNotHaveDuplicates();
    }

    private static String nested(String level, int levels, String innermost) {
        String sql = innermost;
        for (int i = 0; i < levels; i++) {
            sql = level.replace("@", sql);
        }
        return sql;
    }

    /** Characters of the SQL that would run. */
    private static long planned(TacitSession session, String sql) {
        Explanation explanation = session.explain(sql);
        return explanation.pushedDownSql().stream().mapToLong(String::length).sum()
                + explanation.answerSql().length();
    }

    /** Texts that would grow, and columns and tables that would, are refused instead. */
    @Test
    void whatWouldGrowIsRefused() {
        try (TacitSession session = TacitSession.open(SampleTables.all(), Defaults.STANDARD)) {
            isRefused(
                    session,
                    "SELECT COUNT(*) FROM ("
                            + nested("SELECT *, * FROM (@) v", LEVELS, "SELECT visitor, minutes FROM visits") + ") z",
                    ErrorCode.TOO_COMPLEX);
            StringBuilder tables = new StringBuilder("WITH a0 AS (SELECT visitor, minutes AS y FROM visits)");
            for (int i = 1; i <= LEVELS; i++) {
                tables.append(", a" + i + " AS (SELECT x.visitor, x.y + z.y AS y FROM a" + (i - 1) + " x JOIN a"
                        + (i - 1) + " z ON x.visitor = z.visitor)");
            }
            isRefused(session, tables + " SELECT SUM(y) FROM a" + LEVELS, ErrorCode.TOO_COMPLEX);
        }
    }

    @Test
    void groupingSetsHaveALimit() {
        try (TacitSession session = TacitSession.open(SampleTables.all(), Defaults.STANDARD)) {
            assertThat(planned(session, "SELECT COUNT(*) FROM visits GROUP BY CUBE(" + keys(8) + ")"))
                    .isPositive();
            for (String group : List.of(
                    "CUBE(" + keys(9) + ")",
                    "CUBE(" + keys(100) + ")",
                    "CUBE(" + keys(5) + "), CUBE(minutes * 2, minutes * 3, minutes * 4, minutes * 5)",
                    "ROLLUP(" + keys(256) + ")",
                    "GROUPING SETS (CUBE(" + keys(8) + "), (minutes * 2))")) {
                assertThat(isRefused(session, "SELECT COUNT(*) FROM visits GROUP BY " + group, ErrorCode.GROUPING_SETS))
                        .contains("256");
            }
        }
    }

    private static String keys(int count) {
        return String.join(
                ", ", IntStream.range(0, count).mapToObj(i -> "minutes + " + i).toList());
    }

    private static String isRefused(TacitSession session, String sql, ErrorCode code) {
        Refusal refusal = catchThrowableOfType(Refusal.class, () -> session.explain(sql));
        assertThat(refusal).as(sql).isNotNull();
        assertThat(refusal.code()).as(refusal.getMessage()).isEqualTo(code);
        return refusal.getMessage();
    }

    @Test
    void planningStopsAtTheDeadline() {
        PlanningThread planning = new PlanningThread(Duration.ofMillis(1));
        Refusal refusal = catchThrowableOfType(Refusal.class, () -> planning.plan(PlanningLimitsTest::goOn));
        assertThat(refusal.code()).isEqualTo(ErrorCode.PLANNING_TIME);
    }

    @Test
    void planningStopsWhenItIsCancelled() throws InterruptedException {
        PlanningThread planning = new PlanningThread(Duration.ofDays(1));
        CountDownLatch begun = new CountDownLatch(1);
        Thread cancelling = new Thread(() -> {
            try {
                begun.await();
                planning.cancel();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        });
        cancelling.start();
        Refusal refusal = catchThrowableOfType(
                Refusal.class,
                () -> planning.plan(() -> {
                    begun.countDown();
                    return goOn();
                }));
        cancelling.join();
        assertThat(refusal.code()).isEqualTo(ErrorCode.CANCELLED);
    }

    private static String goOn() {
        while (true) {
            StopPlanning.check();
        }
    }

    /** The checks of names, the algebra and the printing each ask whether they should go on. */
    @Test
    void theWholeOfPlanningCanBeStopped() throws InterruptedException {
        Refusal[] refusals = new Refusal[1];
        PrepareQuery prepare = new PrepareQuery(CheckDeclarations.check(SampleTables.all()), Defaults.STANDARD);
        Thread interrupted = new Thread(() -> {
            Thread.currentThread().interrupt();
            refusals[0] = catchThrowableOfType(Refusal.class, () -> prepare.prepare("SELECT COUNT(*) FROM visits"));
        });
        interrupted.start();
        interrupted.join();
        assertThat(refusals[0].code()).isEqualTo(ErrorCode.PLANNING_TIME);
    }

    /** What planning refuses, and what it throws, comes through as it is. */
    @Test
    void aRefusalOfPlanningIsTheRefusal() {
        try (TacitSession session = TacitSession.open(SampleTables.all(), Defaults.STANDARD)) {
            isRefused(session, "SELECT nothing FROM visits", ErrorCode.UNKNOWN_COLUMN);
        }
        PlanningThread planning = new PlanningThread(Duration.ofDays(1));
        assertThat(catchThrowableOfType(
                        IllegalStateException.class,
                        () -> planning.plan(() -> {
                            throw new IllegalStateException("x");
                        })))
                .hasMessage("x");
    }
}
