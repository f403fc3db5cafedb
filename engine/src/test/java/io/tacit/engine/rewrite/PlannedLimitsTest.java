package io.tacit.engine.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.structure.Structure;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.volcano.VolcanoPlanner;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.logical.LogicalValues;
import org.apache.calcite.rel.type.RelDataTypeSystem;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.sql.type.SqlTypeFactoryImpl;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/**
 * How many rows and different values of a person count in a group: of what the query says and what is proven the less, a
 * small proven number where the query says none, and what is found otherwise; for each pair of numbers.
 */
@NullUnmarked
class PlannedLimitsTest {
    private static final int FIELD = 2;

    private static RelNode input() {
        RelOptCluster cluster = RelOptCluster.create(
                new VolcanoPlanner(), new RexBuilder(new SqlTypeFactoryImpl(RelDataTypeSystem.DEFAULT)));
        return LogicalValues.createOneRow(cluster);
    }

    private static Structure proven(OptionalLong rows) {
        Map<Integer, Long> values = rows.isPresent() ? Map.of(FIELD, rows.getAsLong()) : Map.of();
        return new Structure(
                OptionalLong.empty(), OptionalLong.empty(), rows, OptionalLong.empty(), List.of(), 1, values);
    }

    private static OptionalLong number(int number) {
        return number < 0 ? OptionalLong.empty() : OptionalLong.of(number);
    }

    private static Optional<BigInteger> given(ContributionLimits limits) {
        return limits.match(
                found -> {
                    assertThat(found.low()).isZero();
                    return Optional.of(found.high());
                },
                inferred -> Optional.empty(),
                ofRows -> {
                    throw new AssertionError("no limit of rows");
                });
    }

    @Test
    void theLessOfWhatIsSaidAndWhatIsProven() {
        RowCount chosen = new RowCount(List.of(1), OptionalInt.empty());
        RowCount others = new RowCount(List.of(FIELD), OptionalInt.empty());
        RowCount third = new RowCount(List.of(FIELD + 1), OptionalInt.empty());
        RowCount fourth = new RowCount(List.of(FIELD + 2), OptionalInt.empty());
        RowCount within = new RowCount(List.of(FIELD + 1), OptionalInt.of(0));
        for (int asked = 0; asked <= 7; asked++) {
            for (int known = -1; known <= 7; known++) {
                Optional<Long> option = asked == 0 ? Optional.empty() : Optional.of((long) asked);
                PlannedStates states = new PlannedStates(input());
                PlannedLimits limits = new PlannedLimits(
                        states, option, proven(number(known)), new SharedRows(List.of(chosen, third)));
                boolean few = known >= 0 && known <= 4;
                long most = asked == 0 ? known : known < 0 ? asked : Math.min(asked, known);
                Optional<BigInteger> expected =
                        asked > 0 || few ? Optional.of(BigInteger.valueOf(Math.max(1, most))) : Optional.empty();
                String what = asked + " asked for, " + known + " proven";
                assertThat(limits.givesRows()).as(what).isEqualTo(asked > 0);
                assertThat(limits.publicRows()).as(what).isEqualTo(expected);
                assertThat(states.automatic()).as(what).isEmpty();
                assertThat(limits.differentValues(FIELD).flatMap(PlannedLimitsTest::given))
                        .as(what)
                        .isEqualTo(few ? Optional.of(BigInteger.valueOf(Math.max(1, known))) : Optional.empty());
                assertThat(limits.differentValues(FIELD + 1)).as(what).isEmpty();
                ContributionLimits rows = limits.rowsPerGroup(chosen);
                assertThat(given(rows)).as(what).isEqualTo(expected);
                assertThat(given(limits.weightPerGroup(within))).as(what).isEqualTo(expected);
                assertThat(given(limits.weightPerGroup(fourth))).as(what).isEqualTo(expected);
                assertThat(limits.originOfRows(rows))
                        .as(what)
                        .isEqualTo(
                                expected.isEmpty()
                                        ? BoundsOrigin.AUTOMATIC
                                        : asked > 0 && (known < 0 || asked <= known)
                                                ? BoundsOrigin.QUERY
                                                : BoundsOrigin.STRUCTURE);
                assertThat(given(limits.rowsPerGroup(List.of(chosen)))).as(what).isEqualTo(expected);
                assertThat(given(limits.rowsPerGroup(List.of(chosen, others))))
                        .as(what)
                        .isEqualTo(expected);
                // A total and a weight of rows that are shared, others, chosen rows, and the most of two choices are
                // found
                // where nothing is known.
                assertThat(states.automatic())
                        .as(what)
                        .isEqualTo(
                                expected.isPresent()
                                        ? List.of()
                                        : List.of(
                                                new AutomaticParameter.MostRowsPerGroup(List.of(chosen, third)),
                                                new AutomaticParameter.RowsPerGroup(fourth),
                                                new AutomaticParameter.RowsPerGroup(chosen),
                                                new AutomaticParameter.MostRowsPerGroup(List.of(chosen, others))));
            }
        }
    }

    /** Rows within ends add up to what so many of them add up to, or fewer, or none. */
    @Test
    void limitsOfRowsHoldEverySumOfThem() {
        for (int low = -3; low <= 3; low++) {
            for (int high = low; high <= 3; high++) {
                for (int most = 0; most <= 4; most++) {
                    int least = 0;
                    int largest = 0;
                    for (int rows = 0; rows <= most; rows++) {
                        least = Math.min(least, rows * low);
                        largest = Math.max(largest, rows * high);
                    }
                    ContributionLimits.Given limits = new ContributionLimits.OfRows(
                                    BigInteger.valueOf(low),
                                    BigInteger.valueOf(high),
                                    new ContributionLimits.Given(BigInteger.ZERO, BigInteger.valueOf(most)))
                            .times(BigInteger.valueOf(most));
                    assertThat(List.of(
                                    limits.low().intValueExact(), limits.high().intValueExact()))
                            .as("%s rows from %s to %s", most, low, high)
                            .containsExactly(least, largest);
                }
            }
        }
    }

    @Test
    void limitsOfRowsStayWithinWhatIsAddedUpExactly() {
        BigInteger far = PlannedStates.MAX_BOUND;
        for (int sign : List.of(1, -1)) {
            for (BigInteger end : List.of(far, far.subtract(BigInteger.ONE), far.shiftRight(1))) {
                BigInteger low = sign > 0 ? BigInteger.ONE : end.negate();
                BigInteger high = sign > 0 ? end : BigInteger.ONE.negate();
                ContributionLimits.Given limits = new ContributionLimits.OfRows(
                                low, high, new ContributionLimits.Given(BigInteger.ZERO, BigInteger.TWO))
                        .times(BigInteger.TWO);
                BigInteger largest = end.shiftLeft(1).min(far);
                assertThat(limits.low()).isEqualTo(sign > 0 ? BigInteger.ZERO : largest.negate());
                assertThat(limits.high()).isEqualTo(sign > 0 ? largest : BigInteger.ZERO);
            }
        }
    }
}
