package io.tacit.engine.sql;

import java.math.BigDecimal;
import java.util.Optional;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.jspecify.annotations.Nullable;

/**
 * Exact values of constants in the text: numbers in any notation, signs, {@code + - *}, and {@code /} where it ends.
 */
final class ConstantNumber {
    /**
     * The largest exponent: numbers of more digits are useless as bounds or options, and arithmetic on them could take
     * forever.
     */
    private static final int MAX_EXPONENT = 400;

    private ConstantNumber() {}

    /** The exact value; empty for anything that is not such a constant. */
    static Optional<BigDecimal> of(SqlNode node) {
        return value(node).filter(ConstantNumber::isModest);
    }

    private static Optional<BigDecimal> value(SqlNode node) {
        if (node instanceof SqlNumericLiteral literal) {
            BigDecimal value = literal.bigDecimalValue();
            return Optional.ofNullable(value).filter(ConstantNumber::isModest);
        }
        if (!(node instanceof SqlCall call)) {
            return Optional.empty();
        }
        return switch (call.getKind()) {
            case MINUS_PREFIX -> value(call.operand(0)).map(BigDecimal::negate);
            case PLUS_PREFIX -> value(call.operand(0));
            case PLUS, MINUS, TIMES, DIVIDE -> combine(call);
            default -> Optional.empty();
        };
    }

    private static Optional<BigDecimal> combine(SqlCall call) {
        Optional<BigDecimal> left = value(call.operand(0));
        Optional<BigDecimal> right = value(call.operand(1));
        if (left.isEmpty() || right.isEmpty()) {
            return Optional.empty();
        }
        BigDecimal a = left.get();
        BigDecimal b = right.get();
        BigDecimal result = switch (call.getKind()) {
            case PLUS -> a.add(b);
            case MINUS -> a.subtract(b);
            case TIMES -> a.multiply(b);
            default -> quotient(a, b);
        };
        return Optional.ofNullable(result).filter(ConstantNumber::isModest);
    }

    /** The quotient; null where its decimals do not end, as for 1/3. */
    private static @Nullable BigDecimal quotient(BigDecimal a, BigDecimal b) {
        try {
            return a.divide(b);
        } catch (ArithmeticException endless) {
            return null;
        }
    }

    private static boolean isModest(BigDecimal value) {
        return value.signum() == 0
                || (Math.abs((long) value.precision() - value.scale()) <= MAX_EXPONENT
                        && value.precision() <= MAX_EXPONENT
                        && Math.abs((long) value.scale()) <= MAX_EXPONENT);
    }
}
