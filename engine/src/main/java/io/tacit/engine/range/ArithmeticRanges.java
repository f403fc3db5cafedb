package io.tacit.engine.range;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.sql.type.SqlTypeUtil;

/** Sums, differences, products, quotients, remainders, signs. */
final class ArithmeticRanges {
    /** From this many digits of both operands together on, decimals may be computed in DOUBLE. */
    private static final int MOST_DIGITS = 38;

    private static final int MOST_EXACT_SCALE = 18;

    private ArithmeticRanges() {}

    /** The range of a sum, or of a date that is moved forward. */
    static ValueRange plus(ExpressionRange operands, RexCall call) {
        return SqlTypeUtil.isNumeric(call.getType())
                ? arithmetic(operands, call, ArithmeticRanges::sum)
                : DateRanges.moved(operands, call, true);
    }

    /** The range of a difference, or of a date that is moved back. */
    static ValueRange minus(ExpressionRange operands, RexCall call) {
        return SqlTypeUtil.isNumeric(call.getType())
                ? arithmetic(operands, call, (a, b) -> sum(a, b.negated()))
                : DateRanges.moved(operands, call, false);
    }

    static ValueRange times(ExpressionRange operands, RexCall call) {
        return arithmetic(operands, call, ArithmeticRanges::product);
    }

    static ValueRange opposite(ExpressionRange operands, RexCall call) {
        return FitRange.fitted(operands.of(call, 0).negated(), call.getType());
    }

    static ValueRange magnitude(ExpressionRange operands, RexCall call) {
        return FitRange.fitted(absolute(operands.of(call, 0)), call.getType());
    }

    static ValueRange sign(ExpressionRange operands, RexCall call) {
        return FitRange.fitted(sign(operands.of(call, 0)), call.getType());
    }

    @FunctionalInterface
    private interface Operation {
        ValueRange of(ValueRange left, ValueRange right);
    }

    /**
     * The range of an operation, computed in DOUBLE if an operand is DOUBLE, otherwise exactly, and fitted to the
     * call's type.
     */
    private static ValueRange arithmetic(ExpressionRange operands, RexCall call, Operation operation) {
        RelDataType left = call.getOperands().get(0).getType();
        RelDataType right = call.getOperands().get(1).getType();
        if (!SqlTypeUtil.isNumeric(left) || !SqlTypeUtil.isNumeric(right)) {
            return ValueRange.UNKNOWN;
        }
        if (SqlTypeUtil.isApproximateNumeric(left)
                || SqlTypeUtil.isApproximateNumeric(right)
                || SqlTypeUtil.isApproximateNumeric(call.getType())) {
            return SqlTypeUtil.isApproximateNumeric(call.getType())
                    ? FitRange.fitted(operation.of(operands.real(call, 0), operands.real(call, 1)), call.getType())
                    : ValueRange.UNKNOWN;
        }
        if (isComputedInDouble(left, right)) {
            return ValueRange.UNKNOWN;
        }
        return FitRange.fitted(operation.of(operands.of(call, 0), operands.of(call, 1)), call.getType());
    }

    /**
     * Whether decimals have so many digits that they may be computed as DOUBLE, which errs more than the last digit.
     */
    private static boolean isComputedInDouble(RelDataType left, RelDataType right) {
        int scale = Math.max(left.getScale(), 0) + Math.max(right.getScale(), 0);
        return scale > MOST_EXACT_SCALE && left.getPrecision() + right.getPrecision() >= MOST_DIGITS;
    }

    static ValueRange sum(ValueRange a, ValueRange b) {
        if (a.never() || b.never()) {
            return ValueRange.NEVER;
        }
        return ValueRange.of(
                a.low().flatMap(x -> b.low().map(x::add)),
                a.high().flatMap(x -> b.high().map(x::add)));
    }

    /** The range of a product, whose ends are products of the operands' ends. */
    static ValueRange product(ValueRange a, ValueRange b) {
        if (a.never() || b.never()) {
            return ValueRange.NEVER;
        }
        if (a.isBounded() && b.isBounded()) {
            List<BigDecimal> corners = List.of(
                    a.least().multiply(b.least()),
                    a.least().multiply(b.largest()),
                    a.largest().multiply(b.least()),
                    a.largest().multiply(b.largest()));
            return ValueRange.of(Collections.min(corners), Collections.max(corners));
        }
        return a.isNotNegative() && b.isNotNegative()
                ? ValueRange.atLeast(a.least().multiply(b.least()))
                : ValueRange.UNKNOWN;
    }

