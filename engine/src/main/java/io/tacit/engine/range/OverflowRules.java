package io.tacit.engine.range;

import io.tacit.engine.sql.ColumnTypes;
import io.tacit.engine.sql.DateFunction;
import io.tacit.engine.sql.ExactDigits;
import io.tacit.engine.sql.OverflowRule;
import io.tacit.engine.sql.ScalarFunctions;
import io.tacit.engine.sql.WholeFunction;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/** The rules by which a call may overflow, given ranges of its operands that hold every value of their types. */
final class OverflowRules {
    /** The rule of one operator. */
    @FunctionalInterface
    interface Rule {
        boolean mayOverflow(ExpressionRange operands, RexCall call);
    }

    /** The exact result of an operation. */
    @FunctionalInterface
    private interface Operation {
        ValueRange of(ValueRange left, ValueRange right);
    }

    private static final Map<SqlOperator, Rule> RULES =
            ScalarFunctions.byOperator(function -> rule(function.specification().overflow()));

    /** By so much a computation in DOUBLE may miss the exact result. */
    private static final BigDecimal SLACK = new BigDecimal("1e-12");

    private static final BigDecimal LEAST_BIGINT = BigDecimal.valueOf(Long.MIN_VALUE);

    /** A DECIMAL with all digits is rounded in DOUBLE. */
    private static final int MOST_DIGITS = 38;

    private OverflowRules() {}

    /** Whether a call may overflow. */
    static boolean mayOverflow(ExpressionRange operands, RexCall call) {
        Rule rule = RULES.get(call.getOperator());
        return rule != null && rule.mayOverflow(operands, call);
    }

    private static Rule rule(OverflowRule rule) {
        return switch (rule) {
            case NEVER -> (operands, call) -> false;
            case SUM -> OverflowRules::adds;
            case DIFFERENCE -> OverflowRules::subtracts;
            case PRODUCT -> OverflowRules::multiplies;
            case WHOLE_QUOTIENT -> OverflowRules::dividesWhole;
            case REMAINDER -> OverflowRules::remainder;
            case OPPOSITE ->
                (operands, call) -> exceeds(operand(operands, call, 0).negated(), call);
            case MAGNITUDE -> (operands, call) -> exceeds(ArithmeticRanges.absolute(operand(operands, call, 0)), call);
            case SIGN -> (operands, call) -> exceeds(ArithmeticRanges.sign(operand(operands, call, 0)), call);
            case ROUNDED -> (operands, call) -> rounds(operands, call, RoundingMode.HALF_UP);
            case CUT -> (operands, call) -> rounds(operands, call, RoundingMode.DOWN);
            case FLOOR ->
                (operands, call) -> call.getOperands().size() == 1 && rounds(operands, call, RoundingMode.FLOOR);
            case CEILING ->
                (operands, call) -> call.getOperands().size() == 1 && rounds(operands, call, RoundingMode.CEILING);
            case FIRST -> (operands, call) -> !fits(operands, call.getOperands().get(0), call.getType());
            case EACH -> (operands, call) -> makes(operands, call, call.getType());
            case CASE -> OverflowRules::chooses;
            case ELEMENTS -> (operands, call) -> makes(operands, call, ColumnTypes.element(call.getType()));
            case SEARCHED -> OverflowRules::searches;
            case COMPARED -> (operands, call) -> !comparable(operands, call);
            case COMPARED_FIRST ->
                (operands, call) -> !comparable(operands, call)
                        || !fits(operands, call.getOperands().get(0), call.getType());
            case DIVISOR -> OverflowRules::divisor;
            case FACTORIAL -> OverflowRules::factorial;
            case PLACES -> OverflowRules::places;
        };
    }

    private static boolean adds(ExpressionRange operands, RexCall call) {
        return isMoved(call) ? moves(operands, call) : leaves(operands, call, ArithmeticRanges::sum, false);
    }

    private static boolean subtracts(ExpressionRange operands, RexCall call) {
        return isMoved(call)
                ? moves(operands, call)
                : leaves(operands, call, (a, b) -> ArithmeticRanges.sum(a, b.negated()), false);
    }

    private static boolean multiplies(ExpressionRange operands, RexCall call) {
        return SqlTypeUtil.isNumeric(call.getType()) && leaves(operands, call, ArithmeticRanges::product, true);
    }

    private static boolean dividesWhole(ExpressionRange operands, RexCall call) {
        return !isReal(call.getType())
                && !FitRange.fits(
                        ArithmeticRanges.wholeQuotient(operand(operands, call, 0), operand(operands, call, 1)),
                        call.getType());
    }

    /** Whether an operand does not fit the type to which all operands are converted. */
    private static boolean makes(ExpressionRange operands, RexCall call, RelDataType type) {
        return call.getOperands().stream().anyMatch(operand -> !fits(operands, operand, type));
    }

    private static boolean searches(ExpressionRange operands, RexCall call) {
        RelDataType element = ColumnTypes.element(call.getOperands().get(0).getType());
        return !fits(operands, call.getOperands().get(1), element);
    }

