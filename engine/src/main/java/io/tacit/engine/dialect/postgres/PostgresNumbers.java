package io.tacit.engine.dialect.postgres;

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
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * Numbers. Whole numbers and decimals are computed in numeric, where nothing overflows, and then fitted to their type;
 * what does not fit is NULL.
 */
final class PostgresNumbers {
    private static final int MAX_PLACES = 400;

    private PostgresNumbers() {}

    static ScalarPrinter printer(ArithmeticFunction function) {
        return switch (function) {
            case PLUS -> (scalars, call) -> arithmetic(scalars, call, " + ");
            case MINUS -> (scalars, call) -> arithmetic(scalars, call, " - ");
            case MULTIPLY -> (scalars, call) -> arithmetic(scalars, call, " * ");
            case DIVIDE -> PostgresNumbers::quotient;
            case WHOLE_DIVIDE -> PostgresNumbers::wholeQuotient;
            case REMAINDER -> PostgresNumbers::remainder;
            case UNARY_MINUS -> (scalars, call) -> alone("-", scalars, call);
            case UNARY_PLUS ->
                (scalars, call) -> scalars.printAs(call.getOperands().get(0), call.getType());
            case ABS -> (scalars, call) -> alone("abs", scalars, call);
            case SIGN -> PostgresNumbers::sign;
            case ROUND -> (scalars, call) -> places("round", scalars, call);
            case TRUNC -> (scalars, call) -> places("trunc", scalars, call);
            case FLOOR -> (scalars, call) -> whole("floor", scalars, call);
            case CEIL -> (scalars, call) -> whole("ceil", scalars, call);
        };
    }

    private static String numeric(ScalarToSql scalars, RexNode operand) {
        return scalars.printAs(operand, "numeric");
    }

    private static String real(ScalarToSql scalars, RexCall call, int index) {
        return scalars.printAs(call.getOperands().get(index), PostgresTypes.DOUBLE);
    }

    private static String quotient(ScalarToSql scalars, RexCall call) {
        return PostgresReals.quotient(real(scalars, call, 0), real(scalars, call, 1));
    }

    private static String wholeQuotient(ScalarToSql scalars, RexCall call) {
        if (PostgresTypes.isDouble(call.getType())) {
            return quotient(scalars, call);
        }
        String dividend = numeric(scalars, call.getOperands().get(0));
        String divisor = numeric(scalars, call.getOperands().get(1));
        return fitted("div(" + dividend + ", NULLIF(" + divisor + ", 0))", call);
    }

    private static String remainder(ScalarToSql scalars, RexCall call) {
        RexNode left = call.getOperands().get(0);
        RexNode right = call.getOperands().get(1);
        if (PostgresTypes.isDouble(left.getType()) || PostgresTypes.isDouble(right.getType())) {
            throw Lacking.function("MOD of DOUBLE");
        }
        boolean whole = PostgresTypes.isWhole(left.getType()) && PostgresTypes.isWhole(right.getType());
        String type = whole ? "numeric" : new PostgresTypes().comparable(left.getType(), right.getType());
        return fitted(
                "mod(CAST(" + scalars.printAs(left, type) + " AS numeric), NULLIF(CAST(" + scalars.printAs(right, type)
                        + " AS numeric), 0))",
                call);
    }

    private static String arithmetic(ScalarToSql scalars, RexCall call, String sign) {
        RelDataType left = call.getOperands().get(0).getType();
        RelDataType right = call.getOperands().get(1).getType();
        if (SqlTypeUtil.isNull(left) || SqlTypeUtil.isNull(right)) {
            return "CAST(NULL AS " + PostgresTypes.of(call.getType()) + ")";
        }
        if (!SqlTypeUtil.isNumeric(left) || !SqlTypeUtil.isNumeric(right)) {
            return PostgresDates.arithmetic(scalars, call, sign);
        }
        if (PostgresTypes.isDouble(left) || PostgresTypes.isDouble(right) || PostgresTypes.isDouble(call.getType())) {
            return reals(scalars, call, sign);
        }
        if (isShort(left) && isShort(right) && call.getType().getSqlTypeName() == SqlTypeName.BIGINT) {
            // Of two integers of 32 bits neither sum nor product needs more than 64.
            return "(" + scalars.printAs(call.getOperands().get(0), "bigint") + sign
                    + scalars.printAs(call.getOperands().get(1), "bigint") + ")";
        }
        if (PostgresTypes.isWhole(left) && PostgresTypes.isWhole(right)) {
            return fitted(
                    numeric(scalars, call.getOperands().get(0))
                            + sign
                            + numeric(scalars, call.getOperands().get(1)),
                    call);
        }
        return decimals(scalars, call, sign);
    }

    private static boolean isShort(RelDataType type) {
        return type.getSqlTypeName() == SqlTypeName.INTEGER || type.getSqlTypeName() == SqlTypeName.SMALLINT;
    }

