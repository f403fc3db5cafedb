package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.backend.Backend;
import io.tacit.engine.backend.duckdb.DuckDbBackend;
import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Domain;
import io.tacit.engine.catalog.RowBounds;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Removing one person changes the exact integers before noise by at most what the noise is calibrated to: over all
 * groups together, for each state and each histogram. The people are wild: NULL, NaN, infinities, the ends of every
 * type.
 */
@NullUnmarked
@Tag("walk")
class SensitivityTest {
    private static final String[] GROUPS = {"a", "b", "c", "d", "", "NULL"};
    private static final String[] DOUBLES = {
        "0.1", "-0.0", "0", "nan", "inf", "-inf", "1e308", "5e-324", "", "2.5", "-7.75"
    };
    private static final String[] DECIMALS = {"0.01", "-9999999999.99", "9999999999.99", "", "12.34", "0", "7"};
    private static final String[] INTEGERS = {"2147483647", "-2147483648", "0", "", "5", "-3"};
    private static final String[] BIGINTS = {"9223372036854775807", "-9223372036854775808", "0", "", "77"};
    private static final String[] WIDE = {
        "9999999999999999999999999999.9999999999", "-9999999999999999999999999999.9999999999", "", "0.5", "1"
    };

    private static final long SEED = Long.getLong("tacit.sensitivity.seed", 20260401L);
    private static final int PEOPLE = 8;

    /**
     * Opening a database takes longer than a query over so few people: all queries share them. Ten before a release.
     */
    private static final int WORLDS = Integer.getInteger("tacit.sensitivity.worlds", 1);

    private static final Defaults DEFAULTS = new Defaults(BigDecimal.ONE, new BigDecimal("1e-6"), 3, 0.95);
    private static final List<World> AS_THEY_ARE = new ArrayList<>();
    private static final List<World> WRONGLY_DECLARED = new ArrayList<>();

    @TempDir
    static Path folder;

