package io.tacit.engine.session;

import io.tacit.engine.release.Calibration;
import io.tacit.engine.release.MeasureChoices;
import io.tacit.engine.rewrite.ChoiceRequest;
import io.tacit.engine.rewrite.OutputRequest;
import io.tacit.engine.rewrite.ReleasePlan;
import io.tacit.engine.rewrite.ResolvedLimits;
import io.tacit.engine.rewrite.WeighedValues;
import io.tacit.engine.sql.AggregateFunction;
import io.tacit.engine.sql.WantedError;
import io.tacit.privacy.mechanism.QuantilesWithIntervals;
import io.tacit.privacy.number.Rational;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What quantiles cost and how accurate they are: their error is one of rank, which is known without data. */
final class QuantileReports {
    private QuantileReports() {}

    /** Puts outputs together that are parts of one expression, such as the quantiles of an array. */
    static List<List<OutputRequest>> together(List<OutputRequest> outputs) {
        Map<WeighedValues, List<OutputRequest>> unnamed = new HashMap<>();
        List<List<OutputRequest>> together = new ArrayList<>();
        for (OutputRequest output : outputs) {
            // Of an array the elements have no names of their own; MIN and MAX are no elements.
            boolean alone = output.function() != AggregateFunction.QUANTILE
                    || output.computation().quantile().isEmpty()
                    || !output.name().startsWith("$f");
            List<OutputRequest> known = alone
                    ? null
                    : unnamed.get(output.computation().quantile().get().values());
            if (known != null) {
                known.add(output);
                continue;
            }
            List<OutputRequest> first = new ArrayList<>(List.of(output));
            together.add(first);
            if (!alone) {
                unnamed.put(output.computation().quantile().get().values(), first);
            }
        }
        return together;
    }

    static AggregateReport report(
            Calibration calibration,
            ResolvedLimits limits,
            boolean planned,
            String column,
            List<OutputRequest> outputs,
            Optional<WantedError> wanted) {
        ReleasePlan plan = calibration.plan();
        OutputRequest output = outputs.get(0);
        ChoiceRequest.Quantiles request =
                plan.request(output.computation().quantile().orElseThrow());
        return new AggregateReport(
                column,
                ReportNames.named(outputs).function(),
                ContributionBounds.of(output).stream()
                        .map(bounds -> bounds.text(limits, planned))
                        .collect(Collectors.joining("; ")),
                ContributionBounds.of(output).stream()
                        .map(bounds -> bounds.report(limits))
                        .toList(),
                output.origins().words(),
                "exponential mechanism",
                null,
                null,
                null,
                note(calibration, request, limits, planned, outputs),
                planned ? new AssumedErrors(calibration, outputs, wanted).expected() : List.of(),
                List.of(new StateReport(
                        request.fractions().size() == 1
                                ? "quantile"
                                : request.fractions().size() + " quantiles",
                        PlanWords.part(calibration.part(request)),
                        null,
                        "exponential mechanism",
                        null)));
    }

    private static String note(
            Calibration calibration,
            ChoiceRequest.Quantiles request,
            ResolvedLimits limits,
            boolean planned,
            List<OutputRequest> outputs) {
        Optional<QuantilesWithIntervals> quantiles = MeasureChoices.quantiles(calibration, request, limits);
        if (quantiles.isEmpty()) {
            return planned
                    ? ""
                    : "Too few people have a value for automatic bounds: the value is NULL. Give bounds of values in"
                            + " the query, as in contribution_bounds_per_row => (0, 100), and of rows by the option"
                            + " max_rows_per_group.";
        }
        return (new QuantileWords(quantiles.get(), outputs).sentences()
                        + openEnd(request, planned, outputs)
                        + (request.values().limits().isInferred()
                                        && !planned
                                        && !request.intervals().isEmpty()
                                ? " NULL is a value of which the interval says nothing."
                                : "")
                        + ReleaseReports.openEnds(outputs.get(0), limits))
                .strip();
    }

    /** Why the interval of a MIN or MAX has one end. */
    private static String openEnd(ChoiceRequest.Quantiles request, boolean planned, List<OutputRequest> outputs) {
        Rational fraction =
                outputs.get(0).computation().quantile().orElseThrow().fraction();
        boolean least = fraction.signum() == 0;
        boolean isOpen = !planned
                && outputs.size() == 1
                && request.values().limits().isInferred()
                && (least || fraction.equals(Rational.ONE));
        return isOpen
                ? " A " + (least ? "smaller" : "larger")
                        + " value of one person is seen by no private count: the interval has no "
                        + (least ? "lower" : "upper") + " end. With bounds in the query or declared ones it has one."
                : "";
    }
}
