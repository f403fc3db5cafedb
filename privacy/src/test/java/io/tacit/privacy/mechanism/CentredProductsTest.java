package io.tacit.privacy.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.SeededBits;
import io.tacit.privacy.random.Uniform;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class CentredProductsTest {
    private static final Unit CENTS = new Unit.DecimalUnit(2);
    private static final Unit WHOLE = Unit.DecimalUnit.WHOLE;
    private static final BigInteger LIMIT = BigInteger.ONE.shiftLeft(126);
    private static final BigInteger ROWS = BigInteger.ONE.shiftLeft(31);

    private final SeededBits bits = new SeededBits(7);

    /** Any rows within any bounds: never beyond the sensitivity, and the formula of the javadoc in fractions. */
    @Test
    void aPersonContributesTheFormulaAndNeverPassesTheSensitivity() {
        int coarse = 0;
        int negative = 0;
        for (int round = 0; round < 3000; round++) {
            CentredProducts.Factor first = anyFactor();
            CentredProducts.Factor second = anyFactor();
            long maxRows = 1 + Uniform.below(round % 2 == 0 ? 4 : Integer.MAX_VALUE, bits);
            CentredProducts products = new CentredProducts(first, second, maxRows);
            List<BigInteger> firsts = new ArrayList<>();
            List<BigInteger> seconds = new ArrayList<>();
            for (long i = Uniform.below(7, bits); i > 0; i--) {
                firsts.add(anyValue(first));
                seconds.add(anyValue(second));
            }
            BigInteger contribution = products.contribution(firsts, seconds);
            assertThat(contribution.abs()).as("%s", products).isLessThanOrEqualTo(products.sensitivity());
            assertThat(contribution).isEqualTo(inFractions(products, firsts, seconds));
            coarse += products.coarse(first) > 0 ? 1 : 0;
            negative += products.shift() < 0 ? 1 : 0;
        }
        assertThat(coarse).isGreaterThan(100);
        assertThat(negative).isGreaterThan(100);
    }

    private static BigInteger inFractions(CentredProducts products, List<BigInteger> firsts, List<BigInteger> seconds) {
        if (firsts.isEmpty()) {
            return BigInteger.ZERO;
        }
        Rational sum = Rational.ZERO;
        for (int i = 0; i < firsts.size(); i++) {
            BigInteger one = steps(products, products.first(), firsts.get(i));
            sum = sum.plus(Rational.of(one.multiply(steps(products, products.second(), seconds.get(i)))));
        }
        Rational share = Rational.of(Math.min(firsts.size(), products.maxRows()), firsts.size());
        return truncated(sum.times(share).times(Ranges.power(products.shift())));
    }

    private static BigInteger steps(CentredProducts products, CentredProducts.Factor factor, BigInteger value) {
        Rational clamped = Rational.of(value.max(factor.low()).min(factor.high()));
        Rational deviation =
                clamped.times(Rational.of(2)).minus(Rational.of(factor.low().add(factor.high())));
        return truncated(deviation.dividedBy(Ranges.power(products.coarse(factor))));
    }

    private static BigInteger truncated(Rational value) {
        return value.signum() < 0 ? value.ceil() : value.floor();
    }

    @Test
    void somePersonReachesTheSensitivityOnEitherSide() {
        for (int round = 0; round < 300; round++) {
            CentredProducts.Factor first = anyFactor();
            CentredProducts.Factor second = anyFactor();
            int maxRows = (int) (1 + Uniform.below(5, bits));
            CentredProducts products = new CentredProducts(first, second, maxRows);
            List<BigInteger> highs = Collections.nCopies(maxRows, first.high());
            assertThat(products.contribution(highs, Collections.nCopies(maxRows, second.high())))
                    .isEqualTo(products.sensitivity());
            // Truncated toward zero on either side, so that the negative end has the same magnitude.
            assertThat(products.contribution(highs, Collections.nCopies(maxRows, second.low())))
                    .isEqualTo(products.sensitivity().negate());
        }
    }

    @Test
    void scaledToFortyBits() {
        for (int round = 0; round < 1000; round++) {
            CentredProducts products =
                    new CentredProducts(anyFactor(), anyFactor(), 1 + Uniform.below(Integer.MAX_VALUE, bits));
            if (!products.isConstant()) {
                assertThat(products.sensitivity().bitLength()).isEqualTo(State.BITS);
            }
        }
    }

    /** Every product that the SQL makes, at the widest bounds and a narrow one, with 2^31 rows of one person. */
    @Test
    void nothingPassesOneHundredAndTwentySixBits() {
        BigInteger widest = BigInteger.ONE.shiftLeft(86).subtract(BigInteger.ONE);
        for (BigInteger one : List.of(BigInteger.ONE, BigInteger.ONE.shiftLeft(60), widest)) {
            for (BigInteger other : List.of(BigInteger.ONE, BigInteger.TEN.pow(9), widest)) {
                for (long maxRows : new long[] {1, 1000, Integer.MAX_VALUE}) {
                    CentredProducts.Factor first = new CentredProducts.Factor(one.negate(), one, CENTS);
                    CentredProducts.Factor second = new CentredProducts.Factor(other.negate(), other, WHOLE);
                    CentredProducts products = new CentredProducts(first, second, maxRows);
                    BigInteger product = products.reach(first).multiply(products.reach(second));
                    BigInteger weight = ROWS.min(BigInteger.valueOf(maxRows));
                    assertThat(weight.multiply(ROWS).multiply(product).shiftLeft(Math.max(0, products.shift())))
                            .isLessThan(LIMIT);
                    assertThat(ROWS.shiftLeft(Math.max(0, -products.shift()))).isLessThan(LIMIT);
                    assertThat(products.sensitivity().shiftLeft(40)).isLessThan(LIMIT);
                }
            }
        }
    }

    @Test
    void theUnitGivesBackTheRealValue() {
        // (3 − 5)·(0.70 − 0.50) + (9 − 5)·(1.00 − 0.50), weighing one of two rows.
        CentredProducts.Factor first = new CentredProducts.Factor(BigInteger.ZERO, BigInteger.TEN, WHOLE);
        CentredProducts.Factor second = new CentredProducts.Factor(BigInteger.ZERO, BigInteger.valueOf(100), CENTS);
        CentredProducts products = new CentredProducts(first, second, 1);
        BigInteger contribution = products.contribution(
                List.of(BigInteger.valueOf(3), BigInteger.valueOf(9)),
                List.of(BigInteger.valueOf(70), BigInteger.valueOf(500)));
        assertThat(products.unit().times(Rational.of(contribution)).toDoubleNearest())
                .isBetween(0.8 - 1e-9, 0.8 + 1e-9);
        assertThat(products.halfRange(first)).isEqualTo(Rational.of(5));
        assertThat(products.halfRange(second)).isEqualTo(Rational.of(1, 2));
    }

    @Test
    void aFactorOfOneValueMakesAConstant() {
        BigInteger seven = BigInteger.valueOf(7);
        CentredProducts.Factor one = new CentredProducts.Factor(seven, seven, CENTS);
        CentredProducts.Factor other = new CentredProducts.Factor(BigInteger.ZERO, BigInteger.TEN, CENTS);
        for (CentredProducts products :
                List.of(new CentredProducts(one, other, 3), new CentredProducts(other, one, 3))) {
            assertThat(products.isConstant()).isTrue();
            assertThat(products.contribution(List.of(BigInteger.ONE), List.of(BigInteger.TEN)))
                    .isZero();
        }
        assertThat(new CentredProducts(other, other, 3).isConstant()).isFalse();
    }

    @Test
    void refusesWhatIsOutOfRange() {
        CentredProducts.Factor factor = new CentredProducts.Factor(BigInteger.ZERO, BigInteger.TEN, CENTS);
        assertThatThrownBy(() -> new CentredProducts.Factor(BigInteger.TEN, BigInteger.ONE, CENTS))
                .hasMessage("low must be at most high");
        assertThatThrownBy(() -> new CentredProducts(factor, factor, 0))
                .hasMessage("maxRows must be between 1 and 2147483647");
        CentredProducts products = new CentredProducts(factor, factor, 1);
        assertThatThrownBy(() -> products.contribution(List.of(BigInteger.ONE), List.of()))
                .hasMessage("firsts and seconds must be columns of the same rows");
    }

    private CentredProducts.Factor anyFactor() {
        BigInteger one = anyBound();
        BigInteger other = anyBound();
        return new CentredProducts.Factor(one.min(other), one.max(other), CENTS);
    }

    /** Of any size up to the limit, small ones often. */
    private BigInteger anyBound() {
        BigInteger magnitude = Uniform.below(BigInteger.ONE.shiftLeft((int) Uniform.below(87, bits)), bits);
        return bits.nextLong() < 0 ? magnitude.negate() : magnitude;
    }

    private BigInteger anyValue(CentredProducts.Factor factor) {
        return switch ((int) Uniform.below(4, bits)) {
            case 0 -> factor.low();
            case 1 -> factor.high();
            case 2 -> anyBound();
            default ->
                factor.low()
                        .add(Uniform.below(factor.high().subtract(factor.low()).add(BigInteger.ONE), bits));
        };
    }
}
