package io.tacit.privacy.mechanism;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.privacy.number.Rational;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What truncation adds to the weight of one person where rows are divided by values and squares: the sensitivity is
 * that of the page's bounds of each state, reckoned in fractions of a row, and hardly more; and no person weighs more.
 */
class TruncationOfPortionsTest {
    /** A row of these bounds, as a centred value and as a square. */
    private record Rows(State.Centred centred, State.Squares squares, Portions<String> portions) {
        static Rows of(BigInteger low, BigInteger high, long most) {
            State.Centred centred = new State.Centred(low, high, most, Unit.DecimalUnit.WHOLE);
            State.Squares squares = new State.Squares(low, high, most, Unit.DecimalUnit.WHOLE);
            return new Rows(
                    centred,
                    squares,
                    PortionsOf.weight("rows", BigInteger.valueOf(most))
                            .squares("centred", "squares", centred, squares)
                            .portions());
        }

        long most() {
            return centred.maxRows();
        }

        /** What the centred state of a person is off by at most, in rows: a step and one unit. */
        Rational ofCentred() {
            Rational reach = Rational.of(centred.reach());
            Rational unit = Rational.ONE.dividedBy(reach.times(power(centred.shift())));
            return steps(2, centred.coarse(), centred.reach()).plus(unit);
        }

        /** What the state of the squares is off by at most, in rows. */
        Rational ofSquares() {
            Rational reach = Rational.of(squares.reach());
            Rational unit = Rational.ONE.dividedBy(reach.times(reach).times(power(squares.shift())));
            return steps(8, squares.coarse(), squares.reach()).plus(unit);
        }

        private Rational steps(long steps, int dropped, BigInteger reach) {
            return dropped == 0 ? Rational.ZERO : Rational.of(most() * steps).dividedBy(Rational.of(reach));
        }

        /** Of all rows, by how much the three portions of a person are off together. */
        Rational excess() {
            // (3v − 4p + s)/8, (2v − 2s)/8 and (3v + 4p + s)/8, of v at most the number of rows.
            return ofCentred()
                    .times(Rational.of(8))
                    .plus(ofSquares().times(Rational.of(4)))
                    .dividedBy(Rational.of(8 * most()));
        }

        /** What a person with these values weighs, in all. */
        BigInteger weight(List<BigInteger> values) {
            Map<String, BigInteger> states = Map.of(
                    "rows",
                    BigInteger.valueOf(Math.min(most(), values.size())),
                    "centred",
                    centred.contribution(values),
                    "squares",
                    squares.contribution(values));
            return portions.portions().stream()
                    .map(portion -> portion.of(states).abs())
                    .reduce(BigInteger.ZERO, BigInteger::add);
        }

        Rational whole(BigInteger weight) {
            return Rational.of(weight).dividedBy(Rational.of(portions.whole()));
        }
    }

    private static Rational power(int exponent) {
        return exponent >= 0
                ? Rational.of(BigInteger.ONE.shiftLeft(exponent))
                : Rational.ONE.dividedBy(Rational.of(BigInteger.ONE.shiftLeft(-exponent)));
    }

    /** Bounds from one unit apart to the widest, where no bits are dropped, those of squares, and those of both. */
    private static List<Rows> all() {
        List<Rows> all = new ArrayList<>();
        for (int bits = 0; bits < 86; bits++) {
            for (long most : new long[] {1, 2, 3, 1000, 1 << 20, Integer.MAX_VALUE}) {
                BigInteger high = BigInteger.ONE.shiftLeft(bits);
                all.add(Rows.of(BigInteger.ZERO, high, most));
                all.add(Rows.of(BigInteger.ONE.subtract(high), BigInteger.ONE.shiftLeft(bits / 2), most));
            }
        }
        return all;
    }

    @Test
    void theSensitivityIsThatOfWhatTruncationMayAdd() {
        int without = 0;
        int ofSquares = 0;
        int ofBoth = 0;
        for (Rows rows : all()) {
            Rational added = rows.whole(rows.portions().sensitivity()).minus(Rational.ONE);
            String words = rows.centred().low() + " to " + rows.centred().high() + ", " + rows.most();
            assertThat(added).as(words).isGreaterThanOrEqualTo(rows.excess());
            // Rounded up to a whole number.
            assertThat(added).as(words).isLessThanOrEqualTo(rows.excess().plus(rows.whole(BigInteger.ONE)));
            boolean both = rows.centred().coarse() > 0;
            boolean squares = rows.squares().coarse() > 0;
            without += squares ? 0 : 1;
            ofSquares += squares && !both ? 1 : 0;
            ofBoth += both ? 1 : 0;
        }
        assertThat(List.of(without, ofSquares, ofBoth)).allMatch(some -> some > 50);
    }

    /**
     * One to three values at and beside the bounds and where the last bit that is kept changes. What truncation really
     * adds is up to a tenth of what it may: it adds up over states that cannot all be off at once.
     */
    @Test
    void nobodyWeighsMoreAndSomebodyMoreThanTheWhole() {
        int beyond = 0;
        for (Rows rows : all()) {
            BigInteger heaviest = BigInteger.ZERO;
            for (List<BigInteger> person : people(rows)) {
                BigInteger weight = rows.weight(person);
                assertThat(weight)
                        .as("%s of %s", rows.centred(), person)
                        .isLessThanOrEqualTo(rows.portions().sensitivity());
                heaviest = heaviest.max(weight);
            }
            if (rows.most() <= 3) {
                assertThat(heaviest).isGreaterThanOrEqualTo(rows.portions().whole());
            }
            if (rows.squares().coarse() > 0 && rows.most() <= 3) {
                Rational really = rows.whole(heaviest).minus(Rational.ONE);
                beyond += really.times(Rational.of(20)).compareTo(rows.excess()) >= 0 ? 1 : 0;
            }
        }
        assertThat(beyond).isGreaterThan(50);
    }

    private static List<List<BigInteger>> people(Rows rows) {
        BigInteger low = rows.centred().low();
        BigInteger high = rows.centred().high();
        BigInteger step = BigInteger.ONE.shiftLeft(Math.max(0, rows.squares().coarse() - 1));
        List<BigInteger> values = Stream.of(BigInteger.ZERO, BigInteger.ONE, step, step.add(BigInteger.ONE))
                .flatMap(away -> Stream.of(low.add(away), high.subtract(away)))
                .toList();
        List<List<BigInteger>> people = new ArrayList<>();
        for (BigInteger one : values) {
            people.add(List.of(one));
            for (BigInteger other : List.of(low, high, low.add(high).shiftRight(1), high.subtract(step))) {
                people.add(List.of(one, other));
                people.add(List.of(one, other, other));
            }
        }
        return people;
    }
}
