package io.tacit.privacy.mechanism;

import io.tacit.privacy.number.Rational;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes {@link Portions} of states that read the same rows, from the outermost number inward: people, people with rows,
 * the weight of their rows, and what these rows hold. Each is divided into what has the next and what has not. The
 * proof is in {@code Portions.md} beside {@link Portions}.
 *
 * <pre>{@code
 * Portions<String> portions = PortionsOf.weight("rows", BigInteger.ONE).centred("sum", centred).portions();
 * }</pre>
 *
 * @param <S> what names a state
 */
public final class PortionsOf<S> {
    /**
     * A number of which the next is a part.
     *
     * @param state its name
     * @param most by how much one person may change it
     */
    private record Level<S>(S state, BigInteger most) {}

    private final List<Level<S>> levels = new ArrayList<>();
    private Optional<S> absent = Optional.empty();
    private Optional<Values<S>> values = Optional.empty();

    /** How the innermost number is divided by the values of its rows. */
    private sealed interface Values<S> {
        /** For each one of the innermost number, the sum of its portions; a multiple of this is taken. */
        BigInteger each();

        /** The portions, in terms of the innermost number and the value states, for {@code each} in all. */
        List<Map<S, BigInteger>> forms(S inner);

        /** The most that truncation adds to the portions of one person. */
        BigInteger excess(BigInteger most);

        /** The value states in terms of these portions. */
        Map<S, Portions.Reading> readings();
    }

    private PortionsOf() {}

    /**
     * Starts from people: each has 1.
     *
     * @param state the name of {@link State.Users}
     */
    public static <S> PortionsOf<S> people(S state) {
        return weight(state, BigInteger.ONE);
    }

    /**
     * Starts from people who have rows and people who have none: each has 1 of one of them.
     *
     * @param with the name of a {@link State.Count} of rows clamped to [0, 1]
     * @param without the name of {@link State.Without} of the same rows
     */
    public static <S> PortionsOf<S> peopleInTwoParts(S with, S without) {
        PortionsOf<S> portions = weight(with, BigInteger.ONE);
        portions.absent = Optional.of(without);
        return portions;
    }

    /**
     * Starts from a number of rows.
     *
     * @param state the name of a {@link State.Count} from 0
     * @param most its upper bound, at least 1
     */
    public static <S> PortionsOf<S> weight(S state, BigInteger most) {
        PortionsOf<S> portions = new PortionsOf<>();
        portions.levels.add(new Level<>(state, most));
        return portions;
    }

    /**
     * A number of rows of the people counted so far: nobody else has any.
     *
     * @param state the name of a {@link State.Count} from 0
     * @param most its upper bound, at least 1
     */
    public PortionsOf<S> rows(S state, BigInteger most) {
        if (!inner().most().equals(BigInteger.ONE)) {
            throw new IllegalStateException("rows must be those of people");
        }
        levels.add(new Level<>(state, most));
        return this;
    }

    private Level<S> inner() {
        return levels.get(levels.size() - 1);
    }

    /**
     * Divides the rows by their values.
     *
     * @param state the name
     * @param centred of the rows of the innermost number, weighing as many as that counts at most
     */
    public PortionsOf<S> centred(S state, State.Centred centred) {
        if (!inner().most().equals(BigInteger.valueOf(centred.maxRows()))) {
            throw new IllegalArgumentException("centred must weigh the rows that are counted");
        }
        BigInteger reach = centred.shift() >= 0
                ? centred.reach().shiftLeft(centred.shift())
                : centred.reach().negate().shiftRight(-centred.shift()).negate();
        return halves(state, reach);
    }

    /**
     * Divides people by their means.
     *
     * @param state the name
     * @param mean of the rows of the people counted last
     */
    public PortionsOf<S> userMean(S state, State.UserMean mean) {
        checkPeople();
        return halves(state, mean.sensitivity());
    }

    private void checkPeople() {
        if (!inner().most().equals(BigInteger.ONE)) {
            throw new IllegalArgumentException("people must be counted once");
        }
    }

    private PortionsOf<S> halves(S state, BigInteger reach) {
        values = reach.signum() == 0 ? Optional.empty() : Optional.of(new Between<>(state, reach.negate(), reach));
        return this;
    }

