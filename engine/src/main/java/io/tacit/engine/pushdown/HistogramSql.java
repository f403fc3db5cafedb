package io.tacit.engine.pushdown;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.dialect.Dialect;
import io.tacit.engine.dialect.KeySql;
import io.tacit.engine.dialect.WholeNumberSql;
import io.tacit.engine.rewrite.AutomaticParameter;
import io.tacit.engine.rewrite.ReleasePlan;
import io.tacit.engine.rewrite.RowCount;
import io.tacit.engine.rewrite.ValueColumn;
import io.tacit.engine.sql.Spelling;
import io.tacit.privacy.mechanism.ApproximateBounds;
import io.tacit.privacy.mechanism.AutomaticGroups;
import io.tacit.privacy.mechanism.TailBounds;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Prints the entries of the histograms from which automatic limits are found.
 *
 * <p>By default each person is counted once, by the bin of their largest or smallest contribution, or of the one farthest from 0, over all their
 * groups: bins of {@link TailBounds}. In the paper's spelling a person is counted once in each group: bins of {@link
 * ApproximateBounds}. Both kinds of bins come from the number of binary digits of |q| − 1, never from a logarithm.
 */
public final class HistogramSql {
    /** Bins of rows per person and group: up to 2^31. */
    private static final ApproximateBounds PAPER_ROWS = new ApproximateBounds(0, 31);

    /** Bins of whole units: up to 2^85 either way, which is where values saturate. */
    private static final ApproximateBounds PAPER_VALUES = new ApproximateBounds(-86, 85);

    private static final TailBounds ROWS = new TailBounds(0, 2 * 31);
    private static final TailBounds VALUES = new TailBounds(-1 - 2 * 85, 2 * 85);

    /** Digits of the largest magnitude that a 128-bit integer has. */
    private static final int MOST_DIGITS = 126;

    /**
     * ⌊2^(126 − ½)⌋: without its last digits it is ⌊2^(d − ½)⌋, one less than where the bins of d binary digits divide.
     */
    private static final BigInteger LARGEST_EDGE =
            TailBounds.edge(2 * MOST_DIGITS - 1).subtract(BigInteger.ONE);

    /** The name, in the first column, of the histogram of people by the number of their groups. */
    public static final String BY_GROUPS = "groups";

    private final ReleasePlan plan;
    private final Dialect dialect;
    private final WholeNumberSql wholes;
    private final StageNames names;
    private final ColumnNames columns;

    private HistogramSql(ReleasePlan plan, PersonRows rows) {
        this.plan = plan;
        this.dialect = rows.dialect();
        this.wholes = dialect.wholeNumbers();
        this.names = rows.names();
        this.columns = new ColumnNames(plan);
    }

    /** Whether a release finds its limits as the paper does. */
    public static boolean likeThePaper(ReleasePlan plan) {
        return plan.spelling() == Spelling.ANONYMIZATION;
    }

    /** The paper's histogram of a parameter. */
    public static ApproximateBounds paperBins(AutomaticParameter parameter) {
        return parameter.kind().isCount() ? PAPER_ROWS : PAPER_VALUES;
    }

    /** The histogram of people of a parameter. */
    public static TailBounds bins(AutomaticParameter parameter) {
        return parameter.kind().isCount() ? ROWS : VALUES;
    }

    /** The name, in the first column, of the histogram of people by their largest contribution. */
    public static String byLargest(int parameter) {
        return "largest" + parameter;
    }

    /** The name, in the first column, of the histogram of people by their smallest contribution. */
    public static String bySmallest(int parameter) {
        return "smallest" + parameter;
    }

    /**
     * The name, in the first column, of the histogram of people by the number of all their rows, of those who have none of
     * the rows that a limit is found for.
     */
    public static String byRowsOfOthers(int parameter) {
        return "others" + parameter;
    }

    /**
     * The whole query, after the stages up to T.
     *
     * @param bins in which people are counted by the number of their groups, too
     */
    static String query(ReleasePlan plan, PersonRows rows, Stages stages, Optional<AutomaticGroups> bins) {
        return new HistogramSql(plan, rows).query(stages, bins.map(each -> byGroups(rows, each)));
    }

    private static String byGroups(PersonRows rows, AutomaticGroups bins) {
        String name = rows.dialect().keys().text("'" + BY_GROUPS + "'", ColumnType.VARCHAR);
        return " UNION ALL SELECT " + name + " AS p, g.b AS b, g.n AS n FROM (" + GroupsPerPersonSql.of(rows, bins)
                + ") AS g";
    }

