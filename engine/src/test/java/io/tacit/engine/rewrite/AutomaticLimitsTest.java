package io.tacit.engine.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.QueryCeiling;
import io.tacit.engine.catalog.RowBounds;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.ownership.AssignOwners;
import io.tacit.engine.sql.SqlToRelation;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Which limits a release finds privately, for each way to write its aggregates: those of all rows once, of chosen rows one
 * each up to three and one together beyond; none that is known. Whatever is not a number of rows changes nothing of that.
 */
@org.jspecify.annotations.NullUnmarked
class AutomaticLimitsTest {
    private static final Catalog CATALOG = new Catalog(List.of(
            new Table(
                    "t",
                    List.of(
                            Column.nullable("uid", ColumnType.BIGINT),
                            Column.nullable("g", ColumnType.VARCHAR),
                            Column.nullable("x", ColumnType.INTEGER),
                            Column.nullable("y", ColumnType.DOUBLE),
                            within("flag", ColumnType.INTEGER, "0", "1"),
                            within("share", ColumnType.decimal(4, 2), "0", "1"),
                            within("i", ColumnType.INTEGER, "0", "10"),
                            within("j", ColumnType.INTEGER, "-5", "10"),
                            within("loss", ColumnType.INTEGER, "-3", "1"),
                            within("r", ColumnType.DOUBLE, "0", "1")),
                    new Protection.UnitColumn("uid")),
            new Table(
                            "once",
                            List.of(
                                    Column.nullable("uid", ColumnType.BIGINT),
                                    Column.nullable("g", ColumnType.VARCHAR),
                                    Column.nullable("x", ColumnType.INTEGER)),
                            new Protection.UnitColumn("uid"))
                    .unique(List.of(List.of("uid")))));

    private static Column within(String name, ColumnType type, String low, String high) {
        return Column.nullable(name, type).within(new RowBounds(new BigDecimal(low), new BigDecimal(high)));
    }

    /** All rows, chosen rows, the most of so many choices; different values; sums, means and values. */
    private static final class Words implements AutomaticParameter.Visitor<String> {
        @Override
        public String rowsPerGroup(AutomaticParameter.RowsPerGroup counted) {
            return counted.counted().equals(RowCount.EVERY_ROW) ? "all" : "chosen";
        }

        @Override
        public String mostRowsPerGroup(AutomaticParameter.MostRowsPerGroup counted) {
            return "most of " + counted.counted().size();
        }

        @Override
        public String distinctPerGroup(AutomaticParameter.DistinctPerGroup offered) {
            return "different";
        }

        @Override
        public String sumPerGroup(AutomaticParameter.SumPerGroup summed) {
            return "sum";
        }

        @Override
        public String meanPerGroup(AutomaticParameter.MeanPerGroup summed) {
            return "mean";
        }

