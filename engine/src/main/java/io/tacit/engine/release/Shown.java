package io.tacit.engine.release;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.privacy.mechanism.DecimalEstimate;
import io.tacit.privacy.mechanism.Estimate;
import io.tacit.privacy.mechanism.QuantileTree;
import io.tacit.privacy.number.Rational;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * The value and the interval of one output in one group.
 *
 * @param value null where there is none
 * @param low the lower end of its interval, of the type {@link ColumnType#ofEnds}; null where it has none
 * @param high the upper end
 */
record Shown(
        @Nullable Object value,
        @Nullable Object low,
        @Nullable Object high) {
    /** Steps of whole numbers and of ordinary decimals are coarser, and values lie on them. */
    private static final Rational FINE_STEP = Rational.of(1, 1 << 30);

    /** Binary digits of the largest number of steps that are few. */
    private static final int FEW_STEPS = 20;

    static final Shown NOTHING = new Shown(null, null, null);

    /** No value lies outside of its interval, not even one that its type cuts: the end is moved out to it. */
    Shown {
        if (value instanceof Number number && low instanceof Double least && high instanceof Double most) {
            double near = number.doubleValue();
            low = isAbove(least, number) ? Math.min(Math.nextDown(least), near) : least;
            high = isBelow(most, number) ? Math.max(Math.nextUp(most), near) : most;
        }
    }

    /** Whether an end, as it is written, is more than a value. */
    private static boolean isAbove(double end, Number value) {
        return value instanceof BigDecimal exact && Double.isFinite(end)
                ? BigDecimal.valueOf(end).compareTo(exact) > 0
                : end > value.doubleValue();
    }

    private static boolean isBelow(double end, Number value) {
        return value instanceof BigDecimal exact && Double.isFinite(end)
                ? BigDecimal.valueOf(end).compareTo(exact) < 0
                : end < value.doubleValue();
    }

    static Shown of(Object value, DecimalEstimate ends) {
        return new Shown(value, ends.low().doubleValue(), ends.high().doubleValue());
    }

    /** A value with its interval; without one if the noise leaves an end open. */
    static Shown closed(Estimate found) {
        boolean closed = Double.isFinite(found.low()) && Double.isFinite(found.high());
        return closed ? of(found.value(), found) : new Shown(found.value(), null, null);
    }

    static Shown of(Object value, Estimate ends) {
        return new Shown(value, ends.low(), ends.high());
    }

    /** With an interval that holds what was cut off, too. */
    Shown and(CutOff cut) {
        return low instanceof Double least && high instanceof Double most && !cut.isNothing()
                ? new Shown(value, least - cut.below(), most + cut.above())
                : this;
    }

    /** The same, open at the ends of which nothing is known. */
    Shown without(boolean openLow, boolean openHigh) {
        return new Shown(value, openLow ? null : low, openHigh ? null : high);
    }

    /** A quantile, with its interval if it has one. The ends of dates are dates. */
    static Shown drawn(ColumnType type, QuantileTree.Interval drawn, Rational unit, boolean interval) {
        ColumnType ends = type.ofEnds();
        // A value is seen in steps: of few of them it may be any number within one.
        boolean tiny = unit.compareTo(FINE_STEP) < 0
                && OpenEnds.isRounded(type, unit)
                && drawn.low().abs().max(drawn.high().abs()).bitLength() <= FEW_STEPS;
        BigInteger step = tiny ? BigInteger.ONE : BigInteger.ZERO;
        return new Shown(
                NoisyNumber.value(type, drawn.value(), unit),
                interval ? NoisyNumber.value(ends, drawn.low().subtract(step), unit) : null,
                interval ? NoisyNumber.value(ends, drawn.high().add(step), unit) : null);
    }

    /**
     * A sum of portions. Decimals lie on the column's units, and so does what the interval holds: its ends are rounded
     * inward to them, but never past the value.
     *
     * @param column the real value of one unit of the column
     */
    static Shown linear(ColumnType type, Rational value, LinearNoise.Ends ends, Rational column) {
        if (type.kind() == ColumnType.Kind.DOUBLE) {
            double nearest = value.toDoubleNearest() + 0.0;
            return new Shown(
                    nearest,
                    Math.min(nearest, ends.low().toDoubleDown() + 0.0),
                    Math.max(nearest, ends.high().toDoubleUp() + 0.0));
        }
        BigInteger whole = value.dividedBy(column).plus(Rational.of(1, 2)).floor();
        BigInteger low = ends.low().dividedBy(column).ceil().min(whole);
        BigInteger high = ends.high().dividedBy(column).floor().max(whole);
        if (ends.symmetric()) {
            BigInteger width = whole.subtract(low).max(high.subtract(whole));
            low = whole.subtract(width);
            high = whole.add(width);
        }
        return new Shown(
                NoisyNumber.value(type, whole, column),
                Rational.of(low).times(column).toDoubleNearest(),
                Rational.of(high).times(column).toDoubleNearest());
    }
}
