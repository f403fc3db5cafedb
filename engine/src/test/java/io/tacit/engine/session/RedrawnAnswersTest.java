package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.answer.Sandbox;
import io.tacit.engine.backend.Backend;
import io.tacit.engine.backend.duckdb.DuckDbBackend;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.ResultType;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.release.Noise;
import io.tacit.engine.release.RedrawnRows;
import io.tacit.engine.remainder.CarryIntervals;
import io.tacit.engine.sql.SchemaStatement;
import io.tacit.privacy.accounting.GroupSelection;
import io.tacit.privacy.mechanism.IntegerNoise;
import io.tacit.privacy.random.RandomBits;
import java.io.IOException;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** What is drawn again makes intervals and nothing else: without it an answer has the same rows in the same order. */
@NullUnmarked
class RedrawnAnswersTest {
    private static final DuckDbSettings ONE_THREAD = new DuckDbSettings(512, 1, message -> {});

    private static final String R = "(SELECT segment, COUNT(*) AS n, COUNT(*, contribution_bounds_per_group => (0, 3))"
            + " AS m FROM customers GROUP BY segment)";

    /** r has the columns segment, n and m. */
    private static final List<String> QUERIES = List.of(
            "SELECT segment, RANK() OVER (ORDER BY DP_INTERVAL_LOW(n), segment) AS place, 1.0 * n / m AS q FROM r",
            "SELECT segment, SUM(DP_INTERVAL_LOW(n)) OVER (ORDER BY segment DESC) AS s, n * m AS q FROM r",
            "SELECT segment, SUM(n) OVER (ORDER BY DP_INTERVAL_LOW(n), segment) AS s, n * m AS q FROM r",
            "SELECT segment, SUM(n - (SELECT MAX(m) FROM r)) OVER (ORDER BY segment) AS s, n * m AS q FROM r",
            "SELECT segment, n * m AS q, ROW_NUMBER() OVER (ORDER BY segment DESC NULLS FIRST) AS i FROM r",
            "SELECT segment, n * m AS q FROM r QUALIFY ROW_NUMBER() OVER (ORDER BY segment DESC) < 3",
            "SELECT segment, n * m / SUM(m) OVER (PARTITION BY segment = 'club') AS q FROM r ORDER BY segment DESC"
                    + " LIMIT 2",
            "SELECT segment, LAG(n, 1, 7) OVER (ORDER BY segment) * m AS q FROM r ORDER BY segment",
            "SELECT segment, COALESCE(LAG(n) OVER (ORDER BY segment), m + 2) AS q FROM r ORDER BY segment",
            "SELECT segment, FIRST_VALUE(n) OVER (ORDER BY segment ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) * m AS q"
                    + " FROM r",
            "SELECT segment, MIN(n) OVER (ORDER BY segment ROWS BETWEEN 1 FOLLOWING AND 2 FOLLOWING) * m AS q FROM r",
            "SELECT DISTINCT n * m AS q FROM r",
            "SELECT SUM(n) FILTER (WHERE segment = 'club') * MAX(m) AS q, COUNT(DISTINCT n) AS d FROM r",
            "SELECT segment, SUM(n) / COUNT(*) AS q, SUM(n * m) AS s, GROUPING(segment) AS g FROM r GROUP BY"
                    + " ROLLUP(segment) ORDER BY segment NULLS FIRST",
            "SELECT n * m AS q, COUNT(*) AS c FROM r GROUP BY n * m HAVING SUM(n) / MAX(m) > 0",
            "SELECT segment, CAST(n AS INTEGER) / 3 AS i, n % (m - 3) AS r, CAST(n AS DECIMAL(5, 2)) / m AS d FROM r",
            "SELECT segment, CASE WHEN n > m THEN n ELSE n - m END AS q, NULLIF(n, m) AS z FROM r",
            "SELECT segment, (SELECT n FROM r WHERE segment = 'nobody') + m AS q FROM r",
            "SELECT segment, (SELECT MAX(n) FROM r s WHERE s.segment < r.segment) + m AS q FROM r",
            "SELECT segment, (SELECT n FROM r ORDER BY segment LIMIT 1) / m AS q FROM r ORDER BY segment DESC",
            "SELECT a.segment, b.segment AS other, a.n * b.m AS q FROM r a LEFT JOIN r b ON a.segment < b.segment",
            "SELECT a.n / SUM(b.n) OVER (PARTITION BY a.segment) AS q FROM r a CROSS JOIN r b ORDER BY a.segment",
            "SELECT q + q AS q FROM (SELECT n * m AS q FROM r UNION ALL SELECT n + m FROM r) t ORDER BY q",
            "SELECT segment, n * m AS q FROM r WHERE n * m > (SELECT AVG(n) FROM r) ORDER BY n * m, segment DESC",
            "SELECT c.code, SUM(COALESCE(n, 5)) AS q FROM countries c LEFT JOIN r ON c.code = r.segment GROUP BY c.code"
                    + " ORDER BY c.code");

