package io.tacit.privacy.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.SeededBits;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;

class NoisyTotalTest {
    private static final DiscreteLaplace NOISE = new DiscreteLaplace(Rational.of(100));

    @Test
    void decimalsStayExact() {
        NoisyTotal total = NoisyTotal.of(NOISE, new Unit.DecimalUnit(2), 0.95);
        DecimalEstimate estimate = total.exact(BigInteger.valueOf(12_345));
        assertThat(estimate.value()).isEqualTo(new BigDecimal("123.45"));
        assertThat(estimate.high().subtract(estimate.low()))
                .isEqualTo(new BigDecimal(NOISE.halfWidth(0.95).shiftLeft(1), 2));
    }

    @Test
    void aGridIsExactInDecimalsToo() {
        NoisyTotal total = NoisyTotal.constant(new Unit.BinaryGrid(-3));
        assertThat(total.exact(BigInteger.valueOf(-3)).value()).isEqualByComparingTo("-0.375");
        assertThat(NoisyTotal.constant(new Unit.BinaryGrid(3))
                        .exact(BigInteger.TWO)
                        .value())
                .isEqualByComparingTo("16");
    }

    @Test
    void doublesAreRoundedOutward() {
        NoisyTotal total = NoisyTotal.constant(new Unit.DecimalUnit(1));
        Estimate estimate = total.nearest(BigInteger.ONE);
        assertThat(estimate.value()).isEqualTo(0.1);
        assertThat(Rational.ofExact(estimate.low())).isLessThan(Rational.of(1, 10));
        assertThat(Rational.ofExact(estimate.high())).isGreaterThanOrEqualTo(Rational.of(1, 10));
    }

    @Test
    void zeroHasNoSign() {
        Estimate zero = NoisyTotal.constant(new Unit.BinaryGrid(0)).nearest(BigInteger.ZERO);
        assertThat(Double.doubleToRawLongBits(zero.value())).isZero();
        assertThat(Double.doubleToRawLongBits(zero.low())).isZero();
        assertThat(Double.doubleToRawLongBits(zero.high())).isZero();
    }

    @Test
    void countsAndSumsAreCovered() {
        for (int people : new int[] {50, 500}) {
            SeededBits bits = new SeededBits(people);
            State.Sum state = new State.Sum(BigInteger.ZERO, BigInteger.valueOf(10_000), new Unit.DecimalUnit(2));
            DiscreteLaplace sumNoise = DiscreteLaplace.calibrated(state.sensitivity(), Epsilon.of("0.3"));
            DiscreteLaplace countNoise = DiscreteLaplace.calibrated(BigInteger.TWO, Epsilon.of("0.1"));
            NoisyTotal sumTotal = NoisyTotal.of(sumNoise, new Unit.DecimalUnit(2), 0.95);
            NoisyTotal countTotal = NoisyTotal.of(countNoise, Unit.DecimalUnit.WHOLE, 0.95);
            int sums = 0;
            int counts = 0;
            for (int run = 0; run < Coverage.RUNS; run++) {
                BigInteger exact = BigInteger.ZERO;
                for (int person = 0; person < people; person++) {
                    BigInteger value = BigInteger.valueOf((long) Coverage.skewed(bits, 4000));
                    exact = exact.add(state.contribution(value, BigInteger.ONE));
                }
                DecimalEstimate sum = sumTotal.exact(exact.add(sumNoise.sample(bits)));
                sums += covers(sum, new BigDecimal(exact, 2));
                DecimalEstimate count =
                        countTotal.exact(BigInteger.valueOf(people).add(countNoise.sample(bits)));
                counts += covers(count, new BigDecimal(people));
            }
            assertThat((double) sums / Coverage.RUNS).isBetween(Coverage.LEAST, Coverage.MOST);
            assertThat((double) counts / Coverage.RUNS).isBetween(Coverage.LEAST, Coverage.MOST);
        }
    }

    private static int covers(DecimalEstimate estimate, BigDecimal truth) {
        return estimate.low().compareTo(truth) <= 0 && truth.compareTo(estimate.high()) <= 0 ? 1 : 0;
    }

    @Test
    void refusesWhatIsOutOfRange() {
        assertThatThrownBy(() -> new NoisyTotal(BigInteger.valueOf(-1), Unit.DecimalUnit.WHOLE))
                .hasMessage("halfWidth must be at least 0");
        assertThatThrownBy(() -> new Estimate(Double.NaN, 0, 1)).hasMessage("value must lie between low and high");
        assertThatThrownBy(() -> new Estimate(2, 0, 1)).hasMessage("value must lie between low and high");
        assertThatThrownBy(() -> new DecimalEstimate(BigDecimal.TEN, BigDecimal.ZERO, BigDecimal.ONE))
                .hasMessage("value must lie between low and high");
    }
}
