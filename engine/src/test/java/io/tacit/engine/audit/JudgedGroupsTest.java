package io.tacit.engine.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tacit.engine.audit.JudgedRelease.Noised;
import io.tacit.engine.audit.Trace.Draw;
import io.tacit.engine.audit.Trace.Finding;
import io.tacit.engine.audit.Trace.Group;
import io.tacit.engine.audit.Trace.Place;
import io.tacit.engine.audit.Trace.Step;
import io.tacit.engine.release.Calibration;
import io.tacit.engine.release.MeasureChoices;
import io.tacit.engine.release.ReleasedRows;
import io.tacit.engine.release.StateNoise;
import io.tacit.engine.rewrite.StateRequest;
import io.tacit.privacy.mechanism.DiscreteGaussian;
import io.tacit.privacy.mechanism.DiscreteLaplace;
import io.tacit.privacy.mechanism.IntegerNoise;
import io.tacit.privacy.mechanism.NoiseSum;
import io.tacit.privacy.number.LaplaceSums;
import io.tacit.privacy.number.Rational;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/**
 * What the replay decides about groups that appear, given noisy numbers that are written down: a group may appear from the
 * threshold on, which one person hardly reaches, and not one below it.
 */
@NullUnmarked
class JudgedGroupsTest {
    private static final String EASILY =
            "A group appears whose noisy number of people one person alone reaches too easily.";
    private static final String WITHOUT = "A group appears without a noisy number of people.";
    private static final String FEW = "A group of fewer people than were asked for appears.";
    private static final String OTHER = "Other groups appear than were selected.";
    private static final String QUANTILES = "Quantiles are shown without noise.";

    private static final List<JudgedRelease> RELEASES = JudgedRelease.all();

    /** A release of groups, each of them with its noisy numbers. */
    private static final class Shown {
        private final JudgedRelease release;
        private final List<Group> groups = new ArrayList<>();
        private final List<Draw> draws = new ArrayList<>();
        private final List<Object[]> rows = new ArrayList<>();
        private final List<Boolean> kept = new ArrayList<>();
        private long bits = 1;

        Shown(JudgedRelease release) {
            this.release = release;
        }

        /** A group that appears. */
        Shown group(String name, long people, List<BigInteger> noisy) {
            appears(name);
            BigInteger[] integers =
                    new BigInteger[1 + release.calibration().plan().states().size()];
            Arrays.fill(integers, BigInteger.valueOf(people));
            groups.add(Group.of(new String[] {name}, integers));
            List<Noised> read = read(release);
            for (int i = 0; i < noisy.size(); i++) {
                draws.add(draw(name, read.get(i), noisy.get(i)));
            }
            // Noise of other integers has nothing to do with it.
            for (Noised other : release.noised()) {
                if (!read.contains(other)) {
                    draws.add(draw(name, other, BigInteger.ONE.shiftLeft(100)));
                }
            }
            return this;
        }

        private static Draw draw(String name, Noised noised, BigInteger noisy) {
            return new Draw(
                    Optional.of(new Place(List.of(name), noised.column())), noised.law(), BigInteger.ZERO, noisy);
        }

        void appears(String name) {
            Object[] row =
                    new Object[ReleasedRows.types(release.calibration().plan()).size()];
            row[0] = name;
            rows.add(row);
        }

        List<String> judged() {
            Trace trace = new Trace();
            Step step = trace.begin("SELECT", new RowIdentity(false), groups, groups);
            step.draws().addAll(draws);
            if (release.calibration().leftovers().isPresent()) {
                appears("others");
            }
            JudgeVisibleGroups.judge(
                    trace,
                    step,
                    release.role(StepPurpose.Kind.STATES),
                    new ReleasedRows(release.calibration(), release.limits(), Optional.empty(), rows, List.of()),
                    kept,
                    bits);
            return trace.findings().stream().map(Finding::what).toList();
        }
    }

    /** The noise that is compared with the threshold. */
    private static List<Noised> read(JudgedRelease release) {
        StateNoise noise = release.noise();
        Set<Integer> columns = new HashSet<>();
        noise.people().ifPresent(people -> people.drawn().forEach(drawn -> columns.add((1 << 20) + drawn)));
        if (columns.isEmpty()) {
            for (StateRequest state : release.calibration().thresholdedStates()) {
                columns.add(1 + release.calibration().plan().states().indexOf(state));
            }
        }
        return release.noised().stream()
                .filter(noised -> columns.isEmpty() ? noised.column() == 0 : columns.contains(noised.column()))
                .toList();
    }

    private static BigInteger person(JudgedRelease release) {
        return release.noise().people().map(StateNoise.People::person).orElse(BigInteger.ONE);
    }