    private String query(Stages stages, Optional<String> more) {
        List<String> extremes = new ArrayList<>();
        List<String> entries = new ArrayList<>();
        for (int i = 0; i < plan.automatic().size(); i++) {
            AutomaticParameter parameter = plan.automatic().get(i);
            Source source = parameter.accept(new SourceOf());
            if (likeThePaper(plan)) {
                entries.add(inEachGroup(byLargest(i), parameter, source.largest, source));
                if (parameter.kind().entries() == 2) {
                    entries.add(inEachGroup(byLargest(i), parameter, source.smallest, source));
                }
            } else if (parameter.kind().isRange()) {
                extremes.add(extreme("MAX", source.largest, source.rows, extremes.size()));
                entries.add(ofEachPerson(byLargest(i), parameter, source, extremes.size() - 1));
                extremes.add(extreme("MIN", source.smallest, source.rows, extremes.size()));
                entries.add(ofEachPerson(bySmallest(i), parameter, source, extremes.size() - 1));
            } else {
                extremes.add(
                        parameter.kind().isCount()
                                ? extreme("MAX", source.largest, source.rows, extremes.size())
                                : farthest(source.largest, source.rows, extremes.size()));
                entries.add(ofEachPerson(byLargest(i), parameter, source, extremes.size() - 1));
                if (plan.countsOthers(parameter)) {
                    extremes.add(ofOthers(source.rows, extremes.size()));
                    entries.add(ofEachPerson(byRowsOfOthers(i), parameter, source, extremes.size() - 1));
                }
            }
        }
        Stages all = extremes.isEmpty()
                ? stages
                : stages.with(
                        "one row for each person: the largest and smallest contributions to any group",
                        names.of("extremes"),
                        "SELECT " + String.join(", ", extremes) + " FROM " + names.limited() + " GROUP BY u");
        return all.with(
                        "p is what is looked for, q a contribution, low and high the bins that there are",
                        names.of("entries"),
                        String.join(" UNION ALL ", entries))
                .then(
                        "how many contributions are in each bin",
                        (likeThePaper(plan) ? paperBinned() : binned()) + more.orElse(""));
    }

    /**
     * The columns of T from which a limit is found.
     *
     * @param largest a person's largest contribution in a group
     * @param smallest a person's smallest contribution in a group
     * @param rows the number of rows that contribute
     * @param whole makes such a contribution whole units, in which contributions have the same order
     */
    private record Source(String largest, String smallest, String rows, UnaryOperator<String> whole) {}

    /** Finds the columns of T for a parameter. */
    private final class SourceOf implements AutomaticParameter.Visitor<Source> {
        @Override
        public Source rowsPerGroup(AutomaticParameter.RowsPerGroup parameter) {
            return same(columns.rows(parameter.counted()));
        }

        @Override
        public Source mostRowsPerGroup(AutomaticParameter.MostRowsPerGroup parameter) {
            List<String> numbers =
                    parameter.counted().stream().map(columns::rows).toList();
            return same(numbers.size() == 1 ? numbers.get(0) : "GREATEST(" + String.join(", ", numbers) + ")");
        }

        @Override
        public Source distinctPerGroup(AutomaticParameter.DistinctPerGroup parameter) {
            return same(columns.different(parameter.offered()));
        }

        @Override
        public Source sumPerGroup(AutomaticParameter.SumPerGroup parameter) {
            String sum = columns.sum(parameter.summed());
            return new Source(sum, sum, rows(parameter.summed()), integers(parameter.summed())::unitsOfSum);
        }

        @Override
        public Source meanPerGroup(AutomaticParameter.MeanPerGroup parameter) {
            String rows = rows(parameter.summed());
            String sum = integers(parameter.summed()).unitsOfSum(columns.sum(parameter.summed()));
            String mean = "(" + wholes.quotient(sum, rows) + ")";
            return new Source(mean, mean, rows, UnaryOperator.identity());
        }

        @Override
        public Source valuePerRow(AutomaticParameter.ValuePerRow parameter) {
            ValueColumn summed = parameter.summed();
            return new Source(columns.largest(summed), columns.smallest(summed), rows(summed), integers(summed)::row);
        }

        private Source same(String number) {
            return new Source(number, number, number, UnaryOperator.identity());
        }

        private RowIntegers integers(ValueColumn summed) {
            return new RowIntegers(dialect, summed);
        }

