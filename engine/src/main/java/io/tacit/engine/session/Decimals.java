package io.tacit.engine.session;

import io.tacit.privacy.number.Rational;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;

/** Prints exact fractions for people. */
final class Decimals {
    private static final int DIGITS = 12;

    private Decimals() {}

    /** Something that was or would be spent: exactly where twelve digits are enough, else never less than it is. */
    static String spent(Rational value) {
        return text(value, RoundingMode.CEILING);
    }

    /** Something that may still be spent: exactly where twelve digits are enough, else never more than it is. */
    static String left(Rational value) {
        return text(value, RoundingMode.FLOOR);
    }

    /** Any other number: the shortest decimal if twelve digits are enough, else the nearest of twelve digits. */
    static String text(Rational value) {
        return text(value, RoundingMode.HALF_EVEN);
    }

    private static String text(Rational value, RoundingMode rounding) {
        if (value.signum() == 0) {
            return "0";
        }
        BigDecimal numerator = new BigDecimal(value.numerator());
        BigDecimal denominator = new BigDecimal(value.denominator());
        BigDecimal decimal =
                numerator.divide(denominator, new MathContext(DIGITS, rounding)).stripTrailingZeros();
        int exponent = decimal.precision() - decimal.scale() - 1;
        boolean plain = exponent >= -4 && exponent < 15;
        return plain ? decimal.toPlainString() : scientific(decimal);
    }

    private static String scientific(BigDecimal decimal) {
        BigInteger digits = decimal.unscaledValue().abs();
        int exponent = decimal.precision() - decimal.scale() - 1;
        String all = digits.toString();
        String mantissa = all.length() == 1 ? all : all.charAt(0) + "." + all.substring(1);
        return (decimal.signum() < 0 ? "-" : "") + mantissa + "e" + exponent;
    }
}
