package io.tacit.engine.dialect.duckdb;

import static io.tacit.engine.dialect.duckdb.DuckDbScalars.operand;
import static io.tacit.engine.dialect.duckdb.DuckDbScalars.typed;

import io.tacit.engine.dialect.ScalarPrinter;
import io.tacit.engine.dialect.ScalarToSql;
import io.tacit.engine.dialect.StandardTypes;
import io.tacit.engine.sql.ArithmeticFunction;
import io.tacit.engine.sql.ExactDigits;
import io.tacit.engine.sql.TacitTypeSystem;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/**
 * Numbers. Whole numbers are computed in 128 bits, where no single operation on 64 bits overflows, and then fitted to
 * their type; decimals in the type that holds every result if there is one. What does not fit is NULL; so is NaN.
 */
final class DuckDbNumbers {
    private static final String NAN = "CAST('NaN' AS DOUBLE)";

    /** Beyond this many places before or after the point, rounding changes nothing or everything. */
    private static final int MAX_PLACES = 400;

    /** Digits that DuckDB keeps in 128 bits. */
    private static final int WIDE_DIGITS = 19;

    private DuckDbNumbers() {}

    static ScalarPrinter printer(ArithmeticFunction function) {
        return switch (function) {
            case PLUS -> (scalars, call) -> arithmetic(scalars, call, " + ");
            case MINUS -> (scalars, call) -> arithmetic(scalars, call, " - ");
            case MULTIPLY -> (scalars, call) -> arithmetic(scalars, call, " * ");
            case DIVIDE -> DuckDbNumbers::quotient;
            case WHOLE_DIVIDE -> DuckDbNumbers::wholeQuotient;
            case REMAINDER -> DuckDbNumbers::remainder;
            case UNARY_MINUS -> (scalars, call) -> typed("-(" + wide(scalars, call, 0) + ")", call.getType());
            case UNARY_PLUS ->
                (scalars, call) -> scalars.printAs(call.getOperands().get(0), call.getType());
            case ABS -> (scalars, call) -> typed("abs(" + wide(scalars, call, 0) + ")", call.getType());
            case SIGN -> (scalars, call) -> typed("sign(" + operand(scalars, call, 0) + ")", call.getType());
            case ROUND -> (scalars, call) -> places("round", scalars, call);
            case TRUNC -> (scalars, call) -> places("trunc", scalars, call);
            case FLOOR -> (scalars, call) -> whole("floor", scalars, call);
            case CEIL -> (scalars, call) -> whole("ceil", scalars, call);
        };
    }

    private static String quotient(ScalarToSql scalars, RexCall call) {
        return DuckDbReals.print(scalars, call, " / ");
    }

    /** A quotient of whole numbers: for up to 38 digits it fits 128 bits, but not always its type, as in -128 // -1. */
    private static String wholeQuotient(ScalarToSql scalars, RexCall call) {
        if (StandardTypes.isDouble(call.getType())) {
            return quotient(scalars, call);
        }
        String dividend = scalars.printAs(call.getOperands().get(0), "HUGEINT");
        String divisor = scalars.printAs(call.getOperands().get(1), "HUGEINT");
        return typed(dividend + " // NULLIF(" + divisor + ", CAST(0 AS HUGEINT))", call.getType());
    }

    private static String real(ScalarToSql scalars, RexCall call, int index) {
        return scalars.printAs(call.getOperands().get(index), "DOUBLE");
    }

    private static String withoutNan(String text) {
        return "NULLIF(" + text + ", " + NAN + ")";
    }

    /** The operand, in 128 bits if it is a whole number. */
    private static String wide(ScalarToSql scalars, RexCall call, int index) {
        RexNode operand = call.getOperands().get(index);
        String text = scalars.print(operand);
        return StandardTypes.isWhole(operand.getType()) ? "CAST(" + text + " AS HUGEINT)" : text;
    }

    private static String arithmetic(ScalarToSql scalars, RexCall call, String sign) {
        RelDataType left = call.getOperands().get(0).getType();
        RelDataType right = call.getOperands().get(1).getType();
        if (SqlTypeUtil.isNull(left) || SqlTypeUtil.isNull(right)) {
            return "CAST(NULL AS " + DuckDbTypes.name(call.getType()) + ")";
        }
        if (!SqlTypeUtil.isNumeric(left) || !SqlTypeUtil.isNumeric(right)) {
            return DuckDbDates.arithmetic(scalars, call, sign);
        }
        if (StandardTypes.isDouble(left) || StandardTypes.isDouble(right) || StandardTypes.isDouble(call.getType())) {
            String text = DuckDbReals.print(scalars, call, sign);
            return StandardTypes.isDouble(call.getType()) ? text : typed(text, call.getType());
        }
        if (StandardTypes.isWhole(left) && StandardTypes.isWhole(right)) {
            return typed(wide(scalars, call, 0) + sign + wide(scalars, call, 1), call.getType());
        }
        return typed(decimals(scalars, call, sign), call.getType());
    }

