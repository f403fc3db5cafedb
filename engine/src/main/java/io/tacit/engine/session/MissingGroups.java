package io.tacit.engine.session;

import io.tacit.engine.release.MissingShares;
import io.tacit.engine.release.ReleasedRows;
import io.tacit.engine.rewrite.GroupsPerPerson;
import io.tacit.engine.rewrite.OutputRequest;
import io.tacit.privacy.mechanism.GroupCounts;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Says what the limit of groups, or of rows in all groups together, leaves out, from noisy counts of people by the number of
 * their groups or rows.
 */
final class MissingGroups {
    /** The share of what people do from which on it is said, however much the noise is. */
    private static final double NOTEWORTHY = 0.01;

    /** The least share that is written with digits. */
    private static final double LEAST = 0.0005;

    /** Another limit is proposed if it leaves out so much less. */
    private static final double MUCH_LESS = 4;

    private final ReleasedRows released;
    private final GroupCounts counts;
    private final long limit;
    private final boolean rows;

    private MissingGroups(ReleasedRows released, GroupCounts counts) {
        this.released = released;
        this.counts = counts;
        this.limit = released.calibration().maxGroups();
        this.rows = released.calibration().plan().parameters().countsRows();
    }

    /** The report; none where nothing was counted or is to be said, or too few people are there to tell. */
    static List<MissingReport> of(ReleasedRows released) {
        boolean reports = released.calibration()
                .plan()
                .parameters()
                .groups()
                .filter(GroupsPerPerson::reports)
                .isPresent();
        return released.groups()
                .filter(counts -> reports)
                .flatMap(counts -> new MissingGroups(released, counts).report())
                .map(List::of)
                .orElse(List.of());
    }

    private Optional<MissingReport> report() {
        return counts.missing(limit).map(missing -> {
            Share people = share(missing.people());
            Share pairs = upTo(share(missing.pairs()), mostMissing());
            double halfWidth = relativeHalfWidth();
            boolean noteworthy = people.low() > 0
                    && (pairs.low() >= NOTEWORTHY || pairs.about() > halfWidth && pairs.about() >= LEAST);
            OptionalLong better = noteworthy ? better(pairs) : OptionalLong.empty();
            Double misses = better.isPresent()
                    ? counts.missing(better.getAsLong())
                            .map(less -> less.pairs().about())
                            .orElse(null)
                    : null;
            boolean material = noteworthy && pairs.low() > halfWidth;
            boolean possible = pairs.high() >= Math.max(NOTEWORTHY, halfWidth);
            return new MissingReport(
                    rows ? MissingReport.Limit.ALL_ROWS : MissingReport.Limit.GROUPS,
                    null,
                    String.valueOf(limit),
                    people,
                    pairs,
                    better.isPresent() ? String.valueOf(better.getAsLong()) : null,
                    misses,
                    material,
                    noteworthy ? words(people, pairs, better, misses, material) : possible ? possibly(pairs) : "");
        });
    }

    /** Of what is asked for the share that may be missing at most; where nothing bounds it, its interval has no end. */
    private double mostMissing() {
        return totals().values().stream().mapToDouble(Double::doubleValue).max().orElse(0);
    }

    /** The totals, each with the share that may be missing of it; what else is asked for is not among them. */
    private Map<String, Double> totals() {
        Map<String, Double> totals = new LinkedHashMap<>();
        for (OutputRequest output : released.calibration().plan().outputs()) {
            MissingShares.mostMissing(output, released)
                    .ifPresent(share -> totals.merge(output.text(), share, Math::max));
        }
        return totals;
    }

    private static Share upTo(Share share, double most) {
        return new Share(share.about(), share.low(), Math.max(share.high(), most));
    }

