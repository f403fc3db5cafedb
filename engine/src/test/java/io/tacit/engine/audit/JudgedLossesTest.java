package io.tacit.engine.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.audit.ForcingNoise.Pair;
import io.tacit.engine.audit.JudgedRelease.Noised;
import io.tacit.engine.audit.Trace.Finding;
import io.tacit.privacy.accounting.NoiseKind;
import io.tacit.privacy.accounting.SelectionKind;
import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.mechanism.DiscreteGaussian;
import io.tacit.privacy.mechanism.DiscreteLaplace;
import io.tacit.privacy.mechanism.IntegerNoise;
import io.tacit.privacy.number.Rational;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import org.assertj.core.api.Condition;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/**
 * What the replay decides about noise, given draws that are written down: releases whose noise is what the plan says pass at
 * the largest change of a person, and each of them is found as soon as one draw tells more than its part pays for, or all
 * laws together cost more than the release may spend.
 */
@NullUnmarked
class JudgedLossesTest {
    private static final int STEP = 3;
    private static final String SPENDS = "A release spends more than it is charged.";
    private static final List<JudgedRelease> RELEASES = JudgedRelease.all();
    private static final Rational BIT = Rational.ONE.dividedBy(Rational.of(1L << 50));

    /** The draws for a person in all their groups, each by the largest change; other portions of them do not change. */
    private static List<Pair> draws(JudgedRelease release, BiFunction<Noised, Integer, BigInteger> more) {
        List<Pair> pairs = new ArrayList<>();
        for (int group = 0; group < release.calibration().maxGroups(); group++) {
            for (Noised noised : release.noised()) {
                BigInteger change = noised.first() ? noised.sensitivity() : BigInteger.ZERO;
                change = change.add(more.apply(noised, group));
                // Up or down.
                BigInteger from = BigInteger.valueOf(40 + group);
                BigInteger to = group % 2 == 0 ? from.add(change) : from.subtract(change);
                pairs.add(new Pair(STEP, noised.column(), noised.law(), from, to));
            }
        }
        return pairs;
    }

    private static List<Pair> honest(JudgedRelease release) {
        return draws(release, (noised, group) -> BigInteger.ZERO);
    }

    /** Draws by which nobody changes anything, but some with another law. */
    private static List<Pair> with(JudgedRelease release, Set<Integer> columns, IntegerNoise law) {
        return release.noised().stream()
                .map(noised -> new Pair(
                        STEP,
                        noised.column(),
                        columns.contains(noised.column()) ? law : noised.law(),
                        BigInteger.TEN,
                        BigInteger.TEN))
                .toList();
    }

    private static List<Finding> judged(JudgedRelease release, List<Pair> pairs, StepPurpose.Kind kind) {
        Trace trace = new Trace();
        JudgeLosses.judge(trace, pairs, release.role(kind), STEP);
        return trace.findings();
    }

    private static List<Finding> judged(JudgedRelease release, List<Pair> pairs) {
        return judged(release, pairs, StepPurpose.Kind.STATES);
    }

    private static List<String> events(List<Finding> findings) {
        return findings.stream()
                .map(finding -> finding.event().replaceFirst(" spends .*", ""))
                .toList();
    }

    @Test
    void noiseAsPlannedPasses() {
        Set<String> kinds = new HashSet<>();
        for (JudgedRelease release : RELEASES) {
            assertThat(judged(release, honest(release))).as(release.sql()).isEmpty();
            assertThat(judged(release, with(release, Set.of(), null)))
                    .as(release.sql())
                    .isEmpty();
            kinds.add(release.calibration().noise().noise() + " "
                    + release.calibration().noise().selection().map(Enum::name).orElse("ALL"));
        }
        assertThat(kinds)
                .containsExactlyInAnyOrder(
                        "LAPLACE ALL",
                        "GAUSSIAN ALL",
                        "LAPLACE LAPLACE_THRESHOLD",
                        "LAPLACE TRUNCATED_GEOMETRIC",
                        "GAUSSIAN GAUSSIAN_THRESHOLD",
                        "GAUSSIAN TRUNCATED_GEOMETRIC");
    }

    private static String what(Noised noised) {
        return noised.column() == 0 ? "the number of people" : "integers " + noised.with();
    }

    @Test
    void oneStepBeyondTheDeclaredChangeInOneGroupIsFoundWhereItHappens() {
        for (JudgedRelease release : RELEASES) {
            for (Noised one : release.noised()) {
                List<Pair> pairs = draws(
                        release,
                        (noised, group) ->
                                noised.column() == one.column() && group == 0 ? BigInteger.ONE : BigInteger.ZERO);
                List<Finding> findings = judged(release, pairs);
                assertThat(events(findings)).as(release.sql() + one).containsExactly(what(one));
                assertThat(findings.get(0).what()).isEqualTo(SPENDS);
            }
        }
    }

