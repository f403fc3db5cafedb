package io.tacit.engine.release;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.privacy.number.Rational;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;

/** A noisy number is itself within its type, and the nearest end of the type beyond. */
class NoisyNumberTest {
    private static final BigInteger FAR = BigInteger.TEN.pow(40);
    private static final Rational TENTH = Rational.ONE.dividedBy(Rational.of(10));

    @Test
    void wholeNumbersEndWithTheirType() {
        for (int value : new int[] {Integer.MIN_VALUE, -7, 0, 5, Integer.MAX_VALUE}) {
            assertThat(of(ColumnType.INTEGER, BigInteger.valueOf(value))).isEqualTo(value);
        }
        assertThat(of(ColumnType.INTEGER, FAR)).isEqualTo(Integer.MAX_VALUE);
        assertThat(of(ColumnType.INTEGER, FAR.negate())).isEqualTo(Integer.MIN_VALUE);
        for (long value : new long[] {Long.MIN_VALUE, -7, 0, 5, Long.MAX_VALUE}) {
            assertThat(of(ColumnType.BIGINT, BigInteger.valueOf(value))).isEqualTo(value);
        }
        assertThat(of(ColumnType.BIGINT, FAR)).isEqualTo(Long.MAX_VALUE);
        assertThat(of(ColumnType.BIGINT, FAR.negate())).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void decimalsEndWithTheirDigits() {
        ColumnType type = ColumnType.decimal(4, 1);
        assertThat(NoisyNumber.value(type, BigInteger.valueOf(-123), TENTH)).isEqualTo(new BigDecimal("-12.3"));
        assertThat(NoisyNumber.value(type, FAR, TENTH)).isEqualTo(new BigDecimal("999.9"));
        assertThat(NoisyNumber.value(type, FAR.negate(), TENTH)).isEqualTo(new BigDecimal("-999.9"));
    }

    /** Digits beyond those of the type are rounded half up, away from 0. */
    @Test
    void decimalsRoundHalvesAwayFromZero() {
        ColumnType type = ColumnType.decimal(4, 1);
        for (int hundredths = -60; hundredths <= 60; hundredths++) {
            long tenths = Integer.signum(hundredths) * ((Math.abs(hundredths) + 5L) / 10);
            assertThat(NoisyNumber.value(type, BigInteger.valueOf(hundredths), Rational.of(1, 100)))
                    .as("%d hundredths", hundredths)
                    .isEqualTo(BigDecimal.valueOf(tenths, 1));
        }
    }

    /** Whatever is too near to 0 for a double is one zero, whose sign tells nothing. */
    @Test
    void realsHaveOneZero() {
        Rational tiny = Rational.ONE.dividedBy(Rational.of(BigInteger.ONE.shiftLeft(1100)));
        for (int noisy = -2; noisy <= 2; noisy++) {
            double value = (double) NoisyNumber.value(ColumnType.DOUBLE, BigInteger.valueOf(noisy), tiny);
            assertThat(Double.doubleToRawLongBits(value)).as("%d", noisy).isZero();
        }
        assertThat(NoisyNumber.value(ColumnType.DOUBLE, BigInteger.valueOf(-3), TENTH))
                .isEqualTo(-0.3);
    }

    private static Object of(ColumnType type, BigInteger noisy) {
        return NoisyNumber.value(type, noisy, Rational.ONE);
    }
}
