package io.tacit.bench;

import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.measure.Rho;
import io.tacit.privacy.mechanism.AboveThresholdBounds;
import io.tacit.privacy.mechanism.ApproximateBounds;
import io.tacit.privacy.mechanism.DiscreteGaussian;
import io.tacit.privacy.mechanism.DiscreteLaplace;
import io.tacit.privacy.random.RandomBits;
import io.tacit.privacy.random.SystemRandomBits;
import io.tacit.privacy.selection.GaussianThreshold;
import io.tacit.privacy.selection.JointThreshold;
import io.tacit.privacy.selection.LaplaceThreshold;
import io.tacit.privacy.selection.TruncatedGeometric;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/** How large a group must be to appear, and how far automatic bounds are from the best ones. */
public final class Selection {
    private static final Epsilon ONE = Epsilon.of("1");
    private static final Delta DELTA = Delta.of("0.000001");
    private static final int RUNS = 1000;
    private static final int MANY_RUNS = 20_000;

    private Selection() {}

    /** Prints Markdown tables. */
    public static void main(String[] words) {
        sizes();
        System.out.println();
        bounds();
        System.out.println();
        raised();
    }

    /** How often noise alone raises a limit far beyond all values: the empty bins above them are many. */
    private static void raised() {
        System.out.println("Runs of " + MANY_RUNS
                + " in which a limit, found with ε = 1/4, is at least 8 times the largest value.");
        System.out.println();
        System.out.println("| values | people | runs | that is one in |");
        System.out.println("|---|---:|---:|---:|");
        RandomBits bits = new SystemRandomBits();
        int all = 0;
        for (String law : new String[] {"lognormal", "uniform"}) {
            for (int people : new int[] {1000, 10_000, 100_000}) {
                BigInteger[] values = values(law, people, bits);
                BigInteger far = Arrays.stream(values)
                        .max(BigInteger::compareTo)
                        .orElseThrow()
                        .shiftLeft(3);
                Map<Integer, BigInteger> halves = histogram(values, AboveThresholdBounds::bin);
                int raised = 0;
                for (int run = 0; run < MANY_RUNS; run++) {
                    raised += AboveThresholdBounds.NONNEGATIVE
                                    .magnitude(halves, Epsilon.of("0.25"), bits)
                                    .filter(found -> found.high().compareTo(far) >= 0)
                                    .isPresent()
                            ? 1
                            : 0;
                }
                all += raised;
                row(law, people, raised, raised == 0 ? "–" : MANY_RUNS / raised);
            }
        }
        row("all", "", all, all == 0 ? "–" : 6 * MANY_RUNS / all);
    }

    private static void sizes() {
        System.out.println(
                "People in a group that appears with probability one half; selection has all of ε = 1, δ = 1e-6.");
        System.out.println();
        System.out.println(
                "| C_u | Laplace threshold | Gaussian threshold, δ in halves | the same, one δ | truncated geometric |");
        System.out.println("|---:|---:|---:|---:|---:|");
        Delta half = Delta.of("0.0000005");
        Rho split = Rho.largestWithin(ONE, half);
        Rho joint = Rho.largestWithin(ONE, DELTA);
        for (long groups : new long[] {1, 2, 3, 10, 50}) {
            DiscreteLaplace noise = DiscreteLaplace.calibrated(BigInteger.valueOf(groups), ONE);
            BigInteger squared = BigInteger.valueOf(groups);
            row(
                    groups,
                    LaplaceThreshold.fiftyPercentSize(noise, DELTA, groups),
                    GaussianThreshold.threshold(DiscreteGaussian.calibrated(squared, split), half, groups),
                    JointThreshold.of(ONE, DELTA, joint, groups)
                            .map(one -> one.fiftyPercentSize(DiscreteGaussian.calibrated(squared, joint))
                                    .toString())
                            .orElse("–"),
                    new TruncatedGeometric(ONE, DELTA, groups).fiftyPercentSize());
        }
    }

