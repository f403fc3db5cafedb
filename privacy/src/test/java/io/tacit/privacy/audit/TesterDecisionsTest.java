package io.tacit.privacy.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * What the tester decides, where nothing is left to chance: subjects answer in turn, so that it is known how often each
 * outcome comes, and the decision is reckoned from the bounds of two shares. All kinds of outcomes are walked.
 */
class TesterDecisionsTest {
    private static final double MISTAKE = 1e-6;
    private static final Outcome A = new Outcome.Label("a");
    private static final Outcome B = new Outcome.Label("b");
    private static final Outcome C = new Outcome.Label("c");

    private static Samples samples(List<Outcome> outcomes) {
        Iterator<Outcome> next = outcomes.iterator();
        return Samples.draw((data, bits) -> next.next(), List.of(), outcomes.size(), new Tape(1));
    }

    /** So many of each of three outcomes. */
    private static Samples samples(int a, int b, int c) {
        List<Outcome> all = new ArrayList<>(Collections.nCopies(a, A));
        all.addAll(Collections.nCopies(b, B));
        all.addAll(Collections.nCopies(c, C));
        return samples(all);
    }

    private static PairTest.Sampled sampled(Samples pilot, Samples rest) {
        return new PairTest.Sampled(List.of(1.0), pilot, rest);
    }

    private static boolean refuted(PairTest test, long hits, long others, long trials, double chance) {
        return new Odds(Share.of(hits, trials, chance), Share.of(others, trials, chance), test.epsilon(), test.delta())
                .refute();
    }

    /** The pilots choose the event; the rest decides, and each of its bounds has a quarter of the chance. */
    @Test
    void theEventOfThePilotsIsFoundWhereItsBoundsRefuteTheClaim() {
        for (double delta : new double[] {0, 0.05}) {
            PairTest test = new PairTest(0.5, delta, 40, 0, MISTAKE);
            int found = 0;
            for (int hits = 0; hits <= 1000; hits += 7) {
                Optional<Violation> violation = test.violation(
                        sampled(samples(100, 100, 0), samples(hits, 1000 - hits, 0)),
                        sampled(samples(10, 190, 0), samples(100, 900, 0)));
                assertThat(violation.isPresent())
                        .as("%d hits", hits)
                        .isEqualTo(refuted(test, hits, 100, 1000, MISTAKE / 4));
                violation.ifPresent(one -> assertThat(one.event()).isEqualTo("the answer a"));
                found += violation.isPresent() ? 1 : 0;
            }
            assertThat(found).isBetween(40, 130);
        }
    }

    /** Where the pilots mislead, buckets share the chance; the one that exceeds most is told, if more fail than may. */
    @Test
    void bucketsShareTheChanceThatIsLeft() {
        PairTest test = new PairTest(0.5, 0.01, 40, 0, MISTAKE);
        PairTest tolerant = new PairTest(0.5, 0.01, 40, 0.25, MISTAKE);
        int found = 0;
        for (int hits = 0; hits <= 900; hits += 7) {
            PairTest.Sampled first = sampled(samples(100, 100, 0), samples(50, hits, 950 - hits));
            PairTest.Sampled second = sampled(samples(10, 190, 0), samples(100, 100, 800));
            // Numbers, two outcomes of the pilots, and the rest.
            boolean expected = refuted(test, hits, 100, 1000, MISTAKE / 4 / 4);
            Optional<Violation> violation = test.violation(first, second);
            assertThat(violation.isPresent()).as("%d hits", hits).isEqualTo(expected);
            violation.ifPresent(one -> {
                assertThat(one.what()).startsWith("1 of 4 buckets");
                assertThat(one.event()).isEqualTo("the answer b");
            });
            assertThat(tolerant.violation(first, second)).isEmpty();
            found += expected ? 1 : 0;
        }
        assertThat(found).isBetween(40, 110);
        Samples pilot = samples(100, 50, 50);
        Samples other = samples(10, 95, 95);
        for (int more : new int[] {-60, 60}) {
            Violation worst = test.violation(
                            sampled(pilot, samples(0, 500 + more, 500 - more)), sampled(other, samples(900, 50, 50)))
                    .orElseThrow();
            assertThat(worst.what()).startsWith("2 of 5 buckets");
            assertThat(worst.event()).isEqualTo(more > 0 ? "the answer b" : "the answer c");
        }
    }