    @Test
    void oneGroupTooManyIsFound() {
        for (JudgedRelease release : RELEASES) {
            List<Pair> pairs = honest(release);
            List<Pair> group = pairs.subList(0, release.noised().size());
            pairs.addAll(List.copyOf(group));
            assertThat(events(judged(release, pairs)))
                    .as(release.sql())
                    .containsExactlyInAnyOrderElementsOf(release.noised().stream()
                            .filter(Noised::first)
                            .map(JudgedLossesTest::what)
                            .toList());
        }
    }

    /** What other steps draw is judged with them, whatever its law. */
    @Test
    void drawsOfOtherStepsAreNotCounted() {
        for (JudgedRelease release : RELEASES) {
            List<Pair> pairs = new ArrayList<>();
            for (Pair pair : honest(release)) {
                for (int other : new int[] {STEP - 1, STEP + 1}) {
                    pairs.add(new Pair(
                            other, pair.column(), new DiscreteLaplace(Rational.ONE), pair.first(), pair.second()));
                }
            }
            pairs.addAll(honest(release));
            assertThat(judged(release, pairs)).as(release.sql()).isEmpty();
        }
    }

    /** Of ε there may be something left, where a query gives parts itself: a law may cost that more, and not a bit above. */
    @Test
    void allLawsTogetherCostWhatTheReleaseMaySpend() {
        int judged = 0;
        for (JudgedRelease release : RELEASES) {
            if (release.calibration().noise().noise() != NoiseKind.LAPLACE) {
                continue;
            }
            Rational left = release.calibration()
                    .noise()
                    .request()
                    .epsilon()
                    .value()
                    .minus(release.calibration().noise().loss().epsilon());
            for (Noised one : release.noised()) {
                if (!one.first()) {
                    continue;
                }
                Rational part = one.part().match(pure -> pure.epsilon().value(), concentrated -> Rational.ZERO);
                judged++;
                assertThat(judged(release, with(release, one.with(), law(release, one, part.plus(left)))))
                        .as(release.sql() + one)
                        .isEmpty();
                assertThat(events(judged(
                                release,
                                with(
                                        release,
                                        one.with(),
                                        law(release, one, part.plus(left).plus(BIT))))))
                        .as(release.sql() + one)
                        .containsExactly("all parts of the release");
            }
        }
        assertThat(judged).isGreaterThan(40);
    }

    private static IntegerNoise law(JudgedRelease release, Noised noised, Rational epsilon) {
        return new DiscreteLaplace(Rational.of(noised.sensitivity())
                .times(Rational.of(release.calibration().maxGroups()))
                .dividedBy(epsilon));
    }

    /** Gaussian noise is planned so that all of δ is spent but for the last digits. */
    @Test
    void gaussianNoiseThatIsALittleLessIsFound() {
        int judged = 0;
        for (JudgedRelease release : RELEASES) {
            for (Noised one : release.noised()) {
                Optional<Rational> variance = one.law()
                        .match(
                                laplace -> Optional.empty(),
                                gaussian -> Optional.of(gaussian.variance()),
                                sum -> Optional.empty(),
                                weighted -> Optional.empty());
                if (variance.isPresent()) {
                    judged++;
                    IntegerNoise less = new DiscreteGaussian(variance.get().times(Rational.of(98, 100)));
                    assertThat(events(judged(release, with(release, one.with(), less))))
                            .as(release.sql() + one)
                            .containsExactly("delta of the release");
                }
            }
        }
        assertThat(judged).isGreaterThan(20);
    }

    /** Laplace noise of a plan of Gaussian noise costs ε; where that is all, nothing is left for the rest. */
    @Test
    void nothingIsLeftForGaussianNoiseWhereAllOfEpsilonIsSpent() {
        int judged = 0;
        for (JudgedRelease release : RELEASES) {
            boolean several = release.noised().stream().filter(Noised::first).count() > 1;
            if (release.calibration().noise().noise() != NoiseKind.GAUSSIAN || !several) {
                continue;
            }
            boolean geometric =
                    release.calibration().noise().selection().equals(Optional.of(SelectionKind.TRUNCATED_GEOMETRIC));
            Rational pure = release.calibration().noise().parameterParts().stream()
                    .map(Epsilon::value)
                    .reduce(
                            geometric
                                    ? release.calibration()
                                            .noise()
                                            .selectionPart()
                                            .orElseThrow()
                                            .match(part -> part.epsilon().value(), none -> Rational.ZERO)
                                    : Rational.ZERO,
                            Rational::plus);
            Rational left =
                    release.calibration().noise().request().epsilon().value().minus(pure);
            for (Noised one : release.noised()) {
                boolean complement = release.calibration().plan().complement().isPresent();
                if (complement) {
                    continue;
                }
                judged++;
                String nothing = "nothing is left for Gaussian noise";
                assertThat(events(judged(release, with(release, one.with(), law(release, one, left)))))
                        .as(release.sql() + one)
                        .contains(nothing)
                        .doesNotContain("all parts of the release");
                assertThat(events(judged(release, with(release, one.with(), law(release, one, left.plus(BIT))))))
                        .as(release.sql() + one)
                        .contains(nothing, "all parts of the release");
                assertThat(events(judged(
                                release,
                                with(release, one.with(), law(release, one, left.times(Rational.of(1, 1_000_000)))))))
                        .as(release.sql() + one)
                        .doesNotContain(nothing);
            }
        }
        assertThat(judged).isGreaterThan(5);
    }