    private static void bounds() {
        System.out.println(
                "Error of a SUM, ε = 1, bounds included: √(what is cut off, squared, + variance of the noise); median and 99th percentile of "
                        + RUNS
                        + " runs, divided by that of the best limit, known without privacy and with all of ε for noise.");
        System.out.println();
        System.out.println(
                "| values | people | AboveThreshold, a quarter of ε | without an answer | paper, half of ε | without an answer |");
        System.out.println("|---|---:|---:|---:|---:|---:|");
        RandomBits bits = new SystemRandomBits();
        for (String law : new String[] {"lognormal", "uniform"}) {
            for (int people : new int[] {100, 1000, 10_000, 100_000}) {
                BigInteger[] values = values(law, people, bits);
                Arrays.sort(values);
                double best = Double.POSITIVE_INFINITY;
                for (int bin = 0; bin < 80; bin++) {
                    // Also between the edges of bins: the best limit is any number.
                    for (double part = 0; part < 1; part += 0.1) {
                        best = Math.min(best, squaredError(values, Math.pow(2, (bin + part) / 2), 1));
                    }
                }
                Map<Integer, BigInteger> halves = histogram(values, AboveThresholdBounds::bin);
                Map<Integer, BigInteger> doublings = histogram(values, ApproximateBounds::bin);
                Epsilon quarter = Epsilon.of("0.25");
                Epsilon half = Epsilon.of("0.5");
                Measured ours = measured(
                        values, 0.75, run -> AboveThresholdBounds.NONNEGATIVE.magnitude(halves, quarter, bits));
                Measured paper = measured(
                        values,
                        0.5,
                        run -> ApproximateBounds.NONNEGATIVE.find(doublings, ApproximateBounds.noise(1, half), bits));
                row(law, people, ours.ratio(best), ours.failed, paper.ratio(best), paper.failed);
            }
        }
    }

    private record Measured(List<Double> ascending, int failed) {
        /** Noise may, once in some hundred runs, raise a limit far: a mean would tell of nothing else. */
        String ratio(double best) {
            return ascending.size() < RUNS / 4
                    ? "–"
                    : String.format(Locale.ROOT, "%.2f / %.1f", at(0.5) / Math.sqrt(best), at(0.99) / Math.sqrt(best));
        }

        private double at(double part) {
            return ascending.get((int) (part * (ascending.size() - 1)));
        }
    }

    private static Measured measured(
            BigInteger[] values, double epsilon, Function<Integer, Optional<ApproximateBounds.Found>> search) {
        List<Double> errors = new ArrayList<>();
        int failed = 0;
        for (int run = 0; run < RUNS; run++) {
            Optional<ApproximateBounds.Found> found = search.apply(run);
            if (found.isEmpty()) {
                failed++;
            } else {
                errors.add(Math.sqrt(squaredError(values, found.get().high().doubleValue(), epsilon)));
            }
        }
        Collections.sort(errors);
        return new Measured(errors, failed);
    }

    /** What is cut off, squared, and the variance 2b² of the noise. */
    private static double squaredError(BigInteger[] ascending, double limit, double epsilon) {
        double cut = 0;
        for (int i = ascending.length - 1; i >= 0 && ascending[i].doubleValue() > limit; i--) {
            cut += ascending[i].doubleValue() - limit;
        }
        return cut * cut + 2 * limit * limit / (epsilon * epsilon);
    }

    private static Map<Integer, BigInteger> histogram(BigInteger[] values, ToIntFunction<BigInteger> bin) {
        Map<Integer, BigInteger> histogram = new HashMap<>();
        for (BigInteger value : values) {
            histogram.merge(bin.applyAsInt(value), BigInteger.ONE, BigInteger::add);
        }
        return histogram;
    }

    private static BigInteger[] values(String law, int people, RandomBits bits) {
        BigInteger[] values = new BigInteger[people];
        for (int i = 0; i < people; i++) {
            double unit = unit(bits);
            double normal = Math.sqrt(-2 * Math.log(1 - unit)) * Math.cos(2 * Math.PI * unit(bits));
            double value = law.equals("uniform") ? 10_000 * unit : 1000 * Math.exp(normal);
            values[i] = BigInteger.valueOf((long) Math.ceil(value));
        }
        return values;
    }

    private static double unit(RandomBits bits) {
        return (bits.nextLong() >>> 11) * 0x1p-53;
    }

    private static void row(Object... cells) {
        StringBuilder row = new StringBuilder("|");
        for (Object cell : cells) {
            row.append(' ').append(cell).append(" |");
        }
        System.out.println(row);
    }
}
