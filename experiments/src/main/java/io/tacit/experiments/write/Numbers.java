package io.tacit.experiments.write;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** Numbers as people read them: three digits, and powers of ten where they are very small or large. */
final class Numbers {
    private static final MathContext THREE = new MathContext(3);
    private static final double LEAST_PLAIN = 1e-4;
    private static final double MOST_PLAIN = 1e7;

    private Numbers() {}

    static String text(double value) {
        if (value == 0) {
            return "0";
        }
        double size = Math.abs(value);
        if (size < LEAST_PLAIN || size >= MOST_PLAIN) {
            return String.format(Locale.ROOT, "%.2e", value).replaceFirst("e([+-])0*([0-9]+)", "e$1$2");
        }
        if (size > 0.99 && size < 1 && 1 - size >= 1e-9) {
            // What is missing of 1 is what people look for.
            int digits = 1 + (int) Math.ceil(-Math.log10(1 - size));
            return new BigDecimal(value).setScale(digits, RoundingMode.HALF_UP).toPlainString();
        }
        BigDecimal rounded = new BigDecimal(value).round(THREE);
        return size >= 1000
                ? String.format(Locale.ROOT, "%,d", Math.round(value))
                : rounded.scale() < 0 ? rounded.setScale(0).toPlainString() : rounded.toPlainString();
    }

    static String text(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }
}
