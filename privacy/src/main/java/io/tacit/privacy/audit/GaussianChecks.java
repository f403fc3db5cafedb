package io.tacit.privacy.audit;

import io.tacit.privacy.accounting.ChooseNoise;
import io.tacit.privacy.accounting.Measurement;
import io.tacit.privacy.accounting.NoiseKind;
import io.tacit.privacy.accounting.NoisePlan;
import io.tacit.privacy.accounting.NoiseRequest;
import io.tacit.privacy.accounting.Part;
import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.measure.JointGaussian;
import io.tacit.privacy.measure.Rho;
import io.tacit.privacy.mechanism.IntegerNoise;
import io.tacit.privacy.number.Rational;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** What is promised of discrete Gaussian noise, against its law summed up. */
final class GaussianChecks {
    static final String JOINT = "delta of Gaussian noise on several integers";
    static final String PLANS = "delta of the Gaussian noise of whole plans";

    /** Below it sums of doubles say little. */
    private static final double LEAST = 1e-13;

    private GaussianChecks() {}

    static List<MechanismAudit.Check> all() {
        return List.of(
                new MechanismAudit.Check(Layer.FIT, JOINT, bits -> joint()),
                new MechanismAudit.Check(Layer.FIT, PLANS, bits -> plans()));
    }

    private static Verdict joint() {
        long judged = 0;
        for (List<ExactGaussian.Changed> changed : List.of(
                List.of(new ExactGaussian.Changed(5, 1)),
                List.of(new ExactGaussian.Changed(20, 1)),
                List.of(new ExactGaussian.Changed(50, 5)),
                List.of(new ExactGaussian.Changed(1500, 31)),
                List.of(new ExactGaussian.Changed(20, 1), new ExactGaussian.Changed(30, 2)),
                List.of(new ExactGaussian.Changed(4, 1), new ExactGaussian.Changed(300, 20)))) {
            ExactGaussian exact = new ExactGaussian(changed);
            for (int step = 1; step <= 12; step++) {
                double epsilon = step / 4.0;
                Rational promised = of(changed).deltaAt(Rational.ofExact(epsilon));
                judged++;
                if (exact.delta(epsilon) > Math.max(LEAST, promised.toDoubleUp())) {
                    return broken(JOINT, changed, exact.delta(epsilon), promised);
                }
            }
        }
        return new Verdict(Layer.FIT, JOINT, "the promised delta", 0, judged, Optional.empty());
    }

    /** The noise on some integers as its loss is reckoned. */
    static JointGaussian of(List<ExactGaussian.Changed> changed) {
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

    /** Plans whose states one person changes by 1, in so few groups that all their integers can be summed over. */
    private static Verdict plans() {
        long judged = 0;
        for (String epsilon : List.of("1", "2", "4")) {
            for (long groups : List.of(1L, 2L)) {
                for (int states = 1; states * groups <= 2; states++) {
                    NoisePlan plan = plan(epsilon, groups, states);
                    List<ExactGaussian.Changed> changed = new ArrayList<>();
                    for (Part part : plan.parts()) {
                        changed.addAll(Collections.nCopies(
                                (int) groups, new ExactGaussian.Changed(variance(part, groups), 1)));
                    }
                    Rational promised = plan.loss().delta();
                    double found = new ExactGaussian(changed)
                            .delta(plan.loss().epsilon().toDoubleUp());
                    judged++;
                    if (found > promised.toDoubleUp()) {
                        return broken(PLANS, changed, found, promised);
                    }
                }
            }
        }
        return new Verdict(Layer.FIT, PLANS, "the declared delta", 0, judged, Optional.empty());
    }

    private static double variance(Part part, long groups) {
        IntegerNoise noise = part.noise(BigInteger.ONE, groups);
        return noise.match(laplace -> 0.0, gaussian -> gaussian.variance().toDoubleUp(), sum -> 0.0, weighted -> 0.0);
    }

    private static NoisePlan plan(String epsilon, long groups, int states) {
        NoiseRequest request = new NoiseRequest(
                Epsilon.of(epsilon),
                Delta.of("0.00001"),
                groups,
                Collections.nCopies(states, Measurement.STATE),
                OptionalInt.empty(),
                0,
                false,
                Optional.of(NoiseKind.GAUSSIAN),
                Optional.empty(),
                Optional.empty());
        return ChooseNoise.best(request);
    }

    private static Verdict broken(String name, List<ExactGaussian.Changed> changed, double found, Rational promised) {
        Violation violation = Violation.certain(
                "Gaussian noise tells more than is promised.",
                "one person who changes " + changed,
                "nobody",
                "delta is " + found + ", and " + promised.toDoubleNearest() + " is promised");
        return new Verdict(Layer.FIT, name, "the promised delta", 0, 1, Optional.of(violation));
    }
}
