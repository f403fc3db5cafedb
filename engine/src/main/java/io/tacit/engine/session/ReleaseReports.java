package io.tacit.engine.session;

import io.tacit.engine.release.Calibration;
import io.tacit.engine.release.OpenEnds;
import io.tacit.engine.release.ReleasedRows;
import io.tacit.engine.release.StateNoise;
import io.tacit.engine.rewrite.AdditiveComputation;
import io.tacit.engine.rewrite.Computation;
import io.tacit.engine.rewrite.OutputRequest;
import io.tacit.engine.rewrite.ReleasePlan;
import io.tacit.engine.rewrite.ResolvedLimits;
import io.tacit.engine.rewrite.StateBundle;
import io.tacit.engine.rewrite.StateRequest;
import io.tacit.engine.sql.WantedError;
import io.tacit.privacy.accounting.NoiseKind;
import io.tacit.privacy.number.Rational;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Tells people what a release costs and how accurate it is: what was public before, and what was paid for. */
final class ReleaseReports {
    /** What else is said is an example that names the aggregate. */
    static final String TOO_FEW = "Too few people have a value ";

    /** Aggregates to which 0 adds nothing, so that only other values say how large values are. */
    private static final Pattern ADDS = Pattern.compile("(?:SUM|AVG|VAR|STDDEV|COVAR|CORR|REGR).*", Pattern.DOTALL);

    private final Calibration calibration;
    private final ReleasePlan plan;
    private final ResolvedLimits limits;
    private final boolean planned;
    private final List<MissingReport> missing;
    private final List<String> people;
    private final Optional<WantedError> wanted;
    private final StateNoise noise;

    private ReleaseReports(
            Calibration calibration,
            ResolvedLimits limits,
            boolean planned,
            List<String> people,
            Optional<WantedError> wanted,
            List<MissingReport> missing) {
        this.missing = missing;
        this.calibration = calibration;
        this.plan = calibration.plan();
        this.limits = limits;
        this.planned = planned;
        this.people = people;
        this.wanted = wanted;
        this.noise = StateNoise.of(calibration, limits);
    }

    /** The report before anything is spent; limits that must be found are not known yet. */
    static ReleaseReport planned(Calibration calibration, List<String> people, Optional<WantedError> wanted) {
        return new ReleaseReports(calibration, ResolvedLimits.NONE, true, people, wanted, List.of()).report();
    }

    /** The report after a release. */
    static ReleaseReport released(ReleasedRows rows, List<String> people) {
        return new ReleaseReports(rows.calibration(), rows.limits(), false, people, Optional.empty(), missing(rows))
                .report();
    }

    private static List<MissingReport> missing(ReleasedRows rows) {
        return Stream.of(MissingGroups.of(rows), MissingBeyond.of(rows), UnseenPeople.of(rows))
                .flatMap(List::stream)
                .toList();
    }

    /** What the limit of groups and the limits of one aggregate leave out. */
    static List<MissingReport> missing(ReleasedRows rows, OutputRequest output) {
        return Stream.concat(MissingGroups.of(rows).stream(), MissingBeyond.of(rows, List.of(output)).stream())
                .toList();
    }

    /** A report on one output of a release. */
    static AggregateReport of(ReleasedRows rows, OutputRequest output) {
        return new ReleaseReports(rows.calibration(), rows.limits(), false, List.of(), Optional.empty(), List.of())
                .aggregate(List.of(output));
    }

    private ReleaseReport report() {
        List<AggregateReport> aggregates = new ArrayList<>();
        for (List<OutputRequest> outputs : QuantileReports.together(plan.outputs())) {
            aggregates.add(aggregate(outputs));
        }
        Long threshold = calibration.threshold().map(ReleaseReports::saturated).orElse(null);
        Long typical = calibration
                .selection()
                .map(selection -> saturated(selection.fiftyPercentSize().add(calibration.hidden())))
                .orElse(null);
        return new ReleaseReport(
                Decimals.spent(calibration.charge().epsilon()),
                Decimals.spent(calibration.charge().delta()),
                calibration.maxGroups(),
                plan.parameters().countsRows() ? calibration.maxGroups() : null,
                plan.parameters().countsRows()
                        ? StructureWords.rows(calibration.maxGroups())
                        : StructureWords.groups(plan.structure(), calibration.maxGroups()),
                plan.parameters().findsMaxGroups(),
                calibration.groups().map(spent -> Decimals.spent(spent.value())).orElse(null),
                plan.grouped(),
                PlanWords.selection(calibration),
                PlanWords.choice(calibration),
                threshold,
                typical,
                plan.spelling().name(),
                plan.unitName(),
                people,
                plan.overflows(),
                aggregates,
                planned ? new ReleaseTips(calibration).sentences() : List.of(),
                missing);
    }