    private static boolean factorial(ExpressionRange operands, RexCall call) {
        return operands.of(call.getOperands().get(0))
                .high()
                .map(end -> end.compareTo(BigDecimal.valueOf(WholeFunction.MAX_FACTORIAL)) > 0)
                .orElse(true);
    }

    static boolean isReal(RelDataType type) {
        return SqlTypeUtil.isApproximateNumeric(type);
    }

    private static ValueRange operand(ExpressionRange operands, RexCall call, int index) {
        return operands.of(call.getOperands().get(index));
    }

    /** Whether an exact result leaves the call's type. */
    private static boolean exceeds(ValueRange exact, RexCall call) {
        return SqlTypeUtil.isExactNumeric(call.getType()) && !FitRange.fits(exact, call.getType());
    }

    /** Whether a result computed in DOUBLE, with its errors, may be outside of the call's type. */
    private static boolean exceedsNearly(ValueRange exact, RexCall call) {
        return exceeds(nearly(exact), call);
    }

    private static ValueRange nearly(ValueRange exact) {
        return exact.rising(
                end -> Optional.of(end.subtract(end.abs().multiply(SLACK))),
                end -> Optional.of(end.add(end.abs().multiply(SLACK))));
    }

    private static boolean leaves(ExpressionRange operands, RexCall call, Operation operation, boolean product) {
        RelDataType left = call.getOperands().get(0).getType();
        RelDataType right = call.getOperands().get(1).getType();
        boolean exact = SqlTypeUtil.isExactNumeric(left) && SqlTypeUtil.isExactNumeric(right);
        if (!exact || isReal(call.getType())) {
            return !isReal(call.getType()) && SqlTypeUtil.isNumeric(left) && SqlTypeUtil.isNumeric(right);
        }
        ValueRange first = operand(operands, call, 0);
        ValueRange second = operand(operands, call, 1);
        ValueRange result = operation.of(first, second);
        if (SqlTypeUtil.isIntType(left) && SqlTypeUtil.isIntType(right)) {
            return exceeds(result, call);
        }
        return ExactDigits.Operands.of(left, right, product)
                .map(digits -> !FitRange.fits(first, digits.left())
                        || !FitRange.fits(second, digits.right())
                        || exceeds(result, call))
                .orElseGet(() -> exceedsNearly(result, call));
    }

    private static boolean isMoved(RexCall call) {
        return SqlTypeUtil.isDatetime(call.getType());
    }

    /** Whether an operand is an interval of so many units that it exceeds 10,000 years. */
    private static boolean moves(ExpressionRange operands, RexCall call) {
        return call.getOperands().stream()
                .anyMatch(operand -> operand instanceof RexCall interval
                        && interval.getKind() == SqlKind.TIMES
                        && isTooLong(operands, interval));
    }

    private static boolean isTooLong(ExpressionRange operands, RexCall interval) {
        boolean unitFirst = SqlTypeUtil.isInterval(interval.getOperands().get(0).getType());
        RexNode unit = interval.getOperands().get(unitFirst ? 0 : 1);
        ValueRange number = operands.of(interval.getOperands().get(unitFirst ? 1 : 0));
        if (!(unit instanceof RexLiteral literal) || literal.isNull() || number.never()) {
            return false;
        }
        boolean months =
                SqlTypeName.YEAR_INTERVAL_TYPES.contains(literal.getType().getSqlTypeName());
        BigDecimal amount = Objects.requireNonNull(literal.getValueAs(BigDecimal.class));
        BigDecimal most = BigDecimal.valueOf(months ? DateFunction.MOST_MONTHS : DateFunction.MOST_MILLIS)
                .divideToIntegralValue(amount.abs().max(BigDecimal.ONE));
        return !number.isBounded()
                || number.least().abs().max(number.largest().abs()).compareTo(most) > 0;
    }

    /**
     * Whether a remainder overflows: it is smaller than the divisor and no larger than the dividend, but decimals are
     * first converted to a common type.
     */
    private static boolean remainder(ExpressionRange operands, RexCall call) {
        if (!SqlTypeUtil.isExactNumeric(call.getType())) {
            return false;
        }
        ValueRange dividend = operand(operands, call, 0).union(ValueRange.of(0, 0));
        ValueRange divisor = operand(operands, call, 1);
        if (!divisor.isBounded()) {
            return !divisor.never();
        }
        int scale = Math.max(scale(call, 0), scale(call, 1));
        BigDecimal most = divisor.least()
                .abs()
                .max(divisor.largest().abs())
                .subtract(BigDecimal.ONE.movePointLeft(scale))
                .max(BigDecimal.ZERO);
        return !comparable(operands, call)
                || exceeds(ValueRange.of(most.negate(), most).intersection(dividend), call);
    }

    private static int scale(RexCall call, int operand) {
        return Math.max(call.getOperands().get(operand).getType().getScale(), 0);
    }