    @Test
    void valuesAreThoseOfAnAnswerWithoutThem() throws IOException {
        List<String> all = new ArrayList<>();
        QUERIES.forEach(query -> all.add("WITH r AS " + R + " " + query));
        Catalog catalog = CheckDeclarations.check(SampleTables.all());
        // What looks at tables is no query.
        ScriptStatements.all().stream()
                .filter(statement -> !statement.isRefused()
                        && SchemaStatement.read(statement.sql(), catalog).isEmpty())
                .forEach(statement -> all.add(statement.sql()));
        PrepareQuery prepare = new PrepareQuery(catalog, WithoutAssertions.DEFAULTS);
        List<SourceTable> open = SampleTables.all().stream()
                .filter(table -> table.table().protection().isPublic())
                .toList();
        int compared = 0;
        List<String> wrong = new ArrayList<>();
        try (Backend backend = DuckDbBackend.open(SampleTables.all(), ONE_THREAD);
                BackgroundStart<Sandbox> sandbox = new BackgroundStart<>(() -> Sandbox.open(open, ONE_THREAD))) {
            RunQuery run = new RunQuery(
                    new BackgroundStart<>(() -> backend), sandbox, PublicRows.of(List.of()), SameDraws::new);
            for (String sql : all) {
                try {
                    PreparedQuery query = prepare.prepare(sql);
                    if (query.plain().isPresent()) {
                        String with = rows(run, first(query));
                        String without = rows(run, plain(query));
                        if (!with.equals(without)) {
                            wrong.add(sql + "\n" + with + "\n" + without);
                        }
                        compared++;
                    }
                } catch (Refusal refusal) {
                    wrong.add(sql + "\n" + refusal.getMessage());
                }
            }
        }
        assertThat(String.join("\n\n", wrong)).isEmpty();
        assertThat(compared).isGreaterThan(QUERIES.size());
    }

