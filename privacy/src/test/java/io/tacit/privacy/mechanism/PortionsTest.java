package io.tacit.privacy.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.privacy.number.Rational;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Every way to divide people, over every small person and over random ones with the widest bounds. */
class PortionsTest {
    private static final Unit.DecimalUnit WHOLE = Unit.DecimalUnit.WHOLE;

    private static BigInteger big(long value) {
        return BigInteger.valueOf(value);
    }

    /** One way to divide: the portions, and what a person with these rows has of each state. */
    private record Way(String name, Portions<String> portions, Contribution contribution, boolean people) {}

    private interface Contribution {
        Map<String, BigInteger> of(List<BigInteger> rows);
    }

    private static List<Way> ways(BigInteger low, BigInteger high, long most) {
        State.Count rows = new State.Weight(most).asCount();
        State.Count once = new State.Weight(1).asCount();
        State.Without without = new State.Without();
        State.Centred centred = new State.Centred(low, high, most, WHOLE);
        State.Squares squares = new State.Squares(low, high, most, WHOLE);
        State.UserMean mean = new State.UserMean(low, high, WHOLE);
        State.Sum sum = new State.Sum(low, high, WHOLE);
        BigInteger m = big(most);
        Contribution all = person -> {
            BigInteger n = big(person.size());
            BigInteger total = person.stream().reduce(BigInteger.ZERO, BigInteger::add);
            Map<String, BigInteger> states = new HashMap<>();
            states.put("people", BigInteger.ONE);
            states.put("with", once.contribution(n));
            states.put("without", without.contribution(n));
            states.put("rows", rows.contribution(n));
            states.put("centred", centred.contribution(person));
            states.put("squares", squares.contribution(person));
            states.put("mean", mean.contribution(total, n));
            states.put("sum", sum.contribution(total, n));
            return states;
        };
        List<Way> ways = new ArrayList<>();
        ways.add(new Way(
                "rows", PortionsOf.weight("rows", m).centred("centred", centred).portions(), all, false));
        ways.add(new Way(
                "squares",
                PortionsOf.weight("rows", m)
                        .squares("centred", "squares", centred, squares)
                        .portions(),
                all,
                false));
        ways.add(new Way("people", PortionsOf.people("people").rows("rows", m).portions(), all, true));
        ways.add(new Way(
                "people, rows",
                PortionsOf.people("people")
                        .rows("rows", m)
                        .centred("centred", centred)
                        .portions(),
                all,
                true));
        ways.add(new Way(
                "people, rows, squares",
                PortionsOf.people("people")
                        .rows("rows", m)
                        .squares("centred", "squares", centred, squares)
                        .portions(),
                all,
                true));
        ways.add(new Way(
                "two parts, rows, squares",
                PortionsOf.peopleInTwoParts("with", "without")
                        .rows("rows", m)
                        .squares("centred", "squares", centred, squares)
                        .portions(),
                all,
                true));
        ways.add(new Way(
                "two parts, means",
                PortionsOf.peopleInTwoParts("with", "without")
                        .userMean("mean", mean)
                        .portions(),
                all,
                true));
        ways.add(new Way(
                "people, sums", PortionsOf.people("people").sum("sum", sum).portions(), all, true));
        return ways;
    }

    /** What the documents claim of one person: how far the portions move, what they add up to, and what is read off. */
    private static void check(Way way, List<BigInteger> rows) {
        Map<String, BigInteger> states = way.contribution().of(rows);
        List<BigInteger> portions =
                way.portions().portions().stream().map(one -> one.of(states)).toList();
        BigInteger moved = portions.stream().map(BigInteger::abs).reduce(BigInteger.ZERO, BigInteger::add);
        assertThat(moved)
                .as(way.name() + " of " + rows)
                .isLessThanOrEqualTo(way.portions().sensitivity());
        BigInteger sum = portions.stream().reduce(BigInteger.ZERO, BigInteger::add);
        if (way.people()) {
            assertThat(sum).isEqualTo(way.portions().whole());
        }
        way.portions()
                .readings()
                .forEach((state, reading) -> assertThat(reading.unit().times(Rational.of(reading.of(portions))))
                        .as(state + " in " + way.name())
                        .isEqualTo(Rational.of(Objects.requireNonNull(states.get(state)))));
    }

    @Test
    void everySmallPersonMovesPortionsByNoMoreThanTheWhole() {
        for (int low : new int[] {-3, 0, 2}) {
            for (int high = low; high <= low + 3; high++) {
                for (long most : new long[] {1, 2, 3}) {
                    for (Way way : ways(big(low), big(high), most)) {
                        persons(low - 1, high + 1, 4).forEach(rows -> check(way, rows));
                    }
                }
            }
        }
    }