        private String rows(ValueColumn summed) {
            return columns.rows(summed.rows());
        }
    }

    private String extreme(String function, String value, String rows, int index) {
        return function + "(" + value + ")" + contributing(rows) + " AS q" + index;
    }

    /** The FILTER for groups in which a person has rows that contribute; every row of U is of one row at least. */
    private String contributing(String rows) {
        return rows.equals(columns.rows(RowCount.EVERY_ROW)) ? "" : " FILTER (WHERE " + rows + " > 0)";
    }

    /** The most rows in any group of a person who has none of the rows in question, so that nobody is counted twice. */
    private String ofOthers(String rows, int index) {
        String most = columns.rows(RowCount.EVERY_ROW);
        return "CASE WHEN MAX(" + rows + ") > 0 THEN NULL ELSE MAX(" + most + ") END AS q" + index;
    }

    /** The value farthest from 0, with its sign. */
    private String farthest(String value, String rows, int index) {
        String largest = "MAX(" + value + ")" + contributing(rows);
        String smallest = "MIN(" + value + ")" + contributing(rows);
        return "CASE WHEN " + largest + " >= -" + smallest + " THEN " + largest + " ELSE " + smallest + " END AS q"
                + index;
    }

    private String inEachGroup(String name, AutomaticParameter parameter, String value, Source source) {
        ApproximateBounds bins = paperBins(parameter);
        String whole = wholes.of(source.whole.apply(value));
        return entry(name, whole, bins.leastBin(), bins.largestBin()) + names.limited() + " WHERE " + source.rows
                + " > 0";
    }

    private String ofEachPerson(String name, AutomaticParameter parameter, Source source, int extreme) {
        TailBounds bins = bins(parameter);
        String q = "q" + extreme;
        return entry(name, wholes.of(source.whole.apply(q)), bins.leastBin(), bins.largestBin()) + names.of("extremes")
                + " WHERE " + q + " IS NOT NULL";
    }

    private static String entry(String name, String q, int leastBin, int largestBin) {
        return "SELECT '" + name + "' AS p, " + q + " AS q, " + leastBin + " AS low, " + largestBin + " AS high FROM ";
    }

    private String paperBinned() {
        String bin = "CASE WHEN q > 1 THEN " + wholes.binaryDigits("q - 1") + " WHEN q >= 0 THEN 0"
                + " WHEN q = -1 THEN -1 ELSE -1 - " + wholes.binaryDigits("-q - 1") + " END";
        return counted("SELECT p, LEAST(GREATEST(" + bin + ", low), high) AS b FROM " + names.of("entries"));
    }

    /** A contribution of 0 is apart: a crowd of people who have nothing would hide the few who have much. */
    private String binned() {
        return counted("SELECT p, CASE WHEN q = 0 THEN " + TailBounds.ZERO
                + " ELSE LEAST(GREATEST(b, low), high) END AS b FROM (" + bins(wholes, names.of("entries")) + ") AS y");
    }

    /**
     * Adds a column b, the bin of q, to rows of p, q, low and high. The bins on both sides of 0 are alike: one for 0
     * and 1, then two for each number of binary digits of |q| − 1.
     */
    static String bins(WholeNumberSql wholes, String entries) {
        String digits = "SELECT p, q, low, high, abs(q) - 1 AS m," + " CASE WHEN abs(q) > 1 THEN "
                + wholes.binaryDigits("abs(q) - 1") + " ELSE 0 END AS d FROM " + entries;
        String edge = wholes.withoutLastDigits(wholes.literal(LARGEST_EDGE), "(" + MOST_DIGITS + " - d)");
        String magnitudes = "SELECT p, q, low, high, CASE WHEN d = 0 THEN 0 WHEN m <= (" + edge
                + ") THEN 2 * d - 1 ELSE 2 * d END AS b FROM (" + digits + ") AS v";
        return "SELECT p, q, low, high, CASE WHEN q < 0 THEN -1 - b ELSE b END AS b FROM (" + magnitudes + ") AS w";
    }

    private String counted(String bins) {
        KeySql keys = dialect.keys();
        return "SELECT " + keys.text("x.p", ColumnType.VARCHAR) + " AS p, " + keys.text("x.b", ColumnType.BIGINT)
                + " AS b, " + wholes.of("COUNT(*)") + " AS n FROM ("
                + bins + ") AS x GROUP BY x.p, x.b";
    }
}
