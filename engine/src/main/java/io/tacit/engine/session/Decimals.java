package io.tacit.engine.session;

import io.tacit.privacy.number.Rational;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;

/** Prints exact fractions for people. */
final class Decimals {
    private static final MathContext DIGITS = new MathContext(12);

    private Decimals() {}

    /** The shortest decimal if the fraction is one, else twelve digits of it. */
    static String text(Rational value) {
        if (value.signum() == 0) {
            return "0";
        }
        BigDecimal numerator = new BigDecimal(value.numerator());
        BigDecimal denominator = new BigDecimal(value.denominator());
        BigDecimal decimal = numerator.divide(denominator, DIGITS).stripTrailingZeros();
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
