package io.tacit.experiments.result;

import java.util.Arrays;

/** Numbers of many runs, put in order: median and quartiles. */
public final class Spread {
    private final double[] sorted;
    private final long runs;

    private Spread(double[] sorted, long runs) {
        this.sorted = sorted;
        this.runs = runs;
    }

    /**
     * Of these numbers.
     *
     * @param values at least one, none NaN; they are copied
     * @param runs how many releases they come from
     * @throws IllegalArgumentException for no value
     */
    public static Spread of(double[] values, long runs) {
        if (values.length == 0) {
            throw new IllegalArgumentException("no values");
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return new Spread(sorted, runs);
    }

    /** The value below which this share of the values lies, from 0 to 1; between two values, the mean of both. */
    public double quantile(double share) {
        double place = share * (sorted.length - 1);
        int below = (int) Math.floor(place);
        int above = (int) Math.ceil(place);
        return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
    }

    /** The middle value. */
    public double median() {
        return quantile(0.5);
    }

    /** The share of values that are at most this one. */
    public double shareUpTo(double value) {
        int low = 0;
        int high = sorted.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sorted[middle] <= value) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return (double) low / sorted.length;
    }

    /** The median as a cell, with the quartiles; where it is infinite, a missing one. */
    public Cell cell(String note) {
        double high = quantile(0.75);
        return Double.isFinite(high)
                ? new Cell.Measured(median(), quantile(0.25), high, runs, note)
                : new Cell.Missing("no value in more than a quarter of the runs");
    }
}
