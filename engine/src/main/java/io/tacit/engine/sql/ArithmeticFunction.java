package io.tacit.engine.sql;

import static io.tacit.engine.sql.ScalarSpecification.specified;

import org.apache.calcite.sql.SqlBinaryOperator;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.InferTypes;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.SqlReturnTypeInference;

/** Arithmetic, rounding, and dates that are moved by intervals. What does not fit its type is NULL. */
public enum ArithmeticFunction implements ScalarFunction {
    PLUS(specified(
                    SqlStdOperatorTable.PLUS,
                    "x + y; d + INTERVAL '3' MONTH; d + n * INTERVAL '1' DAY; d + n",
                    "a date or time is moved by a constant interval or by a whole number of them, a date by `n` days")
            .planned(SqlStdOperatorTable.DATETIME_PLUS)
            .range(ResultRange.Rule.SUM)
            .overflow(OverflowRule.SUM)),
    MINUS(specified(
                    SqlStdOperatorTable.MINUS,
                    "x - y; d - INTERVAL '3' MONTH; d - n; d - e",
                    "of two dates the days between them")
            .planned(SqlStdOperatorTable.MINUS_DATE)
            .range(ResultRange.Rule.DIFFERENCE)
            .overflow(OverflowRule.DIFFERENCE)),
    MULTIPLY(specified(SqlStdOperatorTable.MULTIPLY, "x * y", "of whole numbers a BIGINT")
            .range(ResultRange.Rule.PRODUCT)
            .overflow(OverflowRule.PRODUCT)),
    DIVIDE(specified(binary("/", SqlKind.DIVIDE, Signatures.REAL), "x / y", "a DOUBLE; NULL where `y` is 0")
            .range(ResultRange.Rule.QUOTIENT)),
    WHOLE_DIVIDE(specified(
                    binary("//", SqlKind.OTHER, Signatures::quotient),
                    "x // y",
                    "of whole numbers the whole quotient, toward zero and of the wider type; of others `x / y`, as in"
                            + " DuckDB")
            .range(ResultRange.Rule.WHOLE_QUOTIENT)
            .overflow(OverflowRule.WHOLE_QUOTIENT)),
    REMAINDER(specified(SqlStdOperatorTable.MOD, "MOD(x, y); x % y", "of the sign of `x`; NULL where `y` is 0")
            .or(SqlStdOperatorTable.PERCENT_REMAINDER)
            .range(ResultRange.Rule.REMAINDER)
            .overflow(OverflowRule.REMAINDER)),
    UNARY_MINUS(specified(SqlStdOperatorTable.UNARY_MINUS, "-x", "")
            .range(ResultRange.Rule.OPPOSITE)
            .overflow(OverflowRule.OPPOSITE)),
    UNARY_PLUS(specified(SqlStdOperatorTable.UNARY_PLUS, "+x", "")
            .range(ResultRange.Rule.FIRST)
            .overflow(OverflowRule.FIRST)),
    ABS(specified(SqlStdOperatorTable.ABS, "ABS(x)", "")
            .range(ResultRange.Rule.MAGNITUDE)
            .overflow(OverflowRule.MAGNITUDE)),
    SIGN(specified(SqlStdOperatorTable.SIGN, "SIGN(x)", "-1, 0 or 1")
            .range(ResultRange.Rule.SIGN)
            .overflow(OverflowRule.SIGN)),
    ROUND(specified(SqlStdOperatorTable.ROUND, "ROUND(x); ROUND(x, places)", "halves away from zero")
            .range(ResultRange.Rule.ROUNDED)
            .overflow(OverflowRule.ROUNDED)),
    TRUNC(specified(
                    Signatures.function(
                            "TRUNC", Signatures.FIRST, OperandTypes.NUMERIC.or(OperandTypes.NUMERIC_INTEGER)),
                    "TRUNC(x); TRUNC(x, places)",
                    "toward zero")
            .range(ResultRange.Rule.CUT)
            .overflow(OverflowRule.CUT)),
    FLOOR(specified(SqlStdOperatorTable.FLOOR, "FLOOR(x); FLOOR(d TO MONTH)", "of a date the beginning of the unit")
            .range(ResultRange.Rule.FLOOR)
            .overflow(OverflowRule.FLOOR)),
    CEIL(specified(SqlStdOperatorTable.CEIL, "CEIL(x); CEILING(x)", "")
            .alias("CEILING")
            .range(ResultRange.Rule.CEILING)
            .overflow(OverflowRule.CEILING));

    @SuppressWarnings("ImmutableEnumChecker") // An operator does not change.
    private final ScalarSpecification specification;

    ArithmeticFunction(ScalarSpecification specification) {
        this.specification = specification;
    }

    @Override
    public ScalarSpecification specification() {
        return specification;
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.arithmetic(this);
    }

    private static SqlOperator binary(String sign, SqlKind kind, SqlReturnTypeInference type) {
        int multiplicative = 60;
        return new SqlBinaryOperator(
                sign, kind, multiplicative, true, type, InferTypes.FIRST_KNOWN, OperandTypes.NUMERIC_NUMERIC);
    }
}