    /**
     * Divides people by their sums.
     *
     * @param state the name
     * @param sum of the people counted last, 0 for those among them without values
     */
    public PortionsOf<S> sum(S state, State.Sum sum) {
        checkPeople();
        BigInteger low = sum.low().min(BigInteger.ZERO);
        BigInteger high = sum.high().max(BigInteger.ZERO);
        values = low.equals(high) ? Optional.empty() : Optional.of(new Between<>(state, low, high));
        return this;
    }

    /**
     * Divides the rows by their values and squares.
     *
     * @param centredState the name of {@code centred}
     * @param squaresState the name of {@code squares}
     * @param centred of the rows of the innermost number
     * @param squares of the same rows, with the same bounds
     */
    public PortionsOf<S> squares(S centredState, S squaresState, State.Centred centred, State.Squares squares) {
        centred(centredState, centred);
        if (squares.maxRows() != centred.maxRows()
                || !squares.low().equals(centred.low())
                || !squares.high().equals(centred.high())) {
            throw new IllegalArgumentException("squares must be those of the centred rows");
        }
        values = values.map(any -> new Curves<>(centredState, squaresState, centred, squares));
        return this;
    }

    /** The portions. */
    public Portions<S> portions() {
        BigInteger rows = inner().most();
        BigInteger each = values.map(Values::each).orElse(BigInteger.ONE);
        int missing = Portions.BITS + 1 - each.multiply(rows).bitLength();
        BigInteger finer = BigInteger.ONE.shiftLeft(Math.max(0, missing));
        BigInteger inWhole = each.multiply(finer);
        BigInteger whole = inWhole.multiply(rows);
        List<Map<S, BigInteger>> forms = new ArrayList<>();
        absent.ifPresent(state -> forms.add(Map.of(state, whole)));
        // What has no rows beyond those that it has.
        for (int i = 0; i + 1 < levels.size(); i++) {
            BigInteger ofOuter = whole.divide(levels.get(i).most());
            BigInteger ofInner = whole.divide(levels.get(i + 1).most());
            forms.add(Map.of(levels.get(i).state(), ofOuter, levels.get(i + 1).state(), ofInner.negate()));
        }
        int before = forms.size();
        values.ifPresentOrElse(
                divided -> divided.forms(inner().state()).forEach(form -> forms.add(times(form, finer))),
                () -> forms.add(Map.of(inner().state(), inWhole)));
        BigInteger excess = values.map(divided -> divided.excess(rows)).orElse(BigInteger.ZERO);
        return new Portions<>(
                forms.stream().map(Portions.Portion::new).toList(),
                whole,
                whole.add(excess.multiply(finer)),
                readings(forms.size(), before, whole, finer));
    }

    private Map<S, Portions.Reading> readings(int size, int before, BigInteger whole, BigInteger finer) {
        Map<S, Portions.Reading> readings = new HashMap<>();
        int place = 0;
        if (absent.isPresent()) {
            readings.put(absent.get(), reading(size, place, place + 1, whole));
            place++;
        }
        for (Level<S> level : levels) {
            readings.put(level.state(), reading(size, place, size, whole.divide(level.most())));
            place++;
        }
        values.ifPresent(divided -> divided.readings().forEach((state, reading) -> {
            List<BigInteger> weights = new ArrayList<>(Collections.nCopies(before, BigInteger.ZERO));
            weights.addAll(reading.weights());
            readings.put(state, new Portions.Reading(weights, reading.unit().dividedBy(Rational.of(finer))));
        }));
        return readings;
    }

