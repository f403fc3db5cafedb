package io.tacit.engine.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.RowBounds;
import io.tacit.engine.catalog.Table;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/**
 * What a release measures, what one noise hides together and in how many groups a person can be stays the same where the
 * query writes its aggregates or its keys in another order. Walks pairs of aggregates of one column and pairs of keys.
 */
@NullUnmarked
class InAnotherOrderTest {
    private static final Catalog CATALOG = new Catalog(List.of(new Table(
            "t",
            List.of(
                    Column.nullable("uid", ColumnType.BIGINT),
                    within("i", "0", "3"),
                    within("j", "5", "6"),
                    Column.nullable("x", ColumnType.INTEGER)),
            new Protection.UnitColumn("uid"))));

    private static final List<String> AGGREGATES = List.of(
            "COUNT(i)",
            "SUM(i)",
            "AVG(i)",
            "VAR_POP(i)",
            "STDDEV_SAMP(i)",
            "COVAR_POP(i, i)",
            "COUNT(DISTINCT i)",
            "MEDIAN(i)");

    private static final List<String> KEYS =
            List.of("i", "j", "i + 5", "i * i", "x", "x > 0", "CASE WHEN i > 1 THEN 'a' ELSE 'b' END", "i + j", "-j");

    private static Column within(String name, String low, String high) {
        return Column.nullable(name, ColumnType.INTEGER)
                .within(new RowBounds(new BigDecimal(low), new BigDecimal(high)));
    }

    private static ReleasePlan plan(String sql) {
        return PlannedQuery.of(sql, CATALOG);
    }

    private static ReleasePlan aggregates(String options, List<String> aggregates) {
        return plan("SELECT " + options + String.join(", ", aggregates) + " FROM t");
    }

    /** What each bundle holds, and in how many portions. */
    private static Set<Object> bundles(ReleasePlan plan) {
        return plan.bundles().stream()
                .<Object>map(bundle -> List.of(
                        bundle.people(),
                        bundle.without(),
                        new HashSet<>(bundle.states()),
                        bundle.squares(),
                        bundle.portions()))
                .collect(Collectors.toSet());
    }

    @Test
    void aggregates() {
        List<String> wrong = new ArrayList<>();
        int squares = 0;
        for (String options : List.of(
                "",
                "COUNT(DISTINCT uid), ",
                "WITH DIFFERENTIAL_PRIVACY OPTIONS(max_rows_per_group = 1) ",
                "WITH DIFFERENTIAL_PRIVACY OPTIONS(max_rows_per_group = 3) COUNT(DISTINCT uid), ")) {
            for (String one : AGGREGATES) {
                for (String other : AGGREGATES) {
                    // Where a person has one row, a mean is of people's means, and the first of both takes the weight.
                    boolean firstTakesTheWeight = options.contains("= 1")
                            && (one + other).contains("AVG")
                            && (one + other).matches(".*(VAR_POP|STDDEV).*");
                    if (firstTakesTheWeight) {
                        continue;
                    }
                    ReleasePlan plan = aggregates(options, List.of(one, other));
                    ReleasePlan turned = aggregates(options, List.of(other, one));
                    boolean same = bundles(plan).equals(bundles(turned))
                            && new HashSet<>(plan.states()).equals(new HashSet<>(turned.states()))
                            && new HashSet<>(plan.automatic()).equals(new HashSet<>(turned.automatic()));
                    if (!same) {
                        wrong.add(options + one + ", " + other);
                    }
                    if (plan.states().stream().anyMatch(StateRequest.Squares.class::isInstance)
                            && !(one + other).contains("COVAR")) {
                        squares++;
                        assertThat(plan.bundles())
                                .as(options + one + ", " + other)
                                .anyMatch(bundle -> bundle.squares().isPresent());
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(squares).isGreaterThan(20);
    }

    @Test
    void keys() {
        int known = 0;
        for (String one : KEYS) {
            for (String other : KEYS) {
                if (!one.equals(other)) {
                    OptionalLong groups = groups(one, other);
                    known += groups.isPresent() ? 1 : 0;
                    assertThat(groups(other, one)).as(one + ", " + other).isEqualTo(groups);
                }
            }
        }
        assertThat(known).isGreaterThan(20);
        // A key that another decides makes no more groups, NULL's included.
        assertThat(groups("i + 5", "i")).isEqualTo(groups("i", "i * i")).hasValue(5);
    }

    private static OptionalLong groups(String one, String other) {
        return plan("SELECT " + one + ", " + other + ", COUNT(*) FROM t GROUP BY " + one + ", " + other)
                .structure()
                .groups();
    }
}
