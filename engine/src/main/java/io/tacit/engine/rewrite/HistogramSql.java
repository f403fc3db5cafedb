package io.tacit.engine.rewrite;

import io.tacit.engine.sql.Spelling;
import io.tacit.privacy.mechanism.AboveThresholdBounds;
import io.tacit.privacy.mechanism.ApproximateBounds;
import java.util.ArrayList;
import java.util.List;

/**
 * Prints the entries of the histograms from which automatic limits are found.
 *
 * <p>By default each person is counted once, by the bin of their largest or smallest contribution over all their groups:
 * bins of {@link AboveThresholdBounds}. In the paper's spelling a person is counted once in each group: bins of {@link
 * ApproximateBounds}. Both kinds of bins come from the number of binary digits of |q| − 1, never from a logarithm.
 */
public final class HistogramSql {
    /** Bins of rows per person and group: up to 2^31. */
    private static final ApproximateBounds PAPER_ROWS = new ApproximateBounds(0, 31);

    /** Bins of whole units: up to 2^85 either way, which is where values saturate. */
    private static final ApproximateBounds PAPER_VALUES = new ApproximateBounds(-86, 85);

    private static final AboveThresholdBounds ROWS = new AboveThresholdBounds(0, 2 * 31);
    private static final AboveThresholdBounds VALUES = new AboveThresholdBounds(-1 - 2 * 85, 2 * 85);

    /** Digits of the largest magnitude that a 128-bit integer has. */
    private static final int MOST_DIGITS = 126;

    private static final String EDGES = edges();

    private HistogramSql() {}

    /** Whether a release finds its limits as the paper does. */
    public static boolean likeThePaper(ReleasePlan plan) {
        return plan.spelling() == Spelling.ANONYMIZATION;
    }

    /** The paper's histogram of a parameter. */
    public static ApproximateBounds paperBins(AutomaticParameter parameter) {
        return parameter.kind().isCount() ? PAPER_ROWS : PAPER_VALUES;
    }

    /** The histogram of people of a parameter. */
    public static AboveThresholdBounds bins(AutomaticParameter parameter) {
        return parameter.kind().isCount() ? ROWS : VALUES;
    }

    /** What the first column says of people counted by their largest contribution. */
    public static String byLargest(int parameter) {
        return "largest" + parameter;
    }

    /** What the first column says of people counted by their smallest contribution. */
    public static String bySmallest(int parameter) {
        return "smallest" + parameter;
    }

    /** SELECTs of (parameter, bin) over T. */
    static List<String> entries(ReleasePlan plan, int index) {
        AutomaticParameter parameter = plan.automatic().get(index);
        Source source = source(plan, parameter);
        if (likeThePaper(plan)) {
            List<String> entries = new ArrayList<>(List.of(inEachGroup(index, parameter, source.largest, source.rows)));
            if (parameter.kind() == AutomaticParameter.Kind.VALUE_PER_ROW) {
                entries.add(inEachGroup(index, parameter, source.smallest, source.rows));
            }
            return entries;
        }
        if (!parameter.kind().isRange()) {
            return List.of(
                    ofEachPerson(byLargest(index), parameter, "MAX", "abs(" + source.largest + ")", source.rows));
        }
        return List.of(
                ofEachPerson(byLargest(index), parameter, "MAX", source.largest, source.rows),
                ofEachPerson(bySmallest(index), parameter, "MIN", source.smallest, source.rows));
    }

    /**
     * Columns of T.
     *
     * @param largest a person's largest contribution in a group
     * @param smallest a person's smallest contribution in a group
     * @param rows the number of rows that contribute
     */
    private record Source(String largest, String smallest, String rows) {}

    private static Source source(ReleasePlan plan, AutomaticParameter parameter) {
        int column = parameter.column();
        if (parameter.kind() == AutomaticParameter.Kind.ROWS_PER_GROUP) {
            return new Source("n" + column, "n" + column, "n" + column);
        }
        if (parameter.kind() == AutomaticParameter.Kind.DISTINCT_PER_GROUP) {
            return new Source("d" + column, "d" + column, "d" + column);
        }
        Summed summed = plan.summed().get(column);
        String rows = "n" + summed.counted();
        if (parameter.kind() == AutomaticParameter.Kind.VALUE_PER_ROW) {
            return new Source("z" + column, "a" + column, rows);
        }
        String sum = new RowIntegers(summed.type(), summed.unit()).unitsOfSum("s" + column);
        String value =
                parameter.kind() == AutomaticParameter.Kind.MEAN_PER_GROUP ? "(" + sum + " // " + rows + ")" : sum;
        return new Source(value, value, rows);
    }

    private static String inEachGroup(int index, AutomaticParameter parameter, String value, String rows) {
        ApproximateBounds bins = paperBins(parameter);
        String bin = "CASE WHEN q > 1 THEN length(bin(q - 1)) WHEN q >= 0 THEN 0"
                + " WHEN q = -1 THEN -1 ELSE -1 - length(bin(-q - 1)) END";
        return "SELECT '" + byLargest(index) + "' AS p, LEAST(GREATEST(" + bin + ", " + bins.leastBin() + "), "
                + bins.largestBin() + ") AS b FROM (SELECT CAST(" + value + " AS HUGEINT) AS q FROM " + LimitedGroups.T
                + " WHERE "
                + rows + " > 0) AS v";
    }

    private static String ofEachPerson(
            String name, AutomaticParameter parameter, String extreme, String value, String rows) {
        AboveThresholdBounds bins = bins(parameter);
        String extremes = "SELECT " + extreme + "(CAST(" + value + " AS HUGEINT)) AS q FROM " + LimitedGroups.T
                + " WHERE " + rows + " > 0 GROUP BY u";
        String digits =
                "SELECT q, abs(q) AS m, CASE WHEN abs(q) > 1 THEN length(bin(abs(q) - 1)) ELSE 0 END AS d FROM ("
                        + extremes + ") AS v";
        String bin = "CASE WHEN d = 0 THEN 0 WHEN m <= list_extract(" + EDGES + ", d) THEN 2 * d - 1 ELSE 2 * d END";
        String signed =
                "SELECT CASE WHEN q < 0 THEN -1 - " + bin + " ELSE " + bin + " END AS b FROM (" + digits + ") AS w";
        return "SELECT '" + name + "' AS p, LEAST(GREATEST(b, " + bins.leastBin() + "), " + bins.largestBin()
                + ") AS b FROM (" + signed + ") AS x";
    }

    /** ⌈2^(d − ½)⌉ for d = 1, 2, …: where the bins of d binary digits divide. */
    private static String edges() {
        List<String> edges = new ArrayList<>();
        for (int digits = 1; digits <= MOST_DIGITS; digits++) {
            edges.add(AboveThresholdBounds.edge(2 * digits - 1).toString());
        }
        return "CAST([" + String.join(", ", edges) + "] AS HUGEINT[])";
    }
}
