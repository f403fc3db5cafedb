package io.tacit.privacy.mechanism;

import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.ExponentialChoice;
import io.tacit.privacy.random.RandomBits;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The pairs of a lower and an upper end, each with the larger of the two penalties: see {@link QuantileInterval}.
 *
 * @param lower penalties of lower ends
 * @param upper penalties of upper ends
 */
record IntervalEnds(List<BigInteger> lower, List<BigInteger> upper) {
    IntervalEnds {
        lower = List.copyOf(lower);
        upper = List.copyOf(upper);
    }

    /** The places of the two ends that are drawn, each pair with probability proportional to e^(−rate·penalty). */
    int[] draw(Rational rate, RandomBits bits) {
        List<ExponentialChoice.Run> runs = new ArrayList<>();
        List<int[]> pairs = new ArrayList<>();
        byPenalty().forEach((penalty, level) -> {
            runs.add(ExponentialChoice.Run.level(pairs.size(), level.size(), penalty));
            pairs.addAll(level);
        });
        return pairs.get(Math.toIntExact(ExponentialChoice.draw(runs, rate, bits)));
    }

    private SortedMap<BigInteger, List<int[]>> byPenalty() {
        SortedMap<BigInteger, List<int[]>> pairs = new TreeMap<>();
        for (int low = 0; low < lower.size(); low++) {
            for (int high = 0; high < upper.size(); high++) {
                BigInteger penalty = lower.get(low).max(upper.get(high));
                pairs.computeIfAbsent(penalty, none -> new ArrayList<>()).add(new int[] {low, high});
            }
        }
        return pairs;
    }
}