    /** What fails with redrawn values is asked once more without them; what somebody stopped is not. */
    @Test
    void whatIsStoppedIsNotAskedOnceMore() throws IOException, InterruptedException {
        PreparedQuery query = new PrepareQuery(CheckDeclarations.check(SampleTables.all()), WithoutAssertions.DEFAULTS)
                .prepare("SELECT n * m AS q FROM " + R + " AS r");
        assertThat(query.plain()).as("there is another way to ask it").isPresent();
        try (Backend backend = DuckDbBackend.open(SampleTables.all(), ONE_THREAD);
                Sandbox opened = Sandbox.open(List.of(), ONE_THREAD);
                BackgroundStart<Sandbox> sandbox = new BackgroundStart<>(() -> opened)) {
            RunQuery run = new RunQuery(
                    new BackgroundStart<>(() -> backend), sandbox, PublicRows.of(List.of()), SameDraws::new);
            String seven = "SELECT CAST(7 AS BIGINT) AS c0";
            assertThat(rows(run, tried(query, "SELECT CAST(error('full') AS BIGINT) AS c0", seven)))
                    .isEqualTo("[7]\n");
            PreparedQuery slow = tried(
                    query,
                    "SELECT CAST(COUNT(*) AS BIGINT) AS c0 FROM range(1000000000000) AS r(i) WHERE i % 7 = 3",
                    seven);
            Thread stops = new Thread(() -> {
                while (!Thread.currentThread().isInterrupted()) {
                    opened.cancel();
                    LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
                }
            });
            run.check(slow);
            assertThatThrownBy(() -> run.run(slow, 0.95, released -> stops.start()))
                    .isInstanceOfSatisfying(
                            Refusal.class, refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.CANCELLED));
            stops.interrupt();
            stops.join();
        }
    }

    /** Redrawn values may all lie on one side of the value itself. */
    @Test
    void anIntervalHoldsItsValue() throws IOException {
        PreparedQuery query = new PrepareQuery(CheckDeclarations.check(SampleTables.all()), WithoutAssertions.DEFAULTS)
                .prepare("SELECT n * m AS q FROM " + R + " AS r");
        List<ResultType> types = List.of(
                ResultType.of(ColumnType.DOUBLE), ResultType.of(ColumnType.DOUBLE), ResultType.of(ColumnType.DOUBLE));
        try (Backend backend = DuckDbBackend.open(SampleTables.all(), ONE_THREAD);
                BackgroundStart<Sandbox> sandbox = new BackgroundStart<>(() -> Sandbox.open(List.of(), ONE_THREAD))) {
            RunQuery run = new RunQuery(
                    new BackgroundStart<>(() -> backend), sandbox, PublicRows.of(List.of()), SameDraws::new);
            for (double value : List.of(0.0, 1.0, 1.5, 2.0, 7.0)) {
                PreparedQuery.Remainder ends = new PreparedQuery.Remainder(
                        "SELECT CAST(" + value + " AS DOUBLE) AS c0, CAST(1 AS DOUBLE) AS c1, CAST(2 AS DOUBLE) AS c2",
                        types,
                        List.of(Optional.of(new CarryIntervals.Interval(1, 2))));
                PreparedQuery asked = of(query, ends, query.redraws());
                run.check(asked);
                assertThat(run.run(asked, 0.95).rows().get(0).intervals())
                        .containsExactly(new ConfidenceInterval(Math.min(1, value), Math.max(2, value)));
            }
        }
    }

    private static PreparedQuery tried(PreparedQuery query, String first, String second) {
        List<ResultType> types = List.of(ResultType.of(ColumnType.BIGINT));
        List<Optional<CarryIntervals.Interval>> none = List.of(Optional.empty());
        PreparedQuery alone = of(query, new PreparedQuery.Remainder(first, types, none), query.redraws());
        return new PreparedQuery(
                alone.columns(),
                alone.releases(),
                first,
                types,
                none,
                alone.reports(),
                alone.redraws(),
                Optional.of(new PreparedQuery.Remainder(second, types, none)),
                alone.explain(),
                alone.wanted(),
                alone.charge());
    }

    private static String rows(RunQuery run, PreparedQuery query) {
        run.check(query);
        StringBuilder text = new StringBuilder();
        run.run(query, 0.95).rows().forEach(row -> text.append(row.values()).append('\n'));
        return text.toString();
    }

    /** Without a second try. */
    private static PreparedQuery first(PreparedQuery query) {
        return of(query, query.remainder(), query.redraws());
    }

    private static PreparedQuery plain(PreparedQuery query) {
        return of(query, query.plain().orElseThrow(), RedrawnRows.NONE);
    }

    private static PreparedQuery of(PreparedQuery query, PreparedQuery.Remainder remainder, RedrawnRows redraws) {
        return new PreparedQuery(
                query.columns(),
                query.releases(),
                remainder.sql(),
                remainder.types(),
                remainder.intervals(),
                query.reports(),
                redraws,
                Optional.empty(),
                query.explain(),
                query.wanted(),
                query.charge());
    }

    /** No noise; what draws begins with the same bits each time. */
    private static final class SameDraws implements Noise {
        @Override
        public BigInteger noisy(IntegerNoise law, BigInteger exact, Origin origin) {
            return exact;
        }

        @Override
        public boolean keeps(GroupSelection.Geometric selection, BigInteger exactUsers) {
            return selection.keeps(exactUsers, bits());
        }

        @Override
        public RandomBits bits() {
            return new SplittableRandom(1)::nextLong;
        }
    }
}
