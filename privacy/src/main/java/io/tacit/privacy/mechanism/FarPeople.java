package io.tacit.privacy.mechanism;

/**
 * What people have who lie far beyond a bound, behind a gap that no shape of a tail has: an upper end from noisy counts alone.
 *
 * <p>Stretches of one to eight bins, up to {@link #REACH} bins beyond the bound, are held against what noise alone fills. Up to the last
 * one that has more, every noisy count is taken for people at the upper edge of their bin, with 1.7 standard deviations more.
 */
final class FarPeople {
    /** How many bins beyond the bound are looked at: 14 doublings. */
    private static final int REACH = 28;

    private static final int[] LENGTHS = {1, 2, 4, 6, 8};

    /**
     * The chance that noise alone fills one stretch of a length. People behind a gap are rarely in one bin, where noise is largest beside what
     * it hides. All stretches together are filled in about 4 % of the runs ({@code FarPeopleTest}).
     */
    private static final double[] CHANCES = {0.0006, 0.0006, 0.006, 0.006, 0.006};

    /** Bins near the bound, where people may be the tail that was cut; a tail that reaches further is a crowd there as well. */
    private static final int TAIL = 4;

    /** Bins near the bound, where all chances are as above; each {@link #STEP} bins further on they are a fifth. */
    private static final int NEAR = 8;

    private static final int STEP = 6;
    private static final double RARER = 0.2;

    /** Standard deviations of the noise of all bins: more is there with a chance of 4.5 %. */
    private static final double DEVIATIONS = 1.7;

    private static final double[][] REACHES = reaches();

    private final double[] edges;
    private final double[] counts;
    private final double[] unexpected;
    private final double scale;

    /**
     * Takes noisy counts.
     *
     * @param edges of bins, ascending; one more than counts
     * @param counts noisy numbers of people
     * @param unexpected the same, less those whom the shapes of a tail have there
     * @param scale of their noise
     */
    FarPeople(double[] edges, double[] counts, double[] unexpected, double scale) {
        this.edges = edges;
        this.counts = counts;
        this.unexpected = unexpected;
        this.scale = scale;
    }

    /**
     * At most how much they have beyond a bound, all added; 0 where nobody is seen.
     *
     * @param from stretches begin at this place or further on; the bound, or above it
     * @param alone whether nobody else is seen on this side, so that somebody is less likely there
     */
    Outside.Far beyond(double bound, double from, boolean alone) {
        int first = first(bound);
        int last = last(Math.max(first, first(from)), alone ? 1 : 0);
        double excess = 0;
        double squares = 0;
        double varianceOfExcess = 0;
        double varianceOfSquares = 0;
        for (int bin = first; bin <= last; bin++) {
            double far = edges[bin + 1] - bound;
            excess += unexpected[bin] * far;
            squares += unexpected[bin] * far * far;
            varianceOfExcess += far * far;
            varianceOfSquares += far * far * far * far;
        }
        double deviation = DEVIATIONS * Math.sqrt(2) * scale;
        return new Outside.Far(
                Math.max(0, excess + deviation * Math.sqrt(varianceOfExcess)),
                Math.max(0, squares + deviation * Math.sqrt(varianceOfSquares)));
    }

    /** The first bin that has places above this one. */
    private int first(double place) {
        int first = 0;
        while (first < counts.length && edges[first + 1] <= place) {
            first++;
        }
        return first;
    }

    /** The last bin of the last stretch that noise alone would not fill; −1 where there is none. */
    private int last(int first, int rarer) {
        int end = Math.min(counts.length, first + REACH);
        int last = -1;
        for (int length = 0; length < LENGTHS.length; length++) {
            for (int bin = first; bin + LENGTHS[length] <= end; bin++) {
                int to = bin + LENGTHS[length] - 1;
                double sum = 0;
                for (int each = bin; each <= to; each++) {
                    sum += bin < first + TAIL ? unexpected[each] : counts[each];
                }
                int steps = rarer + Math.max(0, (to - first - NEAR + STEP - 1) / STEP);
                if (sum > scale * REACHES[length][steps]) {
                    last = Math.max(last, to);
                }
            }
        }
        return last;
    }

    private static double[][] reaches() {
        int steps = 2 + (REACH - NEAR + STEP - 1) / STEP;
        double[][] reaches = new double[LENGTHS.length][steps];
        for (int length = 0; length < LENGTHS.length; length++) {
            for (int step = 0; step < steps; step++) {
                reaches[length][step] = reach(LENGTHS[length], CHANCES[length] * Math.pow(RARER, step));
            }
        }
        return reaches;
    }

    /** What the sum of Laplace noises of scale 1 passes with a chance, by halving. */
    private static double reach(int noises, double chance) {
        double low = 0;
        double high = 100;
        for (int i = 0; i < 60; i++) {
            double middle = (low + high) / 2;
            boolean passed = atLeast(noises, middle) > chance;
            low = passed ? middle : low;
            high = passed ? high : middle;
        }
        return high;
    }

    /**
     * P(sum of n Laplace noises of scale 1 ≥ x) for x ≥ 0: a sum of n differences of exponentials is with the chance C(n − 1 + k, k)/2^(n+k) a
     * gamma number of the order n − k.
     */
    private static double atLeast(int noises, double x) {
        double all = 0;
        double weight = Math.pow(2, -noises);
        for (int k = 0; k < noises; k++) {
            double gamma = 0;
            double term = Math.exp(-x);
            for (int i = 0; i < noises - k; i++) {
                gamma += term;
                term *= x / (i + 1);
            }
            all += weight * gamma;
            weight *= (noises + k) / (2.0 * (k + 1));
        }
        return all;
    }
}