    /** Errors of two classes that have one name, but for where they stand. */
    private static final class Here {
        static final class Broken extends RuntimeException {
            private static final long serialVersionUID = 1;
        }
    }

    private static final class There {
        static final class Broken extends RuntimeException {
            private static final long serialVersionUID = 1;
        }
    }

    private static List<Outcome> kinds() {
        List<Outcome> kinds = new ArrayList<>();
        for (double value : new double[] {
            Double.NEGATIVE_INFINITY,
            -Double.MAX_VALUE,
            -1,
            -Double.MIN_VALUE,
            -0.0,
            0.0,
            Double.MIN_VALUE,
            1,
            Math.nextUp(1.0),
            Double.MAX_VALUE,
            Double.POSITIVE_INFINITY,
            Double.NaN
        }) {
            kinds.add(Outcome.of(value));
        }
        kinds.addAll(List.of(A, B, new Outcome.Label(""), new Outcome.Absent()));
        for (RuntimeException error : List.of(new Here.Broken(), new There.Broken())) {
            Samples failed = Samples.draw(
                    (data, bits) -> {
                        throw error;
                    },
                    List.of(),
                    1,
                    new Tape(1));
            kinds.addAll(failed.others().keySet());
        }
        return kinds;
    }

    /** Whatever can be told apart is: each outcome with the person against each other one without, and against itself. */
    @Test
    void anyTwoOutcomesAreToldApart() {
        PairTest test = new PairTest(1, 0.1, 40, 0, MISTAKE);
        List<Outcome> kinds = kinds();
        assertThat(new HashSet<>(kinds)).hasSize(18);
        for (Outcome one : kinds) {
            for (Outcome other : kinds) {
                Optional<Violation> violation = test.violation(always(one), always(other));
                assertThat(violation.isPresent()).as("%s, %s", one, other).isEqualTo(!one.equals(other));
                boolean least = one.equals(Outcome.of(Double.NEGATIVE_INFINITY));
                String words = least ? "a value less than " + -Double.MAX_VALUE : one.toString();
                violation.ifPresent(found -> assertThat(found.event()).isEqualTo(words));
            }
        }
    }

    private static PairTest.Sampled always(Outcome outcome) {
        return sampled(samples(Collections.nCopies(50, outcome)), samples(Collections.nCopies(150, outcome)));
    }

    /** Each run is in one bucket, also one whose outcome the pilots did not see; and the words of a bucket are true. */
    @Test
    void everyRunIsCountedInTheBucketThatHoldsIt() {
        Tape tape = new Tape(3);
        for (int round = 0; round < 40; round++) {
            int spread = 1 + round % 8;
            Samples first = mixed(300, spread, 1, tape);
            Samples second = mixed(200, spread, 2, tape);
            Samples rest = mixed(500, spread + round % 2, 4, tape);
            Cells cells = Cells.of(first, second, 2 + round % 7);
            long[] counts = cells.count(rest);
            assertThat(counts).hasSize(cells.size());
            for (int i = 0; i < counts.length; i++) {
                BitSet cell = new BitSet();
                cell.set(i);
                long held = 0;
                for (double number : rest.numbers()) {
                    held += cells.anyHolds(cell, number, Math.nextUp(number)) ? 1 : 0;
                }
                for (Map.Entry<Outcome, Long> other : rest.others().entrySet()) {
                    held += cells.anyHolds(cell, other.getKey()) ? other.getValue() : 0;
                }
                assertThat(counts[i]).as("bucket %d: %s", i, cells.words(cell)).isEqualTo(held);
            }
        }
    }

