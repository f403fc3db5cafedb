package io.tacit.bench;

import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.mechanism.LeafGrid;
import io.tacit.privacy.mechanism.LeafHistogram;
import io.tacit.privacy.mechanism.LeafWeights;
import io.tacit.privacy.mechanism.QuantileTree;
import io.tacit.privacy.mechanism.Quantiles;
import io.tacit.privacy.mechanism.Unit;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.RandomBits;
import io.tacit.privacy.random.SystemRandomBits;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * By how many ranks quantiles are off on average, among 20,000 people with one row each at ε = 1, and how long a call
 * takes. The rank error of a value v is max(0, #{x &lt; v} − t, t − #{x ≤ v}), t = q·n, of the data themselves: what
 * leaves hide is part of it. Then how wide intervals are.
 */
public final class QuantileErrors {
    private static final int PEOPLE = 20_000;
    private static final int RUNS = 50;
    private static final BigInteger HIGH = BigInteger.valueOf(100_000_000);
    static final LeafWeights WEIGHTS = new LeafWeights(new LeafGrid(BigInteger.ZERO, HIGH, new Unit.DecimalUnit(6)), 1);

    private QuantileErrors() {}

    /** Prints a Markdown table. */
    public static void main(String[] words) {
        RandomBits bits = new SystemRandomBits();
        System.out.println(
                "| data, " + PEOPLE + " people, ε = 1 | quantiles | by | mean rank error | largest mean of one quantile"
                        + " | ms a call (median of " + RUNS + ") |");
        System.out.println("|---|---:|---|---:|---:|---:|");
        for (String data : List.of("lognormal", "uniform")) {
            for (int count : new int[] {1, 9, 30, 99}) {
                row(data, count, "halving", bits);
            }
            row(data, 99, "tree", bits);
        }
        System.out.println();
        QuantileWidths.print(bits);
    }

    private static void row(String data, int count, String way, RandomBits bits) {
        List<Rational> ranks = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            ranks.add(Rational.of(i, count + 1L));
        }
        double[] errors = new double[count];
        double[] times = new double[RUNS];
        for (int run = -RUNS; run < RUNS; run++) {
            long[] values = values(data, PEOPLE, bits);
            LeafHistogram histogram = histogram(values);
            long start = System.nanoTime();
            List<BigInteger> released = release(ranks, histogram, way, bits);
            if (run < 0) {
                continue;
            }
            times[run] = (System.nanoTime() - start) / 1e6;
            for (int i = 0; i < count; i++) {
                errors[i] += error(values, released.get(i).longValueExact(), (i + 1.0) / (count + 1)) / RUNS;
            }
        }
        System.out.println(String.format(
                Locale.ROOT,
                "| %s | %d | %s | %.1f | %.1f | %.2f |",
                data,
                count,
                way,
                Arrays.stream(errors).average().orElseThrow(),
                Arrays.stream(errors).max().orElseThrow(),
                Median.of(times)));
    }

    private static List<BigInteger> release(
            List<Rational> ranks, LeafHistogram histogram, String way, RandomBits bits) {
        return way.equals("halving")
                ? new Quantiles(WEIGHTS, ranks, Epsilon.of("1")).release(histogram, bits)
                : QuantileTree.calibrated(WEIGHTS, Epsilon.of("1")).release(histogram, ranks, bits);
    }

    /** Sorted values in millionths: e^(normal), or uniform below 100; both within the bounds [0, 100]. */
    static long[] values(String data, int people, RandomBits bits) {
        long[] values = new long[people];
        for (int i = 0; i < people; i++) {
            double value = data.equals("uniform") ? 100 * unit(bits) : Math.exp(normal(bits));
            values[i] = Math.min(HIGH.longValueExact(), Math.round(value * 1e6));
        }
        Arrays.sort(values);
        return values;
    }

    private static double unit(RandomBits bits) {
        return ((bits.nextLong() >>> 11) + 0.5) * 0x1p-53;
    }

    private static double normal(RandomBits bits) {
        return Math.sqrt(-2 * Math.log(unit(bits))) * Math.cos(2 * Math.PI * unit(bits));
    }

    static LeafHistogram histogram(long[] values) {
        Map<Integer, BigInteger> leaves = new HashMap<>();
        BigInteger origin = WEIGHTS.grid().origin();
        BigInteger width = WEIGHTS.grid().width();
        for (long value : values) {
            int leaf = BigInteger.valueOf(value).subtract(origin).divide(width).intValueExact();
            leaves.merge(leaf, WEIGHTS.sensitivity(), BigInteger::add);
        }
        return LeafHistogram.of(WEIGHTS, leaves);
    }

    private static double error(long[] values, long value, double rank) {
        double target = rank * values.length;
        int below = first(values, value);
        int upTo = first(values, value + 1);
        return Math.max(0, Math.max(below - target, target - upTo));
    }

    /** How many sorted values are smaller. */
    static int first(long[] values, long value) {
        int low = 0;
        int high = values.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (values[middle] < value) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