    private static String reals(ScalarToSql scalars, RexCall call, String sign) {
        String left = real(scalars, call, 0);
        String right = real(scalars, call, 1);
        String text = sign.equals(" * ") ? PostgresReals.product(left, right) : PostgresReals.sum(left, sign, right);
        return ofReal(text, call.getType());
    }

    /** A DOUBLE as the call's type. */
    private static String ofReal(String text, RelDataType type) {
        return PostgresTypes.isDouble(type) ? text : PostgresConversions.ofReal(text, PostgresTypes.of(type));
    }

    /** Decimals: each operand has the digits that the rules of types give it, and what has more is NULL. */
    private static String decimals(ScalarToSql scalars, RexCall call, String sign) {
        boolean product = sign.equals(" * ");
        Optional<ExactDigits.Operands> operands = ExactDigits.Operands.of(
                call.getOperands().get(0).getType(), call.getOperands().get(1).getType(), product);
        if (operands.isEmpty()) {
            throw Lacking.function(
                    "arithmetic of decimals whose result may have more than " + TacitTypeSystem.MAX_DIGITS + " digits");
        }
        String left = digits(scalars, call.getOperands().get(0), operands.get().left());
        String right = digits(scalars, call.getOperands().get(1), operands.get().right());
        return fitted(left + sign + right, call);
    }

    private static String digits(ScalarToSql scalars, RexNode operand, ExactDigits digits) {
        ExactDigits own = ExactDigits.of(operand.getType());
        boolean holdsAll = own.scale() <= digits.scale() && own.all() - own.scale() <= digits.all() - digits.scale();
        return holdsAll
                ? numeric(scalars, operand)
                : scalars.printAs(operand, PostgresTypes.exact(digits.all(), digits.scale()));
    }

    private static String alone(String function, ScalarToSql scalars, RexCall call) {
        RexNode operand = call.getOperands().get(0);
        if (PostgresTypes.isDouble(operand.getType())) {
            return ofReal(function + "(" + scalars.print(operand) + ")", call.getType());
        }
        return fitted(function + "(" + numeric(scalars, operand) + ")", call);
    }

    private static String sign(ScalarToSql scalars, RexCall call) {
        RexNode operand = call.getOperands().get(0);
        if (PostgresTypes.isDouble(operand.getType())) {
            return ofReal(
                    Once.of(
                            scalars.print(operand),
                            "CASE WHEN v.a = " + PostgresConversions.real("NaN") + " THEN "
                                    + PostgresConversions.real("0") + " ELSE sign(v.a) END"),
                    call.getType());
        }
        String text = "sign(" + numeric(scalars, operand) + ")";
        return fitted(text, call);
    }

    private static String places(String function, ScalarToSql scalars, RexCall call) {
        RexNode operand = call.getOperands().get(0);
        if (PostgresTypes.isDouble(operand.getType())) {
            if (call.getOperands().size() > 1) {
                throw Lacking.function(call.getOperator().getName() + " of DOUBLE at a number of places");
            }
            return ofReal(real(function, scalars.print(operand)), call.getType());
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
        // Beyond all its digits a number is 0, which the engine's own function does not always give.
        return -places > digits.all() - digits.scale()
                ? fitted("(" + numeric(scalars, operand) + " * 0)", call)
                : fitted(function + "(" + numeric(scalars, operand) + ", " + places + ")", call);
    }

    /** Rounding half away from zero, where the engine's own rounds half to even. */
    private static String real(String function, String text) {
        return function.equals("trunc")
                ? "trunc(" + text + ")"
                : Once.of(
                        text,
                        "trunc(v.a) + CASE WHEN abs(v.a - trunc(v.a)) BETWEEN " + PostgresConversions.real("0.5")
                                + " AND " + PostgresConversions.real("1") + " THEN sign(v.a) ELSE "
                                + PostgresConversions.real("0") + " END");
    }

    private static String whole(String function, ScalarToSql scalars, RexCall call) {
        RexNode operand = call.getOperands().get(0);
        if (call.getOperands().size() == 2) {
            return PostgresDates.floor(function, scalars, call);
        }
        if (PostgresTypes.isWhole(operand.getType())) {
            return scalars.printAs(operand, call.getType());
        }
        return PostgresTypes.isDouble(operand.getType())
                ? ofReal(function + "(" + scalars.print(operand) + ")", call.getType())
                : fitted(function + "(" + numeric(scalars, operand) + ")", call);
    }

    /** An exact number as the call's type. */
    private static String fitted(String text, RexCall call) {
        return PostgresTypes.isDouble(call.getType())
                ? "CAST(" + text + " AS " + PostgresTypes.DOUBLE + ")"
                : PostgresConversions.fit(text, PostgresTypes.of(call.getType()));
    }
}
