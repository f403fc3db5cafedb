package io.tacit.privacy.mechanism;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;

/**
 * Noisy numbers of people by the largest amount that each contributes to one group: what a limit of that amount leaves out
 * at most, and how much the people who have most of it have. It is computed from a histogram that was paid for, and costs
 * nothing more ({@code TailBounds.md}).
 */
public final class PeopleByAmount {
    /** Bins beyond a limit that are always taken to hold people whom the noise hides: one doubling. */
    private static final int ALWAYS = 2;

    /** How many bins beyond a limit are looked at: seven doublings. */
    private static final int FURTHEST = 14;

    /** The most bins that together may show that people are there. */
    private static final int WINDOW = 8;

    /**
     * Standard deviations of the noise beyond which neighbouring bins are taken to hold people: who takes noise for people
     * makes intervals many times as long.
     */
    private static final double SEEN = 4.5;

    /** Standard deviations for an upper end that a normal law exceeds in one of twenty cases. */
    private static final double UPPER = 1.7;

    private final double[] edges;
    private final double[] counts;
    private final double deviation;
    private final boolean bothSigns;

    /**
     * Takes what was counted.
     *
     * @param edges of the bins, rising from at least 0: the lower edge of the first, then the upper edge of each
     * @param counts noisy numbers of people, one for each bin
     * @param scale of their noise, more than 0
     * @param bothSigns whether people were seen on both sides of 0; their amounts are counted regardless of it
     */
    PeopleByAmount(double[] edges, List<BigInteger> counts, double scale, boolean bothSigns) {
        if (edges.length != counts.size() + 1) {
            throw new IllegalArgumentException("edges must be one more than counts");
        }
        this.edges = edges.clone();
        this.counts = counts.stream().mapToDouble(BigInteger::doubleValue).toArray();
        this.bothSigns = bothSigns;
        this.deviation = Math.sqrt(2) * scale;
    }

    /** Whether people were seen on both sides of 0, so that what they have may cancel. */
    public boolean hasBothSigns() {
        return bothSigns;
    }

    /**
     * At most how much people have beyond a limit, all added, by what was counted there: up to the last bins that seem
     * to hold people, and one doubling of the limit in any case. Nobody is taken to be farther.
     *
     * @param limit at least 0
     * @return at least 0; held with a confidence of about 95 %
     */
    public double mostBeyond(double limit) {
        int first = 0;
        while (first < counts.length && edges[first + 1] <= limit) {
            first++;
        }
        int end = Math.min(counts.length, end(first));
        double sum = 0;
        double squares = 0;
        for (int bin = first; bin < end; bin++) {
            double beyond = edges[bin + 1] - limit;
            sum += beyond * counts[bin];
            squares += beyond * beyond;
        }
        return Math.max(0, sum + UPPER * deviation * Math.sqrt(squares));
    }

    /** The bin after the last that is taken to hold people, by counts that no nearer bins have part in. */
    private int end(int first) {
        int end = first;
        for (int bin = first; bin < Math.min(counts.length, first + FURTHEST); bin++) {
            double sum = 0;
            for (int from = bin; from >= Math.max(end, bin - WINDOW + 1); from--) {
                sum += counts[from];
                if (sum > SEEN * deviation * Math.sqrt(bin - from + 1.0)) {
                    end = bin + 1;
                    break;
                }
            }
        }
        return Math.max(end, first + ALWAYS);
    }

    /**
     * About how much each of the people has, clamped, who are a part of all when they are ordered by what they have, from
     * those with most on.
     *
     * @param from which share of the people has more than these; between 0 and 1
     * @param to which share of the people has more than these or is among them; at least {@code from}
     * @param limit what each has at most, more than 0
     * @return more than 0 and at most the limit
     */
    public double among(double from, double to, double limit) {
        double all = 0;
        for (double count : counts) {
            all += count;
        }
        double top = Math.max(0, Math.min(1, from)) * Math.max(1, all);
        double people = Math.max(1e-9, Math.min(1, to) * Math.max(1, all) - top);
        double left = people;
        double sum = 0;
        double beyond = 0;
        for (int bin = counts.length - 1; bin >= 0 && left > 0; bin--) {
            boolean clamped = edges[bin + 1] >= limit;
            // Behind the limit noise adds up to little, bin by bin it would not.
            beyond = Math.max(0, clamped ? beyond + counts[bin] : counts[bin]);
            double amount = clamped ? limit : middle(bin);
            if (!clamped || bin == 0 || edges[bin] < limit) {
                double skipped = Math.min(top, beyond);
                top -= skipped;
                double taken = Math.min(left, beyond - skipped);
                left -= taken;
                sum += taken * amount;
                beyond = 0;
            }
        }
        return Math.min(limit, Math.max(Double.MIN_NORMAL, (sum + left * middle(0)) / people));
    }

    private double middle(int bin) {
        return edges[bin] == 0 ? edges[bin + 1] : (edges[bin] + edges[bin + 1]) / 2;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PeopleByAmount people
                && Arrays.equals(edges, people.edges)
                && Arrays.equals(counts, people.counts)
                && deviation == people.deviation
                && bothSigns == people.bothSigns;
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(counts);
    }
}
