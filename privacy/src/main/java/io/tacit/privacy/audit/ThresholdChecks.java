package io.tacit.privacy.audit;

import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.measure.Rho;
import io.tacit.privacy.mechanism.DiscreteGaussian;
import io.tacit.privacy.mechanism.DiscreteLaplace;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.number.TruncatedGeometricSeries;
import io.tacit.privacy.selection.GaussianThreshold;
import io.tacit.privacy.selection.JointThreshold;
import io.tacit.privacy.selection.LaplaceThreshold;
import io.tacit.privacy.selection.PreThreshold;
import io.tacit.privacy.selection.TruncatedGeometric;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Predicate;

/** Exact arithmetic for every way of selecting groups, each over a grid of ε, δ and C_u. */
final class ThresholdChecks {
    private static final int PRE_THRESHOLD = 5;

    /** The conversion that a δ is held against is computed anew, and rounded up. */
    private static final Rational ROUNDED_UP = Rational.of(1_000_000_001, 1_000_000_000);

    private ThresholdChecks() {}

    /** A point of the grid. */
    private record Point(Epsilon epsilon, Delta delta, long maxGroups) {
        static List<Point> grid(List<String> epsilons, List<String> deltas, List<Long> groups) {
            List<Point> points = new ArrayList<>();
            for (String epsilon : epsilons) {
                for (String delta : deltas) {
                    for (long maxGroups : groups) {
                        points.add(new Point(Epsilon.of(epsilon), Delta.of(delta), maxGroups));
                    }
                }
            }
            return points;
        }

        /** Nine tenths of the ρ that all of δ would allow, so that something is left for the selection. */
        Rho nearly() {
            return Rho.largestWithin(epsilon, delta).times(Rational.of(9, 10));
        }

        /** The joint threshold; empty where the noise leaves nothing for the selection. */
        Optional<JointThreshold> joint() {
            return JointThreshold.of(epsilon, delta, nearly(), maxGroups);
        }

        Rational single() {
            return joint().orElseThrow().single();
        }

        DiscreteGaussian gaussian(Rho rho) {
            return DiscreteGaussian.calibrated(BigInteger.valueOf(maxGroups), rho);
        }
    }

    /** Judges a point. */
    @FunctionalInterface
    private interface Judge {
        Verdict judge(String name, Point point);
    }

    /**
     * The checks.
     *
     * @param fine whether the grid is fine
     * @param people up to how many people a selection's law is looked at
     */
    static List<MechanismAudit.Check> all(boolean fine, int people) {
        List<Point> thresholds = fine
                ? Point.grid(
                        List.of("0.05", "0.2", "1", "3", "8"),
                        List.of("0.01", "0.000001", "1e-9", "1e-15"),
                        List.of(1L, 2L, 3L, 10L, 50L, 300L))
                : Point.grid(List.of("0.2", "1", "8"), List.of("0.000001", "1e-9"), List.of(1L, 10L));
        List<Point> laws = fine
                ? Point.grid(List.of("0.05", "1", "8"), List.of("0.000001", "1e-15"), List.of(1L, 3L, 50L))
                : Point.grid(List.of("0.2", "1"), List.of("0.000001"), List.of(1L, 10L));
        Predicate<Point> joint = point -> point.joint().isPresent();
        return List.of(
                check("thresholds on Laplace noise", thresholds, ThresholdChecks::laplace),
                check("thresholds on Gaussian noise", thresholds, ThresholdChecks::gaussian),
                check("joint thresholds: noise and selection together", thresholds, joint, ThresholdChecks::joint),
                check(
                        "joint thresholds: what noise and a given threshold spend",
                        thresholds,
                        ThresholdChecks::jointDelta),
                JointNoiseChecks.check(),
                check("joint thresholds: the tail of the noise", thresholds, joint, ThresholdChecks::jointTail),
                check("the law of truncated geometric selection", laws, (name, point) -> law(name, point, 1, people)),
                check(
                        "the law of selection behind a least number of people",
                        laws,
                        (name, point) -> law(name, point, PRE_THRESHOLD, people)));
    }

    private static MechanismAudit.Check check(String name, List<Point> points, Judge judge) {
        return check(name, points, point -> true, judge);
    }

