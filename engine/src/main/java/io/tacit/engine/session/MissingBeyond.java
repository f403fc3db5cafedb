package io.tacit.engine.session;

import io.tacit.engine.release.ReleasedRows;
import io.tacit.engine.rewrite.AutomaticParameter;
import io.tacit.engine.rewrite.ContributionLimits;
import io.tacit.engine.rewrite.OutputRequest;
import io.tacit.engine.rewrite.ResolvedLimits;
import io.tacit.privacy.mechanism.Estimate;
import io.tacit.privacy.mechanism.Outside;
import io.tacit.privacy.number.Rational;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Says what lies beyond limits of rows and values that were found privately, from the noisy histograms that gave them.
 * A sentence is said only where somebody is beyond for sure, as sure as the interval is.
 */
final class MissingBeyond {
    /** A share of which nothing is known. */
    private static final Share UNKNOWN = new Share(0.5, 0, 1);

    private final ResolvedLimits limits;
    private final List<OutputRequest> outputs;

    /** The columns that each limit holds for. */
    private final Map<ContributionLimits.Inferred, Reader> readers = new LinkedHashMap<>();

    /**
     * What a limit holds for.
     *
     * @param bounds how the limit is written
     * @param columns the aggregates
     */
    record Reader(ContributionBounds bounds, List<String> columns) {
        /** The limit in words. */
        String text(ContributionLimits.Given at) {
            return "[" + end(this, at.low()) + ", " + end(this, at.high()) + "]";
        }
    }

    /** The limits of a release that were found privately, and what each holds for. */
    static Map<ContributionLimits.Inferred, Reader> readers(ReleasedRows rows) {
        return new MissingBeyond(rows.limits(), rows.calibration().plan().outputs()).readers;
    }

    private MissingBeyond(ResolvedLimits limits, List<OutputRequest> outputs) {
        this.limits = limits;
        this.outputs = outputs;
        for (OutputRequest output : outputs) {
            for (ContributionBounds bounds : ContributionBounds.of(output)) {
                inferred(bounds.limits())
                        .filter(limits.beyond()::containsKey)
                        .map(this::source)
                        .ifPresent(inferred -> readers.computeIfAbsent(
                                        inferred, first -> new Reader(bounds, new ArrayList<>()))
                                .columns
                                .add(output.text()));
            }
        }
    }

    /**
     * The limit of all rows where it holds for chosen ones, too, as nothing was found for these: it says nothing of them. Bounds
     * of values that are drawn are told together with those of a mean where they are the same.
     */
    private ContributionLimits.Inferred source(ContributionLimits.Inferred inferred) {
        ContributionLimits.Inferred added =
                new ContributionLimits.Inferred(inferred.parameter(), ContributionLimits.Use.TOTAL);
        if (inferred.use() == ContributionLimits.Use.DRAWN
                && added(added)
                && limits.of(inferred).equals(limits.of(added))
                && Objects.equals(limits.beyond().get(inferred), limits.beyond().get(added))) {
            return added;
        }
        return limits.beyond().entrySet().stream()
                .filter(other -> inferred.parameter().isOfSomeRows()
                        && other.getKey().parameter().kind() == AutomaticParameter.Kind.ROWS_PER_GROUP
                        && !other.getKey().parameter().isOfSomeRows()
                        && other.getKey().use() == inferred.use()
                        && other.getValue().equals(limits.beyond().get(inferred)))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(inferred);
    }

    /** Whether what lies beyond a limit is missing in a total or a mean of this release. */
    private boolean added(ContributionLimits.Inferred limit) {
        return outputs.stream()
                .flatMap(output -> ContributionBounds.of(output).stream())
                .anyMatch(bounds -> bounds.limits().equals(limit));
    }

    /** The reports on all limits of a release that were found privately. */
    static List<MissingReport> of(ReleasedRows rows) {
        return of(rows, rows.calibration().plan().outputs());
    }

    /** The same of the limits that these aggregates have. */
    static List<MissingReport> of(ReleasedRows rows, List<OutputRequest> outputs) {
        MissingBeyond missing = new MissingBeyond(rows.limits(), outputs);
        List<MissingReport> reports = new ArrayList<>();
        missing.readers.forEach((inferred, reader) -> reports.add(missing.report(inferred, reader)));
        return reports;
    }

    private static Optional<ContributionLimits.Inferred> inferred(ContributionLimits limits) {
        return limits.match(given -> Optional.empty(), Optional::of, sum -> inferred(sum.rows()));
    }

