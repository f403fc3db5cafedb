package io.tacit.engine.session;

import io.tacit.engine.rewrite.OutputRequest;
import io.tacit.privacy.mechanism.QuantilesWithIntervals;
import io.tacit.privacy.number.Rational;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;

/**
 * How accurate quantiles are, in words: by how many rows of a group their ranks may be off.
 *
 * @param mechanism that draws them
 * @param outputs one of them, or the elements of one array
 */
record QuantileWords(QuantilesWithIntervals mechanism, List<OutputRequest> outputs) {
    private static final List<Integer> SIZES = List.of(1000, 10_000, 100_000);
    private static final int DIGITS = 3;

    QuantileWords {
        outputs = List.copyOf(outputs);
    }

    /** Whole sentences. */
    String sentences() {
        return outputs.size() == 1 ? ofOne(fraction(outputs.get(0))) : ofArray();
    }

    /**
     * How many rows the rank of the least accurate of them is off at most.
     *
     * @param confidence how often
     */
    double rowsOff(double confidence) {
        return outputs.stream()
                .mapToDouble(output -> mechanism.values().rankErrorBound(fraction(output), confidence))
                .max()
                .orElseThrow();
    }

    private static Rational fraction(OutputRequest output) {
        return output.computation().quantile().orElseThrow().fraction();
    }

    private String ofArray() {
        return "Each rank is right within " + rows(rowsOff(mechanism.confidence())) + " of the group, at " + percent()
                + ".";
    }

    private String ofOne(Rational rank) {
        double inward = mechanism.values().rowsInward(rank);
        String off = rows(mechanism.values().rankErrorBound(rank, mechanism.confidence()));
        if (rank.signum() == 0 || rank.equals(Rational.ONE)) {
            boolean least = rank.signum() == 0;
            return "About " + rows(inward) + " of the group, at " + percent() + " no more than " + off + ", lie "
                    + (least ? "below" : "above") + " it." + percentiles(inward, least);
        }
        return "The rank is right within " + off + " of the group, at " + percent() + "."
                + (mechanism.wanted().contains(rank)
                        ? " The interval reaches about " + rows(mechanism.rowsBeside(rank)) + " to either side."
                        : "");
    }

    /**
     * Which percentile a value stands for that so many rows lie beyond, in groups of some sizes, as a sentence. Of smaller
     * groups, half of which lie beyond, nothing is known.
     */
    private static String percentiles(double rows, boolean least) {
        List<String> known = new ArrayList<>();
        for (int size : SIZES) {
            double beyond = 100 * rows / size;
            if (beyond < 50) {
                BigDecimal percentile = BigDecimal.valueOf(least ? beyond : 100 - beyond)
                        .setScale(DIGITS - 1, RoundingMode.HALF_EVEN)
                        .stripTrailingZeros();
                known.add(percentile.toPlainString() + " of " + size);
            }
        }
        String small = known.size() == SIZES.size()
                ? ""
                : " In a group of " + rows(2 * rows) + " or fewer it says nothing of the "
                        + (least ? "least." : "largest.");
        return (known.isEmpty() ? "" : " It stands for percentile " + String.join(", ", known) + " rows.") + small;
    }

    private static String rows(double rows) {
        BigDecimal rounded = BigDecimal.valueOf(rows).round(new MathContext(DIGITS, RoundingMode.UP));
        String text = rounded.stripTrailingZeros().toPlainString();
        return text + (text.equals("1") ? " row" : " rows");
    }

    private String percent() {
        return Decimals.text(Rational.ofExact(mechanism.confidence()).times(Rational.of(100))) + "%";
    }
}
