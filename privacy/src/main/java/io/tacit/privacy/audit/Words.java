package io.tacit.privacy.audit;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** How verdicts spell numbers, claims and data sets. */
final class Words {
    private static final double LEAST_PLAIN = 1e-3;
    private static final double LARGEST_PLAIN = 1e6;

    private Words() {}

    /** A number in four digits, which are enough to read. */
    static String number(double value) {
        double size = Math.abs(value);
        if (value == Math.rint(value) && size < LARGEST_PLAIN) {
            return Long.toString((long) value);
        }
        boolean plain = size >= LEAST_PLAIN && size < LARGEST_PLAIN;
        return plain
                ? String.format(Locale.ROOT, "%.4f", value).replaceAll("0+$", "")
                : String.format(Locale.ROOT, "%.3g", value)
                        .replaceAll("\\.?0*e", "e")
                        .replaceAll("e([+-])0+", "e$1");
    }

    static String claim(double epsilon, double delta) {
        return "ε " + number(epsilon) + (delta > 0 ? ", δ " + number(delta) : "");
    }

    /** A data set in braces, as in the paper. */
    static String dataSet(List<Double> data) {
        return data.stream().map(Object::toString).collect(Collectors.joining(", ", "{", "}"));
    }
}
