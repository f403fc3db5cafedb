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

class StateTest {
    private static final Unit CENTS = new Unit.DecimalUnit(2);
    private static final BigInteger MAX_BOUND = BigInteger.ONE.shiftLeft(86).subtract(BigInteger.ONE);
    private static final BigInteger LIMIT = BigInteger.ONE.shiftLeft(126);
    private static final BigInteger PEOPLE = BigInteger.ONE.shiftLeft(40);
    private static final BigInteger ROWS = BigInteger.ONE.shiftLeft(31);

    private final SeededBits bits = new SeededBits(42);

    @Test
    void noPersonPassesTheSensitivity() {
        for (int round = 0; round < 3000; round++) {
            BigInteger one = anyBound();
            BigInteger other = anyBound();
            BigInteger low = one.min(other);
            BigInteger high = one.max(other);
            long maxRows = 1 + Uniform.below(round % 2 == 0 ? 4 : Integer.MAX_VALUE, bits);
            List<BigInteger> values = anyValues(low, high);
            BigInteger sum = values.stream().reduce(BigInteger.ZERO, BigInteger::add);
            BigInteger rows = BigInteger.valueOf(values.size());
            State.Count count = new State.Count(low, high);
            State.Weight weight = new State.Weight(maxRows);
            State.Sum total = new State.Sum(low, high, CENTS);
            State.UserMean mean = new State.UserMean(low, high, CENTS);
            State.Centred centred = new State.Centred(low, high, maxRows, CENTS);
            State.Squares squares = new State.Squares(low, high, maxRows, CENTS);
            within(count, count.contribution(rows));
            within(weight, weight.contribution(rows));
            within(total, total.contribution(sum, rows));
            within(mean, mean.contribution(sum, rows));
            within(centred, centred.contribution(values));
            within(squares, squares.contribution(values));
        }
    }

    /**
     * The formulas of the javadoc in fractions, truncated once at the end: also for wide bounds and negative shifts.
     */
    @Test
    void contributionsAreTheFormulasInFractions() {
        int coarse = 0;
        int negative = 0;
        for (int round = 0; round < 3000; round++) {
            BigInteger one = anyBound();
            BigInteger other = anyBound();
            BigInteger low = one.min(other);
            BigInteger high = one.max(other);
            long maxRows = 1 + Uniform.below(round % 2 == 0 ? 4 : Integer.MAX_VALUE, bits);
            List<BigInteger> values = anyValues(low, high);
            if (values.isEmpty()) {
                continue;
            }
            Rational rows = Rational.of(values.size());
            Rational ends = Rational.of(low.add(high));
            Rational reach = Rational.of(high.subtract(low));
            State.UserMean mean = new State.UserMean(low, high, CENTS);
            BigInteger sum = values.stream().reduce(BigInteger.ZERO, BigInteger::add);
            Rational centre =
                    Rational.of(sum).times(Rational.of(2)).dividedBy(rows).minus(ends);
            Rational clamped = centre.max(reach.negate()).min(reach);
            assertThat(mean.contribution(sum, BigInteger.valueOf(values.size())))
                    .isEqualTo(truncated(clamped.times(Ranges.power(mean.shift()))));
            Rational share = Rational.of(Math.min(values.size(), maxRows)).dividedBy(rows);
            State.Centred centred = new State.Centred(low, high, maxRows, CENTS);
            State.Squares squares = new State.Squares(low, high, maxRows, CENTS);
            Rational first = Rational.ZERO;
            Rational second = Rational.ZERO;
            for (BigInteger value : values) {
                Rational y = Rational.of(value.max(low).min(high))
                        .times(Rational.of(2))
                        .minus(ends);
                first = first.plus(Rational.of(truncated(y.dividedBy(Ranges.power(centred.coarse())))));
                BigInteger root = truncated(y.dividedBy(Ranges.power(squares.coarse())));
                second = second.plus(Rational.of(
                        root.pow(2).add(root.pow(2)).subtract(squares.reach().pow(2))));
            }
            assertThat(centred.contribution(values))
                    .isEqualTo(truncated(first.times(share).times(Ranges.power(centred.shift()))));
            assertThat(squares.contribution(values))
                    .isEqualTo(truncated(second.times(share).times(Ranges.power(squares.shift()))));
            coarse += squares.coarse() > 0 ? 1 : 0;
            negative += centred.shift() < 0 ? 1 : 0;
        }
        assertThat(coarse).isGreaterThan(100);
        assertThat(negative).isGreaterThan(100);
    }

