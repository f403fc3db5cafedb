package io.tacit.engine.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.RowBounds;
import io.tacit.engine.catalog.Table;
import io.tacit.privacy.number.Rational;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/**
 * What one person may add to an aggregate does not depend on what is asked beside it: where limits are public, every
 * aggregate is computed of the same rows within the same limits as when it is asked alone. A sum beside a mean may be made
 * of the mean's states; then the most of a row times the number of rows is what the sum alone is cut to.
 */
@NullUnmarked
class BesideOthersTest {
    private static final Catalog CATALOG = new Catalog(List.of(new Table(
            "t",
            List.of(
                    Column.nullable("uid", ColumnType.BIGINT),
                    new Column("sure", ColumnType.INTEGER, false),
                    within("i", ColumnType.INTEGER, "0", "100"),
                    within("d", ColumnType.decimal(9, 2), "-5.5", "20"),
                    within("far", ColumnType.INTEGER, "50", "60"),
                    within("r", ColumnType.DOUBLE, "-1", "3"),
                    Column.nullable("f", ColumnType.BOOLEAN)),
            new Protection.UnitColumn("uid"))));

    private static Column within(String name, ColumnType type, String low, String high) {
        return Column.nullable(name, type).within(new RowBounds(new BigDecimal(low), new BigDecimal(high)));
    }

    /** So many of the aggregates, the first ones, are sums that others could change. */
    private static final int SUMS = 8;

    private static final List<String> AGGREGATES = List.of(
            "SUM(i)",
            "SUM(d)",
            "SUM(far)",
            "SUM(r)",
            "SUM(i) FILTER (WHERE f)",
            "SUM(i, contribution_bounds_per_group => (0, 10))",
            "SUM(i, contribution_bounds_per_group => (0, 7))",
            "SUM(CASE WHEN f THEN i ELSE 0 END)",
            "COUNT(*)",
            "COUNT(i)",
            "COUNT(sure)",
            "COUNT(DISTINCT uid)",
            "COUNT(i, contribution_bounds_per_group => (0, 3))",
            "COUNT(*) FILTER (WHERE f)",
            "AVG(i)",
            "AVG(d)",
            "AVG(far)",
            "AVG(i) FILTER (WHERE f)",
            "AVG(i, contribution_bounds_per_row => (0, 10))",
            "AVG(i, contribution_bounds_per_group => (0, 10))",
            "AVG(far, contribution_bounds_per_row => (55, 58))",
            "AVG(r, contribution_bounds_per_row => (0, 1))",
            "VAR_POP(i)",
            "STDDEV_SAMP(d, contribution_bounds_per_row => (0, 4))",
            "VAR_SAMP(i, contribution_bounds_per_row => (0, 10))",
            "CORR(i, d)",
            "MEDIAN(i)",
            "MAX(i, contribution_bounds_per_row => (0, 10))");

    /** What is measured for an aggregate, and what a person may add to a sum. */
    private static final class Measured implements Computation.Visitor<String> {
        @Override
        public String total(Computation.Total total) {
            return total.state() instanceof StateRequest.Sum sum
                    ? sum(sum.summed(), given(sum.limits()))
                    : total.state().equals(new StateRequest.Users()) ? "people" : String.valueOf(total);
        }

        @Override
        public String people(Computation.People people) {
            return "people";
        }

        @Override
        public String sumOfRows(Computation.SumOfRows sum) {
            ContributionLimits.Given row = given(sum.centred().limits());
            BigInteger rows = given(sum.centred().rows()).high();
            assertThat(given(sum.weight().asCount().orElseThrow().limits()).high())
                    .isEqualTo(rows);
            return sum(
                    sum.centred().summed(),
                    new ContributionLimits.Given(
                            row.low().multiply(rows).min(BigInteger.ZERO),
                            row.high().multiply(rows).max(BigInteger.ZERO)));
        }

        private static String sum(ValueColumn summed, ContributionLimits.Given limits) {
            Rational unit = summed.unit().size();
            return "sum of " + summed.field() + summed.rows() + " from "
                    + Rational.of(new BigDecimal(limits.low())).times(unit) + " to "
                    + Rational.of(new BigDecimal(limits.high())).times(unit);
        }