    /** A number that is the sum of the portions from one place to before another. */
    private static Portions.Reading reading(int size, int from, int to, BigInteger each) {
        List<BigInteger> weights = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            weights.add(i >= from && i < to ? BigInteger.ONE : BigInteger.ZERO);
        }
        return new Portions.Reading(weights, new Rational(BigInteger.ONE, each));
    }

    private static <S> Map<S, BigInteger> times(Map<S, BigInteger> form, BigInteger factor) {
        Map<S, BigInteger> product = new HashMap<>();
        form.forEach((state, weight) -> product.put(state, weight.multiply(factor)));
        return product;
    }

    /**
     * A value between two multiples of the innermost number: what it lacks of the higher, and what it has beyond the
     * lower.
     *
     * @param state its name
     * @param low at most {@code high} and at most 0
     * @param high at least 0
     */
    private record Between<S>(S state, BigInteger low, BigInteger high) implements Values<S> {
        @Override
        public BigInteger each() {
            return high.subtract(low);
        }

        @Override
        public List<Map<S, BigInteger>> forms(S inner) {
            BigInteger one = BigInteger.ONE;
            return List.of(Map.of(inner, high, state, one.negate()), Map.of(inner, low.negate(), state, one));
        }

        @Override
        public BigInteger excess(BigInteger most) {
            return BigInteger.ZERO;
        }

        @Override
        public Map<S, Portions.Reading> readings() {
            BigInteger common = low.gcd(high);
            return Map.of(
                    state,
                    new Portions.Reading(
                            List.of(low.divide(common), high.divide(common)), new Rational(common, each())));
        }
    }

    /**
     * Bernstein's basis of polynomials of second degree: with t from 0 at the lower bound to 1 at the upper one, (1−t)²,
     * 2t(1−t) and t².
     *
     * @param first the name of {@code centred}
     * @param second the name of {@code squares}
     * @param centred the sum of 2t − 1, weighed
     * @param squares the sum of 2(2t − 1)² − 1, weighed
     */
    private record Curves<S>(S first, S second, State.Centred centred, State.Squares squares) implements Values<S> {
        /** How often 8 goes into what the portions of one row add up to. */
        private BigInteger eighth() {
            return reaches().shiftLeft(scaling());
        }

        /** The product of both reaches, or the square of one where both are the same. */
        private BigInteger reaches() {
            BigInteger square = squares.reach().pow(2);
            return centred.reach().equals(squares.reach()) ? square : square.multiply(centred.reach());
        }

        private int scaling() {
            return Math.max(0, Math.max(centred.shift(), squares.shift()));
        }

        /** How often one centred unit goes into an eighth. */
        private BigInteger ofCentred() {
            return reaches().divide(centred.reach()).shiftLeft(scaling() - centred.shift());
        }

        /** How often one unit of squares goes into an eighth. */
        private BigInteger ofSquares() {
            return reaches().divide(squares.reach().pow(2)).shiftLeft(scaling() - squares.shift());
        }

        @Override
        public BigInteger each() {
            return eighth().shiftLeft(3);
        }

        @Override
        public List<Map<S, BigInteger>> forms(S inner) {
            BigInteger straight = ofCentred().shiftLeft(2);
            BigInteger square = ofSquares();
            BigInteger three = eighth().multiply(BigInteger.valueOf(3));
            return List.of(
                    Map.of(inner, three, first, straight.negate(), second, square),
                    Map.of(
                            inner,
                            eighth().shiftLeft(1),
                            second,
                            square.shiftLeft(1).negate()),
                    Map.of(inner, three, first, straight, second, square));
        }

        /** 8·δ of the centred sum and 4·δ of the squares: see the page. */
        @Override
        public BigInteger excess(BigInteger most) {
            Rational ofSteps = rounding(centred.coarse(), 2, centred.reach()).times(Rational.of(2));
            Rational ofSquaredSteps = rounding(squares.coarse(), 8, squares.reach());
            Rational rows = Rational.of(most).times(Rational.of(eighth())).times(Rational.of(4));
            Rational units =
                    Rational.of(ofCentred().shiftLeft(3).add(ofSquares().shiftLeft(2)));
            return rows.times(ofSteps.plus(ofSquaredSteps)).plus(units).ceil();
        }

        private static Rational rounding(int coarse, long steps, BigInteger reach) {
            return coarse == 0 ? Rational.ZERO : Rational.of(steps).dividedBy(Rational.of(reach));
        }

        @Override
        public Map<S, Portions.Reading> readings() {
            BigInteger one = BigInteger.ONE;
            return Map.of(
                    first,
                    new Portions.Reading(
                            List.of(one.negate(), BigInteger.ZERO, one),
                            new Rational(one, ofCentred().shiftLeft(3))),
                    second,
                    new Portions.Reading(
                            List.of(one, BigInteger.valueOf(-3), one),
                            new Rational(one, ofSquares().shiftLeft(3))));
        }
    }
}