    private static BigInteger truncated(Rational value) {
        return value.signum() < 0 ? value.ceil() : value.floor();
    }

    private static void within(State state, BigInteger contribution) {
        assertThat(contribution.abs()).as("%s", state).isLessThanOrEqualTo(state.sensitivity());
    }

    @Test
    void somePersonReachesTheSensitivity() {
        for (int round = 0; round < 300; round++) {
            BigInteger one = anyBound();
            BigInteger other = anyBound();
            BigInteger low = one.min(other);
            BigInteger high = one.max(other);
            int maxRows = (int) (1 + Uniform.below(5, bits));
            BigInteger extreme = low.abs().compareTo(high.abs()) > 0 ? low : high;
            State.Sum total = new State.Sum(low, high, CENTS);
            assertThat(total.contribution(extreme, BigInteger.ONE).abs()).isEqualTo(total.sensitivity());
            State.UserMean mean = new State.UserMean(low, high, CENTS);
            assertThat(mean.contribution(high, BigInteger.ONE)).isEqualTo(mean.sensitivity());
            assertThat(mean.contribution(low, BigInteger.ONE))
                    .isEqualTo(mean.sensitivity().negate());
            State.Centred centred = new State.Centred(low, high, maxRows, CENTS);
            assertThat(centred.contribution(Collections.nCopies(maxRows, high))).isEqualTo(centred.sensitivity());
            State.Squares squares = new State.Squares(low, high, maxRows, CENTS);
            assertThat(squares.contribution(Collections.nCopies(maxRows, low))).isEqualTo(squares.sensitivity());
        }
        State.Weight weight = new State.Weight(7);
        assertThat(weight.contribution(BigInteger.TEN)).isEqualTo(weight.sensitivity());
        assertThat(new State.Users().sensitivity()).isEqualTo(BigInteger.ONE);
    }

    @Test
    void scaledStatesHaveFortyBits() {
        for (int round = 0; round < 1000; round++) {
            BigInteger one = anyBound();
            BigInteger other = anyBound();
            BigInteger low = one.min(other);
            BigInteger high = one.max(other);
            if (low.equals(high)) {
                continue;
            }
            long maxRows = 1 + Uniform.below(Integer.MAX_VALUE, bits);
            assertThat(new State.UserMean(low, high, CENTS).sensitivity().bitLength())
                    .isEqualTo(State.BITS);
            assertThat(new State.Centred(low, high, maxRows, CENTS)
                            .sensitivity()
                            .bitLength())
                    .isEqualTo(State.BITS);
            assertThat(new State.Squares(low, high, maxRows, CENTS)
                            .sensitivity()
                            .bitLength())
                    .isEqualTo(State.BITS);
        }
    }

