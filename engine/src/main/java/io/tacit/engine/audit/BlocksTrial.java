package io.tacit.engine.audit;

import io.tacit.privacy.audit.Odds;
import io.tacit.privacy.audit.Share;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * A statistic of many blocks: chooses events on some of them, and tests on others. See {@code BlackBoxAudit.md}.
 */
final class BlocksTrial {
    private static final int THRESHOLDS = 60;

    /** One of this many blocks serves to choose events. */
    private static final int CHOOSING = 4;

    private final boolean[] present;
    private final Map<BlocksStatistic, double[]> values = new EnumMap<>(BlocksStatistic.class);

    /**
     * The trial of a part of the blocks.
     *
     * @param outcomes one for each query
     * @param choosing whether of every fourth block, on which events are chosen, or of the others, on which they are
     *     tested
     */
    BlocksTrial(Iterable<BlocksOutcome> outcomes, boolean choosing, double base, double contribution) {
        int blocks = 0;
        for (BlocksOutcome outcome : outcomes) {
            for (int block = 0; block < outcome.blocks(); block++) {
                blocks += isOf(block, choosing) ? 1 : 0;
            }
        }
        present = new boolean[blocks];
        for (BlocksStatistic statistic : BlocksStatistic.values()) {
            values.put(statistic, new double[blocks]);
        }
        int next = 0;
        for (BlocksOutcome outcome : outcomes) {
            for (int block = 0; block < outcome.blocks(); block++) {
                if (isOf(block, choosing)) {
                    present[next] = outcome.present(block);
                    for (Map.Entry<BlocksStatistic, double[]> entry : values.entrySet()) {
                        entry.getValue()[next] = entry.getKey().of(outcome.outputs(block), base, contribution);
                    }
                    next++;
                }
            }
        }
    }

    private static boolean isOf(int block, boolean choosing) {
        return block % CHOOSING == 0 == choosing;
    }

    /** The number of blocks. */
    int blocks() {
        return present.length;
    }

    /** The event that seems to break the claim most, in standard deviations. */
    BlocksEvent choose(BlackBoxClaim claim, boolean canaryFirst) {
        BlocksEvent best = new BlocksEvent(
                BlocksStatistic.CLAMPED, 0, true, canaryFirst, claim.pairs().get(0));
        double most = Double.NEGATIVE_INFINITY;
        for (BlocksStatistic statistic : BlocksStatistic.values()) {
            double[] with = sorted(statistic, true);
            double[] without = sorted(statistic, false);
            for (double threshold : thresholds(statistic)) {
                for (boolean atLeast : new boolean[] {true, false}) {
                    double first = share(canaryFirst ? with : without, threshold, atLeast);
                    double second = share(canaryFirst ? without : with, threshold, atLeast);
                    for (BlackBoxClaim.Pair pair : claim.pairs()) {
                        double excess = excess(first, second, pair);
                        if (excess > most) {
                            most = excess;
                            best = new BlocksEvent(statistic, threshold, atLeast, canaryFirst, pair);
                        }
                    }
                }
            }
        }
        return best;
    }

    private double excess(double first, double second, BlackBoxClaim.Pair pair) {
        double factor = Math.exp(pair.epsilon());
        double one = 1.0 / present.length;
        double variance = (first * (1 - first) + one + factor * factor * (second * (1 - second) + one)) * 2 * one;
        return (first - factor * second - pair.delta()) / Math.sqrt(variance);
    }

    /** A statistic of the blocks with the canary, or of those without. */
    double[] sorted(BlocksStatistic statistic, boolean canary) {
        double[] all = values(statistic);
        double[] some = new double[all.length];
        int count = 0;
        for (int i = 0; i < all.length; i++) {
            if (present[i] == canary) {
                some[count++] = all[i];
            }
        }
        double[] sorted = Arrays.copyOf(some, count);
        Arrays.sort(sorted);
        return sorted;
    }

    private double[] thresholds(BlocksStatistic statistic) {
        double[] sorted = values(statistic).clone();
        Arrays.sort(sorted);
        double[] thresholds = new double[THRESHOLDS];
        for (int i = 0; i < THRESHOLDS; i++) {
            thresholds[i] = sorted[(int) ((long) i * (sorted.length - 1) / (THRESHOLDS - 1))];
        }
        return Arrays.stream(thresholds).distinct().toArray();
    }

    /** The share of sorted values on one side of a threshold. */
    private static double share(double[] sorted, double threshold, boolean atLeast) {
        if (sorted.length == 0) {
            return 0;
        }
        int below = atLeast ? firstNotBelow(sorted, threshold) : firstNotBelow(sorted, Math.nextUp(threshold));
        return (double) (atLeast ? sorted.length - below : below) / sorted.length;
    }

    private static int firstNotBelow(double[] sorted, double threshold) {
        int low = 0;
        int high = sorted.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sorted[middle] < threshold) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /**
     * How often an event was seen with the canary and without.
     *
     * @param mistake the chance with which each of the two bounds that matter may be wrong
     */
    Odds odds(BlocksEvent event, double mistake) {
        Share with = share(event, true, mistake);
        Share without = share(event, false, mistake);
        return new Odds(
                event.canaryFirst() ? with : without,
                event.canaryFirst() ? without : with,
                event.pair().epsilon(),
                event.pair().delta());
    }

    /**
     * The mean of P(event | canary) over all blocks is twice the mean of P(event and canary), as the coin is fair; and
     * whatever the blocks have in common, their coins are independent of each other and of the noise.
     */
    private Share share(BlocksEvent event, boolean canary, double mistake) {
        double[] all = values(event.statistic());
        int hits = 0;
        int blocks = 0;
        for (int i = 0; i < all.length; i++) {
            if (present[i] == canary) {
                blocks++;
                hits += event.holds(all[i]) ? 1 : 0;
            }
        }
        Share together = Share.of(hits, all.length, mistake);
        return new Share(hits, Math.max(1, blocks), Math.min(1, 2 * together.low()), Math.min(1, 2 * together.high()));
    }

    private double[] values(BlocksStatistic statistic) {
        return Objects.requireNonNull(values.get(statistic));
    }
}
