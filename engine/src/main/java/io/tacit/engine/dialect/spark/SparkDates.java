package io.tacit.engine.dialect.spark;

import io.tacit.engine.dialect.ScalarPrinter;
import io.tacit.engine.dialect.ScalarToSql;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.sql.ConstantValue;
import io.tacit.engine.sql.DateFunction;
import io.tacit.engine.sql.TypeNames;
import java.math.BigDecimal;
import java.time.DayOfWeek;
import java.time.Month;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.calcite.avatica.util.TimeUnitRange;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.NlsString;

/** Dates and times. Outside of the years 1 to 9999 their functions are NULL. */
final class SparkDates {
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

    private static final Set<String> LONG_UNITS = Set.of("decade", "century", "millennium");

    private static final long DAY_MILLIS = 86_400_000L;
    private static final long MOST_MONTHS = 12L * 4_000;
    private static final long MOST_MILLIS = 4_000L * 365 * DAY_MILLIS;

    private SparkDates() {}

    static ScalarPrinter printer(DateFunction function) {
        return switch (function) {
            case EXTRACT -> SparkDates::extract;
            case DATE_TRUNC ->
                (scalars, call) -> truncate(
                        ConstantValue.of((RexLiteral) call.getOperands().get(0), NlsString.class)
                                .getValue(),
                        scalars,
                        call.getOperands().get(1),
                        call.getType());
            case DAY_NUMBER ->
                (scalars, call) -> SparkConversions.fit(
                        within(scalars, day(call), date -> "unix_date(CAST(" + date + " AS DATE))"),
                        SparkTypes.of(call.getType()));
            case LAST_DAY ->
                (scalars, call) -> within(scalars, day(call), date -> "last_day(CAST(" + date + " AS DATE))");
            case DAYNAME ->
                (scalars, call) -> within(
                        scalars,
                        day(call),
                        date -> name(DayOfWeek.values(), "weekday(CAST(" + date + " AS DATE)) + 1"));
            case MONTHNAME ->
                (scalars, call) -> within(scalars, day(call), date -> name(Month.values(), "month(" + date + ")"));
            case DATEDIFF, TIMESTAMPDIFF, MAKE_DATE, STRFTIME -> Lacking.FUNCTION;
        };
    }

    private static String name(Enum<?>[] names, String number) {
        return "try_element_at(array("
                + Arrays.stream(names)
                        .map(each -> "'" + each.name().charAt(0)
                                + each.name().substring(1).toLowerCase(Locale.ROOT) + "'")
                        .collect(Collectors.joining(", "))
                + "), " + number + ")";
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

    /** An expression over a date or timestamp of the years 1 to 9999. */
    private static String within(ScalarToSql scalars, RexNode date, Once.Guard expression) {
        String type = SparkTypes.of(date.getType());
        return Once.of(scalars.print(date), value -> whenUsual(value, type, expression.over(value)));
    }

    /** An expression that is NULL unless a date or timestamp is of the years 1 to 9999. */
    static String whenUsual(String value, String type, String expression) {
        String between = type.equals("DATE")
                ? "DATE '0001-01-01' AND DATE '9999-12-31'"
                : "TIMESTAMP_NTZ '0001-01-01 00:00:00' AND TIMESTAMP_NTZ '9999-12-31 23:59:59.999999'";
        return "CASE WHEN " + value + " BETWEEN " + between + " THEN " + expression + " END";
    }

    private static String extract(ScalarToSql scalars, RexCall call) {
        RexLiteral flag = (RexLiteral) call.getOperands().get(0);
        RexNode date = call.getOperands().get(1);
        String part = ConstantValue.of(flag, TimeUnitRange.class).name().toLowerCase(Locale.ROOT);
        boolean time = date.getType().getSqlTypeName() == SqlTypeName.TIME;
        if (!SqlTypeUtil.isDatetime(date.getType())) {
            throw new Refusal(
                    ErrorCode.UNSUPPORTED_FUNCTION,
                    "EXTRACT does not know this part of " + TypeNames.of(date.getType()) + ".",
                    "Use it with a date, a timestamp or a time of day.");
        }
        if (!TIME_PARTS.contains(part) && (time || !DATE_PARTS.contains(part))) {
            throw Lacking.function("EXTRACT(" + part.toUpperCase(Locale.ROOT) + " FROM …)");
        }
        return SparkConversions.fit(
                within(scalars, date, value -> part(part, "CAST(" + value + " AS " + SparkTypes.MOMENT + ")")),
                SparkTypes.of(call.getType()));
    }

    private static String part(String part, String moment) {
        return switch (part) {
            case "millennium" -> "floor((year(" + moment + ") + 999) / 1000)";
            case "century" -> "floor((year(" + moment + ") + 99) / 100)";
            case "decade" -> "floor(year(" + moment + ") / 10)";
            case "dow" -> "dayofweek(" + moment + ") - 1";
            case "isodow" -> "weekday(" + moment + ") + 1";
            case "isoyear" -> "EXTRACT(YEAROFWEEK FROM " + moment + ")";
            case "second" -> "floor(EXTRACT(SECOND FROM " + moment + "))";
            case "millisecond" -> "floor(EXTRACT(SECOND FROM " + moment + ") * 1000)";
            case "microsecond" -> "floor(EXTRACT(SECOND FROM " + moment + ") * 1000000)";
            default -> "EXTRACT(" + part.toUpperCase(Locale.ROOT) + " FROM " + moment + ")";
        };
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
        if (LONG_UNITS.contains(unit)) {
            throw Lacking.function("DATE_TRUNC('" + unit + "', …)");
        }
        // The session's time zone is UTC, in which the timestamp and back are the same.
        return within(
                scalars,
                date,
                value -> "CAST(CAST(date_trunc('" + unit + "', CAST(" + value + " AS TIMESTAMP)) AS "
                        + SparkTypes.MOMENT + ") AS " + SparkTypes.of(type) + ")");
    }

    /** A date or time moved by a constant interval. */
    static String arithmetic(ScalarToSql scalars, RexCall call, String sign) {
        RexNode left = call.getOperands().get(0);
        RexNode right = call.getOperands().get(1);
        boolean first = SqlTypeUtil.isInterval(left.getType()) && sign.equals(" + ");
        return moved(scalars, first ? right : left, sign, first ? left : right);
    }

    private static String moved(ScalarToSql scalars, RexNode date, String sign, RexNode interval) {
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
        if (kind == SqlTypeName.DATE) {
            String number = sign.equals(" - ") ? String.valueOf(-length) : String.valueOf(length);
            String whole = String.valueOf((sign.equals(" - ") ? -length : length) / DAY_MILLIS);
            return within(
                    scalars,
                    date,
                    value -> months
                            ? "add_months(" + value + ", " + number + ")"
                            : "date_add(" + value + ", " + whole + ")");
        }
        String written = months ? "INTERVAL '" + length + "' MONTH" : "INTERVAL '" + milliseconds(length) + "' SECOND";
        return within(scalars, date, value -> "(" + value + sign + written + ")");
    }

    private static String milliseconds(long length) {
        return BigDecimal.valueOf(length, 3).toPlainString();
    }
}
