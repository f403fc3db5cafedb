package io.tacit.engine.dialect.postgres;

import io.tacit.engine.dialect.ScalarToSql;
import io.tacit.engine.dialect.StandardDates;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;

/**
 * Differences of dates and times, in whole numbers. Both are of the years 1 to 9999 or times of day, or the difference is
 * NULL. PostgreSQL 14 and later count the seconds of an epoch in numeric, where none is lost.
 */
final class PostgresDifferences {
    private static final String FIRST_DAY = "DATE '0001-01-01'";

    private static final int WEEK = 7;

    private PostgresDifferences() {}

    /** How many beginnings of a unit lie after the first and not after the second; a week is seven days. */
    static String boundaries(ScalarToSql scalars, RexCall call) {
        String unit = StandardDates.unitOfDifference(call);
        String difference = "(" + index(unit, "v.b") + " - " + index(unit, "v.a") + ")";
        return guarded(scalars, call, unit, unit.equals("week") ? difference + " / " + WEEK : difference);
    }

    /** How many whole units pass; a month ends on the day on which it began. */
    static String whole(ScalarToSql scalars, RexCall call) {
        String unit = StandardDates.unitOfDifference(call);
        int months = StandardDates.months(unit);
        return guarded(
                scalars,
                call,
                unit,
                months == 0
                        ? "div(" + micros("v.b") + " - " + micros("v.a") + ", " + microsOf(unit) + ")"
                        : "div(" + monthsPassed() + ", " + months + ")");
    }

    private static String monthsPassed() {
        String from = "(v.a - date_trunc('month', v.a))";
        String to = "(v.b - date_trunc('month', v.b))";
        return index("month", "v.b") + " - " + index("month", "v.a") + " - CASE WHEN v.a <= v.b AND " + to + " < "
                + from + " THEN 1 WHEN v.a > v.b AND " + to + " > " + from + " THEN -1 ELSE 0 END";
    }

    /** A number that grows by one with each beginning of a unit. */
    private static String index(String unit, String value) {
        int months = StandardDates.months(unit);
        if (months > 0) {
            String month = part("YEAR", value) + " * 12 + " + part("MONTH", value);
            // Centuries begin with years that end in 00, as in DuckDB.
            return months == 1 ? "(" + month + ")" : "div(" + month + " - 1, " + months + ")";
        }
        return switch (unit) {
            case "week", "day" -> "(CAST(" + value + " AS date) - " + FIRST_DAY + ")";
            default -> "floor(" + micros(value) + " / " + microsOf(unit) + ")";
        };
    }

    private static String part(String part, String value) {
        return "EXTRACT(" + part + " FROM " + value + ")";
    }

    private static String micros(String value) {
        return "(" + part("EPOCH", value) + " * 1000000)";
    }

    private static long microsOf(String unit) {
        return switch (unit) {
            case "microsecond" -> 1L;
            case "millisecond" -> 1_000L;
            case "second" -> 1_000_000L;
            case "minute" -> 60_000_000L;
            case "hour" -> 3_600_000_000L;
            case "day" -> 86_400_000_000L;
            case "week" -> 604_800_000_000L;
            default -> throw new IllegalArgumentException("no unit of time: " + unit);
        };
    }

    private static String guarded(ScalarToSql scalars, RexCall call, String unit, String difference) {
        boolean times = StandardDates.isBetweenTimes(call, unit);
        String guard = times ? difference : within("v.a", within("v.b", difference));
        return PostgresSql.TYPES.fit(
                Once.of(operand(scalars, call, 1, times), operand(scalars, call, 2, times), guard), call.getType());
    }

    private static String operand(ScalarToSql scalars, RexCall call, int index, boolean time) {
        RexNode operand = call.getOperands().get(index);
        return time ? scalars.print(operand) : scalars.printAs(operand, "timestamp");
    }

    /** An expression that is NULL unless a timestamp is of the years 1 to 9999. */
    static String within(String value, String expression) {
        return "CASE WHEN " + value + " BETWEEN TIMESTAMP '0001-01-01 00:00:00' AND"
                + " TIMESTAMP '9999-12-31 23:59:59.999999' THEN " + expression + " END";
    }
}
