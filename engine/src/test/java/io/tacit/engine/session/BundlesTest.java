package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.rewrite.ReleasePlan;
import io.tacit.engine.rewrite.StateBundle;
import io.tacit.engine.rewrite.StateRequest;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/**
 * Of every two aggregates beside two more: each state that is measured as portions is in one bundle, since a bundle is paid for
 * once, and people are in the first alone.
 */
@NullUnmarked
class BundlesTest {
    private static final List<String> AGGREGATES = List.of(
            "COUNT(*)",
            "COUNT(x)",
            "COUNT(DISTINCT uid)",
            "COUNT(x) FILTER (WHERE y > 0)",
            "SUM(x)",
            "SUM(y, contribution_bounds_per_group => (0, 5))",
            "AVG(x, contribution_bounds_per_row => (0, 5))",
            "AVG(x, contribution_bounds_per_group => (0, 5))",
            "VAR_POP(x, contribution_bounds_per_row => (0, 5))",
            "STDDEV_SAMP(y)",
            "COVAR_POP(x, y)",
            "CORR(y, x)",
            "AVG(x) FILTER (WHERE y > 0)");

    private static final PrepareQuery PREPARE = new PrepareQuery(
            new Catalog(List.of(new Table(
                    "t",
                    List.of(
                            Column.nullable("uid", ColumnType.BIGINT),
                            Column.nullable("g", ColumnType.VARCHAR),
                            Column.nullable("x", ColumnType.INTEGER),
                            Column.nullable("y", ColumnType.INTEGER)),
                    new Protection.UnitColumn("uid")))),
            new Defaults(BigDecimal.ONE, new BigDecimal("1e-6"), 3, 0.95));

    @Test
    void eachStateIsInOneBundle() {
        List<String> lists = new ArrayList<>();
        for (int i = 0; i < AGGREGATES.size(); i++) {
            for (int j = i + 1; j < AGGREGATES.size(); j++) {
                lists.add(AGGREGATES.get(i) + ", " + AGGREGATES.get(j)
                        + ", AVG(y, contribution_bounds_per_row => (0, 5)), COUNT(y)");
            }
        }
        int several = 0;
        for (String list : lists) {
            for (String options : List.of("", " WITH DIFFERENTIAL_PRIVACY OPTIONS(max_rows_per_group = 1)")) {
                for (PreparedRelease release : PREPARE.prepare(
                                "SELECT" + options + " g, " + list + " FROM t GROUP BY g")
                        .releases()) {
                    ReleasePlan plan = release.plan();
                    several += plan.bundles().size() > 1 ? 1 : 0;
                    Set<StateRequest> used = new HashSet<>();
                    for (int i = 0; i < plan.bundles().size(); i++) {
                        StateBundle bundle = plan.bundles().get(i);
                        assertThat(bundle.people() == StateBundle.People.NONE || i == 0)
                                .as("people of " + list)
                                .isTrue();
                        for (StateRequest state : bundle.states()) {
                            assertThat(used.add(state))
                                    .as(state + " of " + list)
                                    .isTrue();
                            assertThat(plan.states()).as(list).contains(state);
                        }
                    }
                }
            }
        }
        assertThat(several).as("plans with more than one bundle").isGreaterThan(20);
    }
}
