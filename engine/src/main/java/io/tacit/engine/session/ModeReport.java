package io.tacit.engine.session;

import io.tacit.engine.release.Calibration;
import io.tacit.engine.release.MeasureChoices;
import io.tacit.engine.rewrite.Computation;
import io.tacit.engine.rewrite.OutputRequest;
import io.tacit.engine.rewrite.ResolvedLimits;
import java.util.List;
import java.util.Locale;

/**
 * What a most frequent value costs and how accurate it is: by how many rows it may fall short, which is known without
 * data.
 *
 * @param calibration of the release
 * @param limits as far as they are known
 * @param planned whether nothing is released yet
 */
record ModeReport(Calibration calibration, ResolvedLimits limits, boolean planned) {
    AggregateReport report(String column, OutputRequest output, Computation.MostFrequent mode) {
        return new AggregateReport(
                column,
                output.text(),
                values(output, mode),
                ContributionBounds.of(output).stream()
                        .map(bounds -> bounds.report(limits))
                        .toList(),
                output.origins().words(),
                "exponential mechanism",
                null,
                null,
                null,
                note(mode),
                List.of(),
                List.of(new StateReport(
                        "most frequent value",
                        PlanWords.part(calibration.part(mode.request())),
                        null,
                        "exponential mechanism",
                        null)));
    }

    private String values(OutputRequest output, Computation.MostFrequent mode) {
        return mode.domain()
                .map(domain -> domain.values().size() == 1
                        ? "1 value"
                        : domain.values().size() + " values")
                .orElseGet(() -> ContributionBounds.of(output).get(0).text(limits, planned));
    }

    private String note(Computation.MostFrequent mode) {
        double confidence = calibration.plan().parameters().confidence();
        return MeasureChoices.mostFrequent(calibration, mode.request(), limits)
                .map(choice -> String.format(
                        Locale.ROOT,
                        "No value is more frequent by more than %.3g rows, with at most %d of each person, at %.4g%%.",
                        choice.shortfallBound(confidence),
                        choice.maxRows(),
                        confidence * 100))
                .orElseGet(() -> planned
                        ? ""
                        : "Too few people have a value for automatic bounds: the value is NULL. Give bounds of values in"
                                + " the query, as in contribution_bounds_per_row => (0, 100), and of rows by the option"
                                + " max_rows_per_group.");
    }
}
