package io.tacit.engine.ledger.book;

import io.tacit.privacy.number.Rational;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.regex.Pattern;

/**
 * The decimals of the book: 40 digits after the point, so that sums of any fractions stay short. What is spent is
 * rounded up and what is allowed is rounded down, each once and before anything is added.
 */
final class BookDecimals {
    private static final int PLACES = 40;
    private static final int SHOWN = 12;
    private static final Pattern WRITTEN = Pattern.compile("[0-9]{1,12000}(\\.[0-9]{1,40})?");

    private BookDecimals() {}

    static BigDecimal up(Rational value) {
        return round(value, RoundingMode.CEILING);
    }

    static BigDecimal down(Rational value) {
        return round(value, RoundingMode.FLOOR);
    }

    private static BigDecimal round(Rational value, RoundingMode mode) {
        // Without its zeros, so that sums stay as short as their parts.
        return new BigDecimal(value.numerator())
                .divide(new BigDecimal(value.denominator()), PLACES, mode)
                .stripTrailingZeros();
    }

    /** A number as the book stores it: no exponent, no zeros at the end. */
    static String text(BigDecimal value) {
        return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
    }

    /**
     * The number that {@link #text} wrote.
     *
     * @throws DamagedBook when it did not write this
     */
    static BigDecimal read(String text) {
        if (!WRITTEN.matcher(text).matches()) {
            throw new DamagedBook("a number in it is not one that Tacit writes");
        }
        return new BigDecimal(text);
    }

    /** A number for people, rounded up to twelve digits. */
    static String shownUp(BigDecimal value) {
        return shown(value, RoundingMode.CEILING);
    }

    /** A number for people, rounded down to twelve digits, so that what is shown can be spent. */
    static String shownDown(BigDecimal value) {
        return shown(value, RoundingMode.FLOOR);
    }

    private static String shown(BigDecimal value, RoundingMode mode) {
        if (value.signum() == 0) {
            return "0";
        }
        BigDecimal short12 = value.round(new MathContext(SHOWN, mode)).stripTrailingZeros();
        int exponent = short12.precision() - short12.scale() - 1;
        if (exponent >= -4 && exponent < 15) {
            return short12.toPlainString();
        }
        return short12.movePointLeft(exponent).stripTrailingZeros().toPlainString() + "e" + exponent;
    }
}