        @Override
        public String valuePerRow(AutomaticParameter.ValuePerRow summed) {
            return "value";
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "all ~ COUNT(*)",
                "chosen ~ COUNT(x)",
                "all ~ COUNT(*), COUNT(x), COUNT(y)",
                "all ~ SUM(1)",
                "all ~ COUNT(*), SUM(1)",
                "chosen ~ SUM(i)",
                "chosen ~ SUM(share)",
                "chosen ~ SUM(loss)",
                "'' ~ SUM(CASE WHEN x < 0 THEN 1.0 ELSE 0.0 END, contribution_bounds_per_group => (0, 2))",
                "chosen ~ SUM(r)",
                "chosen ~ COUNT(*) FILTER (WHERE x < 0)",
                "chosen ~ COUNT(x) FILTER (WHERE x < 0)",
                "chosen ~ COUNT(CASE WHEN x < 0 THEN 1 END)",
                "chosen ~ COUNT(NULLIF(x, 3))",
                "chosen ~ SUM(flag)",
                "chosen ~ SUM(1) FILTER (WHERE x < 0)",
                "chosen ~ SUM(CASE WHEN x < 0 THEN 1 ELSE 0 END)",
                "chosen ~ SUM(CASE WHEN x < 0 THEN 1.0 ELSE 0.0 END)",
                "chosen ~ SUM(flag), SUM(flag)",
                "sum ~ SUM(x)",
                "sum ~ SUM(CASE WHEN x < 0 THEN x ELSE 0 END)",
                "chosen ~ SUM(CASE WHEN x < 0 THEN i ELSE 0 END)",
                "chosen ~ SUM(CASE WHEN x < 0 THEN j ELSE 0 END)",
                "chosen ~ SUM(CASE WHEN x < 0 THEN r ELSE 0 END)",
                "all ~ COUNT(*), SUM(CASE WHEN x < 0 THEN i ELSE 0 END)",
                "chosen ~ SUM(CASE WHEN x < 0 THEN i ELSE 0 END) FILTER (WHERE x < 9)",
                "all; chosen ~ COUNT(*), COUNT(*) FILTER (WHERE x < 0)",
                "chosen; chosen ~ COUNT(x), SUM(flag)",
                "chosen; chosen; chosen ~ COUNT_IF(x = 1), COUNT_IF(x = 2), COUNT_IF(x = 3)",
                "chosen; chosen; chosen ~ COUNT_IF(x = 1), SUM(flag), COUNT(CASE WHEN x = 2 THEN 1 END)",
                "chosen; chosen; chosen ~ COUNT_IF(x = 1), COUNT_IF(x = 2), COUNT_IF(x = 3), COUNT_IF(x = 1)",
                "chosen; chosen; chosen; different ~ COUNT_IF(x = 1), COUNT_IF(x = 2), COUNT_IF(x = 3), COUNT(DISTINCT"
                        + " y) FILTER (WHERE x = 4)",
                "chosen; chosen; chosen; different ~ COUNT(DISTINCT NULLIF(x, 4)), COUNT_IF(x = 1), COUNT_IF(x = 2),"
                        + " COUNT_IF(x = 3)",
                "chosen; chosen; chosen ~ COUNT_IF(x = 1), COUNT_IF(x = 2), COUNT_IF(x = 3), COUNT(DISTINCT uid)"
                        + " FILTER (WHERE x = 4)",
                "chosen; chosen; chosen ~ COUNT_IF(x = 1), COUNT_IF(x = 2), COUNT_IF(x = 3), COUNT(*,"
                        + " contribution_bounds_per_group => (0, 2)) FILTER (WHERE x = 4)",
                "chosen; chosen; chosen ~ COUNT_IF(x = 1), COUNT_IF(x = 2), COUNT_IF(x = 3), SUM(flag,"
                        + " contribution_bounds_per_group => (0, 2))",
                "all; chosen; chosen; chosen ~ COUNT_IF(x = 1), COUNT_IF(x = 2), COUNT_IF(x = 3), SUM(1)",
                "chosen; chosen; chosen; chosen ~ COUNT_IF(x = 1), COUNT_IF(x = 2), COUNT_IF(x = 3), COUNT(y)",
                "chosen; chosen; chosen; chosen ~ COUNT_IF(x = 1), COUNT_IF(x = 2), COUNT_IF(x = 3), SUM(share)",
                "chosen; chosen; chosen; sum ~ COUNT_IF(x = 1), COUNT_IF(x = 2), COUNT_IF(x = 3), SUM(x)",
                "chosen; chosen; chosen; chosen ~ COUNT_IF(x = 1), COUNT_IF(x = 2), COUNT_IF(x = 3), MIN(i)",
                "most of 4 ~ COUNT_IF(x = 1), COUNT_IF(x = 2), COUNT_IF(x = 3), COUNT_IF(x = 4)",
                "most of 4 ~ COUNT_IF(x = 1), COUNT_IF(x = 2), COUNT_IF(x = 3), SUM(flag)",
                "most of 4 ~ COUNT_IF(x = 1), COUNT_IF(x = 2), COUNT_IF(x = 3), SUM(1) FILTER (WHERE x = 4)",
                "all; most of 5 ~ COUNT(*), SUM(flag), COUNT_IF(x = 1), COUNT_IF(x = 2), COUNT_IF(x = 3),"
                        + " COUNT(NULLIF(x, 7))",
                "different; most of 4 ~ COUNT_IF(x = 1), COUNT_IF(x = 2), COUNT_IF(x = 3), SUM(flag), COUNT(DISTINCT"
                        + " y) FILTER (WHERE x = 4)",
                "different ~ COUNT(DISTINCT x)",
                "different ~ COUNT(DISTINCT x), COUNT(DISTINCT x)",
                "different; different ~ COUNT(DISTINCT x), COUNT(DISTINCT x) FILTER (WHERE x < 0)",
                "'' ~ COUNT(DISTINCT uid)",
                "'' ~ COUNT(DISTINCT uid) FILTER (WHERE x < 0)",
                "'' ~ COUNT(*, contribution_bounds_per_group => (0, 2))",
                "'' ~ SUM(x, contribution_bounds_per_group => (0, 2))",
                "'' ~ COUNT(DISTINCT x, contribution_bounds_per_group => (0, 2))",
                "chosen; value ~ AVG(x)",
                "chosen ~ AVG(i)",
                "all; value ~ AVG(x), COUNT(*)",
                "chosen; value ~ VAR_POP(x), STDDEV_SAMP(x), AVG(x)",
                "chosen; value; value ~ CORR(x, y)",
                "chosen; value ~ MEDIAN(x)",
                "chosen; value ~ MEDIAN(x), MIN(x), MAX(x)",
                "chosen ~ MAX(i)",
                "chosen; value; value ~ AVG(x), AVG(x) FILTER (WHERE x < 0)",
                "chosen; sum; value ~ AVG(x), SUM(x)",
                "chosen; value ~ COUNT(x), AVG(x), STDDEV(x), MEDIAN(x), MAX(x)",
                "chosen; value; value ~ COUNT(x), CORR(x, y)",
                "most of 2 ~ COUNT(x), COUNT(y)",
                "most of 2; value ~ COUNT(y), AVG(x)",
                "most of 3 ~ COUNT(x), SUM(i), MEDIAN(r)",
                "all; value ~ COUNT(*), MEDIAN(x)",
                "all; value ~ MEDIAN(x), SUM(1), COUNT(y)",
                "most of 2; sum; value ~ COUNT(g), AVG(x), SUM(y)",
                "chosen; value ~ AVG(x) FILTER (WHERE x < 0)",
                "most of 2 ~ COUNT(uid), COUNT(x, contribution_bounds_per_group => (0, 2)), SUM(i)",
            })
    void limitsThatAreFound(String limits, String aggregates) {
        assertThat(found("SELECT " + aggregates + " FROM t")).as(aggregates).isEqualTo(limits);
        ReleasePlan plan = plan("SELECT " + aggregates + " FROM t");
        for (AutomaticParameter parameter : plan.automatic()) {
            // People without chosen rows are counted by all their rows.
            assertThat(!plan.countsOthers(parameter) || plan.counted().contains(RowCount.EVERY_ROW))
                    .as(aggregates)
                    .isTrue();
        }
        for (StateRequest state : plan.states()) {
            state.asCount().ifPresent(count -> assertThat(plan.counted()).contains(count.counted()));
            state.asSum().ifPresent(sum -> assertThat(plan.summed()).contains(sum.summed()));
        }
    }

