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

    private StandardDates() {}

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
