package io.tacit.engine.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Domain;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.QueryCeiling;
import io.tacit.engine.catalog.RowBounds;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.ownership.AssignOwners;
import io.tacit.engine.sql.SqlToRelation;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each aggregate as reports write it, and whether its total is the sum of its parts where each person is in one part. */
@NullUnmarked
class WhatAddsUpTest {
    private static final Catalog CATALOG = new Catalog(List.of(new Table(
            "t",
            List.of(
                    Column.nullable("uid", ColumnType.BIGINT),
                    Column.nullable("g", ColumnType.VARCHAR),
                    Column.nullable("x", ColumnType.INTEGER).within(new RowBounds(BigDecimal.ZERO, BigDecimal.TEN)),
                    Column.nullable("y", ColumnType.INTEGER).within(new RowBounds(BigDecimal.ZERO, BigDecimal.TEN)),
                    Column.nullable("k", ColumnType.VARCHAR).among(new Domain(List.of("a", "b")))),
            new Protection.UnitColumn("uid"))));

    private static ReleasePlan plan(String aggregates) {
        return plan("max_rows_per_group = 1", aggregates);
    }

    private static ReleasePlan plan(String option, String aggregates) {
        String sql = "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(" + option + ") " + aggregates + " FROM t";
        return PlannedQuery.of(sql, CATALOG);
    }

    /** Lists of aggregates; beside others some are computed in another way. */
    private static final List<List<String>> AGGREGATES = List.of(
            List.of("COUNT(*)"),
            List.of("COUNT(x)"),
            List.of("COUNT(*) FILTER (WHERE x > 2)"),
            List.of("COUNT(DISTINCT uid)"),
            List.of("COUNT(DISTINCT uid)", "COUNT(x)"),
            List.of("COUNT(DISTINCT x)"),
            List.of("COUNT(DISTINCT x) FILTER (WHERE y > 1)"),
            List.of("SUM(x)"),
            List.of("SUM(x)", "AVG(x)"),
            List.of("SUM(x)", "VAR_POP(x)", "STDDEV_SAMP(y)"),
            List.of("CORR(x, y)", "COVAR_POP(x, y)"),
            List.of("MEDIAN(x)", "MIN(x)", "MAX(y)"),
            List.of("MODE(k)", "COUNT(k)"));

