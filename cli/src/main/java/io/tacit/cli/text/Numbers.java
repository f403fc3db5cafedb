package io.tacit.cli.text;

import io.tacit.engine.session.ConfidenceInterval;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Numbers with as many digits as mean something. */
final class Numbers {
    private static final int DIGITS_OF_ERROR = 2;
    private static final int MAX_DECIMALS = 12;

    /** An interval is shown as ± when its two sides differ by less than this share. */
    private static final double SYMMETRIC = 0.02;

    private Numbers() {}

    /**
     * A value with its interval: {@code 348 ± 6}, or {@code 15.9 [15.2, 16.8]} where the value is not in the middle.
     */
    static String withInterval(Number value, ConfidenceInterval interval) {
        double exact = value.doubleValue();
        double reach = interval.halfWidth();
        if (!Double.isFinite(exact) || !Double.isFinite(reach)) {
            return value.toString();
        }
        int decimals = decimals(reach, value);
        double below = exact - interval.low();
        double above = interval.high() - exact;
        if (Math.abs(below - above) <= SYMMETRIC * (below + above) + 1e-12) {
            return rounded(value, decimals) + " ± " + error(Math.max(below, above), decimals);
        }
        // Rounded outwards: what is shown covers what is meant.
        return rounded(value, decimals) + " [" + fixed(interval.low(), decimals, RoundingMode.FLOOR) + ", "
                + fixed(interval.high(), decimals, RoundingMode.CEILING) + "]";
    }

    /** Half an interval, rounded up to two digits; a large one ends in zeros. */
    private static String error(double error, int decimals) {
        // What binary fractions add to 0.7 is not a reason to write 0.71.
        BigDecimal exact = new BigDecimal(error).round(new MathContext(12));
        BigDecimal two = exact.round(new MathContext(DIGITS_OF_ERROR, RoundingMode.UP));
        return two.setScale(decimals, RoundingMode.UP).toPlainString();
    }

    /** Decimals such that the error shows two digits; none for whole numbers. */
    private static int decimals(double error, Number value) {
        if (value instanceof Long || value instanceof Integer) {
            return 0;
        }
        if (error <= 0) {
            return value instanceof BigDecimal decimal ? Math.max(0, decimal.scale()) : 4;
        }
        int magnitude = (int) Math.floor(Math.log10(error));
        int wanted = DIGITS_OF_ERROR - 1 - magnitude;
        int most = value instanceof BigDecimal decimal ? Math.max(0, decimal.scale()) : MAX_DECIMALS;
        return Math.max(0, Math.min(wanted, most));
    }

    /** A value with all of its whole digits, so that what was released can be copied from the table. */
    private static String rounded(Number value, int decimals) {
        BigDecimal exact = value instanceof Double real ? new BigDecimal(real) : new BigDecimal(value.toString());
        return exact.setScale(decimals, RoundingMode.HALF_EVEN).toPlainString();
    }

    private static String fixed(double value, int decimals, RoundingMode rounding) {
        return new BigDecimal(value)
                .round(new MathContext(15))
                .setScale(decimals, rounding)
                .toPlainString();
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