    private static MechanismAudit.Check check(String name, List<Point> points, Predicate<Point> possible, Judge judge) {
        return new MechanismAudit.Check(Layer.FIT, name, bits -> {
            List<Point> judged = points.stream().filter(possible).toList();
            if (judged.isEmpty()) {
                throw new IllegalStateException("no point of the grid is possible");
            }
            for (Point point : judged) {
                if (Thread.currentThread().isInterrupted()) {
                    throw new CancellationException("the audit was interrupted");
                }
                Verdict verdict = judge.judge(name, point);
                if (!verdict.passed()) {
                    return verdict;
                }
            }
            String claim = "the declared delta, for " + judged.size() + " choices of epsilon, delta and groups";
            return new Verdict(Layer.FIT, name, claim, 0, judged.size(), Optional.empty());
        });
    }

    private static Verdict laplace(String name, Point point) {
        DiscreteLaplace noise = DiscreteLaplace.calibrated(BigInteger.valueOf(point.maxGroups()), point.epsilon());
        BigInteger tau = LaplaceThreshold.threshold(noise, point.delta(), point.maxGroups());
        return new ExactThreshold(noise, tau, point.delta().value(), point.maxGroups()).verdict(name, 0);
    }

    private static Verdict gaussian(String name, Point point) {
        Delta half = new Delta(point.delta().value().times(Rational.of(1, 2)));
        DiscreteGaussian noise = point.gaussian(Rho.largestWithin(point.epsilon(), half));
        BigInteger tau = GaussianThreshold.threshold(noise, half, point.maxGroups());
        return tail(name, noise, tau, half.value(), point.maxGroups());
    }

    private static Verdict joint(String name, Point point) {
        return new ExactJoint(
                        point.single(),
                        point.epsilon().value().toDoubleDown(),
                        point.delta().value(),
                        point.nearly().value().toDoubleUp(),
                        point.maxGroups())
                .verdict(name);
    }

    /** δ of a threshold whose own is half, or nearly all, of δ, held against the exact formula for each number of groups. */
    private static Verdict jointDelta(String name, Point point) {
        Rho rho = Rho.largestWithin(point.epsilon(), point.delta());
        Verdict verdict = null;
        for (Rational share : List.of(Rational.of(1, 2), Rational.of(99, 100), Rational.of(3))) {
            Delta selection = new Delta(point.delta().value().times(share));
            Rational together = JointThreshold.deltaOf(
                    point.epsilon().value(),
                    (less, groups) ->
                            rho.times(Rational.of(groups, point.maxGroups())).deltaAt(less),
                    selection,
                    point.maxGroups());
            verdict = new ExactJoint(
                            TruncatedGeometricSeries.shareDown(selection.value(), point.maxGroups()),
                            point.epsilon().value().toDoubleDown(),
                            together.times(ROUNDED_UP),
                            rho.value().toDoubleDown(),
                            point.maxGroups())
                    .verdict(name);
            if (!verdict.passed()) {
                return verdict;
            }
        }
        return Objects.requireNonNull(verdict);
    }

    private static Verdict jointTail(String name, Point point) {
        DiscreteGaussian noise = point.gaussian(point.nearly());
        Rational single = point.single();
        return tail(name, noise, new JointThreshold(single).threshold(noise), single, 1);
    }

    private static Verdict tail(String name, DiscreteGaussian noise, BigInteger tau, Rational delta, long maxGroups) {
        return new ExactThreshold(noise, tau, delta, maxGroups).verdict(name, ExactThreshold.mostAbove(noise, tau));
    }

    private static Verdict law(String name, Point point, long leastPeople, int people) {
        TruncatedGeometric selection = new TruncatedGeometric(point.epsilon(), point.delta(), point.maxGroups());
        PreThreshold before = new PreThreshold(BigInteger.valueOf(leastPeople));
        return new ExactSelection(
                        n -> before.counted(BigInteger.valueOf(n))
                                .map(selection::probability)
                                .orElse(Rational.ZERO),
                        point.epsilon().value(),
                        point.delta().value(),
                        point.maxGroups())
                .verdict(name, people);
    }
}
