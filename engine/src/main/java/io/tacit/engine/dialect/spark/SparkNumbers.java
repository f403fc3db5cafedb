package io.tacit.engine.dialect.spark;

import io.tacit.engine.dialect.ScalarPrinter;
import io.tacit.engine.dialect.ScalarToSql;
import io.tacit.engine.sql.ArithmeticFunction;
import io.tacit.engine.sql.ExactDigits;
import io.tacit.engine.sql.TacitTypeSystem;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * Numbers. Whole numbers are computed by functions that give NULL where a result does not fit, or as decimals that hold
 * every result, and then fitted to their type.
 */
final class SparkNumbers {
    private static final int MAX_PLACES = 400;

    /** Spark keeps six places after the point where a result could have more than 38 digits, and rounds the others. */
    private static final int KEPT_PLACES = 6;

    /** From here on every DOUBLE is a whole number. */
    private static final String WHOLE_REALS = SparkConversions.real(String.valueOf(Math.scalb(1.0, 52)));

    private SparkNumbers() {}

    static ScalarPrinter printer(ArithmeticFunction function) {
        return switch (function) {
            case PLUS -> (scalars, call) -> arithmetic(scalars, call, " + ");
            case MINUS -> (scalars, call) -> arithmetic(scalars, call, " - ");
            case MULTIPLY -> (scalars, call) -> arithmetic(scalars, call, " * ");
            case DIVIDE -> SparkNumbers::quotient;
            case WHOLE_DIVIDE -> SparkNumbers::wholeQuotient;
            case REMAINDER -> SparkNumbers::remainder;
            case UNARY_MINUS -> (scalars, call) -> alone("-", scalars, call);
            case UNARY_PLUS ->
                (scalars, call) -> scalars.printAs(call.getOperands().get(0), call.getType());
            case ABS -> (scalars, call) -> alone("abs", scalars, call);
            case SIGN -> SparkNumbers::sign;
            case ROUND -> (scalars, call) -> places("round", scalars, call);
            case TRUNC -> (scalars, call) -> places("trunc", scalars, call);
            case FLOOR -> (scalars, call) -> whole("floor", scalars, call);
            case CEIL -> (scalars, call) -> whole("ceil", scalars, call);
        };
    }

    private static String real(ScalarToSql scalars, RexCall call, int index) {
        return scalars.printAs(call.getOperands().get(index), SparkTypes.DOUBLE);
    }

    /** A whole number with room for one digit more, or a decimal as it is. */
    private static String exact(ScalarToSql scalars, RexNode operand) {
        String text = scalars.print(operand);
        return SparkTypes.isDecimal(operand.getType()) ? text : "CAST(" + text + " AS " + SparkConversions.WIDE + ")";
    }

    private static String quotient(ScalarToSql scalars, RexCall call) {
        return "(" + real(scalars, call, 0) + " / NULLIF(" + real(scalars, call, 1) + ", CAST(0 AS DOUBLE)))";
    }

    private static String wholeQuotient(ScalarToSql scalars, RexCall call) {
        if (SparkTypes.isDouble(call.getType())) {
            return quotient(scalars, call);
        }
        RexNode left = call.getOperands().get(0);
        RexNode right = call.getOperands().get(1);
        if (!SparkTypes.isWhole(left.getType()) || !SparkTypes.isWhole(right.getType())) {
            throw Lacking.function("whole quotient of decimals");
        }
        return fitted(new SparkWholeNumbers().quotient(exact(scalars, left), exact(scalars, right)), call);
    }

    private static String remainder(ScalarToSql scalars, RexCall call) {
        RexNode left = call.getOperands().get(0);
        RexNode right = call.getOperands().get(1);
        if (SparkTypes.isDouble(left.getType()) || SparkTypes.isDouble(right.getType())) {
            throw Lacking.function("MOD of DOUBLE");
        }
        boolean whole = SparkTypes.isWhole(left.getType()) && SparkTypes.isWhole(right.getType());
        String type = whole ? SparkConversions.WIDE : new SparkTypes().comparable(left.getType(), right.getType());
        return fitted(scalars.printAs(left, type) + " % NULLIF(" + scalars.printAs(right, type) + ", 0)", call);
    }

