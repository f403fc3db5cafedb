package io.tacit.engine.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Table;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * People without a value are counted at no cost only where they change nothing else that is measured: beside each kind of
 * aggregate, of the same rows and of others.
 */
@NullUnmarked
class PeopleWithoutValuesTest {
    private static final Catalog CATALOG = new Catalog(List.of(new Table(
            "t",
            List.of(
                    Column.nullable("uid", ColumnType.BIGINT),
                    Column.nullable("g", ColumnType.VARCHAR),
                    Column.nullable("x", ColumnType.INTEGER),
                    Column.nullable("y", ColumnType.INTEGER)),
            new Protection.UnitColumn("uid"))));

    private static final String ONE_ROW = ", max_rows_per_group = 1";

    private static ReleasePlan plan(String options, String aggregates, String groups) {
        String sql = "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(confidence = 0.9" + options + ") " + aggregates
                + " FROM t" + groups;
        return PlannedQuery.of(sql, CATALOG);
    }

    /** Nobody without an x changes any of these. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "COUNT(x)",
                "COUNT(x, contribution_bounds_per_group => (0, 3))",
                "SUM(x)",
                "SUM(x, contribution_bounds_per_group => (0, 3))",
                "AVG(x, contribution_bounds_per_row => (0, 3))",
                "AVG(x, contribution_bounds_per_group => (0, 3))",
                "VAR_POP(x, contribution_bounds_per_row => (0, 3))",
                "COVAR_POP(x, x)",
            })
    void besideAggregatesOfTheSameRowsTheyCostNothing(String other) {
        for (String groups : List.of("", " GROUP BY g")) {
            ReleasePlan plan = plan(ONE_ROW, "COUNT(DISTINCT uid), COUNT(x), " + other, groups);
            assertThat(plan.complement()).as(other + groups).isPresent();
            assertThat(plan.states()).doesNotContain(new StateRequest.Users());
            assertThat(plan.states().indexOf(plan.complement().orElseThrow()))
                    .isEqualTo(plan.states().size() - 1);
            assertThat(plan.states().get(plan.people().orElseThrow()))
                    .isEqualTo(SplitPeople.with(plan.complement().orElseThrow()));
            assertThat(plan.outputs().get(0).states())
                    .containsExactly(
                            SplitPeople.with(plan.complement().orElseThrow()),
                            plan.complement().orElseThrow());
            assertThat(plan.bundles().get(0).people()).isEqualTo(StateBundle.People.STATE);
            assertThat(plan.bundles().get(0).without()).isEqualTo(plan.complement());
        }
        // Where nobody asks for people and no groups are selected there is nothing to count.
        assertThat(plan(ONE_ROW, "COUNT(x), " + other, "").complement())
                .as(other)
                .isEmpty();
        assertThat(plan(ONE_ROW, "COUNT(x), " + other, " GROUP BY g").complement())
                .as(other)
                .isPresent();
    }

    /** People without an x may change these, and then both numbers would change for the price of one. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "COUNT(y)",
                "COUNT(*, contribution_bounds_per_group => (0, 3))",
                "COUNT(x, contribution_bounds_per_group => (1, 3))",
                "COUNT(x, contribution_bounds_per_group => (-3, -1))",
                "COUNT(x) FILTER (WHERE y > 0)",
                "SUM(y, contribution_bounds_per_group => (0, 3))",
                "SUM(x, contribution_bounds_per_group => (0, 3)) FILTER (WHERE y > 0)",
                "AVG(y, contribution_bounds_per_row => (0, 3))",
                "AVG(y, contribution_bounds_per_group => (0, 3))",
                "VAR_POP(y, contribution_bounds_per_row => (0, 3))",
                "COVAR_POP(x, y)",
                "CORR(y, x)",
                "COUNT(DISTINCT x)",
                "COUNT(DISTINCT y)",
                "MEDIAN(x, contribution_bounds_per_row => (0, 3))",
                "MODE(y, contribution_bounds_per_row => (0, 3))",
                "SUM(x, contribution_bounds_per_group => (0, 3), epsilon => 0.1)",
            })
    void besideOthersTheyAreNotCountedApart(String other) {
        for (String groups : List.of("", " GROUP BY g")) {
            ReleasePlan plan = plan(ONE_ROW, "COUNT(DISTINCT uid), COUNT(x), " + other, groups);
            assertThat(plan.complement()).as(other + groups).isEmpty();
            assertThat(plan.people()).as(other + groups).isEmpty();
            assertThat(plan.states()).as(other + groups).contains(new StateRequest.Users());
        }
    }

    /** What is found need not hold 0, which is what people without rows have. */
    @Test
    void besideALimitThatIsFoundTheyAreNotCountedApart() {
        String once = "COUNT(DISTINCT uid), COUNT(x, contribution_bounds_per_group => (0, 1))";
        assertThat(plan("", once, "").complement()).isPresent();
        assertThat(plan("", once + ", COUNT(x)", "").complement()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {", group_selection_epsilon = 0.2"})
    void withAPartOfTheirOwnTheyAreNotCountedApart(String option) {
        assertThat(plan(ONE_ROW + option, "COUNT(DISTINCT uid), COUNT(x)", " GROUP BY g")
                        .complement())
                .isEmpty();
        assertThat(plan(ONE_ROW + option, "COUNT(DISTINCT uid), COUNT(x)", " GROUP BY g")
                        .bundles())
                .isEmpty();
        assertThat(plan(ONE_ROW, "COUNT(DISTINCT uid, epsilon => 0.1), COUNT(x)", "")
                        .bundles())
                .isEmpty();
    }

    /** How many portions there are said to be, by which noise is chosen, is how many are made. */
    @Test
    void asManyPortionsAreExpectedAsAreMade() {
        Set<Integer> seen = new TreeSet<>();
        for (String people : List.of("", "COUNT(DISTINCT uid), ")) {
            for (int rows = 1; rows <= 3; rows += 2) {
                for (String other : List.of(
                        "COUNT(y)",
                        "COUNT(x)",
                        "SUM(x, contribution_bounds_per_group => (0, 3))",
                        "COUNT(x), SUM(x, contribution_bounds_per_group => (0, 3))",
                        "AVG(x, contribution_bounds_per_row => (0, 3))",
                        "AVG(x, contribution_bounds_per_row => (0, 3)), COUNT(x, contribution_bounds_per_group => (0,"
                                + " 1))",
                        "VAR_POP(x, contribution_bounds_per_row => (0, 3))",
                        "VAR_POP(x, contribution_bounds_per_row => (0, 3)), COUNT(x, contribution_bounds_per_group =>"
                                + " (0, 1))",
                        "VAR_POP(x, contribution_bounds_per_row => (0, 3)), COUNT(y)")) {
                    for (String groups : List.of("", " GROUP BY g")) {
                        ReleasePlan plan = plan(", max_rows_per_group = " + rows, people + other, groups);
                        assertThat(plan.automatic()).isEmpty();
                        for (StateBundle bundle : plan.bundles()) {
                            seen.add(bundle.portions());
                            assertThat(bundle.portions(plan, ResolvedLimits.NONE, plan.selectsGroups())
                                            .orElseThrow()
                                            .portions())
                                    .as(people + other + groups + ", rows " + rows)
                                    .hasSize(bundle.portions());
                        }
                    }
                }
            }
        }
        assertThat(seen).contains(2, 3, 4, 5);
    }
}