    @Test
    void totalsAreTheSumOfTheirPartsWhereTheyAreSaidToBe() throws SQLException {
        Set<String> kinds = new HashSet<>();
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            // Each person once, and values that several people share.
            statement.execute(
                    "CREATE TABLE t AS SELECT range AS uid, 'g' || (range % 3) AS g, CASE WHEN range % 7 > 0 THEN"
                            + " range % 5 + 1 END AS x, range * range % 7 + 1 AS y, CASE range % 4 WHEN 0 THEN 'b' WHEN 1 THEN 'c'"
                            + " ELSE 'a' END AS k FROM range(23)");
            for (List<String> aggregates : AGGREGATES) {
                List<OutputRequest> outputs =
                        plan(String.join(", ", aggregates)).outputs();
                for (int i = 0; i < aggregates.size(); i++) {
                    Computation computation = outputs.get(i).computation();
                    kinds.add(computation.getClass().getSimpleName());
                    assertThat(computation.accept(new AdditiveComputation()))
                            .as("%s of %s: %s", aggregates.get(i), aggregates, computation)
                            .isEqualTo(addsUp(statement, aggregates.get(i)));
                }
            }
        }
        assertThat(kinds)
                .containsExactlyInAnyOrder(
                        "Total", "People", "SumOfRows", "Mean", "Spread", "Pair", "Quantile", "MostFrequent");
    }

    /**
     * What is measured is a sum of what each person has alone, but for the number of different values, which several people
     * share. Of a total it is known how much one person has; people count as one, and means and products are no totals.
     */
    @Test
    void statesAreSumsOverPeopleAndTotalsHaveLimits() {
        Map<String, String> kinds = new TreeMap<>();
        for (String option : List.of("max_rows_per_group = 1", "confidence = 0.9")) {
            for (List<String> aggregates : AGGREGATES) {
                plan(option, String.join(", ", aggregates))
                        .states()
                        .forEach(state -> kinds.put(kind(state), words(state)));
            }
            plan(option, "AVG(x, contribution_bounds_per_group => (0, 3))")
                    .states()
                    .forEach(state -> kinds.put(kind(state), words(state)));
        }
        assertThat(kinds)
                .isEqualTo(Map.of(
                        "Users", "of people",
                        "Without", "of people",
                        "Count", "of people, limits",
                        "Sum", "of people, limits",
                        "UserMean", "of people",
                        "Centred", "of people",
                        "Squares", "of people",
                        "Products", "of people",
                        "Distinct", "of values, limits"));
    }

    private static String kind(StateRequest state) {
        return state.getClass().getSimpleName();
    }

    private static String words(StateRequest state) {
        return (state.accept(new SumOverPeople()) ? "of people" : "of values")
                + (state.accept(new TotalLimits()).isPresent() ? ", limits" : "");
    }

    private static boolean addsUp(Statement statement, String aggregate) throws SQLException {
        List<BigDecimal> parts = new ArrayList<>();
        try (ResultSet found = statement.executeQuery("SELECT CAST(" + aggregate + " AS VARCHAR) FROM t GROUP BY g")) {
            while (found.next()) {
                if (!found.getString(1).matches("[-+.0-9eE]+")) {
                    return false;
                }
                parts.add(new BigDecimal(found.getString(1)));
            }
        }
        try (ResultSet found = statement.executeQuery("SELECT CAST(" + aggregate + " AS VARCHAR) FROM t")) {
            found.next();
            BigDecimal total = new BigDecimal(found.getString(1));
            return parts.stream().reduce(BigDecimal.ZERO, BigDecimal::add).compareTo(total) == 0;
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "COUNT(*) ~ COUNT(*)",
                "COUNT(x) ~ COUNT(x)",
                "COUNT(DISTINCT x) ~ COUNT(DISTINCT x)",
                "COUNT(DISTINCT uid) ~ COUNT(DISTINCT uid)",
                "COUNT(*) FILTER (…) ~ COUNT(*) FILTER (WHERE x > 2)",
                "COUNT(DISTINCT x) FILTER (…) ~ COUNT(DISTINCT x) FILTER (WHERE x > 2)",
                "SUM(x) ~ SUM(x)",
                "SUM(x) FILTER (…) ~ SUM(x, contribution_bounds_per_group => (0, 3)) FILTER (WHERE y > 1)",
                "SUM(x + y) ~ SUM(x + y)",
                "AVG(x * 2) ~ AVG(x * 2)",
                "VAR_POP(x) ~ VAR_POP(x)",
                "VAR_SAMP(x) ~ VAR_SAMP(x)",
                "STDDEV_POP(x) ~ STDDEV_POP(x)",
                "STDDEV_SAMP(x) ~ STDDEV_SAMP(x)",
                "COVAR_SAMP(x, y) ~ COVAR_SAMP(x, y)",
                "CORR(y, x) ~ CORR(y, x)",
                "REGR_SLOPE(y, x) ~ REGR_SLOPE(y, x)",
                "MIN(x) ~ MIN(x)",
                "MAX(y) ~ MAX(y)",
                "MEDIAN(x) ~ MEDIAN(x)",
                "MEDIAN(x) ~ PERCENTILE_CONT(x, 0.5)",
                "PERCENTILE_CONT(x, 0.25) ~ PERCENTILE_CONT(x, 0.250)",
                "PERCENTILE_CONT(y, 0.9) FILTER (…) ~ PERCENTILE_CONT(y, 0.9) FILTER (WHERE x > 1)",
                "MODE(k) ~ MODE(k)",
                "MODE(x) ~ MODE(x)",
            })
    void aReportWritesAnAggregateAsPeopleDo(String text, String aggregate) {
        assertThat(plan("COUNT(y), " + aggregate).outputs().get(1).text()).isEqualTo(text);
    }

    /** Groups that are written out: as many as the declared values of their keys have combinations, NULL not among them. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "2 ~ GROUP BY k",
                "4 ~ GROUP BY k, l",
                "6 ~ GROUP BY k, m",
                "12 ~ GROUP BY k, l, m",
            })
    void aPersonIsInNoMoreGroupsThanAreWrittenOut(long groups, String groupBy) {
        List<Column> columns = new ArrayList<>(List.of(Column.nullable("uid", ColumnType.BIGINT)));
        for (String column : List.of("k", "l")) {
            columns.add(Column.nullable(column, ColumnType.VARCHAR).among(new Domain(List.of("a", "b"))));
        }
        columns.add(Column.nullable("m", ColumnType.INTEGER).among(new Domain(List.of("1", "2", "3"))));
        Catalog catalog = new Catalog(List.of(new Table("t", columns, new Protection.UnitColumn("uid"))));
        ReleasePlan plan = PlanRelease.plan(
                AssignOwners.cut(
                                new SqlToRelation(catalog)
                                        .analyze("SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(group_selection_strategy ="
                                                + " PUBLIC_GROUPS, max_groups_contributed = 100) COUNT(*) FROM t "
                                                + groupBy),
                                catalog)
                        .releases()
                        .get(0),
                new Defaults(BigDecimal.ONE, new BigDecimal("1e-8"), 3, 0.95),
                QueryCeiling.NONE,
                catalog,
                Optional.empty());
        assertThat(plan.parameters().maxGroups()).isEqualTo(groups);
    }
}
