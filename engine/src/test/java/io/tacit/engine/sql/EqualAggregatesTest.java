package io.tacit.engine.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.junit.jupiter.api.Test;

/** Two aggregates are one exactly where they mean the same: whatever they differ in, each is released for itself. */
class EqualAggregatesTest {
    /** In each line what means the same; no two lines do. */
    private static final List<List<String>> SUMS = List.of(
            List.of("SUM(day)", "sum( day )"),
            List.of("SUM(DISTINCT day)"),
            List.of("SUM(paid)"),
            List.of("AVG(day)"),
            List.of(
                    "SUM(day, contribution_bounds_per_group => (0, 10))",
                    "SUM(day, contribution_bounds_per_group => (0.0, 1e1))",
                    "SUM(day CLAMPED BETWEEN 0 AND 10)"),
            List.of("SUM(day, contribution_bounds_per_row => (0, 10))"),
            List.of("SUM(day, contribution_bounds_per_group => (1, 10))"),
            List.of("SUM(day, contribution_bounds_per_group => (0, 11))"),
            List.of("SUM(day, contribution_bounds_per_group => (0, 10)) FILTER (WHERE paid > 1)"),
            List.of("SUM(day, epsilon => 0.5)", "SUM(day, epsilon => 1/2)", "SUM(day, epsilon => 0.50)"),
            List.of("SUM(day, epsilon => 0.6)"),
            List.of("SUM(day, contribution_bounds_per_group => (0, 10), epsilon => 0.5)"),
            List.of("ANON_SUM(day)"),
            List.of("ANON_SUM(day, 0, 10)", "ANON_SUM(day CLAMPED BETWEEN 0 AND 10)"),
            List.of("COUNT(day)"),
            List.of("COUNT(DISTINCT day)", "APPROX_COUNT_DISTINCT(day)"),
            List.of("COUNT(day, contribution_bounds_per_group => (0, 10))"));

    private static final List<List<String>> OTHERS = List.of(
            List.of("MEDIAN(day)", "PERCENTILE_CONT(day, 0.5)", "APPROX_QUANTILES(day, 2)[OFFSET(1)]"),
            List.of("PERCENTILE_CONT(day, 0.25)"),
            List.of("MEDIAN(day, contribution_bounds_per_row => (0, 7))", "MEDIAN(day CLAMPED BETWEEN 0 AND 7)"),
            List.of("MEDIAN(day, contribution_bounds_per_row => (0, 8))"),
            List.of("MEDIAN(day, epsilon => 0.5)"),
            List.of("MIN(day)"),
            List.of("MAX(day)"),
            List.of("MIN(day, contribution_bounds_per_row => (0, 7))"),
            List.of("MAX(day, contribution_bounds_per_row => (0, 7))"),
            List.of("CORR(day, paid)"),
            List.of("CORR(paid, day)"),
            List.of("COVAR_POP(day, paid)"),
            List.of(
                    "CORR(day, paid, contribution_bounds_per_row => ((0, 7), (0, 9)))",
                    "CORR(day CLAMPED BETWEEN 0 AND 7, paid CLAMPED BETWEEN 0 AND 9)"),
            List.of("CORR(day, paid, contribution_bounds_per_row => ((0, 9), (0, 7)))"),
            List.of("CORR(day CLAMPED BETWEEN 0 AND 7, paid)"),
            List.of("CORR(day, paid CLAMPED BETWEEN 0 AND 7)"),
            List.of("VAR_POP(day)"),
            List.of("VAR_SAMP(day)"));

    private static List<AggregateCall> calls(String list) {
        List<AggregateCall> calls = new ArrayList<>();
        collect(VisitTables.analyze("SELECT " + list + " FROM visits").relation(), calls);
        return calls;
    }

    private static void collect(RelNode relation, List<AggregateCall> calls) {
        if (relation instanceof Aggregate aggregate) {
            calls.addAll(aggregate.getAggCallList());
        }
        relation.getInputs().forEach(input -> collect(input, calls));
    }

    private static void areOneOnlyWithinALine(List<List<String>> lines) {
        List<String> wrong = new ArrayList<>();
        for (List<String> line : lines) {
            for (List<String> other : lines.subList(0, lines.indexOf(line))) {
                String both = line.get(line.size() - 1) + ", " + other.get(0);
                if (calls(both).size() != 2) {
                    wrong.add(both);
                }
            }
            if (calls(String.join(", ", line)).size() != 1) {
                wrong.add(line.toString());
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void sumsAndCounts() {
        areOneOnlyWithinALine(SUMS);
    }

    @Test
    void allOthers() {
        areOneOnlyWithinALine(OTHERS);
    }

    /** An element of an array has no interval, and is another one than the same quantile alone. */
    @Test
    void elementsOfArraysAreNoSingleQuantiles() {
        for (String array : List.of(
                "APPROX_QUANTILES(day, 2)",
                "ANON_QUANTILES(day, 2, 0, 7)",
                "QUANTILE_CONT(day, [0, 0.5, 1])",
                "PERCENTILE_CONT(ARRAY[0, 0.5, 1]) WITHIN GROUP (ORDER BY day)")) {
            assertThat(calls(array)).as(array).hasSize(3).allMatch(call -> isElement(call));
            assertThat(calls(array + ", " + array)).as(array).hasSize(3);
            assertThat(calls(array + ", MEDIAN(day)")).as(array).hasSize(4);
        }
        for (List<String> line : OTHERS) {
            for (String single : line) {
                assertThat(calls(single)).as(single).noneMatch(call -> isElement(call));
            }
        }
    }

    private static boolean isElement(AggregateCall call) {
        return call.getAggregation() instanceof PrivateAggregate own && own.isElement();
    }

    /** In ORDER BY, HAVING and QUALIFY an aggregate is the one of the list, whichever clause the SELECT has. */
    @Test
    void anAggregateIsTheSameInAllPartsOfASelect() {
        List<String> wrong = new ArrayList<>();
        for (String clause : List.of("", "WITH ANONYMIZATION OPTIONS(epsilon = 1) ")) {
            for (List<List<String>> lines : List.of(SUMS, OTHERS)) {
                for (List<String> line : lines) {
                    String query = "SELECT " + clause + line.get(0) + " AS a FROM visits GROUP BY name "
                            + "HAVING $ > 1 QUALIFY RANK() OVER (ORDER BY $) = 1 ORDER BY $ DESC"
                                    .replace("$", line.get(line.size() - 1));
                    List<AggregateCall> calls = new ArrayList<>();
                    collect(VisitTables.analyze(query).relation(), calls);
                    if (calls.size() != 1) {
                        wrong.add(query);
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
    }
}
