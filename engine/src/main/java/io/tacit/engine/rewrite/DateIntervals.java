package io.tacit.engine.rewrite;

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

/** Parts of dates: those that come round again have the same values in every year. */
final class DateIntervals {
    /** The years 1 to 9999: of other dates there is no difference, and they are not moved. */
    private static final ValueInterval ALL = ValueInterval.of(
            LocalDate.of(1, 1, 1).toEpochDay(), LocalDate.of(9999, 12, 31).toEpochDay());

    private static final BigDecimal WEEK = BigDecimal.valueOf(7);
    private static final BigDecimal DAY_MILLIS = BigDecimal.valueOf(86_400_000L);

    /** The most days that a unit has. */
    private static final Map<String, Integer> LENGTHS =
            Map.of("day", 1, "week", 7, "month", 31, "quarter", 92, "year", 366);

    private DateIntervals() {}

    static void register(Map<String, ExpressionInterval.Rule> rules) {
        rules.put("EXTRACT", (operands, call) -> FitInterval.fitted(part(operands, call), call.getType()));
        rules.put("$DAY_NUMBER", (operands, call) -> FitInterval.fitted(operands.of(call, 0), call.getType()));
        rules.put("DATEDIFF", (operands, call) -> FitInterval.fitted(difference(operands, call), call.getType()));
        rules.put(
                "LAST_DAY",
                (operands, call) -> isDate(call, 0) ? lastDays(operands.of(call, 0)) : ValueInterval.UNKNOWN);
        rules.put("MAKE_DATE", (operands, call) -> ALL);
        rules.put("DATE_TRUNC", DateIntervals::truncated);
    }

    /** A date that is moved by whole days, within the years that can be moved. */
    static ValueInterval moved(ExpressionInterval operands, RexCall call, boolean forward) {
        RexNode left = call.getOperands().get(0);
        RexNode right = call.getOperands().get(1);
        boolean first = left.getType().getSqlTypeName() == SqlTypeName.DATE;
        ValueInterval dates = operands.of(first ? left : right).intersection(ALL);
        ValueInterval days = days(operands, first ? right : left);
        if (call.getType().getSqlTypeName() != SqlTypeName.DATE || !days.isBounded() || !dates.isBounded()) {
            return days.never() || dates.never() ? ValueInterval.NEVER : ValueInterval.UNKNOWN;
        }
        ValueInterval by = forward ? days : days.negated();
        return ValueInterval.of(dates.least().add(by.least()), dates.largest().add(by.largest()));
    }

    /** How many days an interval has; nothing is known of months. */
    private static ValueInterval days(ExpressionInterval operands, RexNode interval) {
        if (interval instanceof RexLiteral literal
                && !literal.isNull()
                && literal.getType().getSqlTypeName() == SqlTypeName.INTERVAL_DAY) {
            BigDecimal millis = Objects.requireNonNull(literal.getValueAs(BigDecimal.class));
            BigDecimal[] parts = millis.divideAndRemainder(DAY_MILLIS);
            return parts[1].signum() == 0 ? ValueInterval.of(parts[0], parts[0]) : ValueInterval.UNKNOWN;
        }
        if (interval instanceof RexCall call && call.getKind() == SqlKind.TIMES) {
            RexNode left = call.getOperands().get(0);
            RexNode right = call.getOperands().get(1);
            boolean unitFirst = SqlTypeUtil.isInterval(left.getType());
            ValueInterval unit = days(operands, unitFirst ? left : right);
            ValueInterval number = operands.of(unitFirst ? right : left);
            return unit.isBounded()
                            && unit.least().compareTo(unit.largest()) == 0
                            && unit.least().signum() > 0
                    ? number.rising(
                            end -> Optional.of(end.multiply(unit.least())),
                            end -> Optional.of(end.multiply(unit.least())))
                    : ValueInterval.UNKNOWN;
        }
        return ValueInterval.UNKNOWN;
    }