    @Test
    void noiseThatNobodyPaysForIsFound() {
        for (JudgedRelease release : RELEASES) {
            List<Pair> pairs = new ArrayList<>(with(release, Set.of(), null));
            // So wide that it costs nothing that shows.
            pairs.add(new Pair(STEP, 0, new DiscreteLaplace(Rational.of(1L << 40)), BigInteger.ZERO, BigInteger.ZERO));
            boolean paid = release.calibration().noise().selectionPart().isPresent();
            assertThat(judged(release, pairs).stream().map(Finding::what))
                    .as(release.sql())
                    .areExactly(
                            paid ? 0 : 1,
                            new Condition<>(
                                    "Noise is drawn that no part of the budget pays for."::equals, "without a part"));
        }
    }

    /** ε of Laplace noise is ε²/2 of a part of ρ; no ε pays for Gaussian noise. */
    @Test
    void lossesOfOneLawArePaidByPartsOfTheOther() {
        int laplace = 0;
        int gaussian = 0;
        for (JudgedRelease release : RELEASES) {
            for (Noised one : release.noised()) {
                if (!one.first()) {
                    continue;
                }
                Optional<Rational> rho = one.part()
                        .match(
                                pure -> Optional.empty(),
                                some -> Optional.of(some.rho().value()));
                if (rho.isEmpty()) {
                    gaussian++;
                    assertThat(events(judged(
                                    release,
                                    List.of(new Pair(
                                            STEP,
                                            one.column(),
                                            new DiscreteGaussian(Rational.of(1L << 60)),
                                            BigInteger.ONE,
                                            BigInteger.ZERO)))))
                            .as(release.sql() + one)
                            .contains(what(one));
                    continue;
                }
                // With a scale of one a change by d costs ε = d, that is d²/2 of ρ: a little less and a little more.
                double distance = Math.sqrt(2 * rho.get().toDoubleNearest());
                for (double factor : new double[] {0.999, 1.001}) {
                    laplace++;
                    IntegerNoise law = new DiscreteLaplace(Rational.ofExact(1e6 / distance / factor));
                    List<Pair> pairs = List.of(
                            new Pair(STEP, one.column(), law, BigInteger.ONE, BigInteger.valueOf(600_001)),
                            new Pair(STEP, one.column(), law, BigInteger.valueOf(400_001), BigInteger.ONE));
                    assertThat(events(judged(release, pairs)).contains(what(one)))
                            .as(release.sql() + one)
                            .isEqualTo(factor > 1);
                }
            }
        }
        assertThat(laplace).isGreaterThan(20);
        assertThat(gaussian).isGreaterThan(20);
    }

    /** All bins of a step that adds noise to each of them are paid for together. */
    @Test
    void binsAreJudgedTogether() {
        int histograms = 0;
        int counted = 0;
        for (JudgedRelease release : RELEASES) {
            if (!release.calibration().noise().parameterParts().isEmpty()) {
                histograms++;
                Rational all = release.calibration().noise().parameterParts().stream()
                        .map(Epsilon::value)
                        .reduce(Rational.ZERO, Rational::plus);
                bins(release, StepPurpose.Kind.PAPER_HISTOGRAMS, all, "automatic limits");
            }
            Optional<Epsilon> groups = release.calibration().groups();
            if (groups.isPresent()) {
                counted++;
                bins(
                        release,
                        StepPurpose.Kind.GROUPS_PER_PERSON,
                        groups.get().value(),
                        "counting people by their groups");
            }
        }
        assertThat(histograms).isPositive();
        assertThat(counted).isPositive();
    }

    private static void bins(JudgedRelease release, StepPurpose.Kind kind, Rational paid, String what) {
        IntegerNoise law = new DiscreteLaplace(Rational.of(5).dividedBy(paid));
        List<Pair> pairs = new ArrayList<>();
        for (int bin = 0; bin < 5; bin++) {
            pairs.add(new Pair(STEP, 0, law, BigInteger.valueOf(bin), BigInteger.valueOf(bin + (bin % 2) * 2 - 1)));
            pairs.add(new Pair(STEP + 1, 0, law, BigInteger.ZERO, BigInteger.ONE));
        }
        assertThat(judged(release, pairs, kind)).as(release.sql()).isEmpty();
        pairs.add(new Pair(STEP, -1, law, BigInteger.TWO, BigInteger.TWO));
        assertThat(judged(release, pairs, kind)).as(release.sql()).isEmpty();
        pairs.add(new Pair(STEP, -1, new DiscreteLaplace(Rational.of(1L << 40)), BigInteger.TWO, BigInteger.ONE));
        assertThat(events(judged(release, pairs, kind))).as(release.sql()).containsExactly(what);
        assertThat(judged(release, pairs, StepPurpose.Kind.HISTOGRAMS)).isEmpty();
        assertThat(judged(release, pairs, StepPurpose.Kind.LEAVES)).isEmpty();
    }
}
