package io.tacit.privacy.number;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import org.junit.jupiter.api.Test;

class ExponentialTableTest {
    private static final MathContext DIGITS = new MathContext(120);

    @Test
    void staysWithinItsError() {
        for (int bits : new int[] {64, 65, 128, 300}) {
            ExponentialTable table = new ExponentialTable(bits);
            BigDecimal unit = new BigDecimal(BigInteger.ONE.shiftLeft(bits));
            double worst = 0;
            for (int i = 0; i < 400; i++) {
                // From far below a unit of the tables to where nothing is left.
                BigDecimal x = BigDecimal.valueOf(i * 1_237L + 1, 3).multiply(BigDecimal.valueOf(1, i % 11));
                BigInteger units = x.multiply(unit).toBigInteger();
                BigDecimal truth = inverse(new BigDecimal(units).divide(unit)).multiply(unit);
                BigDecimal off = truth.subtract(new BigDecimal(table.exponentialOfNegative(units)))
                        .abs();
                assertThat(off.doubleValue()).isLessThanOrEqualTo((double) table.error());
                worst = Math.max(worst, off.doubleValue());
            }
            assertThat(worst).isPositive();
        }
    }

    /** e^(−x) = (e^(−x/2^k))^(2^k), with the plain series. */
    private static BigDecimal inverse(BigDecimal x) {
        int halvings = Math.max(0, 12 + x.toBigInteger().bitLength());
        BigDecimal y =
                x.divide(new BigDecimal(BigInteger.ONE.shiftLeft(halvings))).negate();
        BigDecimal term = BigDecimal.ONE;
        BigDecimal sum = BigDecimal.ONE;
        for (int k = 1; k < 60; k++) {
            term = term.multiply(y, DIGITS).divide(BigDecimal.valueOf(k), DIGITS);
            sum = sum.add(term, DIGITS);
        }
        for (int i = 0; i < halvings; i++) {
            sum = sum.multiply(sum, DIGITS);
        }
        return sum;
    }

    @Test
    void endsAreExact() {
        ExponentialTable table = new ExponentialTable(64);
        assertThat(table.exponentialOfNegative(BigInteger.ZERO)).isEqualTo(table.one());
        assertThat(table.exponentialOfNegative(BigInteger.ONE.shiftLeft(1000))).isZero();
        assertThat(table.exponentialOfNegative(BigInteger.ONE.shiftLeft(64 + 8)))
                .isZero();
    }

    @Test
    void refusesWhatIsOutOfRange() {
        assertThatThrownBy(() -> new ExponentialTable(63)).hasMessage("bits must be between 64 and 65536");
        assertThatThrownBy(() -> new ExponentialTable(65_537)).hasMessage("bits must be between 64 and 65536");
        assertThatThrownBy(() -> new ExponentialTable(64).exponentialOfNegative(BigInteger.valueOf(-1)))
                .hasMessage("x must be at least 0");
    }
}
