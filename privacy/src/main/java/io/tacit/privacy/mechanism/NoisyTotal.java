package io.tacit.privacy.mechanism;

import io.tacit.privacy.number.Rational;
import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * A COUNT or a SUM: the noisy integer times its unit. The interval is exact: the noise lies within {@code halfWidth}
 * with at least the asked confidence, so the integer before noise lies within {@code halfWidth} of the noisy one. The
 * proof is in {@code NoisyTotal.md} beside this class.
 *
 * <p>It covers the total of what people contribute after limits and clamping, not what was cut off there.
 *
 * @param halfWidth half the interval, in whole units; 0 for a constant
 * @param unit the real value of one
 */
public record NoisyTotal(BigInteger halfWidth, Unit unit) {
    /** Refuses a negative width. */
    public NoisyTotal {
        if (halfWidth.signum() < 0) {
            throw new IllegalArgumentException("halfWidth must be at least 0");
        }
    }

    /**
     * A total under noise.
     *
     * @param confidence more than 0 and less than 1
     */
    public static NoisyTotal of(IntegerNoise noise, Unit unit, double confidence) {
        return new NoisyTotal(noise.halfWidth(confidence), unit);
    }

    /** A total that needs no noise: see {@link State#isConstant}. */
    public static NoisyTotal constant(Unit unit) {
        return new NoisyTotal(BigInteger.ZERO, unit);
    }

    /** For whole numbers and decimals: nothing is rounded. A multiple of a power of two is a decimal too. */
    public DecimalEstimate exact(BigInteger noisy) {
        return new DecimalEstimate(decimal(noisy), decimal(noisy.subtract(halfWidth)), decimal(noisy.add(halfWidth)));
    }

    /** For doubles: the value is a nearest one, the ends are rounded outward. There is one zero, without a sign. */
    public Estimate nearest(BigInteger noisy) {
        return new Estimate(
                real(noisy).toDoubleNearest() + 0.0,
                real(noisy.subtract(halfWidth)).toDoubleDown() + 0.0,
                real(noisy.add(halfWidth)).toDoubleUp() + 0.0);
    }

    private Rational real(BigInteger whole) {
        return unit.size().times(Rational.of(whole));
    }

    private BigDecimal decimal(BigInteger whole) {
        return unit.match(digits -> new BigDecimal(whole, digits.scale()), grid -> decimal(whole, grid.exponent()));
    }

    private static BigDecimal decimal(BigInteger whole, int exponent) {
        BigDecimal value = new BigDecimal(whole);
        BigDecimal power = new BigDecimal(BigInteger.ONE.shiftLeft(Math.abs(exponent)));
        return exponent >= 0 ? value.multiply(power) : value.divide(power);
    }
}
