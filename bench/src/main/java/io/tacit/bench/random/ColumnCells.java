package io.tacit.bench.random;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What all cells of one column of one question made of the truth, over all times that it was asked. */
final class ColumnCells {
    /** The half-width that is called narrow, as a share of the truth. */
    static final double NARROW = 0.25;

    private static final double USUAL_MISS = 0.05;

    private final Map<Verdict, Integer> verdicts = new EnumMap<>(Verdict.class);
    private final List<Double> halfWidths = new ArrayList<>();
    private String first = "";
    private int cells;
    private int narrow;

    /**
     * Takes a cell.
     *
     * @param halfWidth as a share of the truth, ∞ where there is none
     * @param words of it, for a failure
     */
    void add(Verdict verdict, double halfWidth, String words) {
        cells++;
        verdicts.merge(verdict, 1, Integer::sum);
        halfWidths.add(halfWidth);
        narrow += verdict == Verdict.HOLDS && halfWidth <= NARROW ? 1 : 0;
        if (first.isEmpty() && (verdict == Verdict.NEITHER || verdict == Verdict.BARE)) {
            first = words;
        }
    }

    int cells() {
        return cells;
    }

    /** The share of cells that were judged so. */
    double share(Verdict verdict) {
        return (double) verdicts.getOrDefault(verdict, 0) / cells;
    }

    /** The share of cells that are closed and right with a narrow interval. */
    double shareNarrow() {
        return (double) narrow / cells;
    }

    /** The median over cells; ∞ where most have none. */
    double halfWidth() {
        return halfWidths.stream()
                .sorted()
                .skip(halfWidths.size() / 2)
                .findFirst()
                .orElse(Double.NaN);
    }

    /** The share of cells that do not hold the truth and do not say why. */
    double missed() {
        return share(Verdict.NEITHER) + share(Verdict.BARE);
    }

    /** The first such cell in words; empty for none. */
    String first() {
        return first;
    }

    /** Whether intervals that miss 5 % of the time would miss as many less than once in 10,000. */
    boolean fails() {
        int missed = (int) Math.round(missed() * cells);
        double tail = 0;
        double term = StrictMath.pow(1 - USUAL_MISS, cells);
        for (int i = 0; i < missed; i++) {
            tail += term;
            term *= (cells - i) / (i + 1.0) * USUAL_MISS / (1 - USUAL_MISS);
        }
        return missed > 0 && 1 - tail < 1e-4;
    }
}
