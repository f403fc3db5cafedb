package io.tacit.engine.session;

import io.tacit.engine.release.Calibration;
import io.tacit.engine.release.MeasuredStates;
import io.tacit.engine.release.ReleasedRows;
import io.tacit.engine.rewrite.OutputRequest;
import io.tacit.engine.rewrite.ReleasePlan;
import io.tacit.engine.rewrite.ResolvedLimits;
import io.tacit.engine.rewrite.StateRequest;
import io.tacit.engine.sql.AggregateFunction;
import io.tacit.engine.sql.WantedError;
import io.tacit.privacy.mechanism.IntegerNoise;
import io.tacit.privacy.mechanism.State;
import io.tacit.privacy.number.Rational;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tells people what a release costs and how accurate it is: what was public before, and what was paid for. */
final class ReleaseReports {
    private static final Words WORDS = new Words();

    private final Calibration calibration;
    private final ReleasePlan plan;
    private final ResolvedLimits limits;
    private final MeasuredStates measured;
    private final boolean planned;
    private final List<String> people;
    private final Optional<WantedError> wanted;

    private ReleaseReports(
            Calibration calibration,
            ResolvedLimits limits,
            boolean planned,
            List<String> people,
            Optional<WantedError> wanted) {
        this.calibration = calibration;
        this.plan = calibration.plan();
        this.limits = limits;
        this.measured = MeasuredStates.of(plan, limits);
        this.planned = planned;
        this.people = people;
        this.wanted = wanted;
    }

    /** Before anything is spent: limits that must be found are not known. */
    static ReleaseReport planned(Calibration calibration, List<String> people, Optional<WantedError> wanted) {
        int parameters = calibration.plan().automatic().size();
        ResolvedLimits unknown = new ResolvedLimits(Collections.nCopies(parameters, null));
        return new ReleaseReports(calibration, unknown, true, people, wanted).report();
    }

    /** After a release. */
    static ReleaseReport released(ReleasedRows rows, List<String> people) {
        return new ReleaseReports(rows.calibration(), rows.limits(), false, people, Optional.empty()).report();
    }

    /** A report on each output of a release, in their order. */
    static List<AggregateReport> each(ReleasedRows rows) {
        ReleaseReports reports =
                new ReleaseReports(rows.calibration(), rows.limits(), false, List.of(), Optional.empty());
        return rows.calibration().plan().outputs().stream()
                .map(output -> reports.aggregate(List.of(output)))
                .toList();
    }

    private ReleaseReport report() {
        List<AggregateReport> aggregates = new ArrayList<>();
        for (List<OutputRequest> outputs : QuantileReports.together(plan.outputs())) {
            aggregates.add(aggregate(outputs));
        }
        Long threshold = calibration.threshold().map(ReleaseReports::saturated).orElse(null);
        Long typical = calibration
                .selection()
                .map(selection -> saturated(selection
                        .fiftyPercentSize()
                        .add(BigInteger.valueOf(plan.parameters().minPeople() - 1))))
                .orElse(null);
        return new ReleaseReport(
                Decimals.text(calibration.charge().epsilon()),
                Decimals.text(calibration.charge().delta()),
                calibration.maxGroups(),
                plan.parameters().findsMaxGroups(),
                plan.grouped(),
                PlanWords.selection(calibration),
                PlanWords.choice(calibration),
                threshold,
                typical,
                plan.spelling().name(),
                plan.unitName(),
                people,
                aggregates);
    }

    /** A threshold of a tiny epsilon may pass 64 bits; no group is that large. */
    private static long saturated(BigInteger size) {
        return size.min(BigInteger.valueOf(Long.MAX_VALUE)).longValueExact();
    }

    /** Several are the quantiles of one array. */
    private AggregateReport aggregate(List<OutputRequest> outputs) {
        OutputRequest output = outputs.get(0);
        String column =
                output.name().startsWith("EXPR$") || output.name().startsWith("$f") ? output.text() : output.name();
        if (output.quantiles().isPresent()) {
            return QuantileReports.report(calibration, limits, planned, column, outputs);
        }
        List<StateReport> states = new ArrayList<>();
        for (int state : output.states()) {
            states.add(state(state));
        }
        boolean additive = output.function() == AggregateFunction.COUNT || output.function() == AggregateFunction.SUM;
        int first = output.states().get(0);
        Optional<IntegerNoise> law = additive ? law(first) : Optional.empty();
        Rational unit = unit(first);
        return new AggregateReport(
                column,
                output.text(),
                bounds(output),
                output.origins().words(),
                PlanWords.law(calibration),
                law.map(noise -> PlanWords.scale(noise, unit)).orElse(null),
                law.map(noise -> Rational.of(noise.halfWidth(plan.parameters().confidence()))
                                .times(unit)
                                .toDoubleNearest())
                        .orElse(null),
                additive ? epsilonForError(first) : null,
                note(output),
                states);
    }

    private @Nullable String epsilonForError(int index) {
        State state = measured.states().get(index);
        return state == null
                ? null
                : wanted.flatMap(error -> EpsilonForError.of(calibration, index, state, error))
                        .orElse(null);
    }

    private StateReport state(int index) {
        return new StateReport(
                plan.states().get(index).accept(WORDS),
                PlanWords.part(calibration.noise().parts().get(index)),
                PlanWords.law(calibration),
                law(index).map(noise -> PlanWords.scale(noise, unit(index))).orElse(null));
    }

    private Optional<IntegerNoise> law(int index) {
        State state = measured.states().get(index);
        return state == null || state.isConstant() ? Optional.empty() : Optional.of(calibration.noise(index, state));
    }

    private Rational unit(int index) {
        State state = measured.states().get(index);
        return state == null ? Rational.ONE : state.unit();
    }

    /** What a state is called. */
    private static final class Words implements StateRequest.Visitor<String> {
        @Override
        public String users(StateRequest.Users users) {
            return "people";
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
        public String distinct(StateRequest.Distinct distinct) {
            return "different values";
        }
    }

    private String bounds(OutputRequest output) {
        Set<String> parts = new LinkedHashSet<>();
        for (ContributionBounds bounds : ContributionBounds.of(plan, output)) {
            parts.add(bounds.text(limits, planned));
        }
        return String.join("; ", parts);
    }

    private String note(OutputRequest output) {
        boolean missing =
                output.states().stream().anyMatch(state -> measured.states().get(state) == null);
        if (missing && !planned) {
            return "Too few people for automatic bounds: the value is NULL. Give bounds in the query.";
        }
        if (missing) {
            return PlanWords.waits(plan);
        }
        if (output.function() == AggregateFunction.COUNT || output.function() == AggregateFunction.SUM) {
            return "";
        }
        return MeanNote.of(plan, measured, calibration, output);
    }
}
