package io.tacit.bench;

import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.mechanism.ApproximateBounds;
import io.tacit.privacy.mechanism.DiscreteLaplace;
import io.tacit.privacy.mechanism.TailBounds;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.DiscreteLaplaceSampler;
import io.tacit.privacy.random.RandomBits;
import io.tacit.privacy.random.SystemRandomBits;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * How far a SUM with automatic bounds is off, beside one with the best bound that looks at the data and has all of ε.
 *
 * <p>Three ways with a quarter of ε = 1: limits raised until some 10/ε people lie beyond, which Tacit did before; the
 * paper's histogram; and {@link TailBounds}. The error is that of the whole answer: noise, and what is cut off.
 */
public final class Bounds {
    private static final Epsilon QUARTER = Epsilon.of("0.25");
    private static final double LEFT = 0.75;

    /** The number of data sets that are drawn of each law, always the same ones. */
    private static final int SETS = 3;

    private static final int RUNS = 10_000 / SETS + 1;

    private final RandomBits bits = new SystemRandomBits();

    private Bounds() {}

    /**
     * Prints Markdown tables.
     *
     * @param words a CSV file with columns CustomerID, Quantity and UnitPrice, or nothing
     */
    public static void main(String[] words) throws IOException {
        List<TailData> few = new ArrayList<>();
        List<List<TailData>> all = new ArrayList<>();
        for (String law : List.of(
                "lognormal 1000",
                "lognormal 10000",
                "lognormal 100000",
                "uniform 1000",
                "uniform 100000",
                "Zipf 1000",
                "Zipf 100000",
                "gamma 10000")) {
            all.add(TailData.drawn(law, SETS));
        }
        for (String law : List.of("lognormal 50", "lognormal 100", "lognormal 200", "lognormal 500")) {
            few.addAll(TailData.drawn(law, 1));
        }
        if (words.length > 0) {
            all.add(List.of(TailData.sums(Path.of(words[0]))));
        }
        Bounds bounds = new Bounds();
        bounds.table(all);
        System.out.println();
        bounds.few(few);
    }

    private Map<String, Function<TailData, Optional<BigInteger>>> ways() {
        Map<String, Function<TailData, Optional<BigInteger>>> ways = new TreeMap<>();
        ways.put("1 raised limit", data -> raised(data.halves()));
        ways.put("2 paper", this::paper);
        ways.put(
                "3 tail",
                data -> TailBounds.NONNEGATIVE
                        .magnitude(data.halves(), QUARTER, 1 / LEFT, bits)
                        .map(TailBounds.Found::high));
        return ways;
    }

    private Optional<BigInteger> paper(TailData data) {
        Map<Integer, BigInteger> doublings = data.doublings();
        return ApproximateBounds.NONNEGATIVE
                .find(doublings, ApproximateBounds.noise(1, QUARTER), bits)
                .map(ApproximateBounds.Found::high);
    }

    /**
     * Finds a limit by the sparse vector technique, as Tacit did before: noise of 2/ε on a target of 10/ε and on every
     * answer.
     */
    private Optional<BigInteger> raised(Map<Integer, BigInteger> users) {
        DiscreteLaplaceSampler noise = new DiscreteLaplace(Rational.of(8)).sampler();
        BigInteger target = BigInteger.valueOf(40).add(noise.draw(bits));
        BigInteger beyond = users.values().stream().reduce(BigInteger.ZERO, BigInteger::add);
        BigInteger margin = BigInteger.valueOf((long) Math.ceil(8 * (Math.log(252) + 3)));
        if (beyond.subtract(margin).add(noise.draw(bits)).compareTo(target) <= 0) {
            return Optional.empty();
        }
        for (int bin = 0; bin < 252; bin++) {
            beyond = beyond.subtract(users.getOrDefault(bin, BigInteger.ZERO));
            if (bin != 2 && beyond.add(noise.draw(bits)).compareTo(target) <= 0) {
                return Optional.of(TailBounds.edge(bin));
            }
        }
        return Optional.of(TailBounds.edge(252));
    }

    /**
     * The errors of all runs over some sets: the median and the 90th percentile of each set, and their geometric means.
     */
    private record Measured(double median, double high, int far, int none) {}

