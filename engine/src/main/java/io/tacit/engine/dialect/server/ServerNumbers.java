package io.tacit.engine.dialect.server;

import static io.tacit.engine.dialect.StandardTypes.isDouble;
import static io.tacit.engine.dialect.StandardTypes.isWhole;

import io.tacit.engine.dialect.NanSources;
import io.tacit.engine.dialect.ScalarPrinter;
import io.tacit.engine.dialect.ScalarToSql;
import io.tacit.engine.sql.ArithmeticFunction;
import io.tacit.engine.sql.ExactDigits;
import io.tacit.engine.sql.TacitTypeSystem;
import java.util.Optional;
import java.util.function.BiFunction;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * Numbers. Whole numbers and decimals are computed where nothing overflows, and then fitted to their type; what does not
 * fit is NULL.
 *
 * @param sql what all printers of the server use
 * @param dates what arithmetic of dates is left to
 * @param notation where the server differs from others
 */
public record ServerNumbers(ServerSql sql, ServerDates dates, NumberNotation notation) {
    private static final int MAX_PLACES = 400;

    /** The printer of a function of numbers. */
    public ScalarPrinter printer(ArithmeticFunction function) {
        return switch (function) {
            case PLUS -> (scalars, call) -> arithmetic(scalars, call, " + ");
            case MINUS -> (scalars, call) -> arithmetic(scalars, call, " - ");
            case MULTIPLY -> (scalars, call) -> arithmetic(scalars, call, " * ");
            case DIVIDE -> this::quotient;
            case WHOLE_DIVIDE -> this::wholeQuotient;
            case REMAINDER -> this::remainder;
            case UNARY_MINUS -> (scalars, call) -> alone("-", notation::negative, scalars, call);
            case UNARY_PLUS ->
                (scalars, call) -> scalars.printAs(call.getOperands().get(0), call.getType());
            case ABS -> (scalars, call) -> alone("abs", notation::magnitude, scalars, call);
            case SIGN -> this::sign;
            case ROUND -> (scalars, call) -> places("round", scalars, call);
            case TRUNC -> (scalars, call) -> places("trunc", scalars, call);
            case FLOOR -> (scalars, call) -> whole("floor", scalars, call);
            case CEIL -> (scalars, call) -> whole("ceil", scalars, call);
        };
    }

    private String real(ScalarToSql scalars, RexCall call, int index) {
        return scalars.printAs(call.getOperands().get(index), sql.types().name(SqlTypeName.DOUBLE));
    }

    private String exact(ScalarToSql scalars, RexNode operand) {
        return notation.exact(scalars.print(operand), operand.getType());
    }

    private String quotient(ScalarToSql scalars, RexCall call) {
        return withoutNan(notation.realQuotient(real(scalars, call, 0), real(scalars, call, 1)), call);
    }

    private String withoutNan(String text, RexCall call) {
        return NanSources.mayMakeNan(call)
                ? "NULLIF(" + text + ", " + sql.types().real("NaN") + ")"
                : text;
    }

    private String wholeQuotient(ScalarToSql scalars, RexCall call) {
        return isDouble(call.getType()) ? quotient(scalars, call) : fitted(notation.wholeQuotient(scalars, call), call);
    }

    private String remainder(ScalarToSql scalars, RexCall call) {
        RexNode left = call.getOperands().get(0);
        RexNode right = call.getOperands().get(1);
        if (isDouble(left.getType()) || isDouble(right.getType())) {
            throw sql.lacking().function("MOD of DOUBLE");
        }
        boolean whole = isWhole(left.getType()) && isWhole(right.getType());
        String type = whole ? notation.wide() : sql.types().comparable(left.getType(), right.getType());
        return fitted(notation.remainder(scalars.printAs(left, type), scalars.printAs(right, type)), call);
    }

    private String arithmetic(ScalarToSql scalars, RexCall call, String sign) {
        RelDataType left = call.getOperands().get(0).getType();
        RelDataType right = call.getOperands().get(1).getType();
        if (SqlTypeUtil.isNull(left) || SqlTypeUtil.isNull(right)) {
            return "CAST(NULL AS " + sql.types().name(call.getType()) + ")";
        }
        if (!SqlTypeUtil.isNumeric(left) || !SqlTypeUtil.isNumeric(right)) {
            return dates.arithmetic(scalars, call, sign);
        }
        if (isDouble(left) || isDouble(right) || isDouble(call.getType())) {
            String real = notation.realArithmetic(real(scalars, call, 0), sign, real(scalars, call, 1));
            return ofReal(withoutNan(real, call), call.getType());
        }
        return isWhole(left) && isWhole(right)
                ? notation.wholeArithmetic(scalars, call, sign)
                : decimals(scalars, call, sign);
    }

