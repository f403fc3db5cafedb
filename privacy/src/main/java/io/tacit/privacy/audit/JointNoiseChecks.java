package io.tacit.privacy.audit;

import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.selection.JointThreshold;
import java.util.List;
import java.util.Optional;

/**
 * δ of noise and of a threshold on it together, reckoned a second way for each number of groups in which somebody is alone:
 * for as many groups as make more than one stretch of those that are looked at together, and for noise that says nothing of
 * few groups and much of one more, wherever that one is. Noise whose δ bends the same way everywhere would not tell
 * which end of a stretch is looked at.
 */
final class JointNoiseChecks {
    static final String NAME = "joint thresholds: delta of noise and threshold for 9 and 64 groups";

    private static final double EPSILON = 1;

    /** More than the rounding errors. */
    private static final double ROOM = 1e-12;

    private JointNoiseChecks() {}

    static MechanismAudit.Check check() {
        return new MechanismAudit.Check(Layer.FIT, NAME, bits -> judge());
    }

    private static Verdict judge() {
        long judged = 0;
        for (long groups : List.of(1L, 7L, 8L, 9L, 64L, 65L)) {
            for (double selection : List.of(1e-6, 0.01, 0.1)) {
                for (double seen : List.of(selection / 4, selection, selection * 3)) {
                    for (long from = 1; from <= groups; from++) {
                        Step noise = new Step(from, seen);
                        Rational promised = JointThreshold.deltaOf(
                                Rational.ofExact(EPSILON), noise, new Delta(Rational.ofExact(selection)), groups);
                        double needed = noise.needed(selection, groups);
                        judged++;
                        if (needed - ROOM * needed > promised.toDoubleUp()) {
                            return broken(noise, groups, needed, promised);
                        }
                    }
                }
            }
        }
        return new Verdict(Layer.FIT, NAME, "the promised delta", 0, judged, Optional.empty());
    }

    /**
     * Noise that tells nothing of fewer groups.
     *
     * @param from the least number of groups of which it tells something
     * @param delta of so many groups or more, whatever ε
     */
    private record Step(long from, double delta) implements JointThreshold.NoiseOfGroups {
        @Override
        public Rational deltaAt(Rational epsilon, long groups) {
            return groups >= from ? Rational.ofExact(delta) : Rational.ZERO;
        }

        /** Over all numbers of groups in which a person is alone: one of these appears, or the noise of the others tells. */
        double needed(double selection, long groups) {
            double most = 0;
            for (long alone = 0; alone <= groups; alone++) {
                double logarithm = Math.log1p(-selection) * alone / groups;
                double told = groups - alone >= from ? delta : 0;
                most = Math.max(most, -Math.expm1(logarithm) + Math.exp(logarithm) * told);
            }
            return most;
        }
    }

    private static Verdict broken(Step noise, long groups, double needed, Rational promised) {
        Violation violation = Violation.certain(
                "Noise and threshold together tell more than is promised.",
                "one person in " + groups + " groups, with noise that tells " + noise.delta() + " of " + noise.from(),
                "nobody",
                "delta is " + needed + ", and " + promised.toDoubleNearest() + " is promised");
        return new Verdict(Layer.FIT, NAME, "the promised delta", 0, 1, Optional.of(violation));
    }
}
