package io.tacit.engine.dialect.server;

import io.tacit.engine.dialect.ScalarPrinter;
import io.tacit.engine.dialect.ScalarToSql;
import io.tacit.engine.sql.RealFunction;
import java.math.BigDecimal;
import java.util.Objects;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * Functions of DOUBLE that give the same in every engine.
 *
 * @param sql what all printers of the server use
 * @param notation where the server differs from others
 */
public record ServerReals(ServerSql sql, RealNotation notation) {
    private static final BigDecimal HALF = new BigDecimal("0.5");

    /** The printer of a function of DOUBLE. */
    public ScalarPrinter printer(RealFunction function) {
        return switch (function) {
            case SQRT -> (scalars, call) -> notation.root(argument(scalars, call));
            case POWER -> this::power;
            case PI -> (scalars, call) -> "pi()";
            case ISNAN ->
                (scalars, call) ->
                        "(" + argument(scalars, call) + " = " + sql.types().real("NaN") + ")";
            case ISINF -> (scalars, call) -> magnitude(scalars, call, " = ");
            case ISFINITE -> (scalars, call) -> magnitude(scalars, call, " < ");
            case LN,
                    LOG10,
                    LOG,
                    EXP,
                    CBRT,
                    SIN,
                    COS,
                    TAN,
                    COT,
                    ASIN,
                    ACOS,
                    ATAN,
                    ATAN2,
                    SINH,
                    COSH,
                    TANH,
                    ASINH,
                    ACOSH,
                    ATANH,
                    DEGREES,
                    RADIANS -> notation.rounded(function);
            // No such function, not in all versions, or nobody's need over people's rows.
            case LOG2, GAMMA, LGAMMA, EVEN, NEXTAFTER -> sql.lacking().printer();
        };
    }

    /** The only operand as a DOUBLE. */
    public String argument(ScalarToSql scalars, RexCall call) {
        return scalars.printAs(call.getOperands().get(0), sql.types().name(SqlTypeName.DOUBLE));
    }

    private String magnitude(ScalarToSql scalars, RexCall call, String sign) {
        return "(abs(" + argument(scalars, call) + ")" + sign + sql.types().real("Infinity") + ")";
    }

    private String power(ScalarToSql scalars, RexCall call) {
        RexNode exponent = call.getOperands().get(1);
        boolean half = exponent instanceof RexLiteral literal
                && SqlTypeUtil.isNumeric(literal.getType())
                && !literal.isNull()
                && HALF.compareTo(Objects.requireNonNull(literal.getValueAs(BigDecimal.class))) == 0;
        if (!half) {
            throw sql.lacking().function("POWER");
        }
        return notation.root(argument(scalars, call));
    }
}
