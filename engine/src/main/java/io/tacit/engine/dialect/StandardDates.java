package io.tacit.engine.dialect;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.sql.ConstantValue;
import io.tacit.engine.sql.DateFunction;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.avatica.util.TimeUnitRange;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.NlsString;

/** What holds of dates and times in all engines. */
public final class StandardDates {
    /** The parts of a date that EXTRACT knows, beside those of a time of day. */
    public static final List<String> PARTS = List.of(
            "millennium",
            "century",
            "decade",
            "year",
            "quarter",
            "month",
            "week",
            "day",
            "dow",
            "isodow",
            "doy",
            "isoyear");

    /** The units in which the difference of two times of day is counted. */
    private static final List<String> TIME_UNITS = List.of("hour", "minute", "second", "millisecond", "microsecond");

    private StandardDates() {}

    /** The unit of DATEDIFF or TIMESTAMPDIFF, in small letters. */
    public static String unitOfDifference(RexCall call) {
        return ConstantValue.of((RexLiteral) call.getOperands().get(0), NlsString.class)
                .getValue();
    }

    /**
     * Whether DATEDIFF or TIMESTAMPDIFF is of two times of day, else of dates and timestamps.
     *
     * @throws Refusal for one of each, and for a unit that a time of day has not
     */
    public static boolean isBetweenTimes(RexCall call, String unit) {
        boolean first = isTime(call, 1);
        if (first != isTime(call, 2)) {
            throw new Refusal(
                    ErrorCode.ARGUMENT_TYPE,
                    "A time of day and a date have no difference.",
                    "Use two dates or timestamps, or two times of day.");
        }
        if (first && !TIME_UNITS.contains(unit)) {
            throw new Refusal(
                    ErrorCode.ARGUMENT_TYPE,
                    "Times of day have no difference in this unit.",
                    "The units are " + String.join(", ", TIME_UNITS) + ".");
        }
        return first;
    }

    private static boolean isTime(RexCall call, int operand) {
        return call.getOperands().get(operand).getType().getSqlTypeName() == SqlTypeName.TIME;
    }

    /** How many months a unit has; 0 for one that is shorter. */
    public static int months(String unit) {
        return switch (unit) {
            case "month" -> 1;
            case "quarter" -> 3;
            case "year" -> 12;
            case "decade" -> 120;
            case "century" -> 1_200;
            case "millennium" -> 12_000;
            default -> 0;
        };
    }

    /** A constant unit or part, in small letters. */
    public static String unit(RexNode flag) {
        return ConstantValue.of((RexLiteral) flag, TimeUnitRange.class).name().toLowerCase(Locale.ROOT);
    }

    /**
     * The unit of FLOOR(d TO MONTH). CEIL to a unit is not needed by anyone so far.
     *
     * @throws Refusal for another function than {@code floor}, and for other units
     */
    public static String floored(String function, RexCall call) {
        String unit = unit(call.getOperands().get(1));
        if (!function.equals("floor") || !DateFunction.UNITS.contains(unit)) {
            throw new Refusal(
                    ErrorCode.UNSUPPORTED_FUNCTION,
                    "This rounding of dates is not accepted.",
                    "Use DATE_TRUNC('month', d).");
        }
        return unit;
    }

    /**
     * The first operand of a function of dates and timestamps.
     *
     * @throws Refusal for a time of day
     */
    public static RexNode dateOf(RexCall call) {
        RexNode date = call.getOperands().get(0);
        if (date.getType().getSqlTypeName() == SqlTypeName.TIME) {
            throw new Refusal(
                    ErrorCode.ARGUMENT_TYPE,
                    call.getOperator().getName() + " needs a date or timestamp, not a time of day.",
                    "Use EXTRACT(HOUR FROM t).");
        }
        return date;
    }

    /** Refuses to cut a time of day to a unit. */
    public static void refuseTimeToCut(RexNode date) {
        if (date.getType().getSqlTypeName() == SqlTypeName.TIME) {
            throw new Refusal(
                    ErrorCode.UNSUPPORTED_FUNCTION,
                    "A time of day cannot be cut to a unit.",
                    "Use EXTRACT(HOUR FROM t).");
        }
    }

    /** The refusal to move a DATE by less than days. */
    public static Refusal onlyByDays() {
        return new Refusal(
                ErrorCode.ARGUMENT_TYPE,
                "A DATE has no hours and minutes by which it could be moved.",
                "Convert it first: CAST(d AS TIMESTAMP).");
    }
}