    /** Whether intervals hold what is missing: those of totals do. */
    private String ofIntervals(boolean material) {
        Map<String, Double> totals = totals();
        List<String> open = totals.entrySet().stream()
                .filter(total -> total.getValue() >= 1)
                .map(Map.Entry::getKey)
                .toList();
        if (!open.isEmpty()) {
            return " It may be too much for an interval of " + String.join(", ", open) + ".";
        }
        if (totals.isEmpty()) {
            return material ? " Intervals do not hold that." : "";
        }
        boolean all =
                released.calibration().plan().outputs().stream().allMatch(output -> totals.containsKey(output.text()));
        return all ? " Intervals allow for that." : " Intervals of totals allow for that.";
    }

    private OptionalLong better(Share pairs) {
        OptionalLong better = counts.leastMissing(pairs.about() / MUCH_LESS);
        return better.isPresent() && better.getAsLong() > limit ? better : OptionalLong.empty();
    }

    private String words(Share people, Share pairs, OptionalLong better, @Nullable Double misses, boolean material) {
        String more = rows
                ? " of the people have more than " + (limit == 1 ? "1 row" : limit + " rows") + "; about "
                        + percent(pairs) + " of the rows are beyond that and missing."
                : " of the people are in more than " + (limit == 1 ? "1 group" : limit + " groups") + "; about "
                        + percent(pairs) + " of what people do is in the others and missing.";
        return "About " + percent(people) + more
                + (better.isPresent() && misses != null
                        ? (rows ? " max_rows_contributed = " : " max_groups_contributed = ") + better.getAsLong()
                                + (rows ? " (--max-rows " : " (--max-groups ") + better.getAsLong()
                                + ") would miss about " + percent(misses) + " %."
                        : "")
                + ofIntervals(material);
    }

    /**
     * What may be missing, where nothing is known to be: more than the interval says. Nobody is taken to be far behind the
     * last bin that seems to hold people; the noise may hide a few who are, so that this is said.
     */
    private String possibly(Share pairs) {
        String much = "Up to " + percent(pairs.high())
                + (rows
                        ? " % of the rows may be beyond that and missing, more if a few people have very many."
                        : " % of what people do may be in further groups and missing, more if a few people are in very"
                                + " many.");
        return much + ofIntervals(true);
    }

    private static String percent(Share share) {
        return percent(share.about()) + " % (" + percent(share.low()) + " to " + percent(share.high()) + ")";
    }

    private static String percent(double share) {
        double percent = 100 * share;
        return percent > 0 && percent < 9.95
                ? String.format(Locale.ROOT, "%.1f", percent).replace(".0", "")
                : String.format(Locale.ROOT, "%.0f", percent);
    }

    private static Share share(GroupCounts.Share share) {
        return new Share(share.about(), share.low(), share.high());
    }

    /**
     * The median, over released values of one aggregate, of what lies between it and the nearer end of its interval, divided by
     * the value: that is noise, and further away lies what may be missing. Of several
     * aggregates that of the most exact, since a wide interval of a mean excuses nothing that a count misses. 0 without any.
     */
    private double relativeHalfWidth() {
        int outputs = released.calibration().plan().outputs().size();
        return IntStream.range(0, outputs)
                .mapToObj(i -> relativeHalfWidth(i, outputs))
                .flatMapToDouble(OptionalDouble::stream)
                .min()
                .orElse(0);
    }

    private OptionalDouble relativeHalfWidth(int output, int outputs) {
        int value = released.keyCount() + output;
        int low = released.keyCount() + outputs + 2 * output;
        double[] widths = released.rows().stream()
                .mapToDouble(row -> relativeHalfWidth(row[value], row[low], row[low + 1]))
                .filter(Double::isFinite)
                .sorted()
                .toArray();
        return Arrays.stream(widths).skip(widths.length / 2).findFirst();
    }

    private static double relativeHalfWidth(@Nullable Object value, @Nullable Object low, @Nullable Object high) {
        return value instanceof Number number && low instanceof Double a && high instanceof Double b
                ? Math.min(number.doubleValue() - a, b - number.doubleValue()) / Math.abs(number.doubleValue())
                : Double.NaN;
    }
}
