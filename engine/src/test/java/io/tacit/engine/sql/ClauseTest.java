package io.tacit.engine.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tacit.engine.catalog.PersonLimit;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which clause, parameters and place each aggregation of a query has. */
class ClauseTest {
    private static final String CLAUSE = "WITH DIFFERENTIAL_PRIVACY OPTIONS(epsilon = ";

    @Test
    void aBlockHasItsOwnClause() {
        assertThat(clauses("SELECT " + CLAUSE
                        + "2) day, COUNT(*) FROM visits GROUP BY day HAVING COUNT(*) > 3 ORDER BY 2"))
                .containsExactly("DIFFERENTIAL_PRIVACY 2");
        assertThat(clauses("SELECT day, COUNT(*) FROM visits GROUP BY day")).containsExactly("PLAIN -");
    }

    @Test
    void innerBlocksKeepTheirs() {
        assertThat(clauses(
                        "SELECT " + CLAUSE + "2) n, COUNT(*) FROM (SELECT visitor, COUNT(*) AS n FROM visits GROUP BY"
                                + " visitor) AS u GROUP BY n"))
                .containsExactly("DIFFERENTIAL_PRIVACY 2", "PLAIN -");
        assertThat(clauses("SELECT MAX(n) FROM (SELECT WITH ANONYMIZATION day, COUNT(*) AS n FROM visits GROUP BY"
                        + " day) AS r"))
                .containsExactly("PLAIN -", "ANONYMIZATION -");
        assertThat(clauses("WITH r AS (SELECT " + CLAUSE + "1) day, COUNT(*) AS n FROM visits GROUP BY day) SELECT "
                        + CLAUSE + "2) COUNT(*) FROM visits WHERE day IN (SELECT day FROM r)"))
                .containsExactly("DIFFERENTIAL_PRIVACY 2", "DIFFERENTIAL_PRIVACY 1");
    }

    @Test
    void aCommonTableThatIsReadTwiceHasItsClauseTwice() {
        assertThat(clauses("WITH r AS (SELECT " + CLAUSE
                        + "1) day, COUNT(*) AS n FROM visits GROUP BY day) SELECT a.n FROM"
                        + " r AS a JOIN r AS b ON a.day = b.day WHERE a.n > (SELECT AVG(n) FROM r)"))
                .containsExactly(
                        "PLAIN -", "DIFFERENTIAL_PRIVACY 1", "DIFFERENTIAL_PRIVACY 1", "DIFFERENTIAL_PRIVACY 1");
    }

    @Test
    void branchesOfAUnionHaveTheirOwn() {
        assertThat(clauses("SELECT " + CLAUSE + "1) COUNT(*) FROM visits UNION ALL SELECT " + CLAUSE
                        + "3) COUNT(*) FROM visits ORDER BY 1"))
                .containsExactly("DIFFERENTIAL_PRIVACY 1", "DIFFERENTIAL_PRIVACY 3");
    }

    @Test
    void distinctIsAnAggregationOfItsOwnOnlyWithoutGroupBy() {
        assertThat(clauses("SELECT " + CLAUSE + "1) DISTINCT day FROM visits"))
                .containsExactly("DIFFERENTIAL_PRIVACY 1");
        assertThat(clauses("SELECT " + CLAUSE + "1) DISTINCT COUNT(*) FROM visits GROUP BY day"))
                .containsExactly("PLAIN -", "DIFFERENTIAL_PRIVACY 1");
    }

    @Test
    void correlatedSubqueriesKeepTheirs() {
        assertThat(clauses("SELECT number, (SELECT " + CLAUSE
                        + "1) COUNT(*) FROM visits WHERE day = number AND paid > number)"
                        + " FROM weekdays WHERE EXISTS (SELECT " + CLAUSE
                        + "2) COUNT(*) FROM visits WHERE day = number)"))
                .containsExactly("DIFFERENTIAL_PRIVACY 1", "DIFFERENTIAL_PRIVACY 2");
    }

    @Test
    void equalClausesAreEqual() {
        AnalyzedQuery query = VisitTables.analyze("SELECT " + CLAUSE + "1) COUNT(*) FROM visits UNION ALL SELECT "
                + CLAUSE + "1.0) COUNT(*) FROM visits");
        assertThat(query.clauses()).hasSize(1);
        assertThat(aggregates(query.relation())
                        .get(0)
                        .deepEquals(aggregates(query.relation()).get(1)))
                .isTrue();
    }