    /** Decimals: each operand has the digits that the rules of types give it, and what has more is NULL. */
    private String decimals(ScalarToSql scalars, RexCall call, String sign) {
        boolean product = sign.equals(" * ");
        Optional<ExactDigits.Operands> operands = ExactDigits.Operands.of(
                call.getOperands().get(0).getType(), call.getOperands().get(1).getType(), product);
        if (operands.isEmpty() || notation.rounds(operands.get(), product)) {
            throw sql.lacking()
                    .function("arithmetic of decimals whose result may have more than " + TacitTypeSystem.MAX_DIGITS
                            + " digits");
        }
        String left = notation.digits(
                scalars, call.getOperands().get(0), operands.get().left());
        String right = notation.digits(
                scalars, call.getOperands().get(1), operands.get().right());
        return fitted(left + sign + right, call);
    }

    private String alone(
            String real, BiFunction<String, RelDataType, String> exact, ScalarToSql scalars, RexCall call) {
        RexNode operand = call.getOperands().get(0);
        return isDouble(operand.getType())
                ? ofReal(real + "(" + scalars.print(operand) + ")", call.getType())
                : fitted(exact.apply(scalars.print(operand), operand.getType()), call);
    }

    private String sign(ScalarToSql scalars, RexCall call) {
        RexNode operand = call.getOperands().get(0);
        return notation.sign(scalars.print(operand), operand.getType(), call.getType());
    }

    private String places(String function, ScalarToSql scalars, RexCall call) {
        RexNode operand = call.getOperands().get(0);
        boolean places = call.getOperands().size() > 1;
        if (!isDouble(operand.getType())) {
            return placesOfExact(function, scalars, call, places ? constantPlaces(call) : 0);
        }
        if (places) {
            throw sql.lacking().function(call.getOperator().getName() + " of DOUBLE at a number of places");
        }
        String text = scalars.print(operand);
        return ofReal(function.equals("round") ? notation.roundedReal(text) : notation.cutReal(text), call.getType());
    }

    private int constantPlaces(RexCall call) {
        Long constant = call.getOperands().get(1) instanceof RexLiteral literal && !literal.isNull()
                ? literal.getValueAs(Long.class)
                : null;
        if (constant == null) {
            throw sql.lacking().function(call.getOperator().getName() + " at a number of places that is no constant");
        }
        if (call.getOperands().get(0).getType().getPrecision() == TacitTypeSystem.MAX_DIGITS) {
            throw sql.lacking()
                    .function(call.getOperator().getName() + " of a decimal of " + TacitTypeSystem.MAX_DIGITS
                            + " digits at a number of places");
        }
        return (int) Math.max(-MAX_PLACES, Math.min(MAX_PLACES, constant));
    }

    private String placesOfExact(String function, ScalarToSql scalars, RexCall call, int places) {
        RexNode operand = call.getOperands().get(0);
        ExactDigits digits = ExactDigits.of(operand.getType());
        String value = exact(scalars, operand);
        // Beyond all its digits a number is 0, which a server's own function does not always give.
        return -places > digits.all() - digits.scale()
                ? fitted("(" + value + " * 0)", call)
                : fitted(notation.rounded(function, value, places, digits.scale()), call);
    }

    private String whole(String function, ScalarToSql scalars, RexCall call) {
        RexNode operand = call.getOperands().get(0);
        if (call.getOperands().size() == 2) {
            return dates.floor(function, scalars, call);
        }
        if (isWhole(operand.getType())) {
            return scalars.printAs(operand, call.getType());
        }
        return isDouble(operand.getType())
                ? ofReal(notation.wholeReal(function, scalars.print(operand)), call.getType())
                : fitted(function + "(" + exact(scalars, operand) + ")", call);
    }

    /** A DOUBLE as the call's type. */
    private String ofReal(String text, RelDataType type) {
        return isDouble(type)
                ? text
                : sql.types().notation().ofReal(text, sql.types().name(type));
    }

    /** An exact number as the call's type. */
    private String fitted(String text, RexCall call) {
        return sql.types().fitted(text, call.getType());
    }
}