    private MissingReport report(ContributionLimits.Inferred inferred, Reader reader) {
        ResolvedLimits.Beyond beyond = Objects.requireNonNull(limits.beyond().get(inferred));
        Outside outside = beyond.outside();
        boolean ofRows = inferred.parameter().kind().isCount();
        boolean inTotals = isOfTotals(inferred);
        Share people = share(
                outside.people(), Math.max(0, beyond.people() - outside.people().value()));
        // Of a mean nothing is left out: a value beyond the bounds counts as the bound.
        Share contributions = inTotals ? share(outside.excess(), beyond.mass()) : people;
        ContributionLimits.Given at = limits.of(inferred).orElseThrow();
        if (beyond.ofOthers()) {
            return ofOthers(reader, at, inferred.use());
        }
        boolean said = people.low() > 0;
        return new MissingReport(
                ofRows ? MissingReport.Limit.ROWS : MissingReport.Limit.VALUES,
                String.join(", ", reader.columns),
                reader.text(at),
                people,
                contributions,
                null,
                null,
                inferred.use() == ContributionLimits.Use.WEIGHT && said,
                said ? note(inferred, reader, people) : "");
    }

    /**
     * Of the people in question there are too few to say what share of them has more: it may be all of them, and most of what
     * they have.
     */
    private static MissingReport ofOthers(Reader reader, ContributionLimits.Given at, ContributionLimits.Use use) {
        String columns = String.join(", ", reader.columns);
        String high = end(reader, at.high());
        return new MissingReport(
                MissingReport.Limit.ROWS,
                columns,
                "[" + end(reader, at.low()) + ", " + high + "]",
                UNKNOWN,
                UNKNOWN,
                null,
                null,
                true,
                "Too few people have such rows to find a limit for " + columns
                        + "; it is that of all rows of the others, " + high
                        + " in a group. "
                        + (use == ContributionLimits.Use.TOTAL
                                ? "What people have beyond that is missing; intervals do not hold that."
                                : "Whoever has more weighs as " + high + "."));
    }

    /** Whether what is beyond is missing in a COUNT or SUM, whose intervals hold it. */
    private static boolean isOfTotals(ContributionLimits.Inferred inferred) {
        return inferred.use() == ContributionLimits.Use.TOTAL
                && !inferred.parameter().kind().isRange();
    }

    private static Share share(Estimate part, double rest) {
        double low = part.low() / Math.max(1e-300, part.low() + rest);
        double high = part.high() / Math.max(1e-300, part.high() + rest);
        double about = part.value() / Math.max(1e-300, part.value() + rest);
        return new Share(Math.min(1, about), Math.min(1, low), Math.min(1, high));
    }

    private static String end(Reader reader, BigInteger end) {
        boolean rows = reader.bounds.limits().match(given -> false, own -> false, sum -> true);
        return rows ? end.toString() : reader.bounds.text(Rational.of(end).times(reader.bounds.unit()));
    }

    private String note(ContributionLimits.Inferred inferred, Reader reader, Share people) {
        ContributionLimits.Given at = limits.of(inferred).orElseThrow();
        String columns = String.join(", ", reader.columns);
        String who = "About " + percent(people.about()) + " % (" + percent(people.low()) + " to "
                + percent(people.high()) + ") of people ";
        String high = end(reader, at.high());
        return switch (inferred.parameter().kind()) {
            case ROWS_PER_GROUP ->
                isOfTotals(inferred)
                        ? who + "have more than " + high + (inferred.parameter().isOfSomeRows() ? " such" : "")
                                + " rows in a group; their further rows are missing in " + columns
                                + ", whose interval allows for them."
                        : who + "have more than " + high + (inferred.parameter().isOfSomeRows() ? " such" : "")
                                + " rows in a group; in " + columns + " they weigh as " + high
                                + ".";
            case DISTINCT_PER_GROUP ->
                who + "have more than " + high + " different values in a group; further ones may be missing in "
                        + columns + ", whose interval allows for them.";
            case SUM_PER_GROUP ->
                who + "add more than " + high + " to a group; what is beyond is missing in " + columns
                        + ", whose interval allows for it.";
            case MEAN_PER_GROUP, VALUE_PER_ROW ->
                who + "have values outside of [" + end(reader, at.low()) + ", " + high
                        + "], which count as these ends in " + columns
                        + ". The interval of a mean allows for one such value of each of them.";
        };
    }

    private static String percent(double share) {
        return new BigDecimal(100 * share)
                .round(new MathContext(2))
                .stripTrailingZeros()
                .toPlainString();
    }
}