    @BeforeAll
    static void open() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < WORLDS; i++) {
            People people = wild(random);
            AS_THEY_ARE.add(World.of(people, UnaryOperator.identity()));
            WRONGLY_DECLARED.add(World.of(people, SensitivityTest::described));
        }
    }

    @AfterAll
    static void close() {
        AS_THEY_ARE.forEach(World::close);
        WRONGLY_DECLARED.forEach(World::close);
        AS_THEY_ARE.clear();
        WRONGLY_DECLARED.clear();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT g, COUNT(*, contribution_bounds_per_group => (0, 3)), COUNT(x CLAMPED BETWEEN 1 AND 2) FROM t"
                        + " GROUP BY g",
                "SELECT g, SUM(x, contribution_bounds_per_group => (-1.5, 4)), SUM(i, contribution_bounds_per_group =>"
                        + " (-10, 10)) FROM t GROUP BY g",
                "SELECT g, SUM(d, contribution_bounds_per_group => (0.2, 0.8)), SUM(b, contribution_bounds_per_group"
                        + " => (-9e18, 9e18)), SUM(w, contribution_bounds_per_group => (0, 5)) FROM t GROUP BY g",
                "SELECT g, AVG(x, contribution_bounds_per_row => (-1, 3)), AVG(d, contribution_bounds_per_row => (0,"
                        + " 10)) FROM t GROUP BY g",
                "SELECT g, VAR_POP(x, contribution_bounds_per_row => (-1, 3)), STDDEV_SAMP(b,"
                        + " contribution_bounds_per_row => (-9e18, 9e18)) FROM t GROUP BY g",
                "SELECT g, AVG(w, contribution_bounds_per_row => (0.1, 0.1)), VAR_POP(i, contribution_bounds_per_row"
                        + " => (-2147483648, 2147483647)) FROM t GROUP BY g",
                "SELECT g, COVAR_POP(x CLAMPED BETWEEN -1 AND 3, w CLAMPED BETWEEN 0 AND 5), CORR(b, i,"
                        + " contribution_bounds_per_row => ((-9e18, 9e18), (-2147483648, 2147483647))) FROM t GROUP BY g",
                "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_rows_per_group = 2) g, REGR_SLOPE(d CLAMPED BETWEEN 0.2"
                        + " AND 0.8, x CLAMPED BETWEEN 1 AND 2) FILTER (WHERE i > 0), REGR_INTERCEPT(x, w) FROM t GROUP BY"
                        + " g",
                "SELECT WITH ANONYMIZATION g, COVAR_SAMP(x, x, contribution_bounds_per_row => ((0, 5), (-5, 5))),"
                        + " CORR(i, x) FROM t GROUP BY g",
                "SELECT WITH ANONYMIZATION OPTIONS(kappa = 2) g, ANON_AVG(x, 0, 5), ANON_AVG(b, -100, 100),"
                        + " ANON_VAR(d, 0, 10), ANON_COUNT(*, 0, 1) FROM t GROUP BY g",
                "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_groups_contributed = 1) g, COUNT(*,"
                        + " contribution_bounds_per_group => (0, 2)) FILTER (WHERE x > 0), SUM(x,"
                        + " contribution_bounds_per_group => (0, 5)) FILTER (WHERE i > 0) FROM t GROUP BY g",
                "SELECT g, COUNT(*), SUM(x), AVG(d), SUM(w), SUM(b), VAR_POP(x) FROM t GROUP BY g",
                "SELECT WITH ANONYMIZATION g, ANON_COUNT(*), ANON_SUM(b), ANON_AVG(x) FROM t GROUP BY g",
                "SELECT g, SUM(x, contribution_bounds_per_group => (-1e308, 1e308)), AVG(x * 1e300,"
                        + " contribution_bounds_per_row => (0, 1e308)) FROM t GROUP BY g",
                "SELECT x, i, COUNT(DISTINCT uid) FROM t GROUP BY x, i",
                "SELECT COUNT(*), SUM(x), AVG(x), SUM(d, contribution_bounds_per_group => (-5, 5)) FROM t WHERE g IS"
                        + " NOT NULL",
                "SELECT n, m, COUNT(*, contribution_bounds_per_group => (0, 1)) FROM (SELECT uid, g, SUM(x) AS n,"
                        + " SUM(w) AS m, MIN(x) AS k FROM t GROUP BY uid, g) AS p GROUP BY n, m",
                "SELECT a.g, SUM(a.x * b.x, contribution_bounds_per_group => (-3, 3)) FROM t a LEFT JOIN t b ON a.uid"
                        + " = b.uid AND a.g = b.g GROUP BY a.g",
                "SELECT g, COUNT(DISTINCT s, contribution_bounds_per_group => (0, 2)), COUNT(DISTINCT x,"
                        + " contribution_bounds_per_group => (0, 1)) FILTER (WHERE i > 0) FROM t GROUP BY g",
                "SELECT COUNT(DISTINCT d), COUNT(DISTINCT g, contribution_bounds_per_group => (0, 3)) FROM t",
                "SELECT g, MEDIAN(x, contribution_bounds_per_row => (-1.5, 4)), MAX(d, contribution_bounds_per_row =>"
                        + " (0, 10)), MIN(b, contribution_bounds_per_row => (-9e18, 9e18)) FROM t GROUP BY g",
                "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_rows_per_group = 3) g, s, QUANTILE_CONT(w, 0.9),"
                        + " MEDIAN(i) FILTER (WHERE x > 0) FROM t GROUP BY g, s",
                "SELECT MEDIAN(x), MIN(w), AVG(x) FROM t",
                "SELECT g, APPROX_QUANTILES(x, 4), QUANTILE_CONT(i, [0.1, 0.9], contribution_bounds_per_row => (-3,"
                        + " 3)) FILTER (WHERE x > 0) FROM t GROUP BY g",
                "SELECT g, MAX(DATE '2024-02-29' + INTERVAL '1' DAY, contribution_bounds_per_row => (DATE"
                        + " '2024-01-01', DATE '2024-02-28')), MEDIAN(CAST(s AS TIMESTAMP) CLAMPED BETWEEN DATE"
                        + " '2020-01-01' AND DATE '2024-01-01'), MIN(CASE WHEN x > 1 THEN CAST('infinity' AS DATE) WHEN x"
                        + " > 0 THEN DATE '2001-02-03' END, contribution_bounds_per_row => (DATE '2000-01-01', DATE"
                        + " '2024-01-01')) FROM t GROUP BY g",
                "SELECT g, COUNT(*, contribution_bounds_per_group => (0, 2)) FROM t a WHERE EXISTS (SELECT * FROM t b"
                        + " WHERE b.uid = a.uid AND b.x > a.x) GROUP BY g",
                "SELECT g, SUM(x, contribution_bounds_per_group => (-1, 2)) FROM t WHERE (uid, s) NOT IN (SELECT uid,"
                        + " g FROM t WHERE i > 0) GROUP BY g",
                "SELECT g, AVG(v, contribution_bounds_per_row => (-1, 3)) FROM (SELECT g, x - (SELECT AVG(x) FROM t b"
                        + " WHERE b.uid = a.uid) AS v FROM t a) AS p GROUP BY g",
                "SELECT x, COUNT(*, contribution_bounds_per_group => (0, 2)) FROM (SELECT uid, x FROM t EXCEPT ALL"
                        + " SELECT uid, x FROM t WHERE i > 0) AS p GROUP BY x",
                "SELECT v, COUNT(*, contribution_bounds_per_group => (0, 1)) FROM (SELECT uid, x AS v FROM t INTERSECT"
                        + " SELECT uid, d FROM t UNION ALL SELECT uid, w FROM t) AS p GROUP BY v",
                "SELECT v, SUM(r, contribution_bounds_per_group => (0, 4)) FROM (SELECT LAG(x) OVER (PARTITION BY uid"
                        + " ORDER BY i) AS v, ROW_NUMBER() OVER (PARTITION BY uid ORDER BY i) AS r FROM t) AS p GROUP BY"
                        + " v",
                "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_groups_contributed = 2) g, s, COUNT(*,"
                        + " contribution_bounds_per_group => (0, 2)), SUM(x, contribution_bounds_per_group => (-1, 1))"
                        + " FROM t GROUP BY CUBE(g, s)",
                "SELECT code, (SELECT SUM(x, contribution_bounds_per_group => (-1, 2)) FROM t WHERE t.g = code) AS m"
                        + " FROM (VALUES ('a'), ('b'), ('NULL'), ('nobody')) AS k(code)",
                "SELECT code FROM (VALUES ('a'), ('b')) AS k(code) WHERE EXISTS (SELECT s FROM t WHERE t.g = code"
                        + " GROUP BY s HAVING COUNT(*, contribution_bounds_per_group => (0, 2)) > 1)",
                "SELECT COUNT(*) FROM t a WHERE x > (SELECT AVG(d, contribution_bounds_per_row => (0, 10)) FROM t b"
                        + " WHERE b.g = a.g AND b.i = a.i)",
                "SELECT s, SUM(1 / x, contribution_bounds_per_group => (-2, 2)), AVG(SQRT(x),"
                        + " contribution_bounds_per_row => (0, 9)), SUM(b * b, contribution_bounds_per_group => (0, 10))"
                        + " FROM t GROUP BY s"
            })
    void removingAPersonMovesNoStateFurtherThanDeclared(String sql) {
        check(sql, AS_THEY_ARE);
    }

    /**
     * Declarations that the data do not keep to: what is outside of bounds is clamped, what is in no domain is left
     * out.
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT g, SUM(x), SUM(d), SUM(i * x), SUM(b), AVG(x), COUNT(*) FROM t GROUP BY g",
                "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_rows_per_group = 2) g, SUM(x - d), AVG(x * x),"
                        + " VAR_POP(i), SUM(w / 2) FROM t GROUP BY g",
                "SELECT WITH DIFFERENTIAL_PRIVACY AVG(x), STDDEV(d), SUM(CASE WHEN x > 2 THEN 1 ELSE 0 END), SUM(-b)"
                        + " FROM t",
                "SELECT MEDIAN(x), MAX(d), MIN(b) FROM t WHERE i > -5",
                "SELECT WITH ANONYMIZATION g, ANON_SUM(i), ANON_AVG(x), ANON_VAR(d) FROM t GROUP BY g",
                "SELECT g, SUM(v), AVG(v) FROM (SELECT uid, g, MAX(x) AS v FROM t GROUP BY uid, g) AS p GROUP BY g",
                "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(group_selection_strategy = PUBLIC_GROUPS) g, COUNT(*),"
                        + " SUM(x) FROM t GROUP BY g",
                "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(group_selection_strategy = PUBLIC_GROUPS,"
                        + " max_groups_contributed = 2, max_rows_per_group = 2) g, s, SUM(i), AVG(d), MEDIAN(x) FROM t"
                        + " GROUP BY g, s"
            })
    void wrongDeclarationsHarmNobody(String sql) {
        check(sql, WRONGLY_DECLARED);
    }

    private static void check(String sql, List<World> worlds) {
        PreparedQuery query = new PrepareQuery(new Catalog(List.of(worlds.get(0).table())), DEFAULTS).prepare(sql);
        for (World world : worlds) {
            ExactStates whole = measure(query, world.whole());
            for (int uid = 1; uid <= PEOPLE; uid++) {
                assertThat(whole.excess(measure(query, world.without().get(uid - 1))))
                        .as("%s without %s", sql, uid)
                        .isEmpty();
            }
            assertThat(whole.states()).isNotEmpty();
        }
    }

    private static SourceTable described(SourceTable table) {
        List<Column> columns = new ArrayList<>();
        for (Column column : table.table().columns()) {
            columns.add(
                    switch (column.name()) {
                        case "x" -> column.within(bounds("-1.5", "4"));
                        case "d" -> column.within(bounds("0.2", "0.8"));
                        case "i" -> column.within(bounds("-3", "10"));
                        case "b" -> column.within(bounds("-9000000000000000000", "9000000000000000000"));
                        case "w" -> column.within(bounds("1", "1"));
                        case "g", "s" -> column.among(new Domain(List.of("a", "c", "nobody")));
                        default -> column;
                    });
        }
        return new SourceTable(
                new Table(table.table().name(), columns, table.table().protection()), table.source());
    }

    private static RowBounds bounds(String low, String high) {
        return new RowBounds(new BigDecimal(low), new BigDecimal(high));
    }

    private static People wild(SplittableRandom random) {
        List<String> lines = new ArrayList<>();
        for (int uid = 1; uid <= PEOPLE; uid++) {
            int rows = 1 + random.nextInt(12);
            for (int row = 0; row < rows; row++) {
                lines.add(String.join(
                        ",",
                        String.valueOf(uid),
                        pick(random, GROUPS),
                        pick(random, DOUBLES),
                        pick(random, DECIMALS),
                        pick(random, INTEGERS),
                        pick(random, BIGINTS),
                        pick(random, WIDE),
                        pick(random, GROUPS)));
            }
        }
        return People.of(lines);
    }

    private static String pick(SplittableRandom random, String[] values) {
        return values[random.nextInt(values.length)];
    }

    private static ExactStates measure(PreparedQuery query, Backend backend) {
        return ExactStates.measure(
                query.releases().get(0).calibration(), query.releases().get(0).sql(), backend);
    }

    /**
     * Open databases of the same people.
     *
     * @param table how it is declared
     * @param whole of all of them
     * @param without each of them, in order
     */
    private record World(Table table, Backend whole, List<Backend> without) implements AutoCloseable {
        static World of(People people, UnaryOperator<SourceTable> declared) {
            SourceTable table = declared.apply(people.table(folder));
            List<Backend> without = new ArrayList<>();
            for (int uid = 1; uid <= PEOPLE; uid++) {
                without.add(open(declared.apply(people.without(uid).table(folder))));
            }
            return new World(table.table(), open(table), without);
        }

        private static Backend open(SourceTable table) {
            return DuckDbBackend.open(List.of(table), People.SETTINGS);
        }

        @Override
        public void close() {
            whole.close();
            without.forEach(Backend::close);
        }
    }
}