    private static String arithmetic(ScalarToSql scalars, RexCall call, String sign) {
        RelDataType left = call.getOperands().get(0).getType();
        RelDataType right = call.getOperands().get(1).getType();
        if (SqlTypeUtil.isNull(left) || SqlTypeUtil.isNull(right)) {
            return "CAST(NULL AS " + SparkTypes.of(call.getType()) + ")";
        }
        if (!SqlTypeUtil.isNumeric(left) || !SqlTypeUtil.isNumeric(right)) {
            return SparkDates.arithmetic(scalars, call, sign);
        }
        if (SparkTypes.isDouble(left) || SparkTypes.isDouble(right) || SparkTypes.isDouble(call.getType())) {
            return ofReal("(" + real(scalars, call, 0) + sign + real(scalars, call, 1) + ")", call.getType());
        }
        return SparkTypes.isWhole(left) && SparkTypes.isWhole(right)
                ? wholes(scalars, call, sign)
                : decimals(scalars, call, sign);
    }

    private static String wholes(ScalarToSql scalars, RexCall call, String sign) {
        String function = sign.equals(" + ") ? "try_add" : sign.equals(" - ") ? "try_subtract" : "try_multiply";
        String result = function + "(" + scalars.printAs(call.getOperands().get(0), "BIGINT") + ", "
                + scalars.printAs(call.getOperands().get(1), "BIGINT") + ")";
        String type = SparkTypes.of(call.getType());
        return type.equals("BIGINT") ? result : fitted(result, call);
    }

    /** Decimals: each operand has the digits that the rules of types give it, and what has more is NULL. */
    private static String decimals(ScalarToSql scalars, RexCall call, String sign) {
        boolean product = sign.equals(" * ");
        Optional<ExactDigits.Operands> operands = ExactDigits.Operands.of(
                call.getOperands().get(0).getType(), call.getOperands().get(1).getType(), product);
        if (operands.isEmpty() || rounds(operands.get(), product)) {
            throw Lacking.function(
                    "arithmetic of decimals whose result may have more than " + TacitTypeSystem.MAX_DIGITS + " digits");
        }
        String left = digits(scalars, call.getOperands().get(0), operands.get().left());
        String right = digits(scalars, call.getOperands().get(1), operands.get().right());
        return fitted(left + sign + right, call);
    }

    /** Whether Spark would round the result: it reckons with one digit more than there can be. */
    private static boolean rounds(ExactDigits.Operands operands, boolean product) {
        ExactDigits left = operands.left();
        ExactDigits right = operands.right();
        int scale = product ? left.scale() + right.scale() : Math.max(left.scale(), right.scale());
        int digits = 1 + (product ? left.all() + right.all() : Math.max(left.whole(), right.whole()) + scale);
        return digits > TacitTypeSystem.MAX_DIGITS && scale > KEPT_PLACES;
    }

    private static String digits(ScalarToSql scalars, RexNode operand, ExactDigits digits) {
        return scalars.printAs(operand, SparkTypes.exact(digits.all(), digits.scale()));
    }

    private static String alone(String function, ScalarToSql scalars, RexCall call) {
        RexNode operand = call.getOperands().get(0);
        if (SparkTypes.isDouble(operand.getType())) {
            return ofReal(function + "(" + scalars.print(operand) + ")", call.getType());
        }
        return fitted(function + "(" + exact(scalars, operand) + ")", call);
    }

