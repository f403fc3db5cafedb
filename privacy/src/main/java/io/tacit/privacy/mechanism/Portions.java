package io.tacit.privacy.mechanism;

import io.tacit.privacy.number.Rational;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;

/**
 * Several states of the same rows, measured as portions: whole numbers of at least 0 into which each person of a group
 * is divided, and which add up to {@link #whole} for everybody. One person then changes all of them together by no more
 * than that, so that each needs no more noise than one state alone; the states are read off the noisy portions.
 *
 * <p>A portion is a form of the exact states, a state a form of the portions; both are exact. The proof is in {@code
 * Portions.md} beside this class. {@link PortionsOf} makes them.
 *
 * @param <S> what names a state
 * @param portions each in terms of the states
 * @param whole what the portions of one person add up to, or can add up to at most where nobody is counted as one
 * @param sensitivity the most by which one person changes the portions together in one group: {@code whole}, and a
 *     little for what states were truncated by
 * @param readings each state in terms of the portions
 */
public record Portions<S>(
        List<Portion<S>> portions, BigInteger whole, BigInteger sensitivity, Map<S, Reading> readings) {
    /** What truncation may add to the sensitivity, as a fraction of it: thresholds allow for so much. */
    public static final Rational MOST_EXCESS = Rational.of(1, 1L << 20);

    /** The least {@link #whole} has so many bits behind the one, so that noise is as good as continuous. */
    public static final int BITS = 40;

    /**
     * One portion.
     *
     * @param <S> what names a state
     * @param form how often each exact state enters it
     */
    public record Portion<S>(Map<S, BigInteger> form) {
        /** Copies. */
        public Portion {
            form = Map.copyOf(form);
        }

        /** The portion of exact states, of one person or of all together. */
        public BigInteger of(Map<S, BigInteger> states) {
            BigInteger sum = BigInteger.ZERO;
            for (Map.Entry<S, BigInteger> term : form.entrySet()) {
                BigInteger state = states.get(term.getKey());
                if (state == null) {
                    throw new IllegalArgumentException("states must hold all of the form");
                }
                sum = sum.add(term.getValue().multiply(state));
            }
            return sum;
        }
    }

    /**
     * A state in terms of portions: their sum with these weights, times {@code unit}.
     *
     * @param weights one for each portion, 0 for those that do not enter
     * @param unit how many of the state's own units one is
     */
    public record Reading(List<BigInteger> weights, Rational unit) {
        /** Copies. */
        public Reading {
            weights = List.copyOf(weights);
        }

        /** The weighted sum of portions, with or without noise. */
        public BigInteger of(List<BigInteger> portions) {
            BigInteger sum = BigInteger.ZERO;
            for (int i = 0; i < weights.size(); i++) {
                sum = sum.add(weights.get(i).multiply(portions.get(i)));
            }
            return sum;
        }
    }

    /** Refuses portions whose sensitivity thresholds do not allow for. */
    public Portions {
        portions = List.copyOf(portions);
        readings = Map.copyOf(readings);
        Rational excess = Rational.of(sensitivity.subtract(whole)).dividedBy(Rational.of(whole));
        if (excess.signum() < 0 || excess.compareTo(MOST_EXCESS) > 0) {
            throw new IllegalArgumentException("sensitivity must be whole, or hardly more");
        }
    }
}
