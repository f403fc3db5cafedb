package io.tacit.bench.random;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The columns of one kind: each column of each question weighs as one, however many groups it has. Margins are those of
 * a mean over data sets, in which questions go together.
 */
final class KindShares {
    private static final double SURE = 1.96;
    private static final double WIDE = 10;

    private final Map<Integer, List<ColumnCells>> columns = new TreeMap<>();

    private interface Share {
        double of(ColumnCells cells);
    }

    void add(int dataset, ColumnCells cells) {
        columns.computeIfAbsent(dataset, first -> new ArrayList<>()).add(cells);
    }

    boolean has(int dataset) {
        return columns.containsKey(dataset);
    }

    private int many() {
        return columns.values().stream().mapToInt(List::size).sum();
    }

    private double share(Share share) {
        double sum = 0;
        for (List<ColumnCells> of : columns.values()) {
            sum += of.stream().mapToDouble(share::of).sum();
        }
        return sum / many();
    }

    /** How far the share may be off; NaN for fewer than two data sets. */
    private double margin(Share share) {
        double mean = share(share);
        double sum = 0;
        for (List<ColumnCells> of : columns.values()) {
            double off = of.stream().mapToDouble(one -> share.of(one) - mean).sum();
            sum += off * off;
        }
        double sets = columns.size();
        return sets < 2 ? Double.NaN : SURE * Math.sqrt(sum * sets / (sets - 1)) / many();
    }

    private String words(Share share) {
        double margin = margin(share);
        return Double.isNaN(margin)
                ? String.format(Locale.ROOT, "%.1f", 100 * share(share))
                : String.format(Locale.ROOT, "%.1f ± %.1f", 100 * share(share), 100 * margin);
    }

    /** The share that holds the truth, or is open at the other end. */
    private static double right(ColumnCells cells) {
        return cells.share(Verdict.HOLDS) + cells.share(Verdict.OPEN);
    }

    /** Of each data set, the share of its cells that neither hold the truth nor say why not. */
    List<Double> missedBySet() {
        return columns.values().stream()
                .map(of ->
                        of.stream().mapToDouble(ColumnCells::missed).average().orElse(0))
                .toList();
    }

    /** A row of the table whose head is {@link #HEAD}. */
    String row(String name) {
        double median = columns.values().stream()
                .flatMap(List::stream)
                .map(ColumnCells::halfWidth)
                .sorted()
                .skip(many() / 2)
                .findFirst()
                .orElse(Double.NaN);
        return String.format(
                Locale.ROOT,
                "| %s | %d | %s | %s | %s | %s | %s | %s | %s | %s |",
                name,
                many(),
                words(KindShares::right),
                words(cells -> cells.share(Verdict.OPEN)),
                words(cells -> cells.share(Verdict.UNKNOWN)),
                words(cells -> cells.share(Verdict.SAID)),
                words(ColumnCells::missed),
                words(cells -> cells.share(Verdict.BARE)),
                words(ColumnCells::shareNarrow),
                median > WIDE ? "> 1,000 %" : String.format(Locale.ROOT, "%.2g %%", 100 * median));
    }

    /** The head of a Markdown table of such rows. */
    static final String HEAD =
            "| what | columns | holds the truth or is open, % | open at an end, % | unknown, % | says what is missing, % |"
                    + " neither, % | of these bare numbers, % | right with ± at most 25 %, % | median ± |\n"
                    + "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|";
}
