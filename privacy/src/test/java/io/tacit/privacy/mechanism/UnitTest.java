package io.tacit.privacy.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.privacy.number.Rational;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

class UnitTest {
    @Test
    void boundsAreRoundedOutward() {
        Unit whole = Unit.DecimalUnit.WHOLE;
        assertThat(whole.lowerBound(decimal(".2"))).isZero();
        assertThat(whole.upperBound(decimal(".8"))).isEqualTo(1);
        assertThat(whole.lowerBound(decimal("-.2"))).isEqualTo(-1);
        Unit cents = new Unit.DecimalUnit(2);
        assertThat(cents.lowerBound(decimal("1.5"))).isEqualTo(150);
        assertThat(cents.upperBound(decimal("1.501"))).isEqualTo(151);
    }

    @Test
    void aSingleDecimalInDoublesLiesBetweenTwoGridLines() {
        Rational tenth = decimal("0.1");
        Unit.BinaryGrid grid = Unit.BinaryGrid.forBounds(tenth, tenth);
        assertThat(grid.upperBound(tenth).subtract(grid.lowerBound(tenth))).isEqualTo(1);
    }

    @Test
    void theGridIsAboutTwoToTheMinusFortyOfTheBounds() {
        for (String bound : new String[] {"0.001", "1", "3", "100000", "1e18", "1e300"}) {
            Rational largest = decimal(bound);
            Unit.BinaryGrid grid = Unit.BinaryGrid.forBounds(largest.negate().dividedBy(Rational.of(3)), largest);
            assertThat(grid.upperBound(largest).bitLength()).isBetween(40, 42);
        }
        assertThat(Unit.BinaryGrid.forBounds(Rational.ZERO, Rational.ZERO).exponent())
                .isEqualTo(-40);
    }

    @Test
    void theGridOfADistanceIsFinerWhereBoundsFit() {
        Unit.BinaryGrid years = Unit.BinaryGrid.forDistance(decimal("1e9"), decimal("1000000001"));
        assertThat(years.exponent()).isBetween(-41, -39);
        Unit.BinaryGrid far =
                Unit.BinaryGrid.forDistance(decimal("1e30"), decimal("1e30").plus(Rational.ONE));
        assertThat(far.upperBound(decimal("1e30")).bitLength()).isLessThan(86);
    }

    /** For every power of two that a double may be: forty bits finer than the larger bound, or the distance, up to 2^-200. */
    @Test
    void gridsOfAllSizesAreAsFineAsTheyAreToBe() {
        for (int power = -1000; power <= 1000; power++) {
            Rational bound = Ranges.power(power);
            int fine = Math.max(power - 40, -200);
            for (Rational low : new Rational[] {bound.negate(), Rational.ZERO, bound}) {
                assertThat(Unit.BinaryGrid.forBounds(low, bound).exponent())
                        .as("%s to 2^%d", low, power)
                        .isEqualTo(fine);
            }
            assertThat(Unit.BinaryGrid.forDistance(Rational.ZERO, bound).exponent())
                    .as("0 to 2^%d", power)
                    .isEqualTo(fine);
            // As far from 0 as 2^60 times their distance: the bounds take 80 bits.
            Rational far = Ranges.power(power + 60);
            assertThat(Unit.BinaryGrid.forDistance(far, far.plus(bound)).exponent())
                    .as("2^%d beyond 2^%d", power, power + 60)
                    .isEqualTo(Math.max(Math.min(power + 60 - 80, 1000), -200));
        }
    }

    @Test
    void refusesWhatIsOutOfRange() {
        assertThatThrownBy(() -> Unit.BinaryGrid.forBounds(Rational.ONE, Rational.ZERO))
                .hasMessage("low must be at most high");
        assertThatThrownBy(() -> Unit.BinaryGrid.forDistance(Rational.ONE, Rational.ZERO))
                .hasMessage("low must be at most high");
        assertThatThrownBy(() -> new Unit.BinaryGrid(1001)).hasMessage("exponent must be between -1000 and 1000");
        assertThatThrownBy(() -> new Unit.DecimalUnit(-1)).hasMessage("scale must be between 0 and 1000");
    }

    private static Rational decimal(String text) {
        return Rational.of(new BigDecimal(text));
    }
}
