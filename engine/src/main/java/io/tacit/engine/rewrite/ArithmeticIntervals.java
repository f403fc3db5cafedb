package io.tacit.engine.rewrite;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.sql.type.SqlTypeUtil;

/** Sums, differences, products, quotients, remainders, signs. */
final class ArithmeticIntervals {
    /** A DECIMAL result with more digits than this, in a computation of more than 38, is computed in DOUBLE. */
    private static final int MOST_DIGITS = 38;

    private static final int MOST_EXACT_SCALE = 18;

    private ArithmeticIntervals() {}

    static void register(Map<String, ExpressionInterval.Rule> rules) {
        rules.put(
                "PLUS",
                (operands, call) -> SqlTypeUtil.isNumeric(call.getType())
                        ? arithmetic(operands, call, ArithmeticIntervals::sum)
                        : DateIntervals.moved(operands, call, true));
        rules.put(
                "MINUS",
                (operands, call) -> SqlTypeUtil.isNumeric(call.getType())
                        ? arithmetic(operands, call, (a, b) -> sum(a, b.negated()))
                        : DateIntervals.moved(operands, call, false));
        rules.put("TIMES", (operands, call) -> arithmetic(operands, call, ArithmeticIntervals::product));
        rules.put("DIVIDE", ArithmeticIntervals::quotient);
        rules.put("//", ArithmeticIntervals::wholeQuotient);
        rules.put("MOD", ArithmeticIntervals::remainder);
        rules.put(
                "MINUS_PREFIX",
                (operands, call) -> FitInterval.fitted(operands.of(call, 0).negated(), call.getType()));
        rules.put(
                "PLUS_PREFIX",
                (operands, call) -> operands.of(call.getOperands().get(0), call.getType()));
        rules.put("ABS", (operands, call) -> FitInterval.fitted(absolute(operands.of(call, 0)), call.getType()));
        rules.put("SIGN", (operands, call) -> FitInterval.fitted(sign(operands.of(call, 0)), call.getType()));
    }

    @FunctionalInterface
    private interface Operation {
        ValueInterval of(ValueInterval left, ValueInterval right);
    }

    /** In DOUBLE if any part of it is, else exactly; then fitted to the type. */
    private static ValueInterval arithmetic(ExpressionInterval operands, RexCall call, Operation operation) {
        RelDataType left = call.getOperands().get(0).getType();
        RelDataType right = call.getOperands().get(1).getType();
        if (!SqlTypeUtil.isNumeric(left) || !SqlTypeUtil.isNumeric(right)) {
            return ValueInterval.UNKNOWN;
        }
        if (SqlTypeUtil.isApproximateNumeric(left)
                || SqlTypeUtil.isApproximateNumeric(right)
                || SqlTypeUtil.isApproximateNumeric(call.getType())) {
            return SqlTypeUtil.isApproximateNumeric(call.getType())
                    ? FitInterval.fitted(operation.of(operands.real(call, 0), operands.real(call, 1)), call.getType())
                    : ValueInterval.UNKNOWN;
        }
        if (isComputedInDouble(left, right)) {
            return ValueInterval.UNKNOWN;
        }
        return FitInterval.fitted(operation.of(operands.of(call, 0), operands.of(call, 1)), call.getType());
    }

    /** Whether decimals have so many digits that they may be computed as DOUBLE, which errs more than the last digit. */
    private static boolean isComputedInDouble(RelDataType left, RelDataType right) {
        int scale = Math.max(left.getScale(), 0) + Math.max(right.getScale(), 0);
        return scale > MOST_EXACT_SCALE && left.getPrecision() + right.getPrecision() >= MOST_DIGITS;
    }

    private static ValueInterval sum(ValueInterval a, ValueInterval b) {
        if (a.never() || b.never()) {
            return ValueInterval.NEVER;
        }
        return ValueInterval.of(
                a.low().flatMap(x -> b.low().map(x::add)),
                a.high().flatMap(x -> b.high().map(x::add)));
    }

    /** The largest and the least product are products of ends. */
    private static ValueInterval product(ValueInterval a, ValueInterval b) {
        if (a.never() || b.never()) {
            return ValueInterval.NEVER;
        }
        if (a.isBounded() && b.isBounded()) {
            List<BigDecimal> corners = List.of(
                    a.least().multiply(b.least()),
                    a.least().multiply(b.largest()),
                    a.largest().multiply(b.least()),
                    a.largest().multiply(b.largest()));
            return ValueInterval.of(Collections.min(corners), Collections.max(corners));
        }
        return a.isNotNegative() && b.isNotNegative()
                ? ValueInterval.atLeast(a.least().multiply(b.least()))
                : ValueInterval.UNKNOWN;
    }

