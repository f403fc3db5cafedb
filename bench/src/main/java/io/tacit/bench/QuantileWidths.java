package io.tacit.bench;

import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.mechanism.LeafHistogram;
import io.tacit.privacy.mechanism.QuantileTree;
import io.tacit.privacy.mechanism.QuantilesWithIntervals;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.RandomBits;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * How wide intervals of quantiles at 95 % are, beside how far the values are off: half of an interval in ranks and in values, medians of runs and
 * of the quantiles of one release. Of Laplace noise half of an interval is 4.3 times the median error.
 */
final class QuantileWidths {
    private static final int RUNS = 100;
    private static final double CONFIDENCE = 0.95;
    private static final Rational HALF = Rational.of(1, 2);
    private static final Rational LAST = Rational.of(9, 10);

    private QuantileWidths() {}

    /** Prints a Markdown table. */
    static void print(RandomBits bits) {
        System.out.println("| data | people | ε | quantiles | half of the interval, ranks | error, ranks | half of the"
                + " interval over error, values | held |");
        System.out.println("|---|---:|---:|---|---:|---:|---:|---:|");
        for (String data : List.of("lognormal", "uniform")) {
            for (int people : new int[] {500, 2000, 20_000}) {
                for (String epsilon : List.of("0.1", "1", "5")) {
                    row(data, people, epsilon, List.of(HALF), bits);
                    row(data, people, epsilon, List.of(LAST), bits);
                    row(data, people, epsilon, List.of(Rational.of(1, 4), HALF, Rational.of(3, 4)), bits);
                }
            }
        }
    }

    private static void row(String data, int people, String epsilon, List<Rational> ranks, RandomBits bits) {
        QuantilesWithIntervals mechanism = new QuantilesWithIntervals(
                QuantileErrors.WEIGHTS, ranks, Set.copyOf(ranks), Epsilon.of(epsilon), CONFIDENCE);
        int all = RUNS * ranks.size();
        double[] half = new double[all];
        double[] error = new double[all];
        double[] halfValue = new double[all];
        double[] errorValue = new double[all];
        int held = 0;
        for (int run = 0; run < RUNS; run++) {
            long[] values = QuantileErrors.values(data, people, bits);
            LeafHistogram histogram = QuantileErrors.histogram(values);
            List<QuantileTree.Interval> found = mechanism.release(histogram, bits);
            for (int i = 0; i < ranks.size(); i++) {
                int at = run * ranks.size() + i;
                long low = found.get(i).low().longValueExact();
                long high = found.get(i).high().longValueExact();
                long value = found.get(i).value().longValueExact();
                double rank = ranks.get(i).toDoubleNearest();
                long truth = values[Math.max(0, (int) Math.ceil(rank * people) - 1)];
                half[at] = (QuantileErrors.first(values, high + 1) - QuantileErrors.first(values, low)) / 2.0;
                error[at] = Math.abs(QuantileErrors.first(values, value) - rank * people);
                halfValue[at] = (high - low) / 2.0;
                errorValue[at] = Math.abs(value - truth);
                held += low <= truth && truth <= high ? 1 : 0;
            }
        }
        System.out.println(String.format(
                Locale.ROOT,
                "| %s | %d | %s | %s | %.1f | %.1f | %.1f | %.1f %% |",
                data,
                people,
                epsilon,
                String.join(
                        ", ",
                        IntStream.range(0, ranks.size())
                                .mapToObj(i -> ranks.get(i).toString())
                                .toList()),
                Median.of(half),
                Median.of(error),
                Median.of(halfValue) / Median.of(errorValue),
                100.0 * held / all));
    }
}
