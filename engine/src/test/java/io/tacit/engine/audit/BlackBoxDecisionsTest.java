package io.tacit.engine.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.release.Noise;
import io.tacit.privacy.accounting.GroupSelection;
import io.tacit.privacy.audit.Layer;
import io.tacit.privacy.audit.Odds;
import io.tacit.privacy.audit.Share;
import io.tacit.privacy.audit.Tape;
import io.tacit.privacy.audit.Verdict;
import io.tacit.privacy.audit.Violation;
import io.tacit.privacy.mechanism.IntegerNoise;
import io.tacit.privacy.random.RandomBits;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * What the black box decides, without chance: subjects that write down what they are asked, statistics of outputs that
 * are known, and blocks in which an event comes as often as is wanted.
 */
class BlackBoxDecisionsTest {
    private static final SessionFactory NO_DOOR = (tables, defaults) -> {
        throw new IllegalStateException("nothing is opened");
    };

    /** A subject without a database: it breaks its promise with the query of this number. */
    private record Silent(String name, int verdicts, int quickQueries, int fullQueries, int broken, List<String> told)
            implements BlackBoxSubject {
        @Override
        public Run begin(SessionFactory door, RandomBits coins) {
            int[] asked = {0};
            return new Run() {
                @Override
                public void query() {
                    asked[0]++;
                    told.add(name + " asked");
                }

                @Override
                public List<Verdict> verdicts(double falseAlarm) {
                    List<Verdict> all = new ArrayList<>();
                    for (int i = 0; i < verdicts; i++) {
                        Optional<Violation> violation = asked[0] >= broken && i == verdicts - 1
                                ? Optional.of(Violation.certain("broken", "one", "nobody", "event"))
                                : Optional.empty();
                        all.add(new Verdict(Layer.BLACK_BOX, name, "claim", falseAlarm, asked[0], violation));
                    }
                    return all;
                }
            };
        }
    }

    private final List<String> told = new ArrayList<>();
    private final List<BlackBoxSubject> subjects = List.of(
            new Silent("cheap", 1, 1, 3, 9, told),
            new Silent("slow", 5, 0, 2, 9, told),
            new Silent("many", 4, 2, 4, 3, told));
    private final BlackBoxAudit audit = BlackBoxAudit.of(NO_DOOR, new Tape(1), subjects);

    private final BlackBoxAudit.Progress progress = new BlackBoxAudit.Progress() {
        @Override
        public void query(String subject, int done, int of) {
            told.add(subject + " " + done + " of " + of);
        }

        @Override
        public void verdict(Verdict verdict) {
            told.add(verdict.subject() + " judged");
        }

        @Override
        public void finished(String subject, List<Verdict> verdicts) {
            told.add(subject + " " + verdicts.size() + " in all");
        }
    };

    @Test
    void theFalseAlarmsOfAllVerdictsAddUp() {
        List<Verdict> verdicts = audit.run(BlackBoxAudit.Level.FULL, progress);
        assertThat(verdicts).hasSize(10);
        assertThat(verdicts.stream().mapToDouble(Verdict::falseAlarm).sum())
                .isCloseTo(BlackBoxAudit.FALSE_ALARM, within(1e-18));
        assertThat(verdicts.stream().filter(verdict -> !verdict.passed())).hasSize(1);
    }

    @Test
    void eachLevelAsksWhatASubjectSaysOfIt() {
        audit.run(BlackBoxAudit.Level.QUICK, progress);
        assertThat(told)
                .containsExactly(
                        "cheap 0 of 1",
                        "cheap asked",
                        "cheap judged",
                        "cheap 1 in all",
                        "many 0 of 2",
                        "many asked",
                        "many 1 of 2",
                        "many asked",
                        "many judged",
                        "many judged",
                        "many judged",
                        "many judged",
                        "many 4 in all");
        told.clear();
        List<Verdict> some = audit.run(BlackBoxAudit.Level.FULL, name -> name.equals("many"), progress);
        assertThat(told.stream().filter(word -> word.endsWith("asked"))).hasSize(5);
        // What is left out changes nothing for the others.
        assertThat(some)
                .hasSize(6)
                .allSatisfy(verdict -> assertThat(verdict.falseAlarm()).isEqualTo(BlackBoxAudit.FALSE_ALARM / 10));
        assertThat(audit.only("a").subjects()).containsExactly("cheap", "many");
        assertThat(audit.only("slow").run(BlackBoxAudit.Level.QUICK, progress)).isEmpty();
    }