    /**
     * Decimals. DuckDB raises an error where a sum or product leaves its type, and it chooses a 64-bit type for two
     * operands of up to 18 digits; so operands are first given the digits that the result needs. Where no type has that
     * many, the operands are cut: what has more digits is NULL. (TRY would not do: DuckDB moves common parts out of
     * it.)
     */
    private static String decimals(ScalarToSql scalars, RexCall call, String sign) {
        boolean product = sign.equals(" * ");
        Optional<ExactDigits.Operands> operands = ExactDigits.Operands.of(
                call.getOperands().get(0).getType(), call.getOperands().get(1).getType(), product);
        if (operands.isEmpty()) {
            return "(" + real(scalars, call, 0) + sign + real(scalars, call, 1) + ")";
        }
        ExactDigits left = operands.get().left();
        ExactDigits right = operands.get().right();
        // One operand in 128 bits makes the product 128 bits; what was not cut may have a wider type than it needs.
        int leftAll = Math.max(left.all(), product && right.all() < WIDE_DIGITS ? WIDE_DIGITS : 1);
        return scalars.printAs(call.getOperands().get(0), StandardTypes.decimal(leftAll, left.scale()))
                + sign
                + scalars.printAs(call.getOperands().get(1), StandardTypes.decimal(right.all(), right.scale()));
    }

    private static String remainder(ScalarToSql scalars, RexCall call) {
        RexNode left = call.getOperands().get(0);
        RexNode right = call.getOperands().get(1);
        String type = StandardTypes.isWhole(left.getType()) && StandardTypes.isWhole(right.getType())
                ? "HUGEINT"
                : DuckDbTypes.comparable(left.getType(), right.getType());
        String divisor = "NULLIF(" + scalars.printAs(right, type) + ", CAST(0 AS " + type + "))";
        String text = scalars.printAs(left, type) + " % " + divisor;
        return typed(type.equals("DOUBLE") ? withoutNan("(" + text + ")") : text, call.getType());
    }

    /** ROUND and TRUNC at a number of places. */
    private static String places(String function, ScalarToSql scalars, RexCall call) {
        RelDataType type = call.getOperands().get(0).getType();
        if (call.getOperands().size() == 1) {
            return typed(function + "(" + wide(scalars, call, 0) + ")", call.getType());
        }
        RexNode places = call.getOperands().get(1);
        Integer constant = constantPlaces(places);
        // DuckDB knows constant places only for decimals, and rounding 38 digits upward may need a 39th.
        boolean decimal = StandardTypes.isDecimal(type);
        if (decimal && constant != null && isZeroAt(constant, function, type)) {
            // DuckDB would give 0 for NULL too.
            return typed("CASE WHEN " + operand(scalars, call, 0) + " IS NOT NULL THEN 0 END", call.getType());
        }
        if (decimal && (constant == null || type.getPrecision() == TacitTypeSystem.MAX_DIGITS)) {
            return typed(
                    function + "(" + real(scalars, call, 0) + ", " + places(scalars, places, constant) + ")",
                    call.getType());
        }
        return typed(
                function + "(" + wide(scalars, call, 0) + ", " + places(scalars, places, constant) + ")",
                call.getType());
    }

    /** Whether nothing is left of any number; at all of its digits before the point it may be rounded up. */
    private static boolean isZeroAt(int places, String function, RelDataType type) {
        int before = type.getPrecision() - type.getScale();
        return -places > before || -places == before && function.equals("trunc");
    }

    private static @Nullable Integer constantPlaces(RexNode places) {
        if (places instanceof RexLiteral literal) {
            Long value = literal.isNull() ? null : literal.getValueAs(Long.class);
            return value == null ? null : (int) Math.max(-MAX_PLACES, Math.min(MAX_PLACES, value));
        }
        return null;
    }

    private static String places(ScalarToSql scalars, RexNode places, @Nullable Integer constant) {
        return constant != null ? constant.toString() : scalars.printAs(places, "INTEGER");
    }

    private static String whole(String function, ScalarToSql scalars, RexCall call) {
        RelDataType type = call.getOperands().get(0).getType();
        if (call.getOperands().size() == 2) {
            return DuckDbDates.floor(function, scalars, call);
        }
        return StandardTypes.isWhole(type)
                ? scalars.printAs(call.getOperands().get(0), call.getType())
                : typed(function + "(" + operand(scalars, call, 0) + ")", call.getType());
    }
}
