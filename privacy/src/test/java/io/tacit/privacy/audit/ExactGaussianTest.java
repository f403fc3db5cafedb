package io.tacit.privacy.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.measure.JointGaussian;
import io.tacit.privacy.measure.Rho;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.SystemRandomBits;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The bound of discrete Gaussian noise is one, and near what it bounds. */
class ExactGaussianTest {
    private static final double[] EPSILONS = {0.01, 0.05, 0.3, 1, 2, 3};

    /** By hand: σ² so small that few integers count, and a change by 1. */
    @Test
    void sumsTheLaw() {
        double w = Math.exp(-2);
        double all = 1 + 2 * w + 2 * Math.pow(w, 4);
        // P(0), P(1) and P(2) are more than e times P(1), P(2) and P(3).
        double byHand = (1 - Math.E * w + w - Math.E * Math.pow(w, 4) + Math.pow(w, 4)) / all;
        assertThat(new ExactGaussian(List.of(new ExactGaussian.Changed(0.25, 1))).delta(1))
                .isCloseTo(byHand, within(1e-6));
    }

    @Test
    void theBoundHoldsInOneAndTwoDimensions() {
        for (List<ExactGaussian.Changed> changed : points()) {
            ExactGaussian exact = new ExactGaussian(changed);
            for (double epsilon : EPSILONS) {
                double truth = exact.delta(epsilon);
                double bound = joint(changed).deltaAt(Rational.ofExact(epsilon)).toDoubleNearest();
                if (truth > 1e-13) {
                    assertThat(bound).as("%s, ε %s", changed, epsilon).isGreaterThanOrEqualTo(truth);
                }
            }
        }
    }

    /** The truth of a variance smaller by 3 % is above the bound, which so costs less than 1.5 % of a deviation. */
    @Test
    void theBoundIsNear() {
        int seen = 0;
        for (List<ExactGaussian.Changed> changed : points()) {
            // The bound takes every change to be by at least 1, and no more; with few steps the truth goes up and down.
            if (changed.stream().allMatch(one -> one.variance() >= 60 && one.distance() == 1)) {
                ExactGaussian less = new ExactGaussian(changed.stream()
                        .map(one -> new ExactGaussian.Changed(one.variance() * 0.97, one.distance()))
                        .toList());
                for (double epsilon : EPSILONS) {
                    double truth = less.delta(epsilon);
                    double bound =
                            joint(changed).deltaAt(Rational.ofExact(epsilon)).toDoubleNearest();
                    assertThat(truth < 1e-13 || bound <= truth)
                            .as("%s, ε %s: %s, %s", changed, epsilon, bound, truth)
                            .isTrue();
                    seen += truth < 1e-13 ? 0 : 1;
                }
            }
        }
        assertThat(seen).isGreaterThan(3);
    }

    private static List<List<ExactGaussian.Changed>> points() {
        List<List<ExactGaussian.Changed>> points = new ArrayList<>();
        for (double variance : new double[] {1.5, 4, 8, 20, 60, 500, 3000}) {
            for (int distance : new int[] {1, 2, 7, 40}) {
                if (distance * distance < 2 * variance) {
                    points.add(List.of(new ExactGaussian.Changed(variance, distance)));
                }
            }
        }
        points.add(List.of(new ExactGaussian.Changed(60, 1), new ExactGaussian.Changed(70, 1)));
        for (double first : new double[] {7, 20}) {
            for (double second : new double[] {10, 90}) {
                for (int distance : new int[] {1, 3}) {
                    points.add(
                            List.of(new ExactGaussian.Changed(first, 1), new ExactGaussian.Changed(second, distance)));
                }
            }
        }
        return points;
    }

    private static JointGaussian joint(List<ExactGaussian.Changed> changed) {
        Rational rho = Rational.ZERO;
        Rational largest = Rational.ZERO;
        for (ExactGaussian.Changed one : changed) {
            Rational ratio =
                    Rational.of((long) one.distance() * one.distance()).dividedBy(Rational.ofExact(one.variance()));
            rho = rho.plus(ratio.dividedBy(Rational.of(2)));
            largest = largest.max(ratio);
        }
        return new JointGaussian(new Rho(rho), largest, changed.size());
    }

    /** Never more than the conversion of ρ promises, and the largest ρ is one with which δ is kept. */
    @Test
    void theLargestRhoIsKept() {
        for (String epsilon : new String[] {"0.01", "0.1", "1", "5", "20", "200"}) {
            for (String delta : new String[] {"0.01", "0.000001", "1e-12", "1e-60"}) {
                for (long integers : new long[] {1, 4, 300, 1L << 42}) {
                    Rational share = Rational.of(1, integers);
                    Rho found = JointGaussian.largestWithin(Epsilon.of(epsilon), Delta.of(delta), share, integers);
                    Rational ratio = found.value().times(Rational.of(2)).times(share);
                    Rational kept = new JointGaussian(found, ratio, integers)
                            .deltaAt(Epsilon.of(epsilon).value());
                    assertThat(kept)
                            .as("%s %s %s", epsilon, delta, integers)
                            .isLessThanOrEqualTo(Delta.of(delta).value());
                    assertThat(found.value())
                            .isGreaterThanOrEqualTo(Rho.largestWithin(Epsilon.of(epsilon), Delta.of(delta))
                                    .value());
                }
            }
        }
        Rho many = JointGaussian.largestWithin(Epsilon.of("1"), Delta.of("0.000001"), Rational.of(1, 40), 60);
        assertThat(many.value().toDoubleNearest()).isBetween(0.0279, 0.02802);
    }

    @Test
    void theAuditRunsIt() {
        for (MechanismAudit.Check check : GaussianChecks.all()) {
            assertThat(check.judge().judge(new SystemRandomBits()).passed()).isTrue();
        }
    }

    @Test
    void refusesWhatIsOutOfRange() {
        assertThatThrownBy(() -> new JointGaussian(Rho.of("1"), Rational.ZERO, 1))
                .hasMessage("largestRatio must be more than 0");
        assertThatThrownBy(() -> new JointGaussian(Rho.of("1"), Rational.ONE, 0))
                .hasMessage("integers must be at least 1");
    }
}