    /** A size as a long: the threshold of a tiny epsilon may pass 64 bits, and no group is that large. */
    private static long saturated(BigInteger size) {
        return size.min(BigInteger.valueOf(Long.MAX_VALUE)).longValueExact();
    }

    /** The report on one output, or on several that are the quantiles of one array. */
    private AggregateReport aggregate(List<OutputRequest> outputs) {
        OutputRequest output = outputs.get(0);
        String column = ReportNames.named(outputs).column();
        if (output.computation().quantile().isPresent()) {
            return QuantileReports.report(calibration, limits, planned, column, outputs, wanted);
        }
        Optional<Computation.MostFrequent> choice = output.computation().mode();
        if (choice.isPresent()) {
            return new ModeReport(calibration, limits, planned).report(column, output, choice.get());
        }
        Optional<KnownError> error = KnownError.of(output.computation(), limits);
        Rational confidence = Rational.ofExact(plan.parameters().confidence());
        return new AggregateReport(
                column,
                output.text(),
                bounds(output),
                ContributionBounds.of(output, plan.parameters().countsRows()).stream()
                        .map(bounds -> bounds.report(limits))
                        .distinct()
                        .toList(),
                output.origins().words(),
                output.computation().accept(new PossibleValues(limits)).orElse(null),
                PlanWords.law(calibration),
                error.flatMap(known -> known.scale(calibration)).orElse(null),
                error.flatMap(known -> known.halfWidth(calibration, confidence))
                        .map(Rational::toDoubleNearest)
                        .orElse(null),
                error.flatMap(this::epsilonForError).orElse(null),
                note(output),
                planned ? new AssumedErrors(calibration, List.of(output), wanted).expected() : List.of(),
                output.states().stream().map(this::state).toList());
    }

    private Optional<String> epsilonForError(KnownError known) {
        return wanted.flatMap(error -> EpsilonForError.of(calibration, known::halfWidth, error));
    }

    private StateReport state(StateRequest request) {
        return new StateReport(
                request.accept(new Words(plan.parameters().countsRows())),
                PlanWords.part(calibration.part(request)),
                bundle(request),
                PlanWords.law(calibration),
                noise.law(request)
                        .map(law -> PlanWords.scale(law, noise.unit(request)))
                        .orElse(null));
    }

    /** The number of a state's bundle, where it shares its part of the budget with others. */
    private @Nullable Integer bundle(StateRequest request) {
        // Those without some rows are a portion beside those with them.
        boolean besides = plan.complement().filter(request::equals).isPresent()
                && calibration.noise().people().isPresent();
        return bundleOf(besides ? plan.states().get(plan.people().orElseThrow()) : request);
    }

    private @Nullable Integer bundleOf(StateRequest request) {
        List<StateBundle> bundles = calibration.noise().noise() == NoiseKind.LAPLACE ? plan.bundles() : List.of();
        for (int i = 0; i < bundles.size(); i++) {
            if (bundles.get(i).states().size() > 1 && bundles.get(i).states().contains(request)) {
                return i + 1;
            }
        }
        return null;
    }

    /**
     * The names of states, for people.
     *
     * @param rows whether each row counts like a person of its own
     */
    private record Words(boolean rows) implements StateRequest.Visitor<String> {
        @Override
        public String users(StateRequest.Users users) {
            return rows ? "rows" : "people";
        }

        @Override
        public String without(StateRequest.Without without) {
            return rows ? "rows without a value" : "people without a value";
        }

        @Override
        public String count(StateRequest.Count count) {
            return "rows";
        }

