package io.tacit.privacy.mechanism;

/**
 * Two doubles between which a real number lies. Each operation rounds its ends outward, so that what was enclosed stays
 * enclosed; the ends may be infinite, and are never NaN.
 *
 * @param low at most {@code high}
 * @param high at least {@code low}
 */
record Span(double low, double high) {
    static final Span ALL = new Span(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);

    Span {
        if (!(low <= high)) {
            throw new IllegalArgumentException("low must be at most high");
        }
    }

    /** A number and what lies within a distance of it. */
    static Span around(double value, double distance) {
        return new Span(value, value).plus(new Span(-distance, distance));
    }

    static Span of(double value) {
        return new Span(value, value);
    }

    Span plus(Span other) {
        return outward(low + other.low, high + other.high);
    }

    Span minus(Span other) {
        return outward(low - other.high, high - other.low);
    }

    Span times(Span other) {
        if (isZero() || other.isZero()) {
            return of(0);
        }
        double a = product(low, other.low);
        double b = product(low, other.high);
        double c = product(high, other.low);
        double d = product(high, other.high);
        return outward(Math.min(Math.min(a, b), Math.min(c, d)), Math.max(Math.max(a, b), Math.max(c, d)));
    }

    private boolean isZero() {
        return low == 0 && high == 0;
    }

    /**
     * A product in which 0·∞ is 0: the infinite end stands for numbers without a limit, and 0 times each of them is 0.
     */
    private static double product(double one, double other) {
        return one == 0 || other == 0 ? 0 : one * other;
    }

    /** The squares of its numbers. */
    Span square() {
        Span all = times(this);
        return low <= 0 && high >= 0 ? new Span(0, all.high) : new Span(Math.max(0, all.low), all.high);
    }

    /** The roots of its numbers, none of them negative. */
    Span root() {
        return new Span(Math.max(0, Math.nextDown(Math.sqrt(low))), Math.nextUp(Math.sqrt(high)));
    }

    /** All quotients by the numbers of another that are more than 0; everything where it has none. */
    Span dividedBy(Span divisor) {
        if (divisor.high <= 0) {
            return ALL;
        }
        double least = Math.max(0, divisor.low);
        return outward(quotient(low, low < 0 ? least : divisor.high), quotient(high, high < 0 ? divisor.high : least));
    }

    /** The limit of a quotient whose divisor may be 0 or infinite. */
    private static double quotient(double dividend, double divisor) {
        if (dividend == 0 || Double.isInfinite(divisor)) {
            return Double.isInfinite(dividend) ? dividend : 0;
        }
        return dividend / divisor;
    }

    /** Each number moved into [least, most]. */
    Span clamped(double least, double most) {
        return new Span(Math.max(least, Math.min(most, low)), Math.max(least, Math.min(most, high)));
    }

    private static Span outward(double low, double high) {
        double least = Double.isNaN(low) ? Double.NEGATIVE_INFINITY : Math.nextDown(low);
        double most = Double.isNaN(high) ? Double.POSITIVE_INFINITY : Math.nextUp(high);
        return new Span(least, most);
    }
}
