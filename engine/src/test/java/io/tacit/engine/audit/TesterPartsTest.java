package io.tacit.engine.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tacit.engine.audit.Trace.Group;
import io.tacit.engine.audit.Trace.Place;
import io.tacit.engine.audit.Trace.Step;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.release.Noise;
import io.tacit.engine.release.ReleaseStep;
import io.tacit.engine.session.AnswerRow;
import io.tacit.privacy.mechanism.DiscreteGaussian;
import io.tacit.privacy.number.Rational;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The small parts of which the tester is made: what tells rows apart, places of noise, readings, shapes, tails. */
class TesterPartsTest {
    private static Group group(@Nullable String key, long... integers) {
        BigInteger[] all = new BigInteger[integers.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = BigInteger.valueOf(integers[i]);
        }
        return Group.of(new @Nullable String[] {key}, all);
    }

    /** Keys name a row; only where keys come twice with two integers, in either database, the first is part of its name. */
    @Test
    void leavesOfAGroupAreRowsOfTheirOwn() {
        List<Group> once = List.of(group("a", 1, 2), group(null, 1, 3));
        List<Group> twice = List.of(group("a", 1, 2), group("a", 2, 2));
        assertThat(RowIdentity.of(once, once, 2).byFirst()).isFalse();
        assertThat(RowIdentity.of(twice, once, 2).byFirst()).isTrue();
        assertThat(RowIdentity.of(once, twice, 2).byFirst()).isTrue();
        assertThat(RowIdentity.of(twice, twice, 3).byFirst()).isFalse();
        assertThat(RowIdentity.of(twice, once, 2).index(twice)).hasSize(2);
        assertThat(RowIdentity.of(once, once, 2).index(once)).hasSize(2);
    }

    private static Noise.Origin origin(
            ReleaseStep.Query query, String key, Map<Integer, BigInteger> form, int portion) {
        return new Noise.Origin(query, List.of(key), form, portion < 0 ? Optional.empty() : Optional.of(portion));
    }

    /** Noise is for the integer that it says it is for, if that stands there; else it is for none. */
    @Test
    void placesAreBelievedWhereTheIntegerStands() {
        Trace trace = new Trace();
        List<Group> rows = List.of(group("a", 5, 7), group("b", 5, 9));
        Step step = trace.begin("SELECT", new RowIdentity(false), rows, rows);
        ReleaseStep.Query query = new ReleaseStep.Query("SELECT", 1, 2);
        BigInteger one = BigInteger.ONE;
        Map<Integer, BigInteger> difference = Map.of(0, BigInteger.TWO, 1, one.negate());
        assertThat(step.place(origin(query, "a", Map.of(1, one), -1), BigInteger.valueOf(7)))
                .contains(new Place(List.of("a"), 1));
        assertThat(step.place(origin(query, "a", difference, 4), BigInteger.valueOf(3)))
                .contains(new Place(List.of("a"), Trace.columnOfPortion(4)));
        for (long other : new long[] {5, 6, 8, 9}) {
            assertThat(step.place(origin(query, "a", Map.of(1, one), -1), BigInteger.valueOf(other)))
                    .isEmpty();
        }
        assertThat(step.place(origin(query, "b", difference, 4), BigInteger.valueOf(3)))
                .isEmpty();
        assertThat(step.place(origin(query, "c", Map.of(1, one), -1), BigInteger.valueOf(7)))
                .isEmpty();
        assertThat(step.place(origin(query, "a", Map.of(2, one), -1), BigInteger.ZERO))
                .isEmpty();
        assertThat(Trace.isPortion(Trace.columnOfPortion(0))).isTrue();
        assertThat(Trace.isPortion(500)).isFalse();
    }

    /** Of questions that are asked again the last one counts; one that was never asked is the current one. */
    @Test
    void noiseBelongsToTheLastOfEqualQuestions() {
        Trace trace = new Trace();
        for (String sql : List.of("one", "two", "one", "three")) {
            trace.begin(sql, new RowIdentity(false), List.of(), List.of());
        }
        assertThat(trace.asked(new ReleaseStep.Query("one", 1, 1)).index()).isEqualTo(2);
        assertThat(trace.asked(new ReleaseStep.Query("two", 1, 1)).index()).isEqualTo(1);
        assertThat(trace.asked(new ReleaseStep.Query("none", 1, 1)).index()).isEqualTo(3);
    }

    /** However many bits one group takes, the next one has the same; groups, steps and seeds have their own. */
    @Test
    void bitsOfAGroupDoNotDependOnThoseBefore() {
        List<Long> words = new ArrayList<>();
        for (long seed : new long[] {3, 4}) {
            for (int steps : new int[] {1, 2}) {
                for (String key : List.of("a", "b")) {
                    Long first = null;
                    for (int taken : new int[] {0, 1, 5}) {
                        Trace trace = new Trace();
                        for (int i = 0; i < steps; i++) {
                            trace.begin("SELECT", new RowIdentity(false), List.of(), List.of());
                        }
                        StepBits bits = new StepBits(seed, trace);
                        bits.reseed(List.of("before"));
                        for (int i = 0; i < taken; i++) {
                            bits.nextLong();
                        }
                        bits.reseed(List.of(key));
                        long word = bits.nextLong();
                        first = first == null ? word : first;
                        assertThat(word).as("after %d", taken).isEqualTo(first);
                        assertThat(trace.steps().get(steps - 1).bits()).isEqualTo(taken + 1);
                    }
                    words.add(first);
                }
            }
        }
        assertThat(words).doesNotHaveDuplicates().hasSize(8);
    }