    /** Nothing is found of what the query says, the query's structure proves or GoogleSQL means. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "'' ~ SELECT COUNT(*), COUNT_IF(x = 1), SUM(flag), AVG(i), MAX(i) FROM t ~ max_rows_per_group = 2",
                "sum; value ~ SELECT COUNT(*), SUM(x), AVG(x) FROM t ~ max_rows_per_group = 2",
                "'' ~ SELECT COUNT(*), COUNT_IF(x = 1), COUNT(DISTINCT x) FROM once ~",
                "sum; value ~ SELECT SUM(x), MEDIAN(x) FROM once ~",
                "'' ~ SELECT COUNT(DISTINCT g) FROM t GROUP BY g ~",
                "all; chosen; different; sum; value ~ SELECT COUNT(*), SUM(flag), COUNT(DISTINCT x), SUM(x),"
                        + " MEDIAN(x), g FROM t GROUP BY g ~",
                "'' ~ SELECT COUNT(*), SUM(i), AVG(i) FROM (SELECT uid, MAX(i) AS i FROM t GROUP BY uid) AS q ~",
            })
    void limitsThatAreKnown(String limits, String query, String options) {
        String clause = options == null ? "" : "WITH DIFFERENTIAL_PRIVACY OPTIONS(" + options + ") ";
        assertThat(found(query.replace("SELECT COUNT", "SELECT " + clause + "COUNT")))
                .isEqualTo(limits);
    }

    /** People are counted as people, and those with a row that the filter takes once; no values are offered. */
    @Test
    void thePersonIsNoValue() {
        ReleasePlan all = plan("SELECT COUNT(DISTINCT uid) FROM t");
        assertThat(all.offered()).isEmpty();
        assertThat(all.states()).containsExactly(new StateRequest.Users());
        ReleasePlan some = plan("SELECT COUNT(DISTINCT uid) FILTER (WHERE x < 0) FROM t");
        assertThat(some.offered()).isEmpty();
        assertThat(some.states()).hasSize(1);
        StateRequest.Count count = some.states().get(0).asCount().orElseThrow();
        assertThat(count.limits()).isEqualTo(new ContributionLimits.Given(BigInteger.ZERO, BigInteger.ONE));
        assertThat(count.counted().filter()).isPresent();
    }

