package io.tacit.engine.dialect.postgres;

import io.tacit.engine.dialect.ScalarPrinter;
import io.tacit.engine.dialect.ScalarToSql;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.sql.ConstantValue;
import io.tacit.engine.sql.DateFunction;
import io.tacit.engine.sql.TypeNames;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.avatica.util.TimeUnitRange;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.NlsString;

/** Dates and times. Outside of the years 1 to 9999 their functions are NULL. */
final class PostgresDates {
    private static final List<String> TIME_PARTS = List.of("hour", "minute", "second", "millisecond", "microsecond");

    private static final List<String> DATE_PARTS = List.of(
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

    private static final long DAY_MILLIS = 86_400_000L;
    private static final long MOST_MONTHS = 12L * 4_000;
    private static final long MOST_MILLIS = 4_000L * 365 * DAY_MILLIS;

    private PostgresDates() {}

    static ScalarPrinter printer(DateFunction function) {
        return switch (function) {
            case EXTRACT -> PostgresDates::extract;
            case DATE_TRUNC ->
                (scalars, call) -> truncate(
                        ConstantValue.of((RexLiteral) call.getOperands().get(0), NlsString.class)
                                .getValue(),
                        scalars,
                        call.getOperands().get(1),
                        call.getType());
            case DAY_NUMBER ->
                (scalars, call) -> PostgresConversions.fit(
                        within(scalars, day(call), "(CAST(v.a AS date) - DATE '1970-01-01')"),
                        PostgresTypes.of(call.getType()));
            case LAST_DAY ->
                (scalars, call) -> within(
                        scalars,
                        day(call),
                        "CAST(date_trunc('month', CAST(v.a AS timestamp)) + INTERVAL '1 month' - INTERVAL '1 day' AS"
                                + " date)");
            case DAYNAME -> (scalars, call) -> name(scalars, call, "FMDay");
            case MONTHNAME -> (scalars, call) -> name(scalars, call, "FMMonth");
            case DATEDIFF, TIMESTAMPDIFF, MAKE_DATE, STRFTIME -> Lacking.FUNCTION;
        };
    }

    private static String name(ScalarToSql scalars, RexCall call, String format) {
        return "(" + within(scalars, day(call), "to_char(CAST(v.a AS timestamp), '" + format + "')")
                + " COLLATE \"C\")";
    }

    private static RexNode day(RexCall call) {
        RexNode date = call.getOperands().get(0);
        if (date.getType().getSqlTypeName() == SqlTypeName.TIME) {
            throw new Refusal(
                    ErrorCode.ARGUMENT_TYPE,
                    call.getOperator().getName() + " needs a date or timestamp, not a time of day.",
                    "Use EXTRACT(HOUR FROM t).");
        }
        return date;
    }

    /** An expression over {@link Once#A}, a date of the years 1 to 9999 or a time of day. */
    private static String within(ScalarToSql scalars, RexNode date, String expression) {
        String text = scalars.print(date);
        return switch (date.getType().getSqlTypeName()) {
            case DATE -> within(text, "DATE '0001-01-01'", "DATE '9999-12-31'", expression);
            case TIMESTAMP ->
                within(text, "TIMESTAMP '0001-01-01 00:00:00'", "TIMESTAMP '9999-12-31 23:59:59.999999'", expression);
            default -> Once.of(text, expression);
        };
    }

    private static String within(String text, String first, String last, String expression) {
        return Once.of(text, "CASE WHEN v.a BETWEEN " + first + " AND " + last + " THEN " + expression + " END");
    }

    private static String extract(ScalarToSql scalars, RexCall call) {
        RexLiteral flag = (RexLiteral) call.getOperands().get(0);
        RexNode date = call.getOperands().get(1);
        String part = ConstantValue.of(flag, TimeUnitRange.class).name().toLowerCase(Locale.ROOT);
        boolean time = date.getType().getSqlTypeName() == SqlTypeName.TIME;
        boolean day = date.getType().getSqlTypeName() == SqlTypeName.DATE;
        if (!SqlTypeUtil.isDatetime(date.getType())) {
            throw new Refusal(
                    ErrorCode.UNSUPPORTED_FUNCTION,
                    "EXTRACT does not know this part of " + TypeNames.of(date.getType()) + ".",
                    "Use it with a date, a timestamp or a time of day.");
        }
        if (!TIME_PARTS.contains(part) && (time || !DATE_PARTS.contains(part))) {
            throw Lacking.function("EXTRACT(" + part.toUpperCase(Locale.ROOT) + " FROM …)");
        }
        // A day has no hour in PostgreSQL, and the hour 0 elsewhere.
        String value = day ? "CAST(v.a AS timestamp)" : Once.A;
        return PostgresConversions.fit(
                within(scalars, date, "floor(EXTRACT(" + part + " FROM " + value + "))"),
                PostgresTypes.of(call.getType()));
    }

    /** FLOOR(d TO MONTH). */
    static String floor(String function, ScalarToSql scalars, RexCall call) {
        RexLiteral flag = (RexLiteral) call.getOperands().get(1);
        String unit = ConstantValue.of(flag, TimeUnitRange.class).name().toLowerCase(Locale.ROOT);
        if (!function.equals("floor") || !DateFunction.UNITS.contains(unit)) {
            throw new Refusal(
                    ErrorCode.UNSUPPORTED_FUNCTION,
                    "This rounding of dates is not accepted.",
                    "Use DATE_TRUNC('month', d).");
        }
        return truncate(unit, scalars, call.getOperands().get(0), call.getType());
    }

    private static String truncate(String unit, ScalarToSql scalars, RexNode date, RelDataType type) {
        if (date.getType().getSqlTypeName() == SqlTypeName.TIME) {
            throw new Refusal(
                    ErrorCode.UNSUPPORTED_FUNCTION,
                    "A time of day cannot be cut to a unit.",
                    "Use EXTRACT(HOUR FROM t).");
        }
        // Its centuries begin with the year 1, elsewhere with the year 0.
        if (unit.equals("century") || unit.equals("millennium")) {
            throw Lacking.function("DATE_TRUNC('" + unit + "', …)");
        }
        return within(
                scalars,
                date,
                "CAST(date_trunc('" + unit + "', CAST(v.a AS timestamp)) AS " + PostgresTypes.of(type) + ")");
    }

    /** A date or time moved by a constant interval. */
    static String arithmetic(ScalarToSql scalars, RexCall call, String sign) {
        RexNode left = call.getOperands().get(0);
        RexNode right = call.getOperands().get(1);
        boolean first = SqlTypeUtil.isInterval(left.getType()) && sign.equals(" + ");
        return moved(scalars, first ? right : left, sign, first ? left : right, call.getType());
    }

    private static String moved(ScalarToSql scalars, RexNode date, String sign, RexNode interval, RelDataType type) {
        SqlTypeName kind = date.getType().getSqlTypeName();
        if (!SqlTypeUtil.isDatetime(date.getType())
                || kind == SqlTypeName.TIME
                || !(interval instanceof RexLiteral literal)
                || !SqlTypeUtil.isInterval(literal.getType())
                || literal.isNull()) {
            throw Lacking.function("movement of times of day, or of dates by other intervals than constants,");
        }
        boolean months =
                SqlTypeName.YEAR_INTERVAL_TYPES.contains(literal.getType().getSqlTypeName());
        BigDecimal amount = ConstantValue.of(literal, BigDecimal.class);
        // PostgreSQL has no day before the year 4714 BC.
        if (amount.abs().compareTo(BigDecimal.valueOf(months ? MOST_MONTHS : MOST_MILLIS)) > 0) {
            throw Lacking.function("movement of dates by more than 4,000 years");
        }
        long length = amount.longValueExact();
        boolean days = !months && length % DAY_MILLIS == 0;
        if (kind == SqlTypeName.DATE && !months && !days) {
            throw new Refusal(
                    ErrorCode.ARGUMENT_TYPE,
                    "A DATE has no hours and minutes by which it could be moved.",
                    "Convert it first: CAST(d AS TIMESTAMP).");
        }
        // A timestamp here knows no time zone, so that each day has 24 hours.
        String written =
                months ? length + " months" : length / DAY_MILLIS + " days " + length % DAY_MILLIS + " milliseconds";
        return within(
                scalars,
                date,
                "CAST(CAST(v.a AS timestamp)" + sign + "INTERVAL '" + written + "' AS " + PostgresTypes.of(type) + ")");
    }
}
