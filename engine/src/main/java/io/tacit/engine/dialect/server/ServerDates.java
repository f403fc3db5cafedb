package io.tacit.engine.dialect.server;

import io.tacit.engine.dialect.ScalarPrinter;
import io.tacit.engine.dialect.ScalarToSql;
import io.tacit.engine.dialect.StandardDates;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.sql.ConstantValue;
import io.tacit.engine.sql.DateFunction;
import io.tacit.engine.sql.TypeNames;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.NlsString;

/**
 * Dates and times. Outside of the years 1 to 9999 their functions are NULL.
 *
 * @param sql what all printers of the server use
 * @param notation where the server differs from others
 */
public record ServerDates(ServerSql sql, DateNotation notation) {
    private static final List<String> TIME_PARTS = List.of("hour", "minute", "second", "millisecond", "microsecond");

    /** How many milliseconds a day has: a timestamp knows no time zone here. */
    public static final long DAY_MILLIS = 86_400_000L;

    private static final long MOST_MONTHS = 12L * 4_000;
    private static final long MOST_MILLIS = 4_000L * 365 * DAY_MILLIS;

    /** The printer of a function of dates and times. */
    public ScalarPrinter printer(DateFunction function) {
        return switch (function) {
            case EXTRACT -> this::extract;
            case DATE_TRUNC ->
                (scalars, call) -> truncate(
                        ConstantValue.of((RexLiteral) call.getOperands().get(0), NlsString.class)
                                .getValue(),
                        scalars,
                        call.getOperands().get(1),
                        call.getType());
            case DAY_NUMBER ->
                (scalars, call) -> sql.types()
                        .fit(within(scalars, StandardDates.dateOf(call), notation::dayNumber), call.getType());
            case LAST_DAY -> (scalars, call) -> within(scalars, StandardDates.dateOf(call), notation::lastDay);
            case DAYNAME ->
                (scalars, call) -> notation.asText(within(scalars, StandardDates.dateOf(call), notation::dayName));
            case MONTHNAME ->
                (scalars, call) -> notation.asText(within(scalars, StandardDates.dateOf(call), notation::monthName));
            case DATEDIFF, TIMESTAMPDIFF, MAKE_DATE, STRFTIME -> notation.other(function);
        };
    }

    /** An expression over a date or timestamp of the years 1 to 9999, or a time of day. */
    private String within(ScalarToSql scalars, RexNode date, UnaryOperator<String> expression) {
        // Refuses what the server has no type for.
        sql.types().name(date.getType());
        String text = scalars.print(date);
        return switch (date.getType().getSqlTypeName()) {
            case DATE -> sql.guard().once(text, value -> ofUsualYears(value, expression.apply(value)));
            case TIMESTAMP ->
                sql.guard()
                        .once(
                                text,
                                value -> between(
                                        value,
                                        notation.timestamp() + " '0001-01-01 00:00:00'",
                                        notation.timestamp() + " '9999-12-31 23:59:59.999999'",
                                        expression.apply(value)));
            default -> sql.guard().once(text, expression);
        };
    }

    /** An expression that is NULL unless a date is of the years 1 to 9999. */
    public static String ofUsualYears(String date, String expression) {
        return between(date, "DATE '0001-01-01'", "DATE '9999-12-31'", expression);
    }

    private static String between(String value, String first, String last, String expression) {
        return "CASE WHEN " + value + " BETWEEN " + first + " AND " + last + " THEN " + expression + " END";
    }

    private String extract(ScalarToSql scalars, RexCall call) {
        RexNode date = call.getOperands().get(1);
        String part = StandardDates.unit(call.getOperands().get(0));
        SqlTypeName type = date.getType().getSqlTypeName();
        if (!SqlTypeUtil.isDatetime(date.getType())) {
            throw new Refusal(
                    ErrorCode.UNSUPPORTED_FUNCTION,
                    "EXTRACT does not know this part of " + TypeNames.of(date.getType()) + ".",
                    "Use it with a date, a timestamp or a time of day.");
        }
        if (!TIME_PARTS.contains(part) && (type == SqlTypeName.TIME || !StandardDates.PARTS.contains(part))) {
            throw sql.lacking().function("EXTRACT(" + part.toUpperCase(Locale.ROOT) + " FROM …)");
        }
        return sql.types().fit(within(scalars, date, value -> notation.part(part, value, type)), call.getType());
    }

    /** FLOOR(d TO MONTH). */
    String floor(String function, ScalarToSql scalars, RexCall call) {
        String unit = StandardDates.floored(function, call);
        return truncate(unit, scalars, call.getOperands().get(0), call.getType());
    }

    private String truncate(String unit, ScalarToSql scalars, RexNode date, RelDataType type) {
        StandardDates.refuseTimeToCut(date);
        if (notation.lackingUnits().contains(unit)) {
            throw sql.lacking().function("DATE_TRUNC('" + unit + "', …)");
        }
        String to = sql.types().name(type);
        return within(scalars, date, value -> notation.truncated(unit, value, to));
    }

    /** A date or time moved by a constant interval. */
    String arithmetic(ScalarToSql scalars, RexCall call, String sign) {
        RexNode left = call.getOperands().get(0);
        RexNode right = call.getOperands().get(1);
        boolean first = SqlTypeUtil.isInterval(left.getType()) && sign.equals(" + ");
        return moved(scalars, first ? right : left, sign, first ? left : right, call.getType());
    }

    private String moved(ScalarToSql scalars, RexNode date, String sign, RexNode interval, RelDataType type) {
        SqlTypeName kind = date.getType().getSqlTypeName();
        if (!SqlTypeUtil.isDatetime(date.getType())
                || kind == SqlTypeName.TIME
                || !(interval instanceof RexLiteral literal)
                || !SqlTypeUtil.isInterval(literal.getType())
                || literal.isNull()) {
            throw sql.lacking().function("movement of times of day, or of dates by other intervals than constants,");
        }
        boolean months =
                SqlTypeName.YEAR_INTERVAL_TYPES.contains(literal.getType().getSqlTypeName());
        BigDecimal amount = ConstantValue.of(literal, BigDecimal.class);
        // The first day of some is in the year 4714 BC.
        if (amount.abs().compareTo(BigDecimal.valueOf(months ? MOST_MONTHS : MOST_MILLIS)) > 0) {
            throw sql.lacking().function("movement of dates by more than 4,000 years");
        }
        long length = amount.longValueExact();
        if (kind == SqlTypeName.DATE && !months && length % DAY_MILLIS != 0) {
            throw StandardDates.onlyByDays();
        }
        DateNotation.Distance distance = new DateNotation.Distance(sign, months, length);
        String to = sql.types().name(type);
        return within(scalars, date, value -> notation.moved(value, kind, distance, to));
    }
}