    /** All lists of at most so many values. */
    private static List<List<BigInteger>> persons(int low, int high, int most) {
        List<List<BigInteger>> persons = new ArrayList<>(List.of(List.of()));
        for (int from = 0, size = 0; size < most; size++) {
            int to = persons.size();
            for (int i = from; i < to; i++) {
                for (int value = low; value <= high; value++) {
                    List<BigInteger> longer = new ArrayList<>(persons.get(i));
                    longer.add(big(value));
                    persons.add(longer);
                }
            }
            from = to;
        }
        return persons;
    }

    /** Bounds so wide that bits are dropped, and more rows than may weigh. */
    @Test
    void widePeopleToo() {
        Random random = new Random(14);
        for (int bits : new int[] {1, 20, 39, 41, 60, 85}) {
            BigInteger high = BigInteger.ONE.shiftLeft(bits).subtract(big(random.nextInt(2)));
            for (BigInteger low : List.of(high.negate(), BigInteger.ZERO, high.subtract(BigInteger.ONE))) {
                for (long most : new long[] {1, 7, 1000, Integer.MAX_VALUE}) {
                    for (Way way : ways(low, high, most)) {
                        for (int i = 0; i < 12; i++) {
                            check(way, person(random, low, high));
                        }
                    }
                }
            }
        }
    }

    private static List<BigInteger> person(Random random, BigInteger low, BigInteger high) {
        List<BigInteger> rows = new ArrayList<>();
        int size = random.nextInt(12);
        int kind = random.nextInt(4);
        for (int i = 0; i < size; i++) {
            BigInteger inside = low.add(new BigInteger(high.subtract(low).bitLength() + 1, random)
                    .mod(high.subtract(low).add(BigInteger.ONE)));
            rows.add(kind == 0 ? low : kind == 1 ? high : kind == 2 ? inside : i % 2 == 0 ? low : high);
        }
        return rows;
    }

    /** Without portions three states need the noise of 2.5 at one row each; the whole is really reached. */
    @Test
    void theSensitivityIsTheWholeButForTruncation() {
        for (Way way : ways(big(0), big(100), 1)) {
            assertThat(way.portions().whole()).isGreaterThanOrEqualTo(BigInteger.ONE.shiftLeft(Portions.BITS));
            Map<String, BigInteger> states = way.contribution().of(List.of(big(100)));
            BigInteger moved = way.portions().portions().stream()
                    .map(one -> one.of(states).abs())
                    .reduce(BigInteger.ZERO, BigInteger::add);
            assertThat(moved).isGreaterThanOrEqualTo(way.portions().whole());
        }
    }

    /** A threshold allows for 2^−20 more than a person: no portions have more, and none less than a person. */
    @Test
    void theSensitivityIsAWholePersonAndHardlyMore() {
        BigInteger whole = BigInteger.ONE.shiftLeft(Portions.BITS);
        BigInteger most = whole.add(whole.shiftRight(20));
        List<Portions.Portion<String>> portions = List.of(new Portions.Portion<>(Map.of("users", whole)));
        for (BigInteger right : List.of(whole, whole.add(BigInteger.ONE), most)) {
            assertThat(new Portions<>(portions, whole, right, Map.of()).sensitivity())
                    .isEqualTo(right);
        }
        for (BigInteger wrong :
                List.of(BigInteger.ONE, whole.subtract(BigInteger.ONE), most.add(BigInteger.ONE), whole.shiftLeft(1))) {
            assertThatThrownBy(() -> new Portions<>(portions, whole, wrong, Map.of()))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void refusesWhatDoesNotBelongTogether() {
        State.Centred two = new State.Centred(big(0), big(9), 2, WHOLE);
        assertThatThrownBy(() -> PortionsOf.people("people").centred("centred", two))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("centred must weigh the rows that are counted");
        assertThatThrownBy(() -> PortionsOf.weight("rows", big(2)).rows("more", big(3)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("rows must be those of people");
        assertThatThrownBy(() -> PortionsOf.weight("rows", big(2)).sum("sum", new State.Sum(big(0), big(1), WHOLE)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("people must be counted once");
        assertThatThrownBy(() -> PortionsOf.weight("rows", big(2))
                        .squares("centred", "squares", two, new State.Squares(big(0), big(8), 2, WHOLE)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("squares must be those of the centred rows");
    }
}