    @Test
    void aBrokenPromiseIsFoundWithTheQueryThatShowsIt() {
        assertThat(audit.queriesUntilFound("many", 5)).isEqualTo(3);
        assertThat(audit.queriesUntilFound("many", 3)).isEqualTo(3);
        assertThat(audit.queriesUntilFound("many", 2)).isZero();
        assertThat(audit.queriesUntilFound("cheap", 8)).isZero();
    }

    /** P ≤ P₀ + b ≤ e^ε·P₀′ + δ + b ≤ e^ε·(P′ + b) + δ + b, for each of several pairs. */
    @Test
    void aBlurredClaimAllowsForOtherNumbersOnBothSides() {
        BlackBoxClaim claim = new BlackBoxClaim(
                "words", List.of(new BlackBoxClaim.Pair(0, 0), new BlackBoxClaim.Pair(1, 0.1), pair(3, 0.2)));
        BlackBoxClaim blurred = claim.blurred(0.01);
        assertThat(blurred.words()).isEqualTo("words");
        for (int i = 0; i < 3; i++) {
            BlackBoxClaim.Pair before = claim.pairs().get(i);
            BlackBoxClaim.Pair after = blurred.pairs().get(i);
            assertThat(after.epsilon()).isEqualTo(before.epsilon());
            assertThat(after.delta())
                    .isCloseTo(before.delta() + 0.01 + Math.exp(before.epsilon()) * 0.01, within(1e-15));
        }
    }

    private static BlackBoxClaim.Pair pair(double epsilon, double delta) {
        return new BlackBoxClaim.Pair(epsilon, delta);
    }

    /** The last output is that of the group where nobody is: it counts where two groups are compared, and else not. */
    @Test
    void statisticsAreThoseOfTheCanarysGroups() {
        double none = Double.NaN;
        Map<BlocksStatistic, double[]> expected = new HashMap<>();
        double[][] outputs = {{1, 4, -9, 7}, {none, 2.5, 3, 1}, {none, none, none, 5}, {3, none, 2, none}};
        expected.put(BlocksStatistic.CLAMPED, new double[] {0 + 1 + 0, 0.75 + 1, 0, 1 + 0.5});
        expected.put(BlocksStatistic.TOTAL, new double[] {-4, 5.5, 0, 5});
        expected.put(BlocksStatistic.LARGEST, new double[] {4, 3, Double.NEGATIVE_INFINITY, 3});
        double away = Double.NEGATIVE_INFINITY;
        expected.put(BlocksStatistic.BESIDE, new double[] {-6, away, away, away});
        expected.put(BlocksStatistic.SHOWN, new double[] {3, 2, 0, 2});
        for (BlocksStatistic statistic : BlocksStatistic.values()) {
            for (int i = 0; i < outputs.length; i++) {
                assertThat(statistic.of(outputs[i], 1, 2))
                        .as("%s of block %d", statistic, i)
                        .isEqualTo(expected.get(statistic)[i]);
            }
        }
        // A contribution below 0: what is lower is nearer to it.
        assertThat(BlocksStatistic.CLAMPED.of(new double[] {0, -1, -5, 2, 9}, 0, -2))
                .isEqualTo(0.5 + 1);
    }

    /**
     * The event comes in so many blocks with the canary, and in a fiftieth of those without. A quarter of the blocks chooses
     * it; the others decide, with a quarter of the chance for each of four bounds. Both directions, and events of at
     * least and of at most something.
     */
    @Test
    void aViolationIsFoundWhereItsBoundsRefuteTheClaim() {
        int blocks = 4000;
        BlackBoxClaim claim = new BlackBoxClaim("words", List.of(pair(1, 0.01)));
        BlocksShape shape = BlocksShape.alone(blocks, 1, 1);
        for (boolean canaryFirst : new boolean[] {true, false}) {
            for (double value : new double[] {1, -1}) {
                // A canary that should raise the output, and one that should lower it, whatever it does.
                double contribution = canaryFirst ? 1 : -1;
                // Three quarters of what is in all blocks: 30 of 1500 without.
                int least = 40;
                while (!new Odds(doubled(3 * least / 4), doubled(30), 1, 0.01).refute()) {
                    least++;
                }
                int found = 0;
                for (int hits : new int[] {40, least - 4, least - 2, least - 1, least, least + 1, least + 4, 700}) {
                    BlocksOutcome outcome = outcome(blocks, hits, canaryFirst, value);
                    Verdict verdict =
                            new BlocksVerdict("name", "sql", shape, 0, contribution).of(List.of(outcome), claim, 1e-6);
                    int seen = 3 * hits / 4;
                    assertThat(verdict.passed())
                            .as("%d, %s, %s", hits, canaryFirst, value)
                            .isEqualTo(hits < least);
                    assertThat(verdict.trials()).isEqualTo(blocks);
                    if (!verdict.passed()) {
                        found++;
                        Violation violation = verdict.violation().orElseThrow();
                        assertThat(violation.first()).isEqualTo(shape.words(canaryFirst));
                        assertThat(violation.second()).isEqualTo(shape.words(!canaryFirst));
                        assertThat(violation.odds().orElseThrow().first().hits())
                                .isEqualTo(seen);
                    }
                }
                assertThat(found).isEqualTo(4);
            }
        }
    }