    /** What a query says of rows counts up to what there can be. */
    @Test
    void ofGivenAndProvenRowsTheFewerCount() {
        for (int given = 1; given <= 3; given++) {
            ReleasePlan plan = plan("SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_rows_per_group = " + given
                    + ") COUNT(x) FROM (SELECT uid, x FROM once UNION ALL SELECT uid, x FROM once) AS q");
            assertThat(plan.states().get(0).asCount().orElseThrow().limits())
                    .isEqualTo(new ContributionLimits.Given(BigInteger.ZERO, BigInteger.valueOf(Math.min(given, 2))));
        }
    }

    /** A proven number of rows is used up to four; of more most people may have fewer, and it is searched for. */
    @Test
    void aProvenNumberOfRowsIsUsedUpToFour() {
        for (int branches = 1; branches <= 7; branches++) {
            String sql = "SELECT COUNT(x) FROM ("
                    + String.join(" UNION ALL ", Collections.nCopies(branches, "SELECT uid, x FROM once")) + ") AS q";
            assertThat(found(sql)).as(sql).isEqualTo(branches <= 4 ? "" : "chosen");
            if (branches <= 4) {
                assertThat(plan(sql).states().get(0).asCount().orElseThrow().limits())
                        .isEqualTo(new ContributionLimits.Given(BigInteger.ZERO, BigInteger.valueOf(branches)));
            }
        }
    }

    /** The sum of a decimal that is chosen is a number of rows if, and only if, it is 0, 1 or NULL in every branch. */
    @Test
    void aSumOfChosenDecimalsIsANumberOfRowsWhereEachIsZeroOrOne() {
        List<String> results = List.of("0.0", "1.0", "NULL", "2.0", "0.5");
        for (String first : results) {
            for (String second : results) {
                for (String last : results) {
                    List<String> all = List.of(first, second, last);
                    if (all.stream().distinct().count() == 1) {
                        continue;
                    }
                    String chosen =
                            "CASE WHEN x < 0 THEN " + first + " WHEN x > 9 THEN " + second + " ELSE " + last + " END";
                    boolean ofRows = !all.contains("2.0") && !all.contains("0.5");
                    RowCount counted = plan("SELECT SUM(" + chosen + ") FROM t").states().stream()
                            .flatMap(state -> state.asCount().stream())
                            .map(StateRequest.Count::counted)
                            .findFirst()
                            .orElse(RowCount.EVERY_ROW);
                    assertThat(!counted.equals(RowCount.EVERY_ROW)).as(chosen).isEqualTo(ofRows);
                }
            }
        }
    }

    private static String found(String sql) {
        List<String> words = new ArrayList<>();
        plan(sql).automatic().forEach(parameter -> words.add(parameter.accept(new Words())));
        Collections.sort(words);
        return String.join("; ", words);
    }

    private static ReleasePlan plan(String sql) {
        return AssignOwners.cut(new SqlToRelation(CATALOG).analyze(sql), CATALOG).releases().stream()
                .map(release -> PlanRelease.plan(
                        release,
                        new Defaults(BigDecimal.ONE, new BigDecimal("1e-8"), 3, 0.95),
                        QueryCeiling.NONE,
                        CATALOG,
                        Optional.empty()))
                .findFirst()
                .orElseThrow();
    }
}