    private Measured measured(List<TailData> sets, Function<TailData, Optional<BigInteger>> way) {
        double median = 0;
        double high = 0;
        int far = 0;
        int none = 0;
        for (TailData data : sets) {
            List<Double> errors = new ArrayList<>();
            for (int run = 0; run < RUNS; run++) {
                Optional<BigInteger> found = way.apply(data);
                if (found.isEmpty()) {
                    none++;
                } else {
                    double bound = found.get().doubleValue();
                    far += bound >= 8 * data.largest() ? 1 : 0;
                    errors.add(Math.abs(laplace(bound / LEFT) - data.cutOff(bound)));
                }
            }
            double[] ascending =
                    errors.stream().mapToDouble(Double::doubleValue).sorted().toArray();
            median += Math.log(ascending.length == 0 ? Double.NaN : ascending[ascending.length / 2] / data.bestError());
            high += Math.log(
                    ascending.length == 0 ? Double.NaN : ascending[ascending.length * 9 / 10] / data.bestError());
        }
        return new Measured(Math.exp(median / sets.size()), Math.exp(high / sets.size()), far, none);
    }

    private double laplace(double scale) {
        double unit = ((bits.nextLong() >>> 11) + 0.5) * 0x1p-53 - 0.5;
        return -scale * Math.signum(unit) * Math.log1p(-2 * Math.abs(unit));
    }

    private void table(List<List<TailData>> all) {
        System.out.println(
                "Error of a SUM, ε = 1, a quarter of it for the bound, divided by the median error with the best fixed"
                        + " bound and all of ε: median / 90th percentile of " + SETS * RUNS + " runs over " + SETS
                        + " sets each.");
        System.out.println();
        System.out.println(
                "| values | raised limit | paper's histogram | tail | bound 8 times the largest value or more:"
                        + " raised, paper, tail |");
        System.out.println("|---|---:|---:|---:|---:|");
        List<Measured[]> rows = new ArrayList<>();
        for (List<TailData> sets : all) {
            Measured[] row =
                    ways().values().stream().map(way -> measured(sets, way)).toArray(Measured[]::new);
            rows.add(row);
            StringBuilder text = new StringBuilder("| " + sets.get(0).name());
            for (Measured one : row) {
                text.append(String.format(Locale.ROOT, " | %.2f / %.1f", one.median, one.high));
            }
            System.out.println(text + " | " + row[0].far + ", " + row[1].far + ", " + row[2].far + " |");
        }
        summary(
                "geometric mean",
                rows,
                all,
                values ->
                        Math.exp(Arrays.stream(values).map(Math::log).average().orElseThrow()));
        summary("worst", rows, all, values -> Arrays.stream(values).max().orElseThrow());
    }

    private static void summary(
            String name, List<Measured[]> rows, List<List<TailData>> all, Function<double[], Double> of) {
        StringBuilder text = new StringBuilder("| " + name);
        for (int way = 0; way < 3; way++) {
            int column = way;
            text.append(String.format(
                    Locale.ROOT,
                    " | %.2f / %.1f",
                    of.apply(
                            rows.stream().mapToDouble(row -> row[column].median).toArray()),
                    of.apply(rows.stream().mapToDouble(row -> row[column].high).toArray())));
        }
        System.out.println(text + " | of " + all.size() + " |");
    }

    private void few(List<TailData> few) {
        System.out.println("Few people: the same median, and in brackets the runs of " + RUNS + " without a bound.");
        System.out.println();
        System.out.println("| values | raised limit | paper's histogram | tail |");
        System.out.println("|---|---:|---:|---:|");
        for (TailData data : few) {
            StringBuilder text = new StringBuilder("| " + data.name());
            for (Function<TailData, Optional<BigInteger>> way : ways().values()) {
                Measured one = measured(List.of(data), way);
                text.append(
                        one.none > RUNS * 9 / 10
                                ? " | – (" + one.none + ")"
                                : String.format(Locale.ROOT, " | %.2f (%d)", one.median, one.none));
            }
            System.out.println(text + " |");
        }
    }
}