    /** Numbers from 1 on, and labels of which later ones are rare. */
    private static Samples mixed(int runs, int spread, int labels, Tape tape) {
        List<Outcome> outcomes = new ArrayList<>();
        for (int i = 0; i < runs; i++) {
            double number = 1 + Math.floorMod(tape.nextLong(), 1L << spread) + (spread > 6 ? i / 1000.0 : 0);
            long label = Math.floorMod(tape.nextLong(), (long) labels);
            outcomes.add((tape.nextLong() & 3) == 0 ? new Outcome.Label("label " + label) : Outcome.of(number));
        }
        return samples(outcomes);
    }

    /**
     * Where no more values came than buckets are asked for, each has a bucket of its own; else each that is as frequent as
     * half of an equal share, and twice at least.
     */
    @Test
    void frequentValuesHaveBucketsOfTheirOwn() {
        for (int count : new int[] {4, 6, 10}) {
            for (int distinct = 1; distinct <= 12; distinct++) {
                for (int times = 1; times <= 9; times++) {
                    List<Outcome> outcomes = new ArrayList<>();
                    for (int value = 1; value <= distinct; value++) {
                        outcomes.addAll(Collections.nCopies(value == 2 ? times : 2, Outcome.of(value)));
                    }
                    // The second sample is the first's, so that all is there twice.
                    Cells cells = Cells.of(samples(outcomes), samples(outcomes), count);
                    int all = 2 * outcomes.size();
                    boolean frequent = distinct <= count || 2 * times >= Math.max(2, all / (2 * count));
                    BitSet holding = new BitSet();
                    for (int i = 0; i < cells.size(); i++) {
                        BitSet cell = new BitSet();
                        cell.set(i);
                        holding.set(i, cells.anyHolds(cell, 2, Math.nextUp(2.0)));
                    }
                    if (frequent && distinct > 1) {
                        assertThat(cells.words(holding))
                                .as("%d of %d", times, distinct)
                                .isEqualTo("the value 2.0");
                    }
                }
            }
        }
    }

    /** All numbers that lie in a set of buckets, and no others, are in its words: cuts are 1, 2, 3 and what follows. */
    @Test
    void bucketsAreSpelled() {
        List<Outcome> values = new ArrayList<>();
        for (int value = 1; value <= 3; value++) {
            values.addAll(Collections.nCopies(10, Outcome.of(value)));
        }
        Cells cells = Cells.of(samples(values), samples(values), 40);
        List<String> words = new ArrayList<>();
        for (int i = 0; i < cells.size(); i++) {
            BitSet cell = new BitSet();
            cell.set(i);
            words.add(cells.words(cell));
        }
        assertThat(words)
                .containsExactly(
                        "a value less than 1.0",
                        "the value 1.0",
                        "a value of at least " + Math.nextUp(1.0) + " and less than 2.0",
                        "the value 2.0",
                        "a value of at least " + Math.nextUp(2.0) + " and less than 3.0",
                        "the value 3.0",
                        "a value of at least " + Math.nextUp(3.0),
                        "any outcome not seen before");
        BitSet all = new BitSet();
        all.set(0, cells.size() - 1);
        assertThat(cells.words(all)).isEqualTo("any number");
        all.clear(1);
        assertThat(cells.words(all)).isEqualTo("a value less than 1.0, or a value of at least " + Math.nextUp(1.0));
    }

    private static void subsets(List<Double> data, Set<List<Double>> all) {
        if (all.add(data)) {
            for (int i = 0; i < data.size(); i++) {
                List<Double> without = new ArrayList<>(data);
                without.remove(i);
                subsets(without, all);
            }
        }
    }

