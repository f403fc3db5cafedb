package io.tacit.privacy.audit;

import io.tacit.privacy.mechanism.DiscreteGaussian;
import io.tacit.privacy.mechanism.DiscreteLaplace;
import io.tacit.privacy.mechanism.IntegerNoise;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.SystemRandomBits;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** The fit of every sampler, from scales far below one to those of sums of doubles. */
final class NoiseChecks {
    private static final Rational HUGE =
            Rational.of(BigInteger.ONE.shiftLeft(41)).plus(Rational.of(1, 3));

    private NoiseChecks() {}

    static List<MechanismAudit.Check> all(int draws) {
        List<MechanismAudit.Check> checks = new ArrayList<>();
        for (Rational scale : List.of(Rational.of(1, 3), Rational.ONE, Rational.of(20), Rational.of(10_007, 7), HUGE)) {
            checks.add(check(
                    new DiscreteLaplace(scale),
                    "draws of Laplace noise of scale " + Words.number(scale.toDoubleNearest()),
                    draws));
        }
        for (Rational variance : List.of(
                Rational.of(1, 5), Rational.ONE, Rational.of(50), Rational.of(1_000_003, 3), HUGE.times(HUGE))) {
            checks.add(check(
                    new DiscreteGaussian(variance),
                    "draws of Gaussian noise of variance " + Words.number(variance.toDoubleNearest()),
                    draws));
        }
        String streams = "streams of the system's random bits";
        checks.add(new MechanismAudit.Check(
                Layer.FIT,
                streams,
                bits -> FitLaw.streams(streams, SystemRandomBits::new, MechanismAudit.FALSE_ALARM)));
        return checks;
    }

    private static MechanismAudit.Check check(IntegerNoise law, String name, int draws) {
        FitLaw fit = new FitLaw(law, draws, MechanismAudit.FALSE_ALARM);
        return new MechanismAudit.Check(Layer.FIT, name, bits -> fit.judge(name, law.sampler(), bits));
    }
}
