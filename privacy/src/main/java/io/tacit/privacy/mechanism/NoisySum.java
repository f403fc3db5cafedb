package io.tacit.privacy.mechanism;

import io.tacit.privacy.number.Rational;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Optional;

/**
 * A SUM of rows from a noisy weight W and a noisy centred sum S that are measured for a mean anyway: middle·W + S. So
 * it needs no state of its own.
 *
 * <p>The interval covers the sum of what people weigh, after limits and clamping, at its confidence, whatever the data:
 * the law of the error middle·Z₂ + Z₁ is known. The proof is in {@code NoisySum.md} beside this class.
 *
 * @param middle of the bounds of a row, in real units
 * @param centredUnit the real value of one of the centred sum
 * @param column the unit in which values are shown
 * @param halfWidth half the interval, in real units
 * @param centredHalfWidth half the interval of the centred sum alone, with half as much left uncovered
 */
public record NoisySum(
        Rational middle, Rational centredUnit, Unit column, Rational halfWidth, Rational centredHalfWidth) {
    private static final int HALVINGS = 60;

    /** Covers the rounding of the tail's doubles. */
    private static final Rational SLIGHTLY_MORE = Rational.of(1_000_000_001, 1_000_000_000);

    /** Refuses negative widths. */
    public NoisySum {
        if (halfWidth.signum() < 0 || centredHalfWidth.signum() < 0) {
            throw new IllegalArgumentException("halfWidth and centredHalfWidth must be at least 0");
        }
    }

    /**
     * A sum under noise.
     *
     * @param centred the state of the centred sum
     * @param centredNoise its noise; empty for a constant
     * @param weightNoise the noise of the weight, of the same law; empty for a constant
     * @param confidence more than 0 and less than 1
     * @throws IllegalArgumentException for noises of different laws and for a confidence out of range
     */
    public static NoisySum under(
            State.Centred centred,
            Optional<? extends IntegerNoise> centredNoise,
            Optional<? extends IntegerNoise> weightNoise,
            double confidence) {
        if (!(confidence > 0 && confidence < 1)) {
            throw new IllegalArgumentException("confidence must be more than 0 and less than 1");
        }
        Rational middle = middleOf(centred);
        Rational ofEach = Rational.ofExact(confidenceOfEach(confidence));
        Rational centredAlone = halfWidth(centredNoise, ofEach, centred.unit());
        Rational width;
        if (centredNoise.isEmpty() || weightNoise.isEmpty() || middle.signum() == 0) {
            Rational asked = Rational.ofExact(confidence);
            width = halfWidth(centredNoise, asked, centred.unit()).plus(halfWidth(weightNoise, asked, middle.abs()));
        } else {
            Rational both = centredAlone.plus(halfWidth(weightNoise, ofEach, middle.abs()));
            SumError error = SumError.of(centredNoise.get(), centred.unit(), weightNoise.get(), middle.abs());
            width = together(error, centred.unit(), 1 - confidence, both);
        }
        return new NoisySum(middle, centred.unit(), centred.column(), width, centredAlone);
    }

    /** The middle of the bounds of a row, in real units. */
    public static Rational middleOf(State.Centred centred) {
        return Rational.of(centred.low().add(centred.high()))
                .times(centred.column().size())
                .dividedBy(Rational.of(2));
    }

    /**
     * The confidence of each of two intervals, of the weight and of the centred sum, so that both hold at the wanted
     * confidence.
     */
    public static double confidenceOfEach(double confidence) {
        return 1 - (1 - confidence) / 2;
    }

    private static Rational halfWidth(Optional<? extends IntegerNoise> noise, Rational confidence, Rational unit) {
        return noise.map(law -> Rational.of(law.halfWidth(confidence)).times(unit))
                .orElse(Rational.ZERO);
    }

    /** The least t with P(|Z₁ + middle·Z₂| > t) ≤ missed, rounded up; never more than {@code both}. */
    private static Rational together(SumError error, Rational unit, double missed, Rational both) {
        double largest = both.toDoubleUp();
        if (!Double.isFinite(largest) || error.beyond(largest) > missed) {
            return both;
        }
        double outside = 0;
        double inside = largest;
        for (int i = 0; i < HALVINGS; i++) {
            double between = outside / 2 + inside / 2;
            if (error.beyond(between) <= missed) {
                inside = between;
            } else {
                outside = between;
            }
        }
        return Rational.ofExact(inside)
                .times(SLIGHTLY_MORE)
                .plus(error.slack())
                .plus(unit)
                .min(both);
    }

    /** For columns of whole numbers and decimals: the value is rounded to the column's unit, the ends outward to it. */
    public DecimalEstimate exact(BigInteger weight, BigInteger centred) {
        Rational value = value(weight, centred);
        return exact(value, value.minus(halfWidth), value.plus(halfWidth));
    }

    /** For doubles: the value is a nearest one, the ends are rounded outward. There is one zero, without a sign. */
    public Estimate nearest(BigInteger weight, BigInteger centred) {
        Rational value = value(weight, centred);
        return nearest(value, value.minus(halfWidth), value.plus(halfWidth));
    }

    /**
     * The same where the weight decided whether the group appears, so that its noise is not what it would be otherwise:
     * the interval is that of both, each at {@link #confidenceOfEach}.
     *
     * @param known the weight's own interval, given that the group appears
     */
    public DecimalEstimate exact(BigInteger weight, BigInteger centred, DecimalEstimate known) {
        return exact(value(weight, centred), end(known, centred, -1), end(known, centred, 1));
    }

    /** The same for doubles. */
    public Estimate nearest(BigInteger weight, BigInteger centred, DecimalEstimate known) {
        return nearest(value(weight, centred), end(known, centred, -1), end(known, centred, 1));
    }

    private Rational end(DecimalEstimate known, BigInteger centred, int direction) {
        BigDecimal weight = direction * middle.signum() < 0 ? known.low() : known.high();
        Rational width = centredHalfWidth.times(Rational.of(direction));
        return middle.times(Rational.of(weight))
                .plus(Rational.of(centred).times(centredUnit))
                .plus(width);
    }

    private DecimalEstimate exact(Rational value, Rational low, Rational high) {
        return new DecimalEstimate(
                decimal(rounded(value)),
                decimal(low.min(value).dividedBy(column.size()).floor()),
                decimal(high.max(value).dividedBy(column.size()).ceil()));
    }

    private static Estimate nearest(Rational value, Rational low, Rational high) {
        return new Estimate(
                value.toDoubleNearest() + 0.0,
                low.min(value).toDoubleDown() + 0.0,
                high.max(value).toDoubleUp() + 0.0);
    }

    /** The value in whole units of the column: the nearest, of two the larger. */
    public BigInteger rounded(BigInteger weight, BigInteger centred) {
        return rounded(value(weight, centred));
    }

    private BigInteger rounded(Rational value) {
        return value.dividedBy(column.size()).plus(Rational.of(1, 2)).floor();
    }

    private Rational value(BigInteger weight, BigInteger centred) {
        return middle.times(Rational.of(weight)).plus(centredUnit.times(Rational.of(centred)));
    }

    private BigDecimal decimal(BigInteger units) {
        return NoisyTotal.constant(column).exact(units).value();
    }
}