    /** Data sets of the sequence, corners and their mirror images, those that are given; and all their subsets, once. */
    @Test
    void allSubsetsOfAllDataSetsAreRunOnce() {
        List<List<Double>> also = List.of(List.of(7.0, 8.0), List.of(0.5));
        Set<List<Double>> expected = new HashSet<>();
        for (int index = 1; index <= 2; index++) {
            subsets(Halton.dataSet(index, 3, 2), expected);
        }
        for (double sign : new double[] {2, -2}) {
            subsets(List.of(sign, -sign, sign), expected);
            subsets(List.of(sign, -sign), expected);
            subsets(List.of(sign), expected);
        }
        also.forEach(data -> subsets(data, expected));
        Map<List<Double>, Integer> runs = new HashMap<>();
        Verdict verdict = StochasticTester.of(1, 0)
                .size(3)
                .radius(2)
                .dataSets(2)
                .samples(100)
                .also(also)
                .run(
                        "constant",
                        (data, bits) -> {
                            runs.merge(data, 1, Integer::sum);
                            return A;
                        },
                        new Tape(1),
                        Progress.NONE);
        assertThat(runs.keySet()).isEqualTo(expected);
        assertThat(runs.values()).containsOnly(100);
        assertThat(verdict.trials()).isEqualTo(100L * expected.size());
        assertThat(verdict.passed()).isTrue();
    }

    /** The false alarms of all pairs, in both directions, add up to the rate that was asked for. */
    @Test
    void pairsShareTheFalseAlarms() {
        for (List<Double> data : List.of(List.of(1.0), List.of(1.0, 2.0))) {
            int pairs = data.size() == 1 ? 1 : 4;
            StochasticTester tester = StochasticTester.of(1, 0)
                    .dataSets(0)
                    .also(List.of(data))
                    .samples(4000)
                    .falseAlarm(1e-4);
            PairTest claim = new PairTest(1, 0, 40, 0, 1);
            int found = 0;
            for (int hits = 280; hits <= 420; hits += 5) {
                int some = hits;
                Map<List<Double>, Integer> runs = new HashMap<>();
                Subject inTurn = (people, bits) ->
                        (runs.merge(people, 1, Integer::sum) - 1) % 1000 < (people.isEmpty() ? 100 : some) ? A : B;
                boolean passed = tester.run("in turn", inTurn, new Tape(1), Progress.NONE)
                        .passed();
                boolean refuted = refuted(claim, 3L * hits, 300, 3000, 1e-4 / (2 * pairs) / 4);
                assertThat(passed).as("%d hits, %d pairs", hits, pairs).isEqualTo(!refuted);
                found += passed ? 0 : 1;
            }
            assertThat(found).isBetween(2, 60);
        }
    }

    /** A subject that answers over any of the data sets was tested; one that never does was not. */
    @Test
    void onlyASubjectThatAlwaysFailsIsNotTested() {
        StochasticTester tester = StochasticTester.of(50, 0)
                .dataSets(0)
                .also(List.of(List.of(1.0)))
                .samples(100);
        for (List<Double> answered : List.of(List.of(1.0), List.<Double>of(), List.of(3.0))) {
            Subject subject = (data, bits) -> {
                if (data.equals(answered)) {
                    return A;
                }
                throw new IllegalStateException("no answer");
            };
            if (answered.equals(List.of(3.0))) {
                assertThatThrownBy(() -> tester.run("x", subject)).hasMessageContaining("nothing was tested");
            } else {
                assertThat(tester.run("x", subject).passed()).isTrue();
            }
        }
    }

    /** Tapes that are split off differ from each other and from the one they come from. */
    @Test
    void splitTapesShareNothing() {
        Tape tape = new Tape(5);
        List<Tape> tapes = new ArrayList<>(List.of(tape.split(), tape.split(), tape.split()));
        tapes.add(tape);
        Set<Long> words = new HashSet<>();
        for (Tape one : tapes) {
            for (int i = 0; i < 1000; i++) {
                words.add(one.nextLong());
            }
        }
        assertThat(words).hasSize(4000);
        assertThat(new Tape(5).split().nextLong()).isEqualTo(new Tape(5).split().nextLong());
    }
}