    /** From the ends of what is counted: each unit is counted by a number that never falls with the day. */
    private static ValueInterval difference(ExpressionInterval operands, RexCall call) {
        String unit = Objects.requireNonNull(((RexLiteral) call.getOperands().get(0)).getValueAs(String.class));
        if (!isDate(call, 1) || !isDate(call, 2)) {
            return ValueInterval.UNKNOWN;
        }
        ValueInterval from = operands.of(call, 1).intersection(ALL);
        ValueInterval to = operands.of(call, 2).intersection(ALL);
        if (from.never() || to.never()) {
            return ValueInterval.NEVER;
        }
        if (unit.equals("week")) {
            return ValueInterval.of(
                    to.least().subtract(from.largest()).divideToIntegralValue(WEEK),
                    to.largest().subtract(from.least()).divideToIntegralValue(WEEK));
        }
        return ValueInterval.of(
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

    private static ValueInterval lastDays(ValueInterval days) {
        ValueInterval within = days.intersection(ALL);
        return within.rising(DateIntervals::lastDay, DateIntervals::lastDay);
    }

    private static Optional<BigDecimal> lastDay(BigDecimal day) {
        LocalDate date = LocalDate.ofEpochDay(day.longValueExact());
        return Optional.of(
                BigDecimal.valueOf(date.withDayOfMonth(date.lengthOfMonth()).toEpochDay()));
    }

    /** The beginning of a unit of days is at most the day, and less than the length of the unit before it. */
    private static ValueInterval truncated(ExpressionInterval operands, RexCall call) {
        String unit = Objects.requireNonNull(((RexLiteral) call.getOperands().get(0)).getValueAs(String.class));
        Integer length = LENGTHS.get(unit);
        if (length == null || !isDate(call, 1)) {
            return ValueInterval.UNKNOWN;
        }
        ValueInterval days = operands.of(call, 1).intersection(ALL);
        return days.never()
                ? ValueInterval.NEVER
                : ValueInterval.of(days.least().subtract(BigDecimal.valueOf(length - 1L)), days.largest());
    }

    private static boolean isDate(RexCall call, int operand) {
        return call.getOperands().get(operand).getType().getSqlTypeName() == SqlTypeName.DATE;
    }

    private static ValueInterval part(ExpressionInterval operands, RexCall call) {
        TimeUnitRange part =
                Objects.requireNonNull(((RexLiteral) call.getOperands().get(0)).getValueAs(TimeUnitRange.class));
        SqlTypeName type = call.getOperands().get(1).getType().getSqlTypeName();
        return switch (part) {
            case QUARTER -> ValueInterval.of(1, 4);
            case MONTH -> ValueInterval.of(1, 12);
            case WEEK -> ValueInterval.of(1, 53);
            case DOY -> ValueInterval.of(1, 366);
            case DAY -> ValueInterval.of(1, 31);
            case DOW -> ValueInterval.of(0, 6);
            case ISODOW -> ValueInterval.of(1, 7);
            // A time of day may be 24:00.
            case HOUR -> ValueInterval.of(0, type == SqlTypeName.TIME ? 24 : 23);
            case MINUTE -> ValueInterval.of(0, 59);
            case SECOND -> ValueInterval.of(0, 59);
            case MILLISECOND -> ValueInterval.of(0, 59_999);
            case MICROSECOND -> ValueInterval.of(0, 59_999_999);
            case YEAR -> type == SqlTypeName.DATE ? years(operands.of(call, 1)) : ValueInterval.UNKNOWN;
            default -> ValueInterval.UNKNOWN;
        };
    }

    /** Of days the microsecond with which they begin. */
    static ValueInterval firstMoment(ValueInterval days) {
        BigDecimal micros = BigDecimal.valueOf(TimeUnit.DAYS.toMicros(1));
        return days.rising(day -> Optional.of(day.multiply(micros)), day -> Optional.of(day.multiply(micros)));
    }

    /** The microseconds since 1970-01-01 of a literal. */
    static BigDecimal micros(TimestampString literal) {
        LocalDateTime time = LocalDateTime.parse(literal.toString().replace(' ', 'T'));
        return BigDecimal.valueOf(ChronoUnit.MICROS.between(LocalDate.EPOCH.atStartOfDay(), time));
    }

    private static ValueInterval years(ValueInterval days) {
        return days.rising(DateIntervals::year, DateIntervals::year);
    }

    private static Optional<BigDecimal> year(BigDecimal day) {
        return Optional.of(
                BigDecimal.valueOf(LocalDate.ofEpochDay(day.longValueExact()).getYear()));
    }
}
