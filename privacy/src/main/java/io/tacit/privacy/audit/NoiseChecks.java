package io.tacit.privacy.audit;

import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.mechanism.AboveThreshold;
import io.tacit.privacy.mechanism.DiscreteGaussian;
import io.tacit.privacy.mechanism.DiscreteLaplace;
import io.tacit.privacy.mechanism.IntegerNoise;
import io.tacit.privacy.mechanism.TailBounds;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.IntegerSampler;
import io.tacit.privacy.random.SystemRandomBits;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The fit of every sampler, from scales far below one to those of sums of doubles. */
final class NoiseChecks {
    private static final Rational HUGE =
            Rational.of(BigInteger.ONE.shiftLeft(41)).plus(Rational.of(1, 3));

    /** Whose multiples do not fit a long, though it does itself. */
    private static final Rational LARGEST_LONG = Rational.of(BigInteger.ONE.shiftLeft(62));

    /** A little more than 7/3, of a numerator and a denominator that fit no long. */
    private static final Rational LONG_FRACTION = new Rational(
            BigInteger.valueOf(7).shiftLeft(70).add(BigInteger.ONE),
            BigInteger.valueOf(3).shiftLeft(70));

    /** A variance whose root fits no long. */
    private static final Rational BEYOND_LONGS =
            Rational.of(BigInteger.ONE.shiftLeft(127)).plus(Rational.of(1, 3));

    /** A histogram of one bin. */
    private static final TailBounds MAGNITUDES = new TailBounds(0, 0);

    private NoiseChecks() {}

    static List<MechanismAudit.Check> all(int draws) {
        List<MechanismAudit.Check> checks = new ArrayList<>();
        for (Rational scale : List.of(
                Rational.of(1, 3),
                Rational.ONE,
                Rational.of(20),
                Rational.of(10_007, 7),
                HUGE,
                LARGEST_LONG,
                LONG_FRACTION)) {
            checks.add(check(
                    new DiscreteLaplace(scale),
                    "draws of Laplace noise of scale " + Words.number(scale.toDoubleNearest()),
                    draws));
        }
        for (Rational variance : List.of(
                Rational.of(1, 5),
                Rational.ONE,
                Rational.of(50),
                Rational.of(1_000_003, 3),
                HUGE.times(HUGE),
                BEYOND_LONGS)) {
            checks.add(check(
                    new DiscreteGaussian(variance),
                    "draws of Gaussian noise of variance " + Words.number(variance.toDoubleNearest()),
                    draws));
        }
        checks.addAll(shares(draws));
        String streams = "streams of the system's random bits";
        checks.add(new MechanismAudit.Check(
                Layer.FIT,
                streams,
                bits -> FitLaw.streams(streams, SystemRandomBits::new, MechanismAudit.FALSE_ALARM)));
        return checks;
    }

    /**
     * Draws of mechanisms that draw several times: each with the scale of its own share of ε = 1/2, worked out by hand.
     */
    private static List<MechanismAudit.Check> shares(int draws) {
        Epsilon half = Epsilon.of("0.5");
        AboveThreshold run = new AboveThreshold(half);
        return List.of(
                share(
                        "draws of a histogram of magnitudes",
                        2,
                        1,
                        bits -> MAGNITUDES.noisyMagnitudes(Map.of(), half, bits).get(0),
                        draws),
                share(
                        "draws at both ends of a range",
                        4,
                        1,
                        bits -> MAGNITUDES
                                .noisyEnds(Map.of(), Map.of(), half, bits)
                                .counts()
                                .get(0),
                        draws),
                share(
                        "draws of zeros within a range",
                        4,
                        1,
                        bits -> MAGNITUDES.noisyZeros(Map.of(), Map.of(), half, bits),
                        draws),
                share(
                        "draws of the target of an above-threshold run",
                        20,
                        7,
                        run.targetNoise().sampler(),
                        draws),
                share(
                        "draws of the answers of an above-threshold run",
                        20,
                        3,
                        run.answerNoise().sampler(),
                        draws));
    }

    private static MechanismAudit.Check share(String name, long scale, long parts, IntegerSampler sampler, int draws) {
        DiscreteLaplace law = new DiscreteLaplace(Rational.of(scale, parts));
        FitLaw fit = new FitLaw(law, draws, MechanismAudit.FALSE_ALARM);
        return new MechanismAudit.Check(Layer.FIT, name, bits -> fit.judge(name, sampler, bits));
    }

    private static MechanismAudit.Check check(IntegerNoise law, String name, int draws) {
        FitLaw fit = new FitLaw(law, draws, MechanismAudit.FALSE_ALARM);
        return new MechanismAudit.Check(Layer.FIT, name, bits -> fit.judge(name, law.sampler(), bits));
    }
}