    /** The range of a quotient: a divisor of 0 gives NULL, and a divisor that may come near 0 leaves no bound. */
    static ValueRange quotient(ExpressionRange operands, RexCall call) {
        ValueRange dividend = operands.real(call, 0);
        ValueRange divisor = operands.real(call, 1);
        if (dividend.never() || divisor.never()) {
            return ValueRange.NEVER;
        }
        boolean whole = SqlTypeUtil.isIntType(call.getOperands().get(1).getType());
        if (whole && divisor.isNotNegative()) {
            // The least whole number that divides at all.
            divisor = divisor.intersection(ValueRange.atLeast(BigDecimal.ONE));
        }
        if (whole && divisor.negated().isNotNegative()) {
            divisor = divisor.intersection(ValueRange.atMost(BigDecimal.ONE.negate()));
        }
        if (divisor.never()) {
            return ValueRange.NEVER;
        }
        if (divisor.isNotNegative() && divisor.least().signum() > 0) {
            return divided(dividend, divisor);
        }
        ValueRange opposite = divisor.negated();
        return opposite.isNotNegative() && opposite.least().signum() > 0
                ? divided(dividend, opposite).negated()
                : ValueRange.UNKNOWN;
    }

    /**
     * The range of a quotient by positive divisors: the largest divisor brings it nearest to 0, the least takes it
     * farthest away.
     */
    private static ValueRange divided(ValueRange dividend, ValueRange divisor) {
        Optional<BigDecimal> low = dividend.low().flatMap(end -> lowerQuotient(end, divisor));
        Optional<BigDecimal> high = dividend.high()
                .flatMap(end -> lowerQuotient(end.negate(), divisor))
                .map(BigDecimal::negate);
        return ValueRange.of(low, high);
    }

    private static Optional<BigDecimal> lowerQuotient(BigDecimal end, ValueRange divisor) {
        double quotient = end.signum() < 0
                ? end.doubleValue() / divisor.least().doubleValue()
                : divisor.high()
                        .map(large -> end.doubleValue() / large.doubleValue())
                        .orElse(0.0);
        return Double.isFinite(quotient) ? Optional.of(new BigDecimal(quotient)) : Optional.empty();
    }

    /**
     * The range of a quotient that is cut toward zero: the divisor is at least 1 or at most -1, so that no quotient is
     * farther from 0 than the dividend.
     */
    static ValueRange wholeQuotient(ExpressionRange operands, RexCall call) {
        if (SqlTypeUtil.isApproximateNumeric(call.getType())) {
            return quotient(operands, call);
        }
        return FitRange.fitted(wholeQuotient(operands.of(call, 0), operands.of(call, 1)), call.getType());
    }

    static ValueRange wholeQuotient(ValueRange dividend, ValueRange divisor) {
        ValueRange positive = divisor.intersection(ValueRange.atLeast(BigDecimal.ONE));
        ValueRange negative = divisor.negated().intersection(ValueRange.atLeast(BigDecimal.ONE));
        return wholeByPositive(dividend, positive)
                .union(wholeByPositive(dividend, negative).negated());
    }

    private static ValueRange wholeByPositive(ValueRange dividend, ValueRange divisor) {
        if (dividend.never() || divisor.never()) {
            return ValueRange.NEVER;
        }
        Optional<BigDecimal> low = dividend.low().map(end -> lowestWhole(end, divisor));
        Optional<BigDecimal> high =
                dividend.high().map(end -> lowestWhole(end.negate(), divisor).negate());
        return ValueRange.of(low, high);
    }

    private static BigDecimal lowestWhole(BigDecimal end, ValueRange divisor) {
        if (end.signum() < 0) {
            return end.divideToIntegralValue(divisor.least());
        }
        return divisor.high().map(end::divideToIntegralValue).orElse(BigDecimal.ZERO);
    }

    /**
     * The range of a remainder: smaller than the divisor in magnitude, not larger than the dividend, and with the
     * dividend's sign.
     */
    static ValueRange remainder(ExpressionRange operands, RexCall call) {
        ValueRange dividend = operands.of(call, 0);
        ValueRange divisor = operands.of(call, 1);
        RelDataType left = call.getOperands().get(0).getType();
        RelDataType right = call.getOperands().get(1).getType();
        if (dividend.never() || divisor.never()) {
            return ValueRange.NEVER;
        }
        boolean exact = SqlTypeUtil.isExactNumeric(left) && SqlTypeUtil.isExactNumeric(right);
        if (!divisor.isBounded() || !exact) {
            return ValueRange.UNKNOWN;
        }
        BigDecimal most = divisor.least().abs().max(divisor.largest().abs());
        if (SqlTypeUtil.isIntType(left) && SqlTypeUtil.isIntType(right)) {
            most = most.subtract(BigDecimal.ONE).max(BigDecimal.ZERO);
        }
        ValueRange within = ValueRange.of(most.negate(), most);
        ValueRange toZero = dividend.union(ValueRange.of(0, 0));
        return FitRange.fitted(within.intersection(toZero), call.getType());
    }

    static ValueRange absolute(ValueRange values) {
        if (values.never() || values.isNotNegative()) {
            return values;
        }
        ValueRange opposite = values.negated();
        if (opposite.isNotNegative()) {
            return opposite;
        }
        return values.union(opposite).intersection(ValueRange.atLeast(BigDecimal.ZERO));
    }

    static ValueRange sign(ValueRange values) {
        ValueRange signs = values.rising(
                end -> Optional.of(BigDecimal.valueOf(end.signum())),
                end -> Optional.of(BigDecimal.valueOf(end.signum())));
        return signs.intersection(ValueRange.of(-1, 1));
    }
}
