package io.tacit.engine.pushdown;

import io.tacit.engine.rewrite.ReleasePlan;
import io.tacit.engine.rewrite.StateRequest;
import io.tacit.engine.rewrite.ValueColumn;
import io.tacit.privacy.mechanism.State;
import java.math.BigInteger;
import java.util.Optional;

/**
 * Prints what one person contributes to a state, in 128-bit integers: the formulas of {@link State}, word for word.
 *
 * <p>{@code //} is the engine's integer division, which truncates toward zero as the formulas ask.
 */
final class StateSql {
    private StateSql() {}

    /** The sum of a state over the people of a group, from the columns of T. */
    static String sum(ReleasePlan plan, int index, State state) {
        StateRequest request = plan.states().get(index);
        if (state instanceof State.Count count) {
            String rows = "n" + ((StateRequest.Count) request).counted();
            return "SUM("
                    + clampedColumn(rows, count.low().toString(), count.high().toString()) + ")";
        }
        if (state instanceof State.Sum sum) {
            int summed = ((StateRequest.Sum) request).summed();
            return clampedSums(plan, summed, sum);
        }
        if (state instanceof State.UserMean mean) {
            int summed = ((StateRequest.UserMean) request).summed();
            return whereValues(plan, summed, userMean(plan, summed, mean));
        }
        if (state instanceof State.Centred centred) {
            int summed = ((StateRequest.Centred) request).summed();
            return addsInOwnType(plan, centred, summed)
                    ? centredInOwnType(plan, summed, index, centred)
                    : whereValues(plan, summed, weighed(plan, summed, index, centred.maxRows(), centred.shift()));
        }
        if (state instanceof State.Squares squares) {
            int summed = ((StateRequest.Squares) request).summed();
            return whereValues(plan, summed, weighed(plan, summed, index, squares.maxRows(), squares.shift()));
        }
        if (state instanceof State.Users) {
            return "COUNT(*)";
        }
        throw new IllegalArgumentException("no plan asks for this state: " + state);
    }

    /** What U must add up for a state beside counts and plain sums: sums over clamped rows. */
    static Optional<String> clampedRows(ReleasePlan plan, int index, State state) {
        if (state instanceof State.Centred centred) {
            ValueColumn summed =
                    plan.summed().get(((StateRequest.Centred) plan.states().get(index)).summed());
            if (addsInOwnType(
                    plan, centred, ((StateRequest.Centred) plan.states().get(index)).summed())) {
                return integers(summed)
                        .clampedSum(
                                "c" + summed.field(), PersonRows.filter(summed.filter()), centred.low(), centred.high())
                        .map(clamped -> clamped + " AS y" + index);
            }
            String y = deviation(summed, centred.low(), centred.high(), centred.coarse());
            return Optional.of(column(y, summed, index));
        }
        if (state instanceof State.Squares squares) {
            ValueColumn summed =
                    plan.summed().get(((StateRequest.Squares) plan.states().get(index)).summed());
            String y = deviation(summed, squares.low(), squares.high(), squares.coarse());
            BigInteger reach = squares.reach();
            return Optional.of(
                    column("2 * (" + y + ") * (" + y + ") - " + literal(reach.multiply(reach)), summed, index));
        }
        return Optional.empty();
    }

    private static RowIntegers integers(ValueColumn summed) {
        return new RowIntegers(summed.type(), summed.unit());
    }

    /** Clamped sums are added in the column's own type where that is safe, and made whole units once for each group. */
    private static String clampedSums(ReleasePlan plan, int summed, State.Sum sum) {
        RowIntegers integers = integers(plan.summed().get(summed));
        String column = "s" + summed;
        if (integers.addsInOwnType(sum.sensitivity())) {
            String clamped = clampedColumn(column, integers.boundOfSum(sum.low()), integers.boundOfSum(sum.high()));
            return integers.units(whereValues(plan, summed, clamped));
        }
        String units = integers.unitsOfSum(column);
        return whereValues(plan, summed, clamp(units, sum.low(), sum.high()));
    }

    private static boolean addsInOwnType(ReleasePlan plan, State.Centred centred, int summed) {
        RowIntegers integers = integers(plan.summed().get(summed));
        BigInteger largest =
                centred.low().abs().max(centred.high().abs()).multiply(BigInteger.valueOf(centred.maxRows()));
        return centred.coarse() == 0
                && centred.shift() >= 0
                && integers.addsInOwnType(largest)
                && integers.clampedSum("c", "", centred.low(), centred.high()).isPresent();
    }

