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
import io.tacit.engine.release.Calibration;
import io.tacit.engine.release.MeasureQuantiles;
import io.tacit.engine.release.MeasuredStates;
import io.tacit.engine.rewrite.HistogramSql;
import io.tacit.engine.rewrite.Limits;
import io.tacit.engine.rewrite.PartialSql;
import io.tacit.engine.rewrite.ResolvedLimits;
import io.tacit.privacy.mechanism.LeafWeights;
import io.tacit.privacy.mechanism.State;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Removing one person changes the exact integers before noise by at most what the noise is calibrated to: over all groups
 * together, for each state and each histogram. The people are wild: NULL, NaN, infinities, the ends of every type.
 */
@NullUnmarked
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

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT g, COUNT(*, contribution_bounds_per_group => (0, 3)), COUNT(x CLAMPED BETWEEN 1 AND 2) FROM t GROUP BY g",
                "SELECT g, SUM(x, contribution_bounds_per_group => (-1.5, 4)), SUM(i, contribution_bounds_per_group => (-10, 10)) FROM t GROUP BY g",
                "SELECT g, SUM(d, contribution_bounds_per_group => (0.2, 0.8)), SUM(b, contribution_bounds_per_group => (-9e18, 9e18)), SUM(w, contribution_bounds_per_group => (0, 5)) FROM t GROUP BY g",
                "SELECT g, AVG(x, contribution_bounds_per_row => (-1, 3)), AVG(d, contribution_bounds_per_row => (0, 10)) FROM t GROUP BY g",
                "SELECT g, VAR_POP(x, contribution_bounds_per_row => (-1, 3)), STDDEV_SAMP(b, contribution_bounds_per_row => (-9e18, 9e18)) FROM t GROUP BY g",
                "SELECT g, AVG(w, contribution_bounds_per_row => (0.1, 0.1)), VAR_POP(i, contribution_bounds_per_row => (-2147483648, 2147483647)) FROM t GROUP BY g",
                "SELECT WITH ANONYMIZATION OPTIONS(kappa = 2) g, ANON_AVG(x, 0, 5), ANON_AVG(b, -100, 100), ANON_VAR(d, 0, 10), ANON_COUNT(*, 0, 1) FROM t GROUP BY g",
                "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_groups_contributed = 1) g, COUNT(*, contribution_bounds_per_group => (0, 2)) FILTER (WHERE x > 0), SUM(x, contribution_bounds_per_group => (0, 5)) FILTER (WHERE i > 0) FROM t GROUP BY g",
                "SELECT g, COUNT(*), SUM(x), AVG(d), SUM(w), SUM(b), VAR_POP(x) FROM t GROUP BY g",
                "SELECT WITH ANONYMIZATION g, ANON_COUNT(*), ANON_SUM(b), ANON_AVG(x) FROM t GROUP BY g",
                "SELECT g, SUM(x, contribution_bounds_per_group => (-1e308, 1e308)), AVG(x * 1e300, contribution_bounds_per_row => (0, 1e308)) FROM t GROUP BY g",
                "SELECT x, i, COUNT(DISTINCT uid) FROM t GROUP BY x, i",
                "SELECT COUNT(*), SUM(x), AVG(x), SUM(d, contribution_bounds_per_group => (-5, 5)) FROM t WHERE g IS NOT NULL",
                "SELECT n, m, COUNT(*, contribution_bounds_per_group => (0, 1)) FROM (SELECT uid, g, SUM(x) AS n, SUM(w) AS m, MIN(x) AS k FROM t GROUP BY uid, g) AS p GROUP BY n, m",
                "SELECT a.g, SUM(a.x * b.x, contribution_bounds_per_group => (-3, 3)) FROM t a LEFT JOIN t b ON a.uid = b.uid AND a.g = b.g GROUP BY a.g",
                "SELECT g, COUNT(DISTINCT s, contribution_bounds_per_group => (0, 2)), COUNT(DISTINCT x, contribution_bounds_per_group => (0, 1)) FILTER (WHERE i > 0) FROM t GROUP BY g",
                "SELECT COUNT(DISTINCT d), COUNT(DISTINCT g, contribution_bounds_per_group => (0, 3)) FROM t",
                "SELECT g, MEDIAN(x, contribution_bounds_per_row => (-1.5, 4)), MAX(d, contribution_bounds_per_row => (0, 10)), MIN(b, contribution_bounds_per_row => (-9e18, 9e18)) FROM t GROUP BY g",
                "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_rows_per_group = 3) g, s, QUANTILE_CONT(w, 0.9), MEDIAN(i) FILTER (WHERE x > 0) FROM t GROUP BY g, s",
                "SELECT MEDIAN(x), MIN(w), AVG(x) FROM t",
                "SELECT g, COUNT(*, contribution_bounds_per_group => (0, 2)) FROM t a WHERE EXISTS (SELECT * FROM t b WHERE b.uid = a.uid AND b.x > a.x) GROUP BY g",
                "SELECT g, SUM(x, contribution_bounds_per_group => (-1, 2)) FROM t WHERE (uid, s) NOT IN (SELECT uid, g FROM t WHERE i > 0) GROUP BY g",
                "SELECT g, AVG(v, contribution_bounds_per_row => (-1, 3)) FROM (SELECT g, x - (SELECT AVG(x) FROM t b WHERE b.uid = a.uid) AS v FROM t a) AS p GROUP BY g",
                "SELECT x, COUNT(*, contribution_bounds_per_group => (0, 2)) FROM (SELECT uid, x FROM t EXCEPT ALL SELECT uid, x FROM t WHERE i > 0) AS p GROUP BY x",
                "SELECT v, COUNT(*, contribution_bounds_per_group => (0, 1)) FROM (SELECT uid, x AS v FROM t INTERSECT SELECT uid, d FROM t UNION ALL SELECT uid, w FROM t) AS p GROUP BY v",
                "SELECT v, SUM(r, contribution_bounds_per_group => (0, 4)) FROM (SELECT LAG(x) OVER (PARTITION BY uid ORDER BY i) AS v, ROW_NUMBER() OVER (PARTITION BY uid ORDER BY i) AS r FROM t) AS p GROUP BY v",
                "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_groups_contributed = 2) g, s, COUNT(*, contribution_bounds_per_group => (0, 2)), SUM(x, contribution_bounds_per_group => (-1, 1)) FROM t GROUP BY CUBE(g, s)",
                "SELECT s, SUM(1 / x, contribution_bounds_per_group => (-2, 2)), AVG(SQRT(x), contribution_bounds_per_row => (0, 9)), SUM(b * b, contribution_bounds_per_group => (0, 10)) FROM t GROUP BY s"
            })
    void removingAPersonMovesNoStateFurtherThanDeclared(String sql) {
        SplittableRandom random = new SplittableRandom(sql.hashCode());
        for (int round = 0; round < 2; round++) {
            People people = wild(random);
            Measured whole = measure(people, sql);
            for (int uid = 1; uid <= 8; uid++) {
                compare(whole, measure(people.without(uid), sql), sql + " without " + uid);
            }
            assertThat(whole.states()).isNotEmpty();
        }
    }

    /** Declarations that the data do not keep to: what is outside of bounds is clamped, what is in no domain is left out. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT g, SUM(x), SUM(d), SUM(i * x), SUM(b), AVG(x), COUNT(*) FROM t GROUP BY g",
                "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_rows_per_group = 2) g, SUM(x - d), AVG(x * x), VAR_POP(i), SUM(w / 2) FROM t GROUP BY g",
                "SELECT WITH DIFFERENTIAL_PRIVACY AVG(x), STDDEV(d), SUM(CASE WHEN x > 2 THEN 1 ELSE 0 END), SUM(-b) FROM t",
                "SELECT MEDIAN(x), MAX(d), MIN(b) FROM t WHERE i > -5",
                "SELECT WITH ANONYMIZATION g, ANON_SUM(i), ANON_AVG(x), ANON_VAR(d) FROM t GROUP BY g",
                "SELECT g, SUM(v), AVG(v) FROM (SELECT uid, g, MAX(x) AS v FROM t GROUP BY uid, g) AS p GROUP BY g",
                "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(group_selection_strategy = PUBLIC_GROUPS) g, COUNT(*), SUM(x) FROM t GROUP BY g",
                "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(group_selection_strategy = PUBLIC_GROUPS, max_groups_contributed = 2, max_rows_per_group = 2) g, s, SUM(i), AVG(d), MEDIAN(x) FROM t GROUP BY g, s"
            })
    void wrongDeclarationsHarmNobody(String sql) {
        SplittableRandom random = new SplittableRandom(sql.hashCode());
        for (int round = 0; round < 2; round++) {
            People people = wild(random);
            Measured whole = measure(described(people.table(folder)), sql);
            for (int uid = 1; uid <= 8; uid++) {
                Measured without = measure(described(people.without(uid).table(folder)), sql);
                compare(whole, without, sql + " without " + uid);
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
        for (int uid = 1; uid <= 8; uid++) {
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

    /** What a release sees before noise. */
    private record Measured(
            Calibration calibration,
            List<State> measured,
            Map<List<String>, BigInteger[]> states,
            Map<List<String>, BigInteger[]> histograms,
            List<LeafWeights> weights,
            List<Map<List<String>, BigInteger[]>> leaves) {}

    private Measured measure(People people, String sql) {
        return measure(people.table(folder), sql);
    }

    private static Measured measure(SourceTable table, String sql) {
        Defaults defaults = new Defaults(BigDecimal.ONE, new BigDecimal("1e-6"), 3, 0.95);
        PreparedQuery query = new PrepareQuery(new Catalog(List.of(table.table())), defaults).prepare(sql);
        Calibration calibration = query.releases().get(0);
        PartialSql partial = query.partial().get(0);
        Limits.Given odd = new Limits.Given(BigInteger.valueOf(-3), BigInteger.valueOf(1000));
        int parameters = calibration.plan().automatic().size();
        ResolvedLimits limits = new ResolvedLimits(Collections.nCopies(parameters, odd));
        List<State> states = MeasuredStates.of(calibration.plan(), limits).states();
        int keys = calibration.plan().keys().size();
        try (Backend backend = DuckDbBackend.open(List.of(table), People.SETTINGS)) {
            List<LeafWeights> weights = new ArrayList<>();
            List<Map<List<String>, BigInteger[]>> leaves = new ArrayList<>();
            for (int i = 0; i < calibration.plan().quantiles().size(); i++) {
                LeafWeights found = MeasureQuantiles.quantiles(calibration, i, limits)
                        .orElseThrow()
                        .weights();
                weights.add(found);
                leaves.add(leaves(backend, partial.leaves(i, found), keys));
            }
            return new Measured(
                    calibration,
                    states,
                    rows(backend, partial.states(states), keys, 1 + states.size()),
                    parameters == 0 ? Map.of() : rows(backend, partial.histograms(), 2, 1),
                    weights,
                    leaves);
        }
    }

    /** By group and leaf. */
    private static Map<List<String>, BigInteger[]> leaves(Backend backend, String sql, int keys) {
        Map<List<String>, BigInteger[]> rows = new HashMap<>();
        backend.run(sql, keys, 2, (key, values) -> {
            List<String> place = new ArrayList<>(Arrays.asList(key));
            place.add(values[0].toString());
            assertThat(rows.put(place, values)).as("a leaf comes once").isNull();
        });
        return rows;
    }

    private static Map<List<String>, BigInteger[]> rows(Backend backend, String sql, int keys, int integers) {
        Map<List<String>, BigInteger[]> rows = new HashMap<>();
        backend.run(sql, keys, integers, (key, values) -> {
            BigInteger[] twice = rows.put(Arrays.asList(key), values);
            assertThat(twice).as("a group comes once").isNull();
        });
        return rows;
    }

    private static void compare(Measured whole, Measured without, String what) {
        BigInteger groups =
                BigInteger.valueOf(whole.calibration().plan().parameters().maxGroups());
        assertThat(distance(whole.states(), without.states(), 0))
                .as("%s, number of people", what)
                .isLessThanOrEqualTo(groups);
        for (int i = 0; i < whole.measured().size(); i++) {
            BigInteger declared = whole.measured().get(i).sensitivity().multiply(groups);
            assertThat(distance(whole.states(), without.states(), 1 + i))
                    .as("%s, state %s", what, whole.measured().get(i))
                    .isLessThanOrEqualTo(declared);
        }
        boolean paper = HistogramSql.likeThePaper(whole.calibration().plan());
        for (int i = 0; i < whole.calibration().plan().automatic().size(); i++) {
            int entries = whole.calibration().plan().automatic().get(i).kind().entries();
            // In the paper's histogram a person is counted in each group, else once: in one bin of each end.
            BigInteger declared = paper ? groups.multiply(BigInteger.valueOf(entries)) : BigInteger.ONE;
            for (String name : List.of(HistogramSql.byLargest(i), HistogramSql.bySmallest(i))) {
                assertThat(distance(of(whole.histograms(), name), of(without.histograms(), name), 0))
                        .as("%s, histogram %s", what, name)
                        .isLessThanOrEqualTo(declared);
            }
        }
        for (int i = 0; i < whole.leaves().size(); i++) {
            LeafWeights weights = whole.weights().get(i);
            assertThat(distance(whole.leaves().get(i), without.leaves().get(i), 1))
                    .as("%s, leaves %s", what, i)
                    .isLessThanOrEqualTo(weights.sensitivity().multiply(groups));
        }
    }

    private static Map<List<String>, BigInteger[]> of(Map<List<String>, BigInteger[]> histograms, String parameter) {
        Map<List<String>, BigInteger[]> one = new HashMap<>();
        histograms.forEach((key, value) -> {
            if (parameter.equals(key.get(0))) {
                one.put(key, value);
            }
        });
        return one;
    }

    private static BigInteger distance(
            Map<List<String>, BigInteger[]> a, Map<List<String>, BigInteger[]> b, int column) {
        BigInteger distance = BigInteger.ZERO;
        Map<List<String>, BigInteger[]> both = new HashMap<>(a);
        both.putAll(b);
        for (List<String> key : both.keySet()) {
            BigInteger left = a.containsKey(key) ? a.get(key)[column] : BigInteger.ZERO;
            BigInteger right = b.containsKey(key) ? b.get(key)[column] : BigInteger.ZERO;
            distance = distance.add(left.subtract(right).abs());
        }
        return distance;
    }
}