    private static Share doubled(int hits) {
        Share share = Share.of(hits, 3000, 1e-6 / 4);
        return new Share(hits, 3000, 2 * share.low(), 2 * share.high());
    }

    /** Of every eight blocks four have a canary, one of them among those that choose. */
    private static BlocksOutcome outcome(int blocks, int hits, boolean canaryFirst, double value) {
        BitSet present = new BitSet();
        double[][] outputs = new double[blocks][];
        int[] number = new int[4];
        for (int block = 0; block < blocks; block++) {
            boolean canary = block / 4 % 2 == 0;
            present.set(block, canary);
            boolean choosing = block % 4 == 0;
            int kind = (canary ? 1 : 0) + (choosing ? 2 : 0);
            int wanted = canary == canaryFirst ? hits : 40;
            boolean shows = number[kind]++ < (choosing ? wanted / 4 : 3 * wanted / 4);
            outputs[block] = new double[] {shows ? value : 0, 0};
        }
        return new BlocksOutcome(present, outputs);
    }

    /** Noise that has the opposite sign when it is asked for again is no more independent than the same again. */
    @Test
    void oppositeSignsAreNotIndependent() {
        Map<String, Integer> asked = new HashMap<>();
        Tape bits = new Tape(8);
        Noise opposite = new Noise() {
            @Override
            public BigInteger noisy(IntegerNoise law, BigInteger exact, Origin origin) {
                BigInteger size = law.sample(bits).abs().add(BigInteger.ONE);
                String place = origin.keys() + " " + origin.form() + origin.portion();
                boolean again = asked.merge(place, 1, Integer::sum) % 2 == 0;
                return exact.add(again ? size.negate() : size);
            }

            @Override
            public boolean keeps(GroupSelection.Geometric selection, BigInteger exactUsers) {
                return false;
            }

            @Override
            public RandomBits bits() {
                return bits;
            }
        };
        BlackBoxIndependence independence =
                new BlackBoxIndependence("signs", BlackBoxSubjects.defaults("2", Defaults.Noise.LAPLACE), 400);
        BlackBoxSubject.Run run = independence.begin(BlackBoxMutant.door(() -> opposite), new Tape(1));
        run.query();
        Set<String> broken = new HashSet<>();
        run.verdicts(1e-8).stream()
                .filter(verdict -> !verdict.passed())
                .forEach(verdict -> broken.add(verdict.violation().orElseThrow().event()));
        assertThat(broken).anyMatch(event -> event.matches("0 of [0-9]+ pairs have the same sign.*"));
    }

    /** Groups of fewer people than are asked for never appear, whatever δ allows. */
    @Test
    void groupsOfFewPeopleAreFoundWhateverDeltaIs() {
        for (long least : new long[] {2, 3}) {
            BlackBoxSubject two = new CanaryThreshold(
                    "two",
                    "SELECT p.grp FROM people p GROUP BY p.grp",
                    BlackBoxSubjects.selecting("1", "0.5", Defaults.Selection.LAPLACE_THRESHOLD, least),
                    300,
                    1);
            BlackBoxAudit one = BlackBoxAudit.of(BlackBoxMutant.healthy(new Tape(9)), new Tape(3), List.of(two));
            assertThat(one.queriesUntilFound("two", 1)).isEqualTo(least == 2 ? 1 : 0);
        }
    }
}
