package io.tacit.privacy.audit;

import java.util.ArrayList;
import java.util.List;

/** Halton's sequence (1964): data sets that are spread evenly, where random ones would lie in clusters. */
public final class Halton {
    private static final int[] PRIMES = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29};

    /** The largest number of records in a data set. */
    public static final int MOST = PRIMES.length;

    private Halton() {}

    /**
     * The data set of an index.
     *
     * @param index at least 1
     * @param size between 1 and {@link #MOST}
     * @param radius r: numbers lie in [−r, r]
     * @throws IllegalArgumentException for an index or a size out of range
     */
    public static List<Double> dataSet(int index, int size, double radius) {
        if (index < 1 || size < 1 || size > MOST) {
            throw new IllegalArgumentException("index must be at least 1, size between 1 and " + MOST);
        }
        List<Double> data = new ArrayList<>();
        for (int dimension = 0; dimension < size; dimension++) {
            data.add(radius * (2 * inverse(index, PRIMES[dimension]) - 1) + 0.0);
        }
        return List.copyOf(data);
    }

    /** The digits of an index in a base, mirrored at the point. */
    private static double inverse(int index, int base) {
        double result = 0;
        double digit = 1;
        for (int rest = index; rest > 0; rest /= base) {
            digit /= base;
            result += digit * (rest % base);
        }
        return result;
    }
}
