package io.tacit.engine.randomqueries;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.sql.AggregateFunction;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** Random queries draw what there is. */
@NullUnmarked
class DrawnTest {
    private static final int QUERIES = 3_000;

    /** What aggregates over people's rows are written as that is no name of theirs alone. */
    private static final List<String> FORMS = List.of(
            "COUNT(DISTINCT ",
            "FILTER (WHERE ",
            "APPROX_QUANTILES(",
            "], contribution_bounds_per_row => (DATE ",
            "FIRST_VALUE(",
            "LAST_VALUE(",
            "leftovers = ",
            "min_privacy_units_per_group = ",
            "TRUNCATED_GEOMETRIC",
            "noise = GAUSSIAN");

    @Test
    void everyAggregateAndOptionIsDrawn() {
        String all = texts();
        List<String> wanted = new ArrayList<>(FORMS);
        for (AggregateFunction function : AggregateFunction.values()) {
            wanted.add(function == AggregateFunction.QUANTILE ? "QUANTILE_CONT(" : function.name() + "(");
        }
        assertThat(wanted.stream().filter(one -> !all.contains(one))).isEmpty();
    }

    /**
     * An operator is seen by what stands in front of its first operand, if not by what stands between the first two.
     */
    @Test
    void everyOperatorIsDrawn() {
        String all = texts();
        List<String> never = new ArrayList<>();
        for (Operator operator : Operator.ALL) {
            String longest = Stream.of(operator.tacit().split("%(?:\\d\\$)?s"))
                    .map(part -> part.replace("%%", "%"))
                    .max((a, b) -> Integer.compare(a.length(), b.length()))
                    .orElseThrow();
            if (!all.contains(longest)) {
                never.add(operator.tacit());
            }
        }
        assertThat(never).isEmpty();
    }

    private static String texts() {
        SplittableRandom random = new SplittableRandom(5);
        RandomQueries queries = RandomQueries.withOptions(random, new RandomDatabase(random, 3));
        return Stream.generate(() -> queries.next().tacit(2)).limit(QUERIES).collect(Collectors.joining("\n"));
    }
}