    private static List<BigInteger> numbers(JudgedRelease release, BigInteger sum) {
        List<BigInteger> numbers =
                new ArrayList<>(Collections.nCopies(read(release).size(), BigInteger.TEN.negate()));
        BigInteger others = BigInteger.TEN.multiply(BigInteger.valueOf(numbers.size() - 1L));
        numbers.set(numbers.size() - 1, sum.add(others));
        return numbers;
    }

    private static List<JudgedRelease> withThreshold() {
        return RELEASES.stream()
                .filter(release -> release.calibration().threshold().isPresent())
                .toList();
    }

    @Test
    void groupsAppearFromTheThresholdOn() {
        Set<Integer> read = new HashSet<>();
        for (JudgedRelease release : withThreshold()) {
            Calibration calibration = release.calibration();
            BigInteger threshold = calibration.threshold().orElseThrow();
            BigInteger person = person(release);
            read.add(read(release).size());
            long people = 1000;
            for (long more : new long[] {0, 1, 900}) {
                BigInteger enough = threshold.add(BigInteger.valueOf(more)).multiply(person);
                assertThat(new Shown(release)
                                .group("a", people, numbers(release, enough))
                                .judged())
                        .as(release.sql())
                        .isEmpty();
            }
            List<BigInteger> tooFew = new ArrayList<>(List.of(person, BigInteger.ZERO, BigInteger.TEN.negate()));
            if (release.noise().people().isPresent()) {
                BigInteger least = leastOfPortions(release);
                assertThat(new Shown(release)
                                .group("a", people, numbers(release, least))
                                .judged())
                        .as(release.sql())
                        .isEmpty();
                // Less by a millionth of a person.
                tooFew.add(least.subtract(person.shiftRight(20)));
            } else {
                tooFew.add(threshold.subtract(BigInteger.ONE));
            }
            for (BigInteger few : tooFew) {
                assertThat(new Shown(release)
                                .group("a", people, numbers(release, threshold.multiply(person)))
                                .group("b", people, numbers(release, few))
                                .judged())
                        .as("%s of %s in %s", few, threshold, release.sql())
                        .containsExactly(EASILY);
            }
        }
        // A number alone, those with and without a value, and portions.
        assertThat(read).contains(1, 2).anyMatch(number -> number > 2);
    }

    /** The least sum of portions that a person alone reaches with no more than the chance that one of C_u groups may have. */
    private static BigInteger leastOfPortions(JudgedRelease release) {
        Calibration calibration = release.calibration();
        boolean rows = calibration.plan().parameters().countsRows();
        long hidden =
                rows ? calibration.maxGroups() : calibration.plan().parameters().minPeople();
        List<Noised> read = read(release);
        Rational scale = read.get(0)
                .law()
                .match(
                        laplace -> laplace.scale(),
                        gaussian -> Rational.ZERO,
                        sum -> Rational.ZERO,
                        weighted -> Rational.ZERO);
        Rational beyond = LaplaceSums.quantileUpOfShare(
                read.size(), calibration.noise().selectionDelta().orElseThrow().value(), calibration.maxGroups());
        return person(release)
                .multiply(BigInteger.valueOf(hidden))
                .add(beyond.times(scale).ceil());
    }

    @Test
    void everyGroupThatAppearsHasItsNoisyNumberOfPeople() {
        for (JudgedRelease release : withThreshold()) {
            List<BigInteger> enough = numbers(
                    release, release.calibration().threshold().orElseThrow().multiply(person(release)));
            Shown shown = new Shown(release).group("a", 1000, enough);
            shown.appears("b");
            assertThat(shown.judged()).as(release.sql()).containsExactly(WITHOUT);
            // One of several is missing, or the number is drawn twice.
            assertThat(new Shown(release)
                            .group("a", 1000, enough.subList(0, enough.size() - 1))
                            .judged())
                    .as(release.sql())
                    .containsExactly(WITHOUT);
            Shown twice = new Shown(release).group("a", 1000, enough);
            twice.draws.add(twice.draws.get(0));
            assertThat(twice.judged()).as(release.sql()).containsExactly(WITHOUT);
            // What has noise need not appear.
            Shown none = new Shown(release).group("a", 1000, numbers(release, BigInteger.ZERO));
            none.rows.clear();
            assertThat(none.judged()).as(release.sql()).isEmpty();
        }
    }

    @Test
    void groupsOfFewerPeopleThanWereAskedForAreFound() {
        int asked = 0;
        for (JudgedRelease release : RELEASES) {
            Calibration calibration = release.calibration();
            if (calibration.selection().isEmpty()) {
                continue;
            }
            long least = calibration.plan().parameters().minPeople();
            asked += least > 1 ? 1 : 0;
            List<BigInteger> enough = calibration
                    .threshold()
                    .map(threshold -> numbers(release, threshold.multiply(person(release))))
                    .orElse(List.of());
            for (long people = least - 1; people <= least + 1; people++) {
                Shown shown = new Shown(release).group("a", people, enough);
                shown.kept.add(true);
                assertThat(shown.judged())
                        .as("%d people in %s", people, release.sql())
                        .isEqualTo(people < least ? List.of(FEW) : List.of());
            }
        }
        assertThat(asked).isPositive();
    }