    /**
     * Σy = 2Σq − n(l+u). For people with at most maxRows rows the weight cancels, so that their y·2^shift add up like the
     * Σq and the n themselves; only the others need a division of their own.
     */
    private static String centredInOwnType(ReleasePlan plan, int summed, int index, State.Centred centred) {
        RowIntegers integers = integers(plan.summed().get(summed));
        String rows = rows(plan, summed);
        String middle = literal(centred.low().add(centred.high()));
        String few = rows + " <= " + centred.maxRows();
        String values = integers.units("COALESCE(SUM(CASE WHEN " + few + " THEN y" + index + " END), 0)");
        String counts = "CAST(COALESCE(SUM(CASE WHEN " + few + " THEN " + rows + " END), 0) AS HUGEINT)";
        String one = "(2 * " + integers.units("y" + index) + " - " + rows + " * " + middle + ")";
        String weighed = scaled(literal(BigInteger.valueOf(centred.maxRows())) + " * " + one, rows, centred.shift());
        return "((2 * " + values + " - " + counts + " * " + middle + ") * " + power(centred.shift())
                + " + COALESCE(SUM(CASE WHEN " + rows + " > " + centred.maxRows() + " THEN " + weighed + " END), 0))";
    }

    private static String column(String rowValue, ValueColumn summed, int index) {
        return "CAST(SUM(" + rowValue + ")" + PersonRows.filter(summed.filter()) + " AS HUGEINT) AS y" + index;
    }

    private static String deviation(ValueColumn summed, BigInteger low, BigInteger high, int coarse) {
        String row = new RowIntegers(summed.type(), summed.unit()).row("c" + summed.field());
        String y = "(2 * " + clamp("CAST(" + row + " AS HUGEINT)", low, high) + " - " + literal(low.add(high)) + ")";
        return RowIntegers.orNull("c" + summed.field(), coarse == 0 ? y : "(" + y + " // " + power(coarse) + ")");
    }

    private static String userMean(ReleasePlan plan, int summed, State.UserMean mean) {
        String rows = rows(plan, summed);
        BigInteger range = mean.high().subtract(mean.low());
        String reach = "(" + rows + " * " + literal(range) + ")";
        String deviation = "2 * " + integers(plan.summed().get(summed)).unitsOfSum("s" + summed) + " - " + rows + " * "
                + literal(mean.low().add(mean.high()));
        String clamped = "LEAST(GREATEST(" + deviation + ", -" + reach + "), " + reach + ")";
        return scaled(clamped, rows, mean.shift());
    }

    private static String weighed(ReleasePlan plan, int summed, int index, long maxRows, int shift) {
        String rows = rows(plan, summed);
        String most = literal(BigInteger.valueOf(maxRows));
        String all = shift >= 0 ? "y" + index + " * " + power(shift) : "y" + index + " // " + power(-shift);
        // With no more rows than may weigh, the weight cancels: no division of 128 bits is needed.
        return "CASE WHEN " + rows + " <= " + maxRows + " THEN " + all + " ELSE "
                + scaled(most + " * y" + index, rows, shift) + " END";
    }

    /** trunc(value·2^shift / rows). */
    private static String scaled(String value, String rows, int shift) {
        return shift >= 0
                ? "(" + value + " * " + power(shift) + ") // " + rows
                : "(" + value + ") // (" + rows + " * " + power(-shift) + ")";
    }

    /** A person without values contributes nothing. */
    private static String whereValues(ReleasePlan plan, int summed, String value) {
        return "SUM(CASE WHEN " + rows(plan, summed) + " > 0 THEN " + value + " ELSE 0 END)";
    }

    private static String rows(ReleasePlan plan, int summed) {
        return "n" + plan.summed().get(summed).counted();
    }

    /** A column without NULL that is clamped; a comparison is much cheaper than LEAST and GREATEST of 128 bits. */
    private static String clampedColumn(String column, String low, String high) {
        return "CASE WHEN " + column + " > " + high + " THEN " + high + " WHEN " + column + " < " + low + " THEN " + low
                + " ELSE " + column + " END";
    }

    private static String clamp(String value, BigInteger low, BigInteger high) {
        return "LEAST(GREATEST(" + value + ", " + literal(low) + "), " + literal(high) + ")";
    }

    private static String power(int exponent) {
        return literal(BigInteger.ONE.shiftLeft(exponent));
    }

    static String literal(BigInteger value) {
        return "CAST(" + value + " AS HUGEINT)";
    }
}
