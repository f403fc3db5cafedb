package io.tacit.privacy.mechanism;

import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.OneSidedSampler;
import io.tacit.privacy.random.RandomBits;
import java.math.BigInteger;

/**
 * The noise with which a {@link QuantileInterval} shrinks: that of the target, which is drawn once and makes it lower,
 * and that of each answer, which makes it higher. Both are never below 0. Amounts are in weight times the denominator of
 * the rank.
 *
 * @param ofTarget a: P(ρ = k) ∝ e^(−k/a)
 * @param ofAnswer b: P(ν = k) ∝ e^(−k/b)
 * @param margin κ, the target before noise
 */
record ShrinkingNoise(Rational ofTarget, Rational ofAnswer, BigInteger margin) {
    /** What the target's noise spends; the answers' spends the rest. */
    private static final Rational SHARE_OF_TARGET = Rational.of(2, 5);

    /** An answer that is above the margin by so many scales of its noise seldom ends a run. */
    private static final double ABOVE = 1.5;

    /**
     * How wide the noise must be.
     *
     * @param loss of all of it together
     * @param ends how many ends of a window are asked about
     */
    static ShrinkingNoise of(LeafWeights weights, Rational rank, Epsilon loss, int ends, double confidence) {
        Rational target = loss.value().times(SHARE_OF_TARGET);
        Rational answer = loss.value().minus(target);
        Rational most = rank.max(Rational.ONE.minus(rank)).times(Rational.of(rank.denominator()));
        Rational sensitivity = Rational.of(weights.sensitivity());
        // One end moves by at most q up and 1 − q down, or the other way; of two each may do either.
        Rational range = ends == 1 ? Rational.of(rank.denominator()) : most.times(Rational.of(2));
        Rational ofTarget = most.times(sensitivity).dividedBy(target);
        Rational ofAnswer = range.times(sensitivity).dividedBy(answer);
        double share = ofTarget.dividedBy(ofTarget.plus(ofAnswer)).toDoubleNearest();
        double logarithm = Math.max(0, StrictMath.log(share / (1 - confidence)));
        BigInteger margin = ofTarget.times(Rational.ofExact(logarithm)).ceil();
        return new ShrinkingNoise(ofTarget, ofAnswer, margin);
    }

    /** κ − ρ: the target of one run. */
    BigInteger target(RandomBits bits) {
        return margin.subtract(new OneSidedSampler(ofTarget).draw(bits));
    }

    /** Draws ν, for each answer anew. */
    OneSidedSampler answers() {
        return new OneSidedSampler(ofAnswer);
    }

    /** About how sure the window is that a run ends with. */
    double typical() {
        return margin.doubleValue() + ABOVE * ofAnswer.toDoubleNearest();
    }

    /** From here on an end is worth being looked for: one that is less sure would end most runs at once. */
    BigInteger enoughForAnEnd() {
        return margin.add(ofAnswer.times(Rational.of(3)).ceil());
    }
}
