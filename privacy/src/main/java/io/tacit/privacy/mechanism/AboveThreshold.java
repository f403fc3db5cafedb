package io.tacit.privacy.mechanism;

import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.DiscreteLaplaceSampler;
import io.tacit.privacy.random.RandomBits;
import java.math.BigInteger;
import java.util.List;

/**
 * Asks questions in turn, and tells only which is the first whose answer is not above its target (the sparse vector
 * technique; Dwork and Roth 2014, section 3.6; Lyu, Su and Li 2017 for questions that move together).
 *
 * <p>Every answer is a number of people: one person more raises each by 0 or by 1, never one up and another down. Then
 * discrete Laplace noise of scale b₁ on the target, once, and of scale b₂ on each answer costs 1/b₁ + 1/b₂ in all,
 * however many questions are asked. Seven tenths of ε are the target's, because its noise moves all questions at once:
 * where it is far off, a run goes on far too long. The proof is in {@code AboveThreshold.md} beside this class.
 *
 * @param epsilon ε, what all questions together cost
 */
public record AboveThreshold(Epsilon epsilon) {
    private static final Rational TARGET = Rational.of(7, 10);

    /** The noise of the target: b₁ = 10/(7ε). */
    public DiscreteLaplace targetNoise() {
        return DiscreteLaplace.calibrated(BigInteger.ONE, epsilon.times(TARGET));
    }

    /** The noise of each answer: b₂ = 10/(3ε). */
    public DiscreteLaplace answerNoise() {
        return DiscreteLaplace.calibrated(BigInteger.ONE, epsilon.times(Rational.ONE.minus(TARGET)));
    }

    /**
     * The place of the first question whose noisy answer is at most its noisy target.
     *
     * @param excesses each exact answer less its own target; targets must not depend on data
     * @return a place in the list, or its size if every answer is above
     */
    public int firstNotAbove(List<BigInteger> excesses, RandomBits bits) {
        BigInteger target = targetNoise().sampler().draw(bits);
        DiscreteLaplaceSampler sampler = answerNoise().sampler();
        int place = 0;
        while (place < excesses.size()
                && excesses.get(place).add(sampler.draw(bits)).compareTo(target) > 0) {
            place++;
        }
        return place;
    }
}