    private static String sign(ScalarToSql scalars, RexCall call) {
        RexNode operand = call.getOperands().get(0);
        String nan = SparkTypes.isDouble(operand.getType()) ? " WHEN isnan(%s) THEN 0" : "";
        String sign = Once.of(
                scalars.print(operand),
                value -> "CASE" + nan.replace("%s", value) + " WHEN " + value + " > 0 THEN 1 WHEN " + value
                        + " < 0 THEN -1 WHEN " + value + " = 0 THEN 0 END");
        return "CAST(" + sign + " AS " + SparkTypes.of(call.getType()) + ")";
    }

    private static String places(String function, ScalarToSql scalars, RexCall call) {
        RexNode operand = call.getOperands().get(0);
        if (SparkTypes.isDouble(operand.getType())) {
            if (call.getOperands().size() > 1) {
                throw Lacking.function(call.getOperator().getName() + " of DOUBLE at a number of places");
            }
            return ofReal(
                    function.equals("round")
                            ? "round(" + scalars.print(operand) + ")"
                            : truncated(scalars.print(operand)),
                    call.getType());
        }
        int places = 0;
        if (call.getOperands().size() > 1) {
            Long constant = call.getOperands().get(1) instanceof RexLiteral literal && !literal.isNull()
                    ? literal.getValueAs(Long.class)
                    : null;
            if (constant == null) {
                throw Lacking.function(call.getOperator().getName() + " at a number of places that is no constant");
            }
            places = (int) Math.max(-MAX_PLACES, Math.min(MAX_PLACES, constant));
            if (operand.getType().getPrecision() == TacitTypeSystem.MAX_DIGITS) {
                throw Lacking.function(call.getOperator().getName() + " of a decimal of " + TacitTypeSystem.MAX_DIGITS
                        + " digits at a number of places");
            }
        }
        ExactDigits digits = ExactDigits.of(operand.getType());
        String value = exact(scalars, operand);
        if (-places > digits.all() - digits.scale()) {
            return fitted("(" + value + " * 0)", call);
        }
        if (places >= digits.scale()) {
            return fitted(value, call);
        }
        int at = places;
        return fitted(
                function.equals("round")
                        ? "round(" + value + ", " + at + ")"
                        : Once.of(
                                value,
                                number -> "CASE WHEN " + number + " < 0 THEN ceil(" + number + ", " + at
                                        + ") ELSE floor(" + number + ", " + at + ") END"),
                call);
    }

    /** Spark's own functions make whole numbers of 64 bits. */
    private static String truncated(String text) {
        return Once.of(
                text,
                value -> "CASE WHEN abs(" + value + ") < " + WHOLE_REALS + " THEN CAST(CASE WHEN " + value
                        + " < 0 THEN ceil(" + value + ") ELSE floor(" + value + ") END AS DOUBLE) ELSE " + value
                        + " END");
    }

    private static String whole(String function, ScalarToSql scalars, RexCall call) {
        RexNode operand = call.getOperands().get(0);
        if (call.getOperands().size() == 2) {
            return SparkDates.floor(function, scalars, call);
        }
        if (SparkTypes.isWhole(operand.getType())) {
            return scalars.printAs(operand, call.getType());
        }
        if (SparkTypes.isDouble(operand.getType())) {
            String rounded = Once.of(
                    scalars.print(operand),
                    value -> "CASE WHEN abs(" + value + ") < " + WHOLE_REALS + " THEN CAST(" + function + "(" + value
                            + ") AS DOUBLE) ELSE " + value + " END");
            return ofReal(rounded, call.getType());
        }
        return fitted(function + "(" + scalars.print(operand) + ")", call);
    }

    /** A DOUBLE as the call's type. */
    private static String ofReal(String text, RelDataType type) {
        return SparkTypes.isDouble(type) ? text : SparkConversions.ofReal(text, SparkTypes.of(type));
    }

    /** An exact number as the call's type. */
    private static String fitted(String text, RexCall call) {
        return SparkTypes.isDouble(call.getType())
                ? "CAST(" + text + " AS DOUBLE)"
                : SparkConversions.fit(text, SparkTypes.of(call.getType()));
    }
}