    /** Every product that the SQL makes, at the widest bounds, with 2^31 rows of one person. */
    @Test
    void nothingPassesOneHundredAndTwentySixBits() {
        for (BigInteger bound :
                List.of(BigInteger.ONE, BigInteger.TEN.pow(9), BigInteger.ONE.shiftLeft(60), MAX_BOUND)) {
            for (long maxRows : new long[] {1, 1000, Integer.MAX_VALUE}) {
                BigInteger low = bound.negate();
                BigInteger weight = ROWS.min(BigInteger.valueOf(maxRows));
                State.UserMean mean = new State.UserMean(low, bound, CENTS);
                below(BigInteger.TWO.multiply(ROWS).multiply(MAX_BOUND).add(ROWS.multiply(bound.add(bound))));
                below(ROWS.multiply(mean.reach()).shiftLeft(Math.max(0, mean.shift())));
                below(ROWS.shiftLeft(Math.max(0, -mean.shift())));
                State.Centred centred = new State.Centred(low, bound, maxRows, CENTS);
                below(weight.multiply(ROWS).multiply(centred.reach()).shiftLeft(Math.max(0, centred.shift())));
                below(ROWS.shiftLeft(Math.max(0, -centred.shift())));
                State.Squares squares = new State.Squares(low, bound, maxRows, CENTS);
                BigInteger square = squares.reach().pow(2);
                below(square.shiftLeft(1));
                below(weight.multiply(ROWS).multiply(square).shiftLeft(Math.max(0, squares.shift())));
                below(ROWS.shiftLeft(Math.max(0, -squares.shift())));
                for (State state : List.of(mean, centred, squares, new State.Sum(low, bound, CENTS))) {
                    below(PEOPLE.multiply(state.sensitivity()));
                }
            }
        }
    }

    private static void below(BigInteger product) {
        assertThat(product).isLessThan(LIMIT);
    }

    @Test
    void unitsGiveBackTheRealValues() {
        for (int round = 0; round < 500; round++) {
            BigInteger low = BigInteger.valueOf(Uniform.below(1000, bits) - 500);
            BigInteger high = low.add(BigInteger.valueOf(1 + Uniform.below(1000, bits)));
            int maxRows = (int) (1 + Uniform.below(3, bits));
            List<BigInteger> values = anyValues(low, high);
            if (values.isEmpty()) {
                continue;
            }
            double mid = low.add(high).doubleValue() / 2;
            double half = high.subtract(low).doubleValue() / 2;
            double sum = 0;
            double squareSum = 0;
            for (BigInteger value : values) {
                double clamped = value.max(low).min(high).doubleValue() - mid;
                sum += clamped;
                squareSum += clamped * clamped - half * half / 2;
            }
            double weight = (double) Math.min(maxRows, values.size()) / values.size();
            State.Centred centred = new State.Centred(low, high, maxRows, CENTS);
            State.Squares squares = new State.Squares(low, high, maxRows, CENTS);
            assertThat(real(centred.contribution(values), centred.unit()))
                    .isBetween(weight * sum / 100 - 1e-6, weight * sum / 100 + 1e-6);
            assertThat(real(squares.contribution(values), squares.unit()))
                    .isBetween(weight * squareSum / 10_000 - 1e-4, weight * squareSum / 10_000 + 1e-4);
            assertThat(squares.halfRange().toDoubleNearest()).isBetween(half / 100 - 1e-9, half / 100 + 1e-9);
        }
    }

    @Test
    void aUserMeanIsClampedAsAMean() {
        State.UserMean mean = new State.UserMean(BigInteger.ZERO, BigInteger.TEN, Unit.DecimalUnit.WHOLE);
        double middle = real(mean.contribution(BigInteger.valueOf(7), BigInteger.TWO), mean.unit());
        assertThat(middle).isBetween(-1.5 - 1e-9, -1.5 + 1e-9);
        double beyond = real(mean.contribution(BigInteger.valueOf(-100), BigInteger.TWO), mean.unit());
        assertThat(beyond).isEqualTo(-5.0);
    }

    private static double real(BigInteger whole, Rational unit) {
        return unit.times(Rational.of(whole)).toDoubleNearest();
    }

