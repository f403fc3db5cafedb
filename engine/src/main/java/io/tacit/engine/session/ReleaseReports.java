package io.tacit.engine.session;

import io.tacit.engine.release.Calibration;
import io.tacit.engine.release.MeasuredStates;
import io.tacit.engine.release.ReleasedRows;
import io.tacit.engine.rewrite.AutomaticParameter;
import io.tacit.engine.rewrite.Limits;
import io.tacit.engine.rewrite.OutputRequest;
import io.tacit.engine.rewrite.ReleasePlan;
import io.tacit.engine.rewrite.ResolvedLimits;
import io.tacit.engine.rewrite.StateRequest;
import io.tacit.engine.sql.AggregateFunction;
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
    private final Calibration calibration;
    private final ReleasePlan plan;
    private final ResolvedLimits limits;
    private final MeasuredStates measured;
    private final boolean planned;

    private ReleaseReports(Calibration calibration, ResolvedLimits limits, boolean planned) {
        this.calibration = calibration;
        this.plan = calibration.plan();
        this.limits = limits;
        this.measured = MeasuredStates.of(plan, limits);
        this.planned = planned;
    }

    /** Before anything is spent: limits that must be found are not known. */
    static ReleaseReport planned(Calibration calibration) {
        int parameters = calibration.plan().automatic().size();
        return new ReleaseReports(calibration, new ResolvedLimits(Collections.nCopies(parameters, null)), true)
                .report();
    }

    /** After a release. */
    static ReleaseReport released(ReleasedRows rows) {
        return new ReleaseReports(rows.calibration(), rows.limits(), false).report();
    }

    private ReleaseReport report() {
        List<AggregateReport> aggregates = new ArrayList<>();
        for (OutputRequest output : plan.outputs()) {
            aggregates.add(aggregate(output));
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
                aggregates);
    }

    /** A threshold of a tiny epsilon may pass 64 bits; no group is that large. */
    private static long saturated(BigInteger size) {
        return size.min(BigInteger.valueOf(Long.MAX_VALUE)).longValueExact();
    }

    private AggregateReport aggregate(OutputRequest output) {
        String column =
                output.name().startsWith("EXPR$") || output.name().startsWith("$f") ? output.text() : output.name();
        if (output.quantiles().isPresent()) {
            return QuantileReports.report(calibration, limits, planned, column, output);
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
                note(output),
                states);
    }

    private StateReport state(int index) {
        return new StateReport(
                words(plan.states().get(index)),
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

    private static String words(StateRequest request) {
        if (request instanceof StateRequest.Count) {
            return "rows";
        }
        if (request instanceof StateRequest.Sum) {
            return "sum";
        }
        if (request instanceof StateRequest.UserMean) {
            return "centred means of people";
        }
        if (request instanceof StateRequest.Centred) {
            return "centred sum";
        }
        if (request instanceof StateRequest.Squares) {
            return "centred squares";
        }
        if (request instanceof StateRequest.Distinct) {
            return "different values";
        }
        return "people";
    }

    private String bounds(OutputRequest output) {
        Set<String> parts = new LinkedHashSet<>();
        for (int state : output.states()) {
            parts.addAll(bounds(plan.states().get(state)));
        }
        return String.join("; ", parts);
    }

    private List<String> bounds(StateRequest request) {
        if (request instanceof StateRequest.Count count) {
            return List.of(text(count.limits(), Rational.ONE, "rows per person and group"));
        }
        if (request instanceof StateRequest.Sum sum) {
            return List.of(text(sum.limits(), size(sum.summed()), "per person and group"));
        }
        if (request instanceof StateRequest.UserMean mean) {
            return List.of(text(mean.limits(), size(mean.summed()), "for a person's mean"));
        }
        if (request instanceof StateRequest.Centred centred) {
            return List.of(text(centred.limits(), size(centred.summed()), "per row"));
        }
        if (request instanceof StateRequest.Distinct distinct) {
            return List.of(text(distinct.limits(), Rational.ONE, "different values per person and group"));
        }
        return List.of();
    }

    private Rational size(int summed) {
        return plan.summed().get(summed).unit().size();
    }

    private String text(Limits wanted, Rational size, String words) {
        Limits.@Nullable Given found = limits.of(wanted).orElse(null);
        if (found == null && planned && wanted instanceof Limits.OfRows sum) {
            return text(new Limits.Given(sum.low(), sum.high()), size, "per row") + ", "
                    + text(sum.rows(), Rational.ONE, AutomaticParameter.Kind.ROWS_PER_GROUP.words());
        }
        if (found == null) {
            return words + ": " + (planned ? "chosen privately" : "none found");
        }
        return "[" + Decimals.text(Rational.of(found.low()).times(size)) + ", "
                + Decimals.text(Rational.of(found.high()).times(size)) + "] " + words;
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