    @Test
    void asManyGroupsAppearAsWereSelectedByChance() {
        int judged = 0;
        for (JudgedRelease release : RELEASES) {
            Calibration calibration = release.calibration();
            if (calibration.selection().isEmpty() || calibration.threshold().isPresent()) {
                continue;
            }
            judged++;
            for (List<Boolean> kept : List.of(
                    List.of(true, true),
                    List.of(false, true, false, true),
                    List.of(true),
                    List.of(true, true, true),
                    List.of(true, false))) {
                Shown shown = new Shown(release).group("a", 9, List.of()).group("b", 9, List.of());
                shown.kept.addAll(kept);
                assertThat(shown.judged())
                        .as(release.sql())
                        .isEqualTo(Collections.frequency(kept, true) == 2 ? List.of() : List.of(OTHER));
            }
        }
        assertThat(judged).isPositive();
    }

    /** Where a value is drawn from leaves bits are taken, if there is any group and if the limits of values are known. */
    @Test
    void quantilesNeedBits() {
        Set<Boolean> all = new HashSet<>();
        for (JudgedRelease release : RELEASES) {
            boolean draws = release.calibration().plan().choices().stream()
                    .anyMatch(choice ->
                            MeasureChoices.weights(choice, release.limits()).isPresent());
            all.add(draws);
            if (!release.calibration().plan().grouped()) {
                continue;
            }
            for (long bits : new long[] {0, 1}) {
                Shown shown = new Shown(release);
                shown.appears("a");
                shown.bits = bits;
                assertThat(shown.judged().contains(QUANTILES)).as(release.sql()).isEqualTo(draws && bits == 0);
                Shown nobody = new Shown(release);
                nobody.bits = bits;
                if (release.calibration().leftovers().isEmpty()) {
                    assertThat(nobody.judged()).as(release.sql()).isEmpty();
                }
            }
        }
        assertThat(all).containsExactlyInAnyOrder(true, false);
    }

    @Test
    void allGroupsMayAppearWhereTheyAreKnown() {
        for (JudgedRelease release : RELEASES) {
            if (release.calibration().plan().grouped()
                    && release.calibration().selection().isEmpty()) {
                assertThat(new Shown(release)
                                .group("a", 0, List.of())
                                .group("b", 0, List.of())
                                .judged())
                        .as(release.sql())
                        .isEmpty();
            }
        }
    }

    /** The chance of at least so much, by adding up the law; from nothing on any chance is too much. */
    @Test
    void tailsAreSumsOfTheLaw() {
        Map<IntegerNoise, double[]> laws = new HashMap<>();
        double[] laplace = law(z -> Math.exp(-Math.abs(z) / 2.5));
        double[] other = law(z -> Math.exp(-Math.abs(z) / 4.0));
        double[] gaussian = law(z -> Math.exp(-z * z / 18.0));
        DiscreteLaplace first = new DiscreteLaplace(Rational.of(5, 2));
        DiscreteLaplace second = new DiscreteLaplace(Rational.of(4));
        DiscreteGaussian third = new DiscreteGaussian(Rational.of(9));
        laws.put(first, laplace);
        laws.put(third, gaussian);
        laws.put(new NoiseSum(first, second), sum(laplace, other));
        laws.put(new NoiseSum(third, third), sum(gaussian, gaussian));
        laws.forEach((noise, chances) -> {
            for (int k = -3; k <= 40; k++) {
                double tail = 0;
                for (int z = MOST; z >= k; z--) {
                    tail += chances[z + MOST];
                }
                assertThat(JudgeVisibleGroups.tail(noise, BigInteger.valueOf(k)))
                        .as("%s from %d", noise, k)
                        .isCloseTo(k <= 0 ? 0.5 : tail, within(1e-10 * tail));
            }
        });
    }

    private static final int MOST = 400;

    private interface Weight {
        double of(double z);
    }

    private static double[] law(Weight weight) {
        double[] chances = new double[2 * MOST + 1];
        double all = 0;
        for (int z = -MOST; z <= MOST; z++) {
            chances[z + MOST] = weight.of(z);
            all += chances[z + MOST];
        }
        for (int i = 0; i < chances.length; i++) {
            chances[i] /= all;
        }
        return chances;
    }

    private static double[] sum(double[] one, double[] other) {
        double[] chances = new double[2 * MOST + 1];
        for (int x = -MOST; x <= MOST; x++) {
            for (int y = Math.max(-MOST, -MOST - x); y <= Math.min(MOST, MOST - x); y++) {
                chances[x + y + MOST] += one[x + MOST] * other[y + MOST];
            }
        }
        return chances;
    }
}
