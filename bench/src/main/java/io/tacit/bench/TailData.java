package io.tacit.bench;

import io.tacit.privacy.mechanism.ApproximateBounds;
import io.tacit.privacy.mechanism.TailBounds;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.ToIntFunction;

/** One value for each person, in hundredths. */
final class TailData {
    private final String name;
    private final double[] ascending;
    private final double[] beyond;
    private final double best;
    private final Map<Integer, BigInteger> halves;
    private final Map<Integer, BigInteger> doublings;

    private TailData(String name, double[] ascending) {
        this.name = name;
        this.ascending = ascending;
        this.beyond = suffixSums(ascending);
        this.best = best();
        this.halves = histogram(ascending, TailBounds::bin);
        this.doublings = histogram(ascending, ApproximateBounds::bin);
    }

    /** The name of these data. */
    String name() {
        return name;
    }

    /** The median error at ε = 1 that is left by the best bound, chosen with a look at the values. */
    double bestError() {
        return best;
    }

    /** People by bins of half doublings. */
    Map<Integer, BigInteger> halves() {
        return halves;
    }

    /** People by bins of doublings. */
    Map<Integer, BigInteger> doublings() {
        return doublings;
    }

    /** Sets of a law, always the same ones: "lognormal 1000" is of 1,000 people. */
    static List<TailData> drawn(String name, int sets) {
        int space = name.indexOf(' ');
        String law = name.substring(0, space);
        int people = Integer.parseInt(name.substring(space + 1));
        List<TailData> drawn = new ArrayList<>();
        for (int set = 0; set < sets; set++) {
            Random random = new Random(31L * name.hashCode() + set);
            double[] values = new double[people];
            for (int i = 0; i < people; i++) {
                values[i] = Math.ceil(100 * value(law, random));
            }
            drawn.add(of(name, values));
        }
        return drawn;
    }

    private static double value(String law, Random random) {
        return switch (law) {
            case "lognormal" -> Math.exp(3 + 1.5 * random.nextGaussian());
            case "uniform" -> 100 * random.nextDouble();
            case "gamma" -> -50 * Math.log((1 - random.nextDouble()) * (1 - random.nextDouble()));
            case "Zipf" -> zipf(random);
            default -> throw new IllegalArgumentException(law);
        };
    }

    /** Zipf's law with exponent 1.8, up to 10^9, by rejection (Devroye 1986, chapter X.6). */
    private static double zipf(Random random) {
        double b = Math.pow(2, 0.8);
        while (true) {
            double value = Math.floor(Math.pow(1 - random.nextDouble(), -1 / 0.8));
            double t = Math.pow(1 + 1 / value, 0.8);
            if (value <= 1e9 && random.nextDouble() * value * (t - 1) / (b - 1) <= t / b) {
                return value;
            }
        }
    }

    /** What each customer of a shop spent: at least 0. */
    static TailData sums(Path file) throws IOException {
        Map<String, Double> sums = new HashMap<>();
        List<String> lines = Files.readAllLines(file, StandardCharsets.ISO_8859_1);
        List<String> header = fields(lines.get(0));
        int customer = header.indexOf("CustomerID");
        int quantity = header.indexOf("Quantity");
        int price = header.indexOf("UnitPrice");
        for (String line : lines.subList(1, lines.size())) {
            List<String> fields = fields(line);
            if (!fields.get(customer).isEmpty()) {
                double spent = Double.parseDouble(fields.get(quantity)) * Double.parseDouble(fields.get(price));
                sums.merge(fields.get(customer), spent, Double::sum);
            }
        }
        double[] values = sums.values().stream()
                .mapToDouble(sum -> Math.max(0, Math.rint(100 * sum)))
                .toArray();
        return of("retail " + values.length, values);
    }

    private static List<String> fields(String line) {
        List<String> fields = new ArrayList<>();
        StringBuilder field = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            char letter = line.charAt(i);
            quoted ^= letter == '"';
            if (letter == ',' && !quoted) {
                fields.add(field.toString());
                field.setLength(0);
            } else if (letter != '"') {
                field.append(letter);
            }
        }
        fields.add(field.toString());
        return fields;
    }

    private static TailData of(String name, double[] values) {
        Arrays.sort(values);
        return new TailData(name, values);
    }

    private double best() {
        double least = Double.POSITIVE_INFINITY;
        // Eighths of a doubling: the best bound is any number.
        for (int eighth = 0; Math.pow(2, eighth / 8.0) < 2 * largest(); eighth++) {
            double bound = Math.pow(2, eighth / 8.0);
            least = Math.min(least, medianError(cutOff(bound), bound));
        }
        return least;
    }

    /** The median of |Z − cut|, Z Laplace noise. */
    private static double medianError(double cut, double scale) {
        double low = 0;
        double high = cut + 10 * scale;
        for (int i = 0; i < 60; i++) {
            double middle = (low + high) / 2;
            boolean half = below((cut + middle) / scale) - below((cut - middle) / scale) >= 0.5;
            high = half ? middle : high;
            low = half ? low : middle;
        }
        return high;
    }

    private static double below(double z) {
        return z < 0 ? Math.exp(z) / 2 : 1 - Math.exp(-z) / 2;
    }

    double largest() {
        return ascending[ascending.length - 1];
    }

    /** How much of the total a bound cuts off. */
    double cutOff(double bound) {
        int place = Arrays.binarySearch(ascending, Math.nextUp(bound));
        int within = place < 0 ? -1 - place : place;
        return beyond[within] - bound * (ascending.length - within);
    }

    /** How many values a bound cuts off. */
    double beyondPeople(double bound) {
        int place = Arrays.binarySearch(ascending, Math.nextUp(bound));
        return ascending.length - (place < 0 ? -1 - place : place);
    }

    /** For each place, the sum of the values from there on. */
    private static double[] suffixSums(double[] ascending) {
        double[] sums = new double[ascending.length + 1];
        for (int i = ascending.length - 1; i >= 0; i--) {
            sums[i] = sums[i + 1] + ascending[i];
        }
        return sums;
    }

    private static Map<Integer, BigInteger> histogram(double[] ascending, ToIntFunction<BigInteger> bin) {
        Map<Integer, BigInteger> histogram = new HashMap<>();
        for (double value : ascending) {
            histogram.merge(bin.applyAsInt(BigInteger.valueOf((long) value)), BigInteger.ONE, BigInteger::add);
        }
        return histogram;
    }
}
