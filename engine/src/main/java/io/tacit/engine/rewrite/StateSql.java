package io.tacit.engine.rewrite;

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
            return "SUM(" + clamp(rows, count.low(), count.high()) + ")";
        }
        if (state instanceof State.Sum sum) {
            int summed = ((StateRequest.Sum) request).summed();
            return whereValues(plan, summed, clamp("s" + summed, sum.low(), sum.high()));
        }
        if (state instanceof State.UserMean mean) {
            int summed = ((StateRequest.UserMean) request).summed();
            return whereValues(plan, summed, userMean(plan, summed, mean));
        }
        if (state instanceof State.Centred centred) {
            int summed = ((StateRequest.Centred) request).summed();
            return whereValues(plan, summed, weighed(plan, summed, index, centred.maxRows(), centred.shift()));
        }
        if (state instanceof State.Squares squares) {
            int summed = ((StateRequest.Squares) request).summed();
            return whereValues(plan, summed, weighed(plan, summed, index, squares.maxRows(), squares.shift()));
        }
        return "COUNT(*)";
    }

    /** What U must add up for a state beside counts and plain sums: sums over clamped rows. */
    static Optional<String> clampedRows(ReleasePlan plan, int index, State state) {
        if (state instanceof State.Centred centred) {
            Summed summed =
                    plan.summed().get(((StateRequest.Centred) plan.states().get(index)).summed());
            String y = deviation(summed, centred.low(), centred.high(), centred.coarse());
            return Optional.of(column(y, summed, index));
        }
        if (state instanceof State.Squares squares) {
            Summed summed =
                    plan.summed().get(((StateRequest.Squares) plan.states().get(index)).summed());
            String y = deviation(summed, squares.low(), squares.high(), squares.coarse());
            BigInteger reach = squares.reach();
            return Optional.of(
                    column("2 * (" + y + ") * (" + y + ") - " + literal(reach.multiply(reach)), summed, index));
        }
        return Optional.empty();
    }

    private static String column(String rowValue, Summed summed, int index) {
        return "CAST(SUM(" + rowValue + ")" + PartialSql.filter(summed.filter()) + " AS HUGEINT) AS y" + index;
    }

    private static String deviation(Summed summed, BigInteger low, BigInteger high, int coarse) {
        String row = new RowIntegers(summed.type(), summed.unit()).row("c" + summed.field());
        String y = "(2 * " + clamp("CAST(" + row + " AS HUGEINT)", low, high) + " - " + literal(low.add(high)) + ")";
        return RowIntegers.orNull("c" + summed.field(), coarse == 0 ? y : "(" + y + " // " + power(coarse) + ")");
    }

    private static String userMean(ReleasePlan plan, int summed, State.UserMean mean) {
        String rows = rows(plan, summed);
        BigInteger range = mean.high().subtract(mean.low());
        String reach = "(" + rows + " * " + literal(range) + ")";
        String deviation =
                "2 * s" + summed + " - " + rows + " * " + literal(mean.low().add(mean.high()));
        String clamped = "LEAST(GREATEST(" + deviation + ", -" + reach + "), " + reach + ")";
        return scaled(clamped, rows, mean.shift());
    }

    private static String weighed(ReleasePlan plan, int summed, int index, long maxRows, int shift) {
        String rows = rows(plan, summed);
        return scaled("LEAST(" + rows + ", " + literal(BigInteger.valueOf(maxRows)) + ") * y" + index, rows, shift);
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