        private static ContributionLimits.Given given(ContributionLimits limits) {
            return limits.match(
                    found -> found,
                    inferred -> {
                        throw new AssertionError("a limit is searched for");
                    },
                    ofRows -> {
                        throw new AssertionError("a limit is searched for");
                    });
        }

        @Override
        public String mean(Computation.Mean mean) {
            return mean.toString();
        }

        @Override
        public String spread(Computation.Spread spread) {
            return spread.toString();
        }

        @Override
        public String pair(Computation.Pair pair) {
            return pair.toString();
        }

        @Override
        public String quantile(Computation.Quantile quantile) {
            return quantile.toString();
        }

        @Override
        public String mostFrequent(Computation.MostFrequent mode) {
            return mode.toString();
        }
    }

    private static List<OutputRequest> outputs(int rows, String... aggregates) {
        // Every plan reads the same input, so that the places of fields are the same.
        String all = "(SELECT uid, sure, i, d, far, r, f, CASE WHEN f THEN i ELSE 0 END AS chosen FROM t) AS q";
        String sql = "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_rows_per_group = " + rows + ") "
                + String.join(", ", aggregates) + " FROM " + all;
        ReleasePlan plan = PlannedQuery.of(sql, CATALOG);
        assertThat(plan.automatic()).as(sql).isEmpty();
        return plan.outputs();
    }

    private static String measured(OutputRequest output) {
        return output.computation().accept(new Measured());
    }

    @Test
    void anAggregateIsComputedWithinTheSameLimitsBesideEveryOther() {
        List<String> wrong = new ArrayList<>();
        int besideMeans = 0;
        for (int i = 0; i < SUMS; i++) {
            String one = AGGREGATES.get(i);
            List<String> alone = List.of(
                    measured(outputs(1, one, one).get(0)),
                    measured(outputs(3, one, one).get(0)));
            for (int j = 0; j < AGGREGATES.size(); j++) {
                int which = (i + j) % 2;
                OutputRequest beside =
                        outputs(which == 0 ? 1 : 3, one, AGGREGATES.get(j)).get(0);
                besideMeans += beside.computation() instanceof Computation.SumOfRows ? 1 : 0;
                if (!measured(beside).equals(alone.get(which))) {
                    wrong.add(one + " beside " + AGGREGATES.get(j) + ": " + measured(beside) + ", alone "
                            + alone.get(which));
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(besideMeans).isGreaterThan(4);
    }

    /**
     * A sum is made of a mean's states only where it needs none besides: of the same values in the same rows, and where no
     * part of the budget is the one's or the other's own.
     */
    @Test
    void aSumMadeOfAMeansStatesAddsNone() {
        List<String> sums = List.of("SUM(i)", "SUM(far)", "SUM(i) FILTER (WHERE f)", "SUM(i, epsilon => 0.1)");
        List<String> means = List.of(
                "AVG(i)",
                "AVG(far)",
                "AVG(i) FILTER (WHERE f)",
                "AVG(i) FILTER (WHERE far > 55)",
                "AVG(i, epsilon => 0.1)",
                "VAR_POP(i)",
                "VAR_POP(far) FILTER (WHERE f)",
                "STDDEV_SAMP(i, epsilon => 0.1)");
        List<String> made = new ArrayList<>();
        for (String sum : sums) {
            for (String mean : means) {
                List<OutputRequest> both = outputs(2, sum, mean);
                if (both.get(0).computation() instanceof Computation.SumOfRows) {
                    made.add(sum + ", " + mean);
                    assertThat(both.get(1).states())
                            .as(sum + ", " + mean)
                            .containsAll(both.get(0).states());
                    assertThat(both)
                            .as(sum + ", " + mean)
                            .allMatch(output -> output.epsilon().isEmpty());
                }
            }
        }
        assertThat(made)
                .containsExactly(
                        "SUM(i), AVG(i)",
                        "SUM(i), VAR_POP(i)",
                        "SUM(far), AVG(far)",
                        "SUM(i) FILTER (WHERE f), AVG(i) FILTER (WHERE f)");
    }
}
