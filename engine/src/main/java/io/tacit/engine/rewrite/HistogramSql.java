package io.tacit.engine.rewrite;

import io.tacit.privacy.mechanism.ApproximateBounds;
import java.util.List;

/**
 * Prints the entries of the histograms from which automatic limits are found. Bins are those of {@link
 * ApproximateBounds}: the number of binary digits of |q| − 1, never a logarithm.
 */
public final class HistogramSql {
    /** Bins of rows per person and group: up to 2^31. */
    private static final ApproximateBounds ROWS = new ApproximateBounds(0, 31);

    /** Bins of whole units: up to 2^85 either way, which is where values saturate. */
    private static final ApproximateBounds VALUES = new ApproximateBounds(-86, 85);

    private HistogramSql() {}

    /** The histogram of a parameter. */
    public static ApproximateBounds bins(AutomaticParameter parameter) {
        return parameter.kind() == AutomaticParameter.Kind.ROWS_PER_GROUP
                        || parameter.kind() == AutomaticParameter.Kind.DISTINCT_PER_GROUP
                ? ROWS
                : VALUES;
    }

    /** SELECTs of (parameter, bin) over T, each at most one row for a person and group. */
    static List<String> entries(ReleasePlan plan, int index, String from) {
        AutomaticParameter parameter = plan.automatic().get(index);
        int column = parameter.column();
        if (parameter.kind() == AutomaticParameter.Kind.ROWS_PER_GROUP) {
            return List.of(entry(index, parameter, "n" + column, "n" + column, from));
        }
        if (parameter.kind() == AutomaticParameter.Kind.DISTINCT_PER_GROUP) {
            return List.of(entry(index, parameter, "d" + column, "d" + column, from));
        }
        String rows = "n" + plan.summed().get(column).counted();
        Summed summed = plan.summed().get(column);
        String sum = new RowIntegers(summed.type(), summed.unit()).unitsOfSum("s" + column);
        return switch (parameter.kind()) {
            case SUM_PER_GROUP -> List.of(entry(index, parameter, sum, rows, from));
            case MEAN_PER_GROUP -> List.of(entry(index, parameter, sum + " // " + rows, rows, from));
            case VALUE_PER_ROW ->
                List.of(
                        entry(index, parameter, "a" + column, rows, from),
                        entry(index, parameter, "z" + column, rows, from));
            case ROWS_PER_GROUP, DISTINCT_PER_GROUP -> throw new IllegalStateException("handled above");
        };
    }

    private static String entry(int index, AutomaticParameter parameter, String value, String rows, String from) {
        ApproximateBounds bins = bins(parameter);
        String bin = "CASE WHEN q > 1 THEN length(bin(q - 1)) WHEN q >= 0 THEN 0"
                + " WHEN q = -1 THEN -1 ELSE -1 - length(bin(-q - 1)) END";
        return "SELECT CAST(" + index + " AS BIGINT) AS p, LEAST(GREATEST(" + bin + ", " + bins.leastBin() + "), "
                + bins.largestBin() + ") AS b FROM (SELECT CAST(" + value + " AS HUGEINT) AS q FROM " + from + " WHERE "
                + rows + " > 0) AS v";
    }
}
