package io.tacit.engine.range;

import io.tacit.engine.sql.DateFunction;
import io.tacit.engine.sql.ScalarFunction;
import io.tacit.engine.sql.ScalarFunctions;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.calcite.avatica.util.TimeUnitRange;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.TimestampString;

/** Ranges of parts of dates; periodic parts take the same values in every year. */
final class DateRanges {
    /** The years 1 to 9999: other dates have no differences and cannot be moved. */
    static final ValueRange ALL = ValueRange.of(
            LocalDate.of(1, 1, 1).toEpochDay(), LocalDate.of(9999, 12, 31).toEpochDay());

    private static final BigDecimal WEEK = BigDecimal.valueOf(7);
    private static final BigDecimal DAY_MILLIS = BigDecimal.valueOf(86_400_000L);

    /** The most days that a unit has. */
    private static final Map<String, Integer> LENGTHS =
            Map.of("day", 1, "week", 7, "month", 31, "quarter", 92, "year", 366);

    private DateRanges() {}

    static ValueRange extracted(ExpressionRange operands, RexCall call) {
        return FitRange.fitted(part(operands, call), call.getType());
    }

    /** The range of a date in days, as dates are counted anyway. */
    static ValueRange days(ExpressionRange operands, RexCall call) {
        return FitRange.fitted(operands.of(call, 0), call.getType());
    }

    static ValueRange beginningsBetween(ExpressionRange operands, RexCall call) {
        return FitRange.fitted(difference(operands, call), call.getType());
    }

    static ValueRange lastOfMonth(ExpressionRange operands, RexCall call) {
        return isDate(call, 0) ? lastDays(operands.of(call, 0)) : ValueRange.UNKNOWN;
    }

    /**
     * The range of all values of an expression's type; for parts and differences of dates, within the years 1 to 9999.
     */
    static ValueRange widest(RexNode expression) {
        ValueRange type = FitRange.ofType(expression.getType());
        if (!(expression instanceof RexCall call)) {
            return type;
        }
        String unit = reaching(call);
        if (unit.isEmpty()) {
            return type;
        }
        BigDecimal next = ALL.largest().add(BigDecimal.ONE);
        BigDecimal reach = unit.equals("week")
                ? next.subtract(ALL.least()).divideToIntegralValue(WEEK)
                : number(unit, next).subtract(number(unit, ALL.least()));
        return ValueRange.of(reach.negate(), reach);
    }

    /** The unit in which a call counts the time between dates; empty for other calls. */
    private static String reaching(RexCall call) {
        ScalarFunction function = ScalarFunctions.of(call.getOperator()).orElse(null);
        if (function == DateFunction.EXTRACT) {
            // Seconds of the epoch are the largest part.
            return "second";
        }
        return function == DateFunction.DATEDIFF || function == DateFunction.TIMESTAMPDIFF
                ? Objects.requireNonNull(((RexLiteral) call.getOperands().get(0)).getValueAs(String.class))
                : "";
    }

    /** The range of a date that is moved by whole days; only dates of the years 1 to 9999 can be moved. */
    static ValueRange moved(ExpressionRange operands, RexCall call, boolean forward) {
        RexNode left = call.getOperands().get(0);
        RexNode right = call.getOperands().get(1);
        boolean first = left.getType().getSqlTypeName() == SqlTypeName.DATE;
        ValueRange dates = operands.of(first ? left : right).intersection(ALL);
        ValueRange days = days(operands, first ? right : left);
        if (call.getType().getSqlTypeName() != SqlTypeName.DATE || !days.isBounded() || !dates.isBounded()) {
            return days.never() || dates.never() ? ValueRange.NEVER : ValueRange.UNKNOWN;
        }
        ValueRange by = forward ? days : days.negated();
        return ValueRange.of(dates.least().add(by.least()), dates.largest().add(by.largest()));
    }

    /** The range of an interval's length in days; unknown for months. */
    private static ValueRange days(ExpressionRange operands, RexNode interval) {
        if (interval instanceof RexLiteral literal
                && !literal.isNull()
                && literal.getType().getSqlTypeName() == SqlTypeName.INTERVAL_DAY) {
            BigDecimal millis = Objects.requireNonNull(literal.getValueAs(BigDecimal.class));
            BigDecimal[] parts = millis.divideAndRemainder(DAY_MILLIS);
            return parts[1].signum() == 0 ? ValueRange.of(parts[0], parts[0]) : ValueRange.UNKNOWN;
        }
        if (interval instanceof RexCall call && call.getKind() == SqlKind.TIMES) {
            RexNode left = call.getOperands().get(0);
            RexNode right = call.getOperands().get(1);
            boolean unitFirst = SqlTypeUtil.isInterval(left.getType());
            ValueRange unit = days(operands, unitFirst ? left : right);
            ValueRange number = operands.of(unitFirst ? right : left);
            return unit.isBounded()
                            && unit.least().compareTo(unit.largest()) == 0
                            && unit.least().signum() > 0
                    ? number.rising(
                            end -> Optional.of(end.multiply(unit.least())),
                            end -> Optional.of(end.multiply(unit.least())))
                    : ValueRange.UNKNOWN;
        }
        return ValueRange.UNKNOWN;
    }

