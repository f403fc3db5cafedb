package io.tacit.cli.text;

import io.tacit.engine.session.ConfidenceInterval;
import io.tacit.privacy.number.Rational;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Numbers with as many digits as mean something. */
public final class Numbers {
    private static final int DIGITS_OF_ERROR = 2;
    private static final int MAX_DECIMALS = 12;
    private static final int SHOWN_DIGITS = 4;

    /** An interval is shown as ± when its two sides differ by less than this share. */
    private static final double SYMMETRIC = 0.02;

    private Numbers() {}

    /**
     * A value with its interval, rounded to the second digit of its error and grouped by thousands: {@code 2,510 ± 45},
     * or {@code 15.9 [15.2, 16.8]} where the value is not in the middle. What is shown covers what is meant.
     */
    static String withInterval(Number value, ConfidenceInterval interval) {
        double exact = value.doubleValue();
        if (Double.isInfinite(interval.low()) != Double.isInfinite(interval.high())) {
            return halfOpen(value, interval);
        }
        double reach = interval.halfWidth();
        if (!Double.isFinite(exact) || !Double.isFinite(reach)) {
            return value.toString();
        }
        int place = place(reach, value);
        BigDecimal shown = exact(value).setScale(place, RoundingMode.HALF_EVEN);
        double below = exact - interval.low();
        double above = interval.high() - exact;
        if (Math.abs(below - above) <= SYMMETRIC * (below + above) + 1e-12) {
            return grouped(shown) + " ± " + grouped(error(shown, interval, place));
        }
        return grouped(shown) + " " + ends(interval, place);
    }

    /** A value that is at least, or at most, so much: {@code 80 [79 or more]}. */
    private static String halfOpen(Number value, ConfidenceInterval interval) {
        boolean above = Double.isInfinite(interval.high());
        double end = above ? interval.low() : interval.high();
        int place = place(Math.abs(value.doubleValue() - end), value);
        String shown = grouped(exact(value).setScale(place, RoundingMode.HALF_EVEN));
        return above
                ? shown + " [" + grouped(end(end, place, RoundingMode.FLOOR)) + " or more]"
                : shown + " [" + grouped(end(end, place, RoundingMode.CEILING)) + " or less]";
    }

    /** A value of which the interval tells nothing. */
    static String unknown(Number value, ConfidenceInterval interval) {
        return "unknown " + ends(interval, place(interval.halfWidth(), value));
    }

    private static String ends(ConfidenceInterval interval, int place) {
        return "[" + grouped(end(interval.low(), place, RoundingMode.FLOOR)) + ", "
                + grouped(end(interval.high(), place, RoundingMode.CEILING)) + "]";
    }

    /** What is away from the shown value at most, rounded up to two digits; a large one ends in zeros. */
    private static BigDecimal error(BigDecimal shown, ConfidenceInterval interval, int place) {
        BigDecimal below = shown.subtract(binary(interval.low()));
        BigDecimal above = binary(interval.high()).subtract(shown);
        BigDecimal two = below.max(above).max(BigDecimal.ZERO).round(new MathContext(DIGITS_OF_ERROR, RoundingMode.UP));
        return two.setScale(Math.max(place, 0), RoundingMode.UP);
    }

    /** Where to round so that the error shows two digits; no place behind the point for whole numbers. */
    private static int place(double error, Number value) {
        int most = value instanceof Long || value instanceof Integer
                ? 0
                : value instanceof BigDecimal decimal ? Math.max(0, decimal.scale()) : MAX_DECIMALS;
        if (error <= 0) {
            return value instanceof Double ? 4 : most;
        }
        int magnitude = (int) Math.floor(Math.log10(error));
        return Math.min(DIGITS_OF_ERROR - 1 - magnitude, most);
    }

    private static BigDecimal exact(Number value) {
        return value instanceof Double real ? new BigDecimal(real) : new BigDecimal(value.toString());
    }

    /** What binary fractions add to 0.7 is not a reason to write 0.71. */
    private static BigDecimal binary(double value) {
        return new BigDecimal(value).round(new MathContext(15));
    }

    private static BigDecimal end(double value, int place, RoundingMode rounding) {
        return binary(value).setScale(place, rounding);
    }

    /** All digits, whole ones in groups of three. */
    /** Digits in groups of three. */
    static String grouped(BigDecimal value) {
        String plain = value.setScale(Math.max(0, value.scale()), RoundingMode.UNNECESSARY)
                .toPlainString();
        int point = plain.indexOf('.');
        int from = plain.startsWith("-") ? 1 : 0;
        StringBuilder text = new StringBuilder(plain);
        for (int at = (point < 0 ? plain.length() : point) - 3; at > from; at -= 3) {
            text.insert(at, ',');
        }
        return text.toString();
    }

    /** What was spent, to four digits and never less than it is: with an exponent such as 1e-8 where it is very small. */
    public static String spent(String decimal) {
        return amount(Rational.of(new BigDecimal(decimal)), RoundingMode.CEILING);
    }

    /** What was spent, as {@link #spent(String)} shows it. */
    public static String spent(Rational value) {
        return amount(value, RoundingMode.CEILING);
    }

    /** What may be spent, to four digits and never more than it is. */
    public static String allowed(String decimal) {
        return amount(Rational.of(new BigDecimal(decimal)), RoundingMode.FLOOR);
    }

    /** What may be spent, as {@link #allowed(String)} shows it. */
    public static String allowed(Rational value) {
        return amount(value, RoundingMode.FLOOR);
    }

    private static String amount(Rational exact, RoundingMode rounding) {
        BigDecimal value = new BigDecimal(exact.numerator())
                .divide(new BigDecimal(exact.denominator()), new MathContext(SHOWN_DIGITS, rounding))
                .stripTrailingZeros();
        int exponent = value.precision() - value.scale() - 1;
        return value.signum() == 0
                ? "0"
                : exponent >= -4 && exponent < 15
                        ? value.toPlainString()
                        : value.movePointLeft(exponent).stripTrailingZeros().toPlainString() + "e" + exponent;
    }

    /** A number without an interval: whole, or with six digits. */
    static String plain(Object value) {
        if (value instanceof Double real) {
            if (!Double.isFinite(real)) {
                return real.toString();
            }
            BigDecimal rounded = new BigDecimal(real).round(new MathContext(6)).stripTrailingZeros();
            return rounded.scale() < -6
                    ? rounded.toString()
                    : rounded.setScale(Math.max(0, rounded.scale()), RoundingMode.UNNECESSARY)
                            .toPlainString();
        }
        return value instanceof BigDecimal decimal ? decimal.toPlainString() : value.toString();
    }
}