        @Override
        public String sum(StateRequest.Sum sum) {
            return "sum";
        }

        @Override
        public String userMean(StateRequest.UserMean mean) {
            return "centred means of people";
        }

        @Override
        public String centred(StateRequest.Centred centred) {
            return "centred sum";
        }

        @Override
        public String squares(StateRequest.Squares squares) {
            return "centred squares";
        }

        @Override
        public String products(StateRequest.Products products) {
            return "centred products";
        }

        @Override
        public String distinct(StateRequest.Distinct distinct) {
            return "different values";
        }
    }

    private String bounds(OutputRequest output) {
        Set<String> parts = new LinkedHashSet<>();
        for (ContributionBounds bounds :
                ContributionBounds.of(output, plan.parameters().countsRows())) {
            parts.add(bounds.text(limits, planned));
        }
        return String.join("; ", parts);
    }

    private String note(OutputRequest output) {
        boolean missing = output.states().stream()
                .anyMatch(state -> state.measured(limits).isEmpty());
        if (missing && !planned) {
            return tooFew(output.text());
        }
        String note = (missing ? "" : output.computation().accept(new Note())) + openEnds(output, limits);
        note = note.strip();
        return planned && output.computation().accept(new AdditiveComputation())
                ? (note + " " + ConsistentWords.of(calibration)).strip()
                : note;
    }

    /** What is said of an aggregate whose values reach the end of what automatic bounds see. */
    static String openEnds(OutputRequest output, ResolvedLimits limits) {
        if (OpenEnds.isTooSmall(output, limits)) {
            return " Values reach the end of what automatic bounds see, steps of 2^-36 of a DOUBLE and 10^-12 of a DECIMAL: smaller differences are lost, and there"
                    + " is no interval. Give bounds in the query" + example(output.text());
        }
        return OpenEnds.has(output, limits)
                ? " Values reach the end of what automatic bounds see, and larger ones count as that end: there is no"
                        + " interval. Give bounds in the query" + example(output.text())
                : "";
    }

    /** What is said of an aggregate whose bounds were not found. */
    static String tooFew(String aggregate) {
        return TOO_FEW + (ADDS.matcher(aggregate).matches() ? "other than 0 " : "")
                + "for automatic bounds: the value is NULL. Give bounds in the query" + example(aggregate)
                + conversions(aggregate);
    }

    /** A text that is no number is NULL, and then nobody has a value: the query's text alone says whether that may be. */
    private static String conversions(String aggregate) {
        return aggregate.contains("CAST(")
                ? " A text that CAST cannot read is NULL; decimal commas become points by REPLACE(x, ',', '.')."
                : "";
    }

    /** The words to write, which depend on what people's values can be. */
    private static String example(String text) {
        if (text.equals("COUNT(*)")) {
            return ": COUNT(*, contribution_bounds_per_group => (0, 1)) if each person has one row.";
        }
        boolean plain = text.matches("(?:SUM|AVG|COUNT)\\([^()]*\\)");
        String bounds = text.startsWith("AVG") ? "contribution_bounds_per_row" : "contribution_bounds_per_group";
        return plain ? ", as in " + text.substring(0, text.length() - 1) + ", " + bounds + " => (0, 100))." : ".";
    }

    /** What is to be said of the accuracy of an output, beside numbers. */
    private final class Note implements Computation.Visitor<String> {
        @Override
        public String total(Computation.Total total) {
            return "";
        }

        @Override
        public String people(Computation.People people) {
            return "";
        }

        @Override
        public String sumOfRows(Computation.SumOfRows sum) {
            return "";
        }

        @Override
        public String mean(Computation.Mean mean) {
            return MeanNote.of(mean, limits, calibration);
        }

        @Override
        public String spread(Computation.Spread spread) {
            return "The ± depends on the number of people and on the values.";
        }

        @Override
        public String pair(Computation.Pair pair) {
            return "The ± depends on the number of people and on the values.";
        }

        @Override
        public String quantile(Computation.Quantile quantile) {
            return "";
        }

        @Override
        public String mostFrequent(Computation.MostFrequent mode) {
            return "";
        }
    }
}
