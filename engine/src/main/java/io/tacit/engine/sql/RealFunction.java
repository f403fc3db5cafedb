package io.tacit.engine.sql;

import static io.tacit.engine.sql.ScalarSpecification.specified;

import java.util.function.DoubleUnaryOperator;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;

/**
 * Roots, powers, logarithms, trigonometry and other functions of DOUBLE values. Where one is not defined, or has a
 * pole, it is NULL; a value beyond the largest DOUBLE is an infinity.
 */
public enum RealFunction implements ScalarFunction {
    // The planner makes POWER(x, 0.5) of it, whose range is then known.
    SQRT(specified(SqlStdOperatorTable.SQRT, "SQRT(x)", "NULL where `x` is negative")),
    CBRT(unary("CBRT", "the third root", ResultRange.rising(Math::cbrt))),
    EXP(specified(SqlStdOperatorTable.EXP, "EXP(x)", "").range(new ResultRange.Rising(Math::exp, false, true))),
    POWER(specified(SqlStdOperatorTable.POWER, "POWER(x, y); POW(x, y); x ^ y; x ** y", "")
            .or(binary("POW"))
            .range(ResultRange.Rule.POWER)),
    LN(specified(SqlStdOperatorTable.LN, "LN(x)", "NULL where `x` is not above 0")
            .range(ofPositive(Math::log))),
    LOG10(specified(SqlStdOperatorTable.LOG10, "LOG10(x)", "NULL where `x` is not above 0")
            .range(ofPositive(Math::log10))),
    LOG2(unary("LOG2", "NULL where `x` is not above 0", ofPositive(x -> Math.log(x) / Math.log(2)))),
    LOG(specified(
                    Signatures.function("LOG", Signatures.REAL, OperandTypes.NUMERIC.or(OperandTypes.NUMERIC_NUMERIC)),
                    "LOG(x); LOG(base, x)",
                    "to base 10 without a base, as in DuckDB and PostgreSQL; GoogleSQL's `LOG(x)` is `LN(x)`, and it"
                            + " has the base last")
            .range(ofPositive(Math::log10))),
    GAMMA(unary("GAMMA", "NULL at 0 and at negative whole numbers", ResultRange.unknown())),
    LGAMMA(unary("LGAMMA", "the logarithm of GAMMA's absolute value", ResultRange.unknown())),
    EVEN(unary("EVEN", "the next even number away from zero", ResultRange.unknown())),
    NEXTAFTER(specified(binary("NEXTAFTER"), "NEXTAFTER(x, y)", "the DOUBLE next to `x` in the direction of `y`")),
    ISNAN(truth("ISNAN")),
    ISINF(truth("ISINF")),
    ISFINITE(truth("ISFINITE")),
    PI(specified(Signatures.function("PI", ReturnTypes.DOUBLE, OperandTypes.NILADIC), "PI()", "")
            .range(ResultRange.between(Math.PI, Math.PI))),
    SIN(unary("SIN", "of an angle in radians", ResultRange.between(-1, 1))),
    COS(unary("COS", "of an angle in radians", ResultRange.between(-1, 1))),
    TAN(unary("TAN", "of an angle in radians", ResultRange.unknown())),
    COT(unary("COT", "of an angle in radians", ResultRange.unknown())),
    ASIN(unary("ASIN", "an angle in radians", ResultRange.around(-Math.PI / 2, Math.PI / 2))),
    ACOS(unary("ACOS", "an angle in radians", ResultRange.around(0, Math.PI))),
    ATAN(unary("ATAN", "an angle in radians", ResultRange.around(-Math.PI / 2, Math.PI / 2))),
    ATAN2(specified(binary("ATAN2"), "ATAN2(y, x)", "the angle of the point (x, y)")
            .range(ResultRange.around(-Math.PI, Math.PI))),
    SINH(unary("SINH", "hyperbolic functions and their inverses", ResultRange.unknown())),
    COSH(unary("COSH", "hyperbolic functions and their inverses", ResultRange.unknown())),
    TANH(unary("TANH", "hyperbolic functions and their inverses", ResultRange.between(-1, 1))),
    ASINH(unary("ASINH", "hyperbolic functions and their inverses", ResultRange.unknown())),
    ACOSH(unary("ACOSH", "hyperbolic functions and their inverses", ResultRange.unknown())),
    ATANH(unary("ATANH", "hyperbolic functions and their inverses", ResultRange.unknown())),
    DEGREES(unary("DEGREES", "an angle given in radians, in degrees", ResultRange.rising(Math::toDegrees))),
    RADIANS(unary("RADIANS", "an angle given in degrees, in radians", ResultRange.rising(Math::toRadians)));

    @SuppressWarnings("ImmutableEnumChecker") // An operator does not change.
    private final ScalarSpecification specification;

    RealFunction(ScalarSpecification specification) {
        this.specification = specification;
    }

    @Override
    public ScalarSpecification specification() {
        return specification;
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.real(this);
    }

    private static ScalarSpecification unary(String name, String meaning, ResultRange range) {
        return specified(Signatures.function(name, Signatures.REAL, OperandTypes.NUMERIC), name + "(x)", meaning)
                .range(range);
    }

    private static SqlFunction binary(String name) {
        return Signatures.function(name, Signatures.REAL, OperandTypes.NUMERIC_NUMERIC);
    }

    private static ScalarSpecification truth(String name) {
        return specified(Signatures.function(name, Signatures.TRUTH, OperandTypes.NUMERIC), name + "(x)", "");
    }

    private static ResultRange ofPositive(DoubleUnaryOperator function) {
        return new ResultRange.Rising(function, true, false);
    }
}
