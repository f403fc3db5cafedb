package io.tacit.engine.structure;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Bounds of numbers and of sets of values, against the numbers and the sets. */
@org.jspecify.annotations.NullUnmarked
class BoundsAlgebraTest {
    private static final long LARGEST = 1L << 40;

    private static final long[] NUMBERS = {
        0, 1, 2, 3, 1000, 1L << 20, (1L << 20) + 1, LARGEST - 1, LARGEST, LARGEST + 1, 1L << 62, Long.MAX_VALUE
    };

    /** The bound of an exact number: itself up to 2^40, nothing known beyond. */
    private static Most bound(BigInteger exact) {
        return exact.compareTo(BigInteger.valueOf(LARGEST)) > 0 ? Most.ANY : new Most(exact.longValueExact());
    }

    @Test
    void numbersAreAddedAndMultipliedWithoutOverflow() {
        for (long a : NUMBERS) {
            for (long b : NUMBERS) {
                Most one = Most.of(a);
                Most other = Most.of(b);
                BigInteger x = BigInteger.valueOf(a);
                BigInteger y = BigInteger.valueOf(b);
                assertThat(one.times(other)).as(a + " * " + b).isEqualTo(bound(x.multiply(y)));
                assertThat(one.plus(other)).as(a + " + " + b).isEqualTo(bound(x.add(y)));
                assertThat(one.and(other)).as("least of " + a + ", " + b).isEqualTo(bound(x.min(y)));
                assertThat(one.or(other)).as("most of " + a + ", " + b).isEqualTo(bound(x.max(y)));
            }
            assertThat(Most.of(a).isKnown()).as(a + "").isEqualTo(a <= LARGEST);
            assertThat(Most.of(a).known().isPresent()).as(a + "").isEqualTo(a <= LARGEST);
            assertThat(Most.of(a).isAtMostOne()).as(a + "").isEqualTo(a <= 1);
        }
    }

    /** The sets of NULL, 1, 2 and 3; NULL is 0 here. */
    private static List<Set<Integer>> sets() {
        List<Set<Integer>> sets = new ArrayList<>();
        for (int bits = 0; bits < 16; bits++) {
            Set<Integer> set = new TreeSet<>();
            for (int value = 0; value < 4; value++) {
                if ((bits >> value & 1) == 1) {
                    set.add(value);
                }
            }
            sets.add(set);
        }
        return sets;
    }

    private static List<Values> bounds() {
        List<Values> bounds = new ArrayList<>(List.of(Values.ANY, Values.ONE, Values.NULL, Values.TRUTHS));
        for (int most = 0; most <= 4; most++) {
            bounds.add(Values.of(Most.of(most)));
            bounds.add(Values.orNull(Most.of(most)));
            bounds.add(Values.of(Most.of(most)).withoutNull());
            bounds.add(Values.orNull(Most.of(most)).withoutNull());
        }
        return bounds;
    }

    /** Whether a bound holds of a set. */
    private static boolean holds(Values bound, Set<Integer> set) {
        boolean none = set.contains(0);
        return set.size() - (none ? 1 : 0) <= bound.present().number()
                && set.size() <= bound.all().number()
                && (!none || bound.nullable());
    }

    private static Values exact(Set<Integer> set) {
        boolean none = set.contains(0);
        Values present = Values.orNull(Most.of(set.size() - (none ? 1 : 0)));
        return none ? present : present.withoutNull();
    }

    @Test
    void boundsOfValuesHoldOfWhatIsMadeOfThem() {
        for (Values one : bounds()) {
            for (Set<Integer> a : sets()) {
                if (!holds(one, a)) {
                    continue;
                }
                Set<Integer> withoutNull = new TreeSet<>(a);
                withoutNull.remove(0);
                assertThat(holds(one.withoutNull(), withoutNull))
                        .as(one + " of " + a)
                        .isTrue();
                Set<Integer> withNull = new TreeSet<>(a);
                withNull.add(0);
                assertThat(holds(one.withNull(), withNull) && holds(one.withNull(), a))
                        .as(one + " of " + a)
                        .isTrue();
                for (Values other : bounds()) {
                    assertThat(!holds(other, a) || holds(one.and(other), a))
                            .as(one + " and " + other + " of " + a)
                            .isTrue();
                    for (Set<Integer> b : sets()) {
                        Set<Integer> both = new TreeSet<>(a);
                        both.addAll(b);
                        if (holds(other, b) && !holds(one.or(other), both)) {
                            assertThat(both)
                                    .as(one + " or " + other + " of " + a + " and " + b)
                                    .isEmpty();
                        }
                    }
                }
            }
        }
    }

    /** What is known exactly of sets without a common value but NULL stays known. */
    @Test
    void nothingIsLost() {
        for (Set<Integer> a : sets()) {
            assertThat(exact(a).all()).as(a + "").isEqualTo(Most.of(a.size()));
            assertThat(exact(a).and(Values.ANY)).as(a + "").isEqualTo(exact(a));
            for (Set<Integer> b : sets()) {
                Set<Integer> both = new TreeSet<>(a);
                both.addAll(b);
                if (both.size() == a.size() + b.size() - (a.contains(0) && b.contains(0) ? 1 : 0)) {
                    assertThat(exact(a).or(exact(b))).as(a + " and " + b).isEqualTo(exact(both));
                }
                if (a.containsAll(b)) {
                    assertThat(exact(a).and(exact(b))).as(a + " and " + b).isEqualTo(exact(b));
                }
            }
        }
        for (Values one : bounds()) {
            for (Values other : bounds()) {
                Values both = one.and(other);
                assertThat(both.nullable() || both.all().equals(both.present()))
                        .as(both + "")
                        .isTrue();
            }
        }
        assertThat(Values.ONE.all()).isEqualTo(Most.ONE);
        assertThat(Values.ONE.present()).isEqualTo(Most.ONE);
        assertThat(Values.ONE.nullable()).isTrue();
    }
}