    @Test
    void readsEveryOption() {
        AnalyzedQuery query = VisitTables.analyze(
                "SELECT WITH ANONYMIZATION OPTIONS(epsilon = 5e-1, delta = 1e-9, kappa = 3, confidence = 0.9,"
                        + " max_rows_per_group = 4, max_rows_contributed = 9, privacy_unit_column = visitor, noise ="
                        + " LAPLACE, group_selection_strategy = 'auto', group_selection_epsilon = 0.1,"
                        + " min_privacy_units_per_group = 7, report_missing = false, consistent_totals = true) COUNT(*)"
                        + " FROM visits");
        assertThat(query.clauses())
                .containsExactly(new ReleaseClause(
                        Spelling.ANONYMIZATION,
                        new ReleaseOptions(
                                Optional.of(new BigDecimal("0.50")),
                                Optional.of(new BigDecimal("1e-9")),
                                Optional.of(3L),
                                Optional.of(new BigDecimal("0.9")),
                                Optional.of(4L),
                                Optional.of(9L),
                                Optional.of("visitor"),
                                false,
                                false,
                                Optional.of(ReleaseOptions.NoiseChoice.LAPLACE),
                                Optional.empty(),
                                Optional.of(new BigDecimal("0.1")),
                                Optional.of(7L),
                                Optional.empty(),
                                Optional.of(false),
                                Optional.of(true))));
    }

    @Test
    void autoIsNoChoice() {
        assertThat(options("noise = AUTO, group_selection_strategy = auto")).isEqualTo(ReleaseOptions.NONE);
        assertThat(options("confidence = 0.90")).isEqualTo(options("confidence = 9e-1"));
        assertThat(options("kappa = 3")).isEqualTo(options("max_groups_contributed = 3.0"));
        for (String automatic : List.of("kappa = AUTO", "max_groups_contributed = 'auto'")) {
            assertThat(options(automatic).autoGroups()).isTrue();
            assertThat(options(automatic).maxGroupsContributed()).isEmpty();
        }
        assertThat(options("max_rows_contributed = Auto").autoRows()).isTrue();
        assertThat(options("max_rows_contributed = AUTO").limit()).contains(PersonLimit.found(PersonLimit.Of.ROWS));
    }

    @Test
    void readsEachChoiceInAnyCase() {
        for (ReleaseOptions.NoiseChoice choice : ReleaseOptions.NoiseChoice.values()) {
            assertThat(options("noise = " + choice).noise()).contains(choice);
            assertThat(options("NOISE = '" + choice.name().toLowerCase(Locale.ROOT) + "'")
                            .noise())
                    .contains(choice);
        }
        for (ReleaseOptions.SelectionChoice choice : ReleaseOptions.SelectionChoice.values()) {
            assertThat(options("group_selection_strategy = " + choice).groupSelection())
                    .contains(choice);
        }
        assertThat(options("group_selection_epsilon = 1e-1, epsilon = 0.2").groupSelectionEpsilon())
                .contains(new BigDecimal("0.1"));
        assertThat(options("min_privacy_units_per_group = 2147483647").minPrivacyUnitsPerGroup())
                .contains(2147483647L);
    }

