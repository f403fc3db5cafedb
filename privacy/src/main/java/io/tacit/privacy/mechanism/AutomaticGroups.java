package io.tacit.privacy.mechanism;

import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.RandomBits;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;

/**
 * How many groups a person may contribute to, C_u, chosen privately: raised from 1 until no more people would gain by
 * another group than the noise that it costs ({@link AboveThreshold}).
 *
 * <p>The histogram counts every person once, by the number of the person's groups. The proof is in {@code
 * AutomaticGroups.md} beside this class.
 *
 * @param maxGroups C_max, the largest choice, at least 1; a public constant
 */
public record AutomaticGroups(int maxGroups) {
    /** Refuses less than one. */
    public AutomaticGroups {
        if (maxGroups < 1) {
            throw new IllegalArgumentException("maxGroups must be at least 1");
        }
    }

    /**
     * What another group costs under Laplace noise: k·G/ε, whatever C is.
     *
     * @param states k, how many states are measured, at least 1
     * @param groups G, how many groups there are: a public number, at least 1
     * @param measuring ε of the measurements
     */
    public static LongFunction<BigInteger> laplaceCost(long states, long groups, Epsilon measuring) {
        check(states, groups);
        BigInteger cost = Rational.of(states)
                .times(Rational.of(groups))
                .dividedBy(measuring.value())
                .ceil();
        return limit -> cost;
    }

    /**
     * What another group costs under Gaussian noise: G·σ₁·√k/(2·√C).
     *
     * @param states k, how many states are measured, at least 1
     * @param groups G, how many groups there are: a public number, at least 1
     * @param standardDeviation σ₁, of one state at C = 1, finite and more than 0
     */
    public static LongFunction<BigInteger> gaussianCost(long states, long groups, double standardDeviation) {
        check(states, groups);
        if (!(standardDeviation > 0 && Double.isFinite(standardDeviation))) {
            throw new IllegalArgumentException("standardDeviation must be finite and more than 0");
        }
        Rational deviation = Rational.ofExact(standardDeviation).times(Rational.of(groups));
        return limit -> deviation
                .times(Rational.ofExact(StrictMath.sqrt((double) states / limit) / 2))
                .ceil();
    }

    /**
     * The choice.
     *
     * @param users by the number of their groups, at least 1; more than C_max may be counted as C_max
     * @param cost for each C how many people must have more groups than C for the next to be worth it; public
     * @param epsilon what the choice costs
     * @return between 1 and C_max
     */
    public int choose(Map<Integer, BigInteger> users, LongFunction<BigInteger> cost, Epsilon epsilon, RandomBits bits) {
        BigInteger more = users.values().stream().reduce(BigInteger.ZERO, BigInteger::add);
        List<BigInteger> excesses = new ArrayList<>();
        for (int limit = 1; limit < maxGroups; limit++) {
            more = more.subtract(users.getOrDefault(limit, BigInteger.ZERO));
            excesses.add(more.subtract(cost.apply(limit)));
        }
        return 1 + new AboveThreshold(epsilon).firstNotAbove(excesses, bits);
    }

    private static void check(long states, long groups) {
        if (states < 1 || groups < 1) {
            throw new IllegalArgumentException("states and groups must be at least 1");
        }
    }
}