    /** A divisor that is 0 gives NULL; one that may come near it leaves no bound. */
    private static ValueInterval quotient(ExpressionInterval operands, RexCall call) {
        ValueInterval dividend = operands.real(call, 0);
        ValueInterval divisor = operands.real(call, 1);
        if (dividend.never() || divisor.never()) {
            return ValueInterval.NEVER;
        }
        boolean whole = SqlTypeUtil.isIntType(call.getOperands().get(1).getType());
        if (whole && divisor.isNotNegative()) {
            // The least whole number that divides at all.
            divisor = divisor.intersection(ValueInterval.atLeast(BigDecimal.ONE));
        }
        if (whole && divisor.negated().isNotNegative()) {
            divisor = divisor.intersection(ValueInterval.atMost(BigDecimal.ONE.negate()));
        }
        if (divisor.never()) {
            return ValueInterval.NEVER;
        }
        if (divisor.isNotNegative() && divisor.least().signum() > 0) {
            return divided(dividend, divisor);
        }
        ValueInterval opposite = divisor.negated();
        return opposite.isNotNegative() && opposite.least().signum() > 0
                ? divided(dividend, opposite).negated()
                : ValueInterval.UNKNOWN;
    }

    /**
     * By positive divisors: the largest divisor brings quotients nearest to 0, the least takes them farthest from it.
     */
    private static ValueInterval divided(ValueInterval dividend, ValueInterval divisor) {
        Optional<BigDecimal> low = dividend.low().flatMap(end -> lowerQuotient(end, divisor));
        Optional<BigDecimal> high = dividend.high()
                .flatMap(end -> lowerQuotient(end.negate(), divisor))
                .map(BigDecimal::negate);
        return ValueInterval.of(low, high);
    }

    private static Optional<BigDecimal> lowerQuotient(BigDecimal end, ValueInterval divisor) {
        double quotient = end.signum() < 0
                ? end.doubleValue() / divisor.least().doubleValue()
                : divisor.high()
                        .map(large -> end.doubleValue() / large.doubleValue())
                        .orElse(0.0);
        return Double.isFinite(quotient) ? Optional.of(new BigDecimal(quotient)) : Optional.empty();
    }

    /** Cut toward zero; a divisor is at least 1 or at most -1, so that no quotient is farther from 0 than the dividend. */
    private static ValueInterval wholeQuotient(ExpressionInterval operands, RexCall call) {
        if (SqlTypeUtil.isApproximateNumeric(call.getType())) {
            return quotient(operands, call);
        }
        ValueInterval dividend = operands.of(call, 0);
        ValueInterval divisor = operands.of(call, 1);
        ValueInterval positive = divisor.intersection(ValueInterval.atLeast(BigDecimal.ONE));
        ValueInterval negative = divisor.negated().intersection(ValueInterval.atLeast(BigDecimal.ONE));
        ValueInterval quotients = wholeByPositive(dividend, positive)
                .union(wholeByPositive(dividend, negative).negated());
        return FitInterval.fitted(quotients, call.getType());
    }

    private static ValueInterval wholeByPositive(ValueInterval dividend, ValueInterval divisor) {
        if (dividend.never() || divisor.never()) {
            return ValueInterval.NEVER;
        }
        Optional<BigDecimal> low = dividend.low().map(end -> lowestWhole(end, divisor));
        Optional<BigDecimal> high =
                dividend.high().map(end -> lowestWhole(end.negate(), divisor).negate());
        return ValueInterval.of(low, high);
    }

    private static BigDecimal lowestWhole(BigDecimal end, ValueInterval divisor) {
        if (end.signum() < 0) {
            return end.divideToIntegralValue(divisor.least());
        }
        return divisor.high().map(end::divideToIntegralValue).orElse(BigDecimal.ZERO);
    }

    /** Smaller than the divisor in magnitude, and not larger than the dividend, whose sign it has. */
    private static ValueInterval remainder(ExpressionInterval operands, RexCall call) {
        ValueInterval dividend = operands.of(call, 0);
        ValueInterval divisor = operands.of(call, 1);
        RelDataType left = call.getOperands().get(0).getType();
        RelDataType right = call.getOperands().get(1).getType();
        if (dividend.never() || divisor.never()) {
            return ValueInterval.NEVER;
        }
        boolean exact = SqlTypeUtil.isExactNumeric(left) && SqlTypeUtil.isExactNumeric(right);
        if (!divisor.isBounded() || !exact) {
            return ValueInterval.UNKNOWN;
        }
        BigDecimal most = divisor.least().abs().max(divisor.largest().abs());
        if (SqlTypeUtil.isIntType(left) && SqlTypeUtil.isIntType(right)) {
            most = most.subtract(BigDecimal.ONE).max(BigDecimal.ZERO);
        }
        ValueInterval within = ValueInterval.of(most.negate(), most);
        ValueInterval toZero = dividend.union(ValueInterval.of(0, 0));
        return FitInterval.fitted(within.intersection(toZero), call.getType());
    }

    private static ValueInterval absolute(ValueInterval values) {
        if (values.never() || values.isNotNegative()) {
            return values;
        }
        ValueInterval opposite = values.negated();
        if (opposite.isNotNegative()) {
            return opposite;
        }
        return values.union(opposite).intersection(ValueInterval.atLeast(BigDecimal.ZERO));
    }

    private static ValueInterval sign(ValueInterval values) {
        ValueInterval signs = values.rising(
                end -> Optional.of(BigDecimal.valueOf(end.signum())),
                end -> Optional.of(BigDecimal.valueOf(end.signum())));
        return signs.intersection(ValueInterval.of(-1, 1));
    }
}