    private static ReleaseOptions options(String options) {
        return VisitTables.analyze("SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(" + options + ") COUNT(*) FROM visits")
                .clauses()
                .get(0)
                .options();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "noise = 'GAUSS'",
                "noise = NULL",
                "noise = 1",
                "group_selection_strategy = LAPLACE",
                "group_selection_strategy = NULL",
                "group_selection_epsilon = 0",
                "group_selection_epsilon = -1",
                "group_selection_epsilon = 21",
                "group_selection_epsilon = AUTO",
                "epsilon = 1, group_selection_epsilon = 1.0",
                "epsilon = 1, group_selection_epsilon = 2",
                "min_privacy_units_per_group = 0",
                "min_privacy_units_per_group = 1.5",
                "min_privacy_units_per_group = 2147483648",
                "min_privacy_units_per_group = AUTO",
                "report_missing = AUTO",
                "report_missing = 0",
                "report_missing = 'no'",
                "consistent_totals = AUTO",
                "max_rows_per_group = AUTO",
                "epsilon = AUTO",
                "kappa = 'AUTOMATIC'",
                "leftovers = 1",
                "leftovers = NULL"
            })
    void refusesValuesThatAnOptionDoesNotTake(String given) {
        Refusal refusal = catchThrowableOfType(Refusal.class, () -> options(given));
        assertThat(refusal).as(given).isNotNull();
        assertThat(refusal.code()).as(refusal.getMessage()).isEqualTo(ErrorCode.BAD_OPTION);
        assertThat(refusal.position()).isPresent();
        assertThat(refusal.advice()).isNotEmpty();
    }

    @Test
    void readsParametersInAllSpellings() {
        assertThat(calls("SELECT ANON_COUNT(*), ANON_COUNT(*, 0, 5), ANON_SUM(day, -1, 1e2), ANON_AVG(day CLAMPED"
                        + " BETWEEN 0 AND (2*3)), ANON_VAR(day, 0, 1), ANON_STDDEV_POP(day) FROM visits"))
                .containsExactly(
                        "COUNT ANONYMIZATION - of nothing",
                        "COUNT ANONYMIZATION 0..5 per group of nothing",
                        "SUM ANONYMIZATION -1..100 per group",
                        "AVG ANONYMIZATION 0..6 per group",
                        "VAR_POP ANONYMIZATION 0..1 per row",
                        "STDDEV_POP ANONYMIZATION -");
        assertThat(calls("SELECT " + CLAUSE
                        + "1) SUM(day, contribution_bounds_per_group => (0, 2)), VARIANCE(day,"
                        + " contribution_bounds_per_row => (0.5, 0.5)), COUNT(day CLAMPED BETWEEN 1"
                        + " AND 1) FROM visits"))
                .containsExactly(
                        "SUM DIFFERENTIAL_PRIVACY 0..2 per group",
                        "VAR_SAMP DIFFERENTIAL_PRIVACY 0.5..0.5 per row",
                        "COUNT DIFFERENTIAL_PRIVACY 1..1 per group");
        assertThat(calls("SELECT AVG(day, contribution_bounds_per_row => (0, 2)), SUM(day), STDDEV(day) FROM visits"))
                .containsExactly("AVG PLAIN 0..2 per row", "SUM of Calcite", "STDDEV_SAMP of Calcite");
    }

    @Test
    void equalCallsAreOneCall() {
        assertThat(calls("SELECT ANON_SUM(day, 0, 5), ANON_SUM(day, 0.0, 5e0) FROM visits ORDER BY"
                        + " ANON_SUM(day, 0, 05)"))
                .hasSize(1);
        assertThat(calls("SELECT ANON_SUM(day, 0, 5), ANON_SUM(day, 0, 6) FROM visits"))
                .hasSize(2);
    }

    @Test
    void positionsLeadToTheText() {
        AnalyzedQuery query = VisitTables.analyze("SELECT day,\n COUNT(*)\nFROM visits\nWHERE day > 1\nGROUP BY day\n"
                + "HAVING COUNT(*) > 2\nORDER BY day\nLIMIT 3");
        List<String> places = new ArrayList<>();
        RelNode node = query.relation();
        while (true) {
            places.add(node.getRelTypeName() + " " + query.positionOf(node));
            if (node.getInputs().isEmpty()) {
                break;
            }
            node = node.getInput(0);
        }
        assertThat(places)
                .containsExactly(
                        "LogicalSort 7:10",
                        "LogicalFilter 6:8",
                        "LogicalAggregate 5:10",
                        "LogicalProject 1:8",
                        "LogicalFilter 4:7",
                        "LogicalTableScan 3:6");
    }

    @Test
    void namesColumnsAsPeopleWould() {
        assertThat(VisitTables.analyze("SELECT day, COUNT(*), ANON_SUM(day, 0, 1), day + 1, AVG(paid), COUNT(day) AS n,"
                                + " COUNT(name) FROM visits GROUP BY day")
                        .columnNames())
                .containsExactly("day", "count", "sum", "column_4", "avg", "n", "count_2");
    }

    private static List<String> clauses(String sql) {
        AnalyzedQuery query = VisitTables.analyze(sql);
        return aggregates(query.relation()).stream()
                .map(query::clauseOf)
                .map(clause -> clause.spelling() + " "
                        + clause.options()
                                .epsilon()
                                .map(BigDecimal::toPlainString)
                                .orElse("-"))
                .toList();
    }

    private static List<String> calls(String sql) {
        List<String> texts = new ArrayList<>();
        for (Aggregate aggregate : aggregates(VisitTables.analyze(sql).relation())) {
            for (AggregateCall call : aggregate.getAggCallList()) {
                texts.add(text(call));
            }
        }
        return texts;
    }

    private static String text(AggregateCall call) {
        if (!(call.getAggregation() instanceof PrivateAggregate own)) {
            return AggregateFunction.of(call).orElseThrow() + " of Calcite";
        }
        return own.function() + " " + own.spelling() + " "
                + own.bounds()
                        .map(pair -> pair.low().toPlainString() + ".."
                                + pair.high().toPlainString() + " per " + (own.boundsPerRow() ? "row" : "group"))
                        .orElse("-")
                + (call.getArgList().isEmpty() ? " of nothing" : "");
    }

    private static List<Aggregate> aggregates(RelNode relation) {
        List<Aggregate> found = new ArrayList<>();
        if (relation instanceof Aggregate aggregate) {
            found.add(aggregate);
        }
        relation.accept(new RexShuttle() {
            @Override
            public RexSubQuery visitSubQuery(RexSubQuery subquery) {
                found.addAll(aggregates(subquery.rel));
                return subquery;
            }
        });
        relation.getInputs().forEach(input -> found.addAll(aggregates(input)));
        return found;
    }
}
