package io.tacit.engine.dialect.duckdb;

import io.tacit.engine.dialect.ScalarToSql;
import io.tacit.engine.dialect.StandardTypes;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.sql.ConstantValue;
import io.tacit.engine.sql.DateFunction;
import java.math.BigDecimal;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/** Intervals that move dates: constants, and whole multiples of constants. None is longer than 10,000 years. */
final class DuckDbIntervals {
    private static final long DAY_MILLIS = 86_400_000L;
    private static final long MICROS = 1_000;

    private DuckDbIntervals() {}

    static String print(ScalarToSql scalars, RexNode interval) {
        if (interval instanceof RexLiteral literal && !literal.isNull()) {
            return constant(literal);
        }
        if (interval instanceof RexCall call && call.getKind() == SqlKind.TIMES) {
            RexNode left = call.getOperands().get(0);
            RexNode right = call.getOperands().get(1);
            if (left instanceof RexLiteral unit && SqlTypeUtil.isInterval(left.getType())) {
                return times(scalars, right, unit);
            }
            if (right instanceof RexLiteral unit && SqlTypeUtil.isInterval(right.getType())) {
                return times(scalars, left, unit);
            }
        }
        throw DuckDbDates.unknownInterval();
    }

    private static String constant(RexLiteral literal) {
        long amount = amount(literal);
        if (isMonths(literal)) {
            return "INTERVAL '" + amount + " months'";
        }
        return amount % DAY_MILLIS == 0
                ? "INTERVAL '" + amount / DAY_MILLIS + " days'"
                : "INTERVAL '" + amount + " milliseconds'";
    }

    /** A multiple of an interval; NULL where it would be too long: DuckDB would raise an error for some. */
    private static String times(ScalarToSql scalars, RexNode number, RexLiteral unit) {
        if (unit.isNull() || !StandardTypes.isWhole(number.getType())) {
            throw DuckDbDates.unknownInterval();
        }
        long amount = amount(unit);
        boolean months = isMonths(unit);
        boolean days = !months && amount % DAY_MILLIS == 0;
        long most = (months ? DateFunction.MOST_MONTHS : DateFunction.MOST_MILLIS) / Math.max(1, Math.abs(amount));
        String text = scalars.printAs(number, "BIGINT");
        String inside = "CASE WHEN " + text + " BETWEEN -" + most + " AND " + most + " THEN " + text + " END";
        if (months || days) {
            long factor = months ? amount : amount / DAY_MILLIS;
            return (months ? "to_months" : "to_days") + "(TRY_CAST(" + inside + " * " + factor + " AS INTEGER))";
        }
        return "to_microseconds(" + inside + " * " + Math.multiplyExact(amount, MICROS) + ")";
    }

    /** Whether an interval moves a day to a day. */
    static boolean isOfWholeDays(RexNode interval) {
        if (interval instanceof RexLiteral literal && SqlTypeUtil.isInterval(literal.getType()) && !literal.isNull()) {
            return isMonths(literal) || amount(literal) % DAY_MILLIS == 0;
        }
        return !(interval instanceof RexCall call)
                || call.getOperands().stream().allMatch(DuckDbIntervals::isOfWholeDays);
    }

    private static boolean isMonths(RexLiteral literal) {
        return SqlTypeName.YEAR_INTERVAL_TYPES.contains(literal.getType().getSqlTypeName());
    }

    /** The length of a constant interval, in months or in milliseconds. */
    private static long amount(RexLiteral literal) {
        BigDecimal value = ConstantValue.of(literal, BigDecimal.class);
        if (value.abs()
                        .compareTo(BigDecimal.valueOf(
                                isMonths(literal) ? DateFunction.MOST_MONTHS : DateFunction.MOST_MILLIS))
                > 0) {
            throw new Refusal(
                    ErrorCode.INVALID_QUERY,
                    "This interval is longer than 10,000 years.",
                    "Use an interval that stays within the years 1 to 9999.");
        }
        return value.longValueExact();
    }
}