    @Test
    void boundsOfOneValueMakeConstants() {
        BigInteger seven = BigInteger.valueOf(7);
        for (State state : List.of(
                new State.UserMean(seven, seven, CENTS),
                new State.Centred(seven, seven, 3, CENTS),
                new State.Squares(seven, seven, 3, CENTS),
                new State.Count(BigInteger.ZERO, BigInteger.ZERO),
                new State.Sum(BigInteger.ZERO, BigInteger.ZERO, CENTS))) {
            assertThat(state.isConstant()).as("%s", state).isTrue();
            assertThatThrownBy(() ->
                            DiscreteLaplace.calibrated(state.sensitivity(), io.tacit.privacy.measure.Epsilon.of("1")))
                    .hasMessageStartingWith("l1Sensitivity must be at least 1");
        }
        assertThat(new State.Centred(seven, seven, 3, CENTS).contribution(List.of(BigInteger.ONE, BigInteger.TEN)))
                .isZero();
        assertThat(new State.Squares(seven, seven, 3, CENTS).contribution(List.of(BigInteger.ONE, BigInteger.TEN)))
                .isZero();
        assertThat(new State.UserMean(seven, seven, CENTS).contribution(BigInteger.TEN, BigInteger.TEN))
                .isZero();
        // A sum clamped to [7, 7] is not: who is there contributes 7.
        assertThat(new State.Sum(seven, seven, CENTS).isConstant()).isFalse();
        assertThat(new State.Count(seven, seven).isConstant()).isFalse();
    }

    @Test
    void whoHasNoValuesContributesNothing() {
        BigInteger low = BigInteger.valueOf(5);
        assertThat(new State.Sum(low, BigInteger.TEN, CENTS).contribution(BigInteger.ZERO, BigInteger.ZERO))
                .isZero();
        assertThat(new State.UserMean(low, BigInteger.TEN, CENTS).contribution(BigInteger.ZERO, BigInteger.ZERO))
                .isZero();
        assertThat(new State.Centred(low, BigInteger.TEN, 1, CENTS).contribution(List.of()))
                .isZero();
        assertThat(new State.Squares(low, BigInteger.TEN, 1, CENTS).contribution(List.of()))
                .isZero();
    }

    @Test
    void equalStatesAreOne() {
        assertThat(new State.Weight(4).asCount()).isEqualTo(new State.Count(BigInteger.ZERO, BigInteger.valueOf(4)));
        assertThat(new State.Sum(BigInteger.ONE, BigInteger.TEN, new Unit.DecimalUnit(2)))
                .isEqualTo(new State.Sum(BigInteger.ONE, BigInteger.TEN, CENTS));
    }

    @Test
    void refusesWhatIsOutOfRange() {
        assertThatThrownBy(() -> new State.Sum(BigInteger.TEN, BigInteger.ONE, CENTS))
                .hasMessage("low must be at most high");
        BigInteger wide = MAX_BOUND.add(BigInteger.ONE);
        assertThatThrownBy(() -> new State.Centred(BigInteger.ONE, wide, 1, CENTS))
                .hasMessageContaining("low and high must be more than -2^86 and less than 2^86");
        assertThatThrownBy(() -> new State.Count(wide.negate(), BigInteger.ONE))
                .hasMessageContaining("low and high must be more than -2^86 and less than 2^86");
        for (long rows : new long[] {0, -1, 1L << 31}) {
            assertThatThrownBy(() -> new State.Weight(rows)).hasMessage("maxRows must be between 1 and 2147483647");
            assertThatThrownBy(() -> new State.Squares(BigInteger.ONE, BigInteger.TEN, rows, CENTS))
                    .hasMessage("maxRows must be between 1 and 2147483647");
        }
    }

    /** Of any size up to the limit, small ones often. */
    private BigInteger anyBound() {
        int length = (int) Uniform.below(87, bits);
        BigInteger magnitude = Uniform.below(BigInteger.ONE.shiftLeft(length), bits);
        return bits.nextLong() < 0 ? magnitude.negate() : magnitude;
    }

    /** Up to six values, at the bounds, between them and far outside. */
    private List<BigInteger> anyValues(BigInteger low, BigInteger high) {
        List<BigInteger> values = new ArrayList<>();
        long number = Uniform.below(7, bits);
        for (long i = 0; i < number; i++) {
            switch ((int) Uniform.below(4, bits)) {
                case 0 -> values.add(low);
                case 1 -> values.add(high);
                case 2 -> values.add(anyBound());
                default -> values.add(low.add(Uniform.below(high.subtract(low).add(BigInteger.ONE), bits)));
            }
        }
        return values;
    }
}
