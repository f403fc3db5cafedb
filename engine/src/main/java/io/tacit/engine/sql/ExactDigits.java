package io.tacit.engine.sql;

import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;

/**
 * The digits of an exact number, and the digits that a computation gives its operands. No type has more than {@value
 * TacitTypeSystem#MAX_DIGITS}; an operand with more digits than a computation gives it is NULL there.
 *
 * @param all before and after the point
 * @param scale after the point
 */
public record ExactDigits(int all, int scale) {
    /**
     * The largest scale that is cut: with more digits after the point too few of 38 would be left before it, and DOUBLE
     * is the better type.
     */
    private static final int MAX_CUT_SCALE = 18;

    private static final int TINYINT = 3;
    private static final int SMALLINT = 5;
    private static final int INTEGER = 10;
    private static final int BIGINT = 19;

    /** The number of digits before the point. */
    public int whole() {
        return all - scale;
    }

    /** The digits that hold every value of an exact type. */
    public static ExactDigits of(RelDataType type) {
        return switch (type.getSqlTypeName()) {
            case TINYINT -> new ExactDigits(TINYINT, 0);
            case SMALLINT -> new ExactDigits(SMALLINT, 0);
            case INTEGER -> new ExactDigits(INTEGER, 0);
            case BIGINT -> new ExactDigits(BIGINT, 0);
            default -> new ExactDigits(type.getPrecision(), type.getScale());
        };
    }

    /**
     * The digits in which two exact numbers are compared: all after the point, so that neighbours are never equal, and
     * as many before it as are left.
     */
    public static ExactDigits compared(RelDataType left, RelDataType right) {
        ExactDigits a = of(left);
        ExactDigits b = of(right);
        int scale = Math.max(a.scale, b.scale);
        int whole = Math.max(a.whole(), b.whole());
        return new ExactDigits(Math.min(TacitTypeSystem.MAX_DIGITS, whole + scale), scale);
    }

    /**
     * The digits that the operands of a sum, difference or product are given, so that the result fits into 38.
     *
     * @param left of the first operand
     * @param right of the second
     */
    public record Operands(ExactDigits left, ExactDigits right) {
        /** The digits of two exact numbers, one of them a DECIMAL; empty where the computation is made in DOUBLE. */
        public static Optional<Operands> of(RelDataType left, RelDataType right, boolean product) {
            ExactDigits a = ExactDigits.of(left);
            ExactDigits b = ExactDigits.of(right);
            int scale = product ? a.scale + b.scale : Math.max(a.scale, b.scale);
            int digits = product ? a.all + b.all : Math.max(a.whole(), b.whole()) + scale + 1;
            if (digits > TacitTypeSystem.MAX_DIGITS && scale > MAX_CUT_SCALE) {
                return Optional.empty();
            }
            return Optional.of(product ? ofProduct(a, b) : ofSum(digits, scale));
        }

        /** The digits of the operands of a sum: one digit of 38 is kept free for the carry. */
        private static Operands ofSum(int digits, int scale) {
            int most = digits <= TacitTypeSystem.MAX_DIGITS ? digits : TacitTypeSystem.MAX_DIGITS - 1;
            ExactDigits both = new ExactDigits(most, scale);
            return new Operands(both, both);
        }

        /**
         * The digits of the operands of a product: the operand with fewer digits before the point keeps them if they
         * are at most half.
         */
        private static Operands ofProduct(ExactDigits left, ExactDigits right) {
            int whole = TacitTypeSystem.MAX_DIGITS - left.scale - right.scale;
            int leftWhole = left.whole();
            int rightWhole = right.whole();
            if (leftWhole + rightWhole > whole) {
                int half = whole / 2;
                leftWhole = Math.min(leftWhole, Math.max(half, whole - rightWhole));
                rightWhole = Math.min(rightWhole, whole - leftWhole);
            }
            return new Operands(
                    new ExactDigits(leftWhole + left.scale, left.scale),
                    new ExactDigits(rightWhole + right.scale, right.scale));
        }
    }
}