    private static AnswerRow row(@Nullable Object... values) {
        return new AnswerRow(java.util.Arrays.asList(values), Collections.nCopies(values.length, null));
    }

    /** The state is told from the value that is made of it, for values of a group that is known; NULL tells nothing. */
    @Test
    void readingsAreTheStatesOfValues() {
        // Of three people with 1, 2 and 6: mean 3, variance 14/3; the middle of the bounds is 2, half of them 5.
        AnswerRow known = row("g", 3, 3.0, 14.0 / 3);
        assertThat(BlackBoxReading.column(1).of(known)).isEqualTo(3);
        assertThat(BlackBoxReading.centred(2, 1, 2).of(known)).isCloseTo(-1 + 0 + 4, within(1e-12));
        assertThat(BlackBoxReading.squares(3, 1, 2, 2, 5).of(known)).isCloseTo(1 + 0 + 16 - 3 * 12.5, within(1e-12));
        assertThat(BlackBoxReading.products(3, 1, 2, 2).of(known)).isCloseTo(17, within(1e-12));
        // A number of people below one counts as one.
        assertThat(BlackBoxReading.centred(2, 1, 2).of(row("g", -4, 3.0))).isEqualTo(1);
        assertThat(BlackBoxReading.column(1).of(row("g", null))).isNaN();
        assertThat(BlackBoxReading.centred(2, 1, 2).of(row("g", 3, null))).isNaN();
        for (double contribution : new double[] {3, -3}) {
            BlackBoxReading side = BlackBoxReading.side(0, 5, contribution);
            assertThat(side.of(row(5 + contribution))).isEqualTo(contribution);
            assertThat(side.of(row(5.0))).isZero();
            assertThat(side.of(row(5 - contribution))).isZero();
            assertThat(side.of(row((Object) null))).isZero();
        }
    }

    @Test
    void othersAreHalvedAndNobodyIsLost() {
        for (int people = 0; people <= 7; people++) {
            BlocksShape shape = BlocksShape.alone(2, 3, 1).among(people, 5, 6);
            assertThat(shape.people()).isEqualTo(people);
            assertThat(shape.others()).allMatch(others -> others.people() > 0);
            int first = shape.others().stream()
                    .filter(others -> others.x() == 5)
                    .mapToInt(BlocksShape.Others::people)
                    .sum();
            assertThat(first).isEqualTo((people + 1) / 2);
            assertThat(shape.width()).isEqualTo(4);
        }
    }

    /** The tail from each place on, with the whole law summed up here; and beyond so wide a law as good as the normal. */
    @Test
    void tailsAreSumsOfTheLaw() {
        for (long variance : new long[] {1, 3, 40, 900}) {
            double all = 0;
            for (int z = -600; z <= 600; z++) {
                all += Math.exp(-z * z / 2.0 / variance);
            }
            for (int from : new int[] {-1, 0, 1, 2, 7, 20, 60}) {
                double tail = 0;
                for (int z = 600; z >= from; z--) {
                    tail += Math.exp(-z * z / 2.0 / variance);
                }
                double found = GaussianTail.of(new DiscreteGaussian(Rational.of(variance)), from);
                assertThat(found).as("%d from %d", variance, from).isCloseTo(tail / all, within(1e-9 * tail / all));
            }
        }
        double wide = GaussianTail.of(new DiscreteGaussian(Rational.of(1L << 40)), 1 << 20);
        assertThat(wide).isBetween(0.15865, 0.158656);
    }

    /** Rows of nobody are left out of private tables alone, and those of a person come first. */
    @Test
    void rowsOfNobodyAndOfAPersonAreKnown() {
        List<Table> tables = List.of(
                new Table(
                        "p",
                        List.of(Column.nullable("uid", ColumnType.BIGINT), Column.nullable("x", ColumnType.DOUBLE)),
                        new Protection.UnitColumn("uid")),
                new Table("pub", List.of(Column.nullable("n", ColumnType.INTEGER)), new Protection.Public()));
        InventedPeople all = InventedPeople.random(tables, 12, 4);
        InventedPeople some = all.withoutNobody();
        assertThat(all.rows().stream().filter(row -> row.owner() < 0 && row.table() == 0))
                .isNotEmpty();
        assertThat(some.rows())
                .isEqualTo(all.rows().stream()
                        .filter(row -> row.owner() >= 0 || row.table() == 1)
                        .toList());
        assertThat(some.rows().stream().filter(row -> row.table() == 1)).isNotEmpty();
        for (int person : new int[] {0, 5}) {
            List<InventedPeople.Row> other = all.shuffled(person, 8).rows();
            assertThat(other).containsExactlyInAnyOrderElementsOf(all.rows()).isNotEqualTo(all.rows());
            long own = all.rows().stream().filter(row -> row.owner() == person).count();
            assertThat(other.subList(0, (int) own)).allMatch(row -> row.owner() == person);
            assertThat(all.without(person).rows())
                    .isEqualTo(all.rows().stream()
                            .filter(row -> row.owner() != person)
                            .toList());
        }
    }
}
