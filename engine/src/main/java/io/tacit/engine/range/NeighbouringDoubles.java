package io.tacit.engine.range;

import java.math.BigDecimal;
import java.util.Optional;

/** The DOUBLE values next to a real number; empty where that would be an infinity. */
final class NeighbouringDoubles {
    /** The most binary digits of values with which computations are exact, over as many rows as there are. */
    private static final int SHORT = 20;

    /** An error in units of the last place, larger than those of DuckDB's functions and Java's together. */
    private static final int SLACK = 4;

    private NeighbouringDoubles() {}

    /** The largest DOUBLE that is not above. */
    static Optional<BigDecimal> below(BigDecimal value) {
        double near = value.doubleValue();
        if (Double.isInfinite(near)) {
            return near > 0 ? Optional.of(new BigDecimal(Double.MAX_VALUE)) : Optional.empty();
        }
        return finite(new BigDecimal(near).compareTo(value) <= 0 ? near : Math.nextDown(near));
    }

    /** The least DOUBLE that is not below. */
    static Optional<BigDecimal> above(BigDecimal value) {
        return below(value.negate()).map(BigDecimal::negate);
    }

    /** Like {@link #below}, but also below the result of a few rounded operations. */
    static Optional<BigDecimal> wellBelow(BigDecimal value) {
        Optional<BigDecimal> below = below(value);
        return below.isEmpty() || isShort(below.get())
                ? below
                : slackBelow(below.get().doubleValue());
    }

    /** Like {@link #above}, but also above the result of a few rounded operations. */
    static Optional<BigDecimal> wellAbove(BigDecimal value) {
        return wellBelow(value.negate()).map(BigDecimal::negate);
    }

    /** A DOUBLE below every result of a function whose exact value is about this. */
    static Optional<BigDecimal> slackBelow(double value) {
        double end = value;
        for (int i = 0; i < SLACK; i++) {
            end = Math.nextDown(end);
        }
        return finite(end);
    }

    /** A DOUBLE above every result of a function whose exact value is about this. */
    static Optional<BigDecimal> slackAbove(double value) {
        return slackBelow(-value).map(BigDecimal::negate);
    }

    private static boolean isShort(BigDecimal value) {
        if (value.signum() == 0) {
            return true;
        }
        long bits = Double.doubleToLongBits(value.doubleValue()) & ((1L << 52) - 1);
        return 52 - Long.numberOfTrailingZeros(bits == 0 ? 1L << 52 : bits) <= SHORT;
    }

    private static Optional<BigDecimal> finite(double value) {
        return Double.isFinite(value) ? Optional.of(new BigDecimal(value)) : Optional.empty();
    }
}