    /** The range of a difference, from the ends of both operands: the number of a unit never falls as days go on. */
    private static ValueRange difference(ExpressionRange operands, RexCall call) {
        String unit = Objects.requireNonNull(((RexLiteral) call.getOperands().get(0)).getValueAs(String.class));
        if (!isDate(call, 1) || !isDate(call, 2)) {
            return ValueRange.UNKNOWN;
        }
        ValueRange from = operands.of(call, 1).intersection(ALL);
        ValueRange to = operands.of(call, 2).intersection(ALL);
        if (from.never() || to.never()) {
            return ValueRange.NEVER;
        }
        if (unit.equals("week")) {
            return ValueRange.of(
                    to.least().subtract(from.largest()).divideToIntegralValue(WEEK),
                    to.largest().subtract(from.least()).divideToIntegralValue(WEEK));
        }
        return ValueRange.of(
                number(unit, to.least()).subtract(number(unit, from.largest())),
                number(unit, to.largest()).subtract(number(unit, from.least())));
    }

    private static BigDecimal number(String unit, BigDecimal day) {
        LocalDate date = LocalDate.ofEpochDay(day.longValueExact());
        long months = date.getYear() * 12L + date.getMonthValue() - 1;
        long days = day.longValueExact();
        return BigDecimal.valueOf(
                switch (unit) {
                    case "month" -> months;
                    case "quarter" -> months / 3;
                    case "year" -> months / 12;
                    case "decade" -> months / 120;
                    case "century" -> months / 1_200;
                    case "millennium" -> months / 12_000;
                    case "day" -> days;
                    case "hour" -> days * 24;
                    case "minute" -> days * 24 * 60;
                    case "second" -> days * 24 * 3_600;
                    case "millisecond" -> days * 24 * 3_600_000;
                    case "microsecond" -> days * 24 * 3_600_000_000L;
                    default -> throw new IllegalStateException(unit);
                });
    }

    private static ValueRange lastDays(ValueRange days) {
        ValueRange within = days.intersection(ALL);
        return within.rising(DateRanges::lastDay, DateRanges::lastDay);
    }

    private static Optional<BigDecimal> lastDay(BigDecimal day) {
        LocalDate date = LocalDate.ofEpochDay(day.longValueExact());
        return Optional.of(
                BigDecimal.valueOf(date.withDayOfMonth(date.lengthOfMonth()).toEpochDay()));
    }

    /** The range of a truncated date: the beginning of a unit is at most the day, and less than one unit before it. */
    static ValueRange truncated(ExpressionRange operands, RexCall call) {
        String unit = Objects.requireNonNull(((RexLiteral) call.getOperands().get(0)).getValueAs(String.class));
        Integer length = LENGTHS.get(unit);
        if (length == null || !isDate(call, 1)) {
            return ValueRange.UNKNOWN;
        }
        ValueRange days = operands.of(call, 1).intersection(ALL);
        return days.never()
                ? ValueRange.NEVER
                : ValueRange.of(days.least().subtract(BigDecimal.valueOf(length - 1L)), days.largest());
    }

    private static boolean isDate(RexCall call, int operand) {
        return call.getOperands().get(operand).getType().getSqlTypeName() == SqlTypeName.DATE;
    }

    private static ValueRange part(ExpressionRange operands, RexCall call) {
        TimeUnitRange part =
                Objects.requireNonNull(((RexLiteral) call.getOperands().get(0)).getValueAs(TimeUnitRange.class));
        SqlTypeName type = call.getOperands().get(1).getType().getSqlTypeName();
        return switch (part) {
            case QUARTER -> ValueRange.of(1, 4);
            case MONTH -> ValueRange.of(1, 12);
            case WEEK -> ValueRange.of(1, 53);
            case DOY -> ValueRange.of(1, 366);
            case DAY -> ValueRange.of(1, 31);
            case DOW -> ValueRange.of(0, 6);
            case ISODOW -> ValueRange.of(1, 7);
            // A time of day may be 24:00.
            case HOUR -> ValueRange.of(0, type == SqlTypeName.TIME ? 24 : 23);
            case MINUTE -> ValueRange.of(0, 59);
            case SECOND -> ValueRange.of(0, 59);
            case MILLISECOND -> ValueRange.of(0, 59_999);
            case MICROSECOND -> ValueRange.of(0, 59_999_999);
            case YEAR -> type == SqlTypeName.DATE ? years(operands.of(call, 1)) : ValueRange.UNKNOWN;
            default -> ValueRange.UNKNOWN;
        };
    }

    /** The range of days as microseconds, those with which the days begin. */
    static ValueRange firstMoment(ValueRange days) {
        BigDecimal micros = BigDecimal.valueOf(TimeUnit.DAYS.toMicros(1));
        return days.rising(day -> Optional.of(day.multiply(micros)), day -> Optional.of(day.multiply(micros)));
    }

    /** The microseconds since 1970-01-01 of a literal. */
    static BigDecimal micros(TimestampString literal) {
        LocalDateTime time = LocalDateTime.parse(literal.toString().replace(' ', 'T'));
        return BigDecimal.valueOf(ChronoUnit.MICROS.between(LocalDate.EPOCH.atStartOfDay(), time));
    }

    private static ValueRange years(ValueRange days) {
        return days.rising(DateRanges::year, DateRanges::year);
    }

    private static Optional<BigDecimal> year(BigDecimal day) {
        return Optional.of(
                BigDecimal.valueOf(LocalDate.ofEpochDay(day.longValueExact()).getYear()));
    }
}