    private static boolean rounds(ExpressionRange operands, RexCall call, RoundingMode mode) {
        RelDataType type = call.getOperands().get(0).getType();
        if (!SqlTypeUtil.isExactNumeric(type) || !SqlTypeUtil.isExactNumeric(call.getType())) {
            return false;
        }
        ValueRange values = operand(operands, call, 0);
        boolean wide = type.getSqlTypeName() == SqlTypeName.DECIMAL && type.getPrecision() == MOST_DIGITS;
        if (call.getOperands().size() == 1) {
            return exceeds(rounded(values, 0, mode), call);
        }
        RexNode places = call.getOperands().get(1);
        if (!(places instanceof RexLiteral literal) || literal.isNull()) {
            // At a place that is too far to the left a number is rounded to 0, or to at most the double.
            ValueRange most =
                    mode == RoundingMode.DOWN ? values : ArithmeticRanges.product(values, ValueRange.of(1, 2));
            ValueRange any = most.union(ValueRange.of(0, 0));
            return !fits(operands, places, SqlTypeName.INTEGER)
                    || (type.getSqlTypeName() == SqlTypeName.DECIMAL ? exceedsNearly(any, call) : exceeds(any, call));
        }
        BigDecimal wanted = Objects.requireNonNull(literal.getValueAs(BigDecimal.class));
        int at = wanted.max(BigDecimal.valueOf(-MOST_DIGITS - 1))
                .min(BigDecimal.valueOf(MOST_DIGITS))
                .intValue();
        return exceeds(rounded(wide ? nearly(values) : values, at, mode), call);
    }

    private static ValueRange rounded(ValueRange values, int places, RoundingMode mode) {
        return values.rising(
                end -> Optional.of(FitRange.round(end, places, mode)),
                end -> Optional.of(FitRange.round(end, places, mode)));
    }

    /** Whether a CASE overflows: each result is looked at where its own condition holds and no earlier one does. */
    private static boolean chooses(ExpressionRange operands, RexCall call) {
        List<RexNode> parts = call.getOperands();
        ExpressionRange rest = operands;
        int i = 0;
        for (; i + 1 < parts.size(); i += 2) {
            if (!fits(rest.where(parts.get(i), true), parts.get(i + 1), call.getType())) {
                return true;
            }
            rest = rest.where(parts.get(i), false);
        }
        return i < parts.size() && !fits(rest, parts.get(i), call.getType());
    }

    private static boolean comparable(ExpressionRange operands, RexCall call) {
        RexNode left = call.getOperands().get(0);
        RexNode right = call.getOperands().get(1);
        return comparable(operands.of(left), left.getType(), operands.of(right), right.getType());
    }

    /** Whether a comparison loses no value: exact numbers are compared in digits that hold both. */
    static boolean comparable(ValueRange left, RelDataType ofLeft, ValueRange right, RelDataType ofRight) {
        boolean exact = SqlTypeUtil.isExactNumeric(ofLeft) && SqlTypeUtil.isExactNumeric(ofRight);
        if (!exact || SqlTypeUtil.isIntType(ofLeft) && SqlTypeUtil.isIntType(ofRight)) {
            return true;
        }
        ExactDigits digits = ExactDigits.compared(ofLeft, ofRight);
        return FitRange.fits(left, digits) && FitRange.fits(right, digits);
    }

    private static boolean fits(ExpressionRange operands, RexNode expression, RelDataType type) {
        return fits(operands.of(expression), expression.getType(), type);
    }

    /**
     * Whether every value of one type is one of another; of texts, truth values of no number, and dates nothing is
     * said.
     */
    static boolean fits(ValueRange values, RelDataType from, RelDataType to) {
        if (!SqlTypeUtil.isExactNumeric(to) || from.getSqlTypeName() == SqlTypeName.NULL) {
            return true;
        }
        if (from.getSqlTypeName() == SqlTypeName.BOOLEAN) {
            return FitRange.fits(ValueRange.of(0, 1), to);
        }
        return !SqlTypeUtil.isNumeric(from) || FitRange.fits(isReal(from) ? nearly(values) : values, to);
    }

    private static boolean fits(ExpressionRange operands, RexNode expression, SqlTypeName type) {
        ValueRange values = operands.of(expression);
        return type != SqlTypeName.INTEGER
                || values.never()
                || values.isBounded()
                        && values.least().compareTo(BigDecimal.valueOf(Integer.MIN_VALUE)) >= 0
                        && values.largest().compareTo(BigDecimal.valueOf(Integer.MAX_VALUE)) <= 0;
    }

    /** Whether places in a text overflow INTEGER. */
    private static boolean places(ExpressionRange operands, RexCall call) {
        return call.getOperands().stream()
                .anyMatch(operand ->
                        SqlTypeUtil.isIntType(operand.getType()) && !fits(operands, operand, SqlTypeName.INTEGER));
    }

    /** Whether a greatest common divisor overflows: only 2^63, of its own negative and of 0, is no BIGINT. */
    private static boolean divisor(ExpressionRange operands, RexCall call) {
        ValueRange left = operand(operands, call, 0);
        ValueRange right = operand(operands, call, 1);
        boolean both = left.contains(LEAST_BIGINT) && right.contains(LEAST_BIGINT);
        return both
                || left.contains(LEAST_BIGINT) && right.contains(BigDecimal.ZERO)
                || right.contains(LEAST_BIGINT) && left.contains(BigDecimal.ZERO);
    }
}
