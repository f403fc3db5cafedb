package io.tacit.engine.dialect.server;

import io.tacit.engine.dialect.ScalarToSql;
import io.tacit.engine.sql.ExactDigits;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;

/** Numbers where a server differs from others. What a method here gives need not be of the call's type unless it says so. */
public interface NumberNotation {
    /** The name of a type of exact numbers that holds all integers and one digit more. */
    String wide();

    /** An exact number with room for one digit more than its type has, if that is one of integers. */
    String exact(String text, RelDataType type);

    /** An exact number of a type with the other sign. */
    String negative(String text, RelDataType type);

    /** An exact number of a type without its sign. */
    String magnitude(String text, RelDataType type);

    /** A sum, difference or product of two DOUBLE, as IEEE 754 has it. */
    String realArithmetic(String left, String sign, String right);

    /** The quotient of two DOUBLE; NULL where the divisor is 0. */
    String realQuotient(String left, String right);

    /** A sum, difference or product of two integers, in the call's type. */
    String wholeArithmetic(ScalarToSql scalars, RexCall call, String sign);

    /** The quotient of exact numbers, cut toward zero; NULL where the divisor is 0. */
    String wholeQuotient(ScalarToSql scalars, RexCall call);

    /** What is left over when one exact number is divided by another of one type; NULL where the divisor is 0. */
    String remainder(String left, String right);

    /** Whether the server would round the sum or product of decimals. */
    boolean rounds(ExactDigits.Operands operands, boolean product);

    /** An exact number with so many digits; NULL where it has more. */
    String digits(ScalarToSql scalars, RexNode operand, ExactDigits digits);

    /** -1, 0 or 1, and 0 for NaN, in the second type. */
    String sign(String text, RelDataType from, RelDataType to);

    /** A DOUBLE rounded half away from zero. */
    String roundedReal(String text);

    /** A DOUBLE cut toward zero. */
    String cutReal(String text);

    /** A DOUBLE rounded by {@code floor} or {@code ceil}. */
    String wholeReal(String function, String text);

    /**
     * An exact number by {@code round} or {@code trunc} at a number of places.
     *
     * @param places negative before the point
     * @param scale how many digits the number has after the point
     */
    String rounded(String function, String text, int places, int scale);
}
