package io.tacit.engine.dialect.duckdb;

import static io.tacit.engine.dialect.duckdb.DuckDbScalars.typed;

import io.tacit.engine.dialect.ScalarToSql;
import io.tacit.engine.dialect.StandardDates;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.sql.ConstantValue;
import io.tacit.engine.sql.TypeNames;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.NlsString;

/**
 * Dates and times. Arithmetic on them is defined for the years 1 to 9999 and constant intervals of at most 10,000
 * years, where DuckDB cannot overflow; a date outside of these years has no sum and no unit that it could be cut to:
 * NULL.
 */
final class DuckDbDates {
    /** Parts that a time of day has as well. */
    private static final List<String> TIME_PARTS =
            List.of("hour", "minute", "second", "millisecond", "microsecond", "epoch");

    private DuckDbDates() {}

    /** {@code DATE_TRUNC('month', d)}. */
    static String truncate(ScalarToSql scalars, RexCall call) {
        RexLiteral unit = (RexLiteral) call.getOperands().get(0);
        String name = ConstantValue.of(unit, NlsString.class).getValue();
        return truncate(name, scalars, call.getOperands().get(1), call.getType());
    }

    /** A date or time moved by a constant interval or by a multiple of one. */
    static String arithmetic(ScalarToSql scalars, RexCall call, String sign) {
        RexNode left = call.getOperands().get(0);
        RexNode right = call.getOperands().get(1);
        if (SqlTypeUtil.isInterval(left.getType()) && sign.equals(" + ")) {
            return moved(scalars, right, sign, left, call.getType());
        }
        return moved(scalars, left, sign, right, call.getType());
    }

    private static String moved(ScalarToSql scalars, RexNode date, String sign, RexNode interval, RelDataType type) {
        if (!SqlTypeUtil.isDatetime(date.getType()) || !SqlTypeUtil.isInterval(interval.getType())) {
            throw unknownInterval();
        }
        if (date.getType().getSqlTypeName() == SqlTypeName.DATE && !DuckDbIntervals.isOfWholeDays(interval)) {
            throw StandardDates.onlyByDays();
        }
        return typed(within(scalars, date) + sign + DuckDbIntervals.print(scalars, interval), type);
    }

    static Refusal unknownInterval() {
        return new Refusal(
                ErrorCode.UNSUPPORTED_FUNCTION,
                "Dates can only be moved by constant intervals, and by whole numbers of them.",
                "Write it as in d + INTERVAL '3' MONTH, or d + n * INTERVAL '1' DAY.");
    }

    /** The date, or NULL if it is outside of the years 1 to 9999. */
    static String within(ScalarToSql scalars, RexNode date) {
        return within(scalars.print(date), date.getType());
    }

    private static String within(String text, RelDataType type) {
        return switch (type.getSqlTypeName()) {
            case DATE -> within(text, "DATE '0001-01-01'", "DATE '9999-12-31'");
            case TIMESTAMP -> within(text, "TIMESTAMP '0001-01-01 00:00:00'", "TIMESTAMP '9999-12-31 23:59:59.999999'");
            default -> text;
        };
    }

    /** The time since 1970-01-01: days of a DATE, microseconds of a TIMESTAMP; NULL outside of the years 1 to 9999. */
    static String sinceEpoch(String date, RelDataType type) {
        String known = within(date, type);
        return type.getSqlTypeName() == SqlTypeName.DATE
                ? "(" + known + " - DATE '1970-01-01')"
                : "epoch_us(" + known + ")";
    }

    /** The date or timestamp that lies a given time after 1970-01-01, within the years 1 to 9999. */
    static String fromEpoch(String since, RelDataType type) {
        return type.getSqlTypeName() == SqlTypeName.DATE
                ? "(DATE '1970-01-01' + CAST(" + since + " AS INTEGER))"
                : "make_timestamp(CAST(" + since + " AS BIGINT))";
    }

    private static String within(String text, String first, String last) {
        return "CASE WHEN " + text + " BETWEEN " + first + " AND " + last + " THEN " + text + " END";
    }

    static String extract(ScalarToSql scalars, RexCall call) {
        RexNode date = call.getOperands().get(1);
        String part = StandardDates.unit(call.getOperands().get(0));
        boolean time = date.getType().getSqlTypeName() == SqlTypeName.TIME;
        boolean known = TIME_PARTS.contains(part) || (!time && StandardDates.PARTS.contains(part));
        if (!known || !SqlTypeUtil.isDatetime(date.getType())) {
            throw new Refusal(
                    ErrorCode.UNSUPPORTED_FUNCTION,
                    "EXTRACT does not know this part of " + TypeNames.of(date.getType()) + ".",
                    "The parts are " + String.join(", ", time ? TIME_PARTS : StandardDates.PARTS) + ".");
        }
        return typed("date_part('" + part + "', " + within(scalars, date) + ")", call.getType());
    }

    /** FLOOR(d TO MONTH). */
    static String floor(String function, ScalarToSql scalars, RexCall call) {
        String unit = StandardDates.floored(function, call);
        return truncate(unit, scalars, call.getOperands().get(0), call.getType());
    }

    private static String truncate(String unit, ScalarToSql scalars, RexNode date, RelDataType type) {
        StandardDates.refuseTimeToCut(date);
        return typed("date_trunc('" + unit + "', " + within(scalars, date) + ")", type);
    }
}
