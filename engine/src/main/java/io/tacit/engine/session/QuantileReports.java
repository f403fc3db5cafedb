package io.tacit.engine.session;

import io.tacit.engine.release.Calibration;
import io.tacit.engine.release.MeasureQuantiles;
import io.tacit.engine.rewrite.Limits;
import io.tacit.engine.rewrite.OutputRequest;
import io.tacit.engine.rewrite.QuantileRequest;
import io.tacit.engine.rewrite.QuantileUse;
import io.tacit.engine.rewrite.ReleasePlan;
import io.tacit.engine.rewrite.ResolvedLimits;
import io.tacit.privacy.mechanism.Quantiles;
import io.tacit.privacy.number.Rational;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What quantiles cost and how accurate they are: their error is one of rank, which is known without data. */
final class QuantileReports {
    private QuantileReports() {}

    static AggregateReport report(
            Calibration calibration, ResolvedLimits limits, boolean planned, String column, OutputRequest output) {
        ReleasePlan plan = calibration.plan();
        QuantileUse use = output.quantiles().orElseThrow();
        QuantileRequest request = plan.quantiles().get(use.request());
        Rational unit = plan.summed().get(output.summed()).unit().size();
        return new AggregateReport(
                column,
                output.text(),
                bounds(limits.of(request.limits()), unit, planned),
                output.origins().words(),
                "exponential mechanism",
                null,
                null,
                note(calibration, limits, planned, use),
                List.of(new StateReport(
                        request.fractions().size() == 1
                                ? "quantile"
                                : request.fractions().size() + " quantiles",
                        PlanWords.part(
                                calibration.noise().parts().get(plan.states().size() + use.request())),
                        "exponential mechanism",
                        null)));
    }

    private static String bounds(Optional<Limits.Given> found, Rational unit, boolean planned) {
        return found.map(limits -> "[" + Decimals.text(Rational.of(limits.low()).times(unit)) + ", "
                        + Decimals.text(Rational.of(limits.high()).times(unit)) + "] per row")
                .orElse("per row: " + (planned ? "chosen privately" : "none found"));
    }

    private static String note(Calibration calibration, ResolvedLimits limits, boolean planned, QuantileUse use) {
        Optional<Quantiles> quantiles = MeasureQuantiles.quantiles(calibration, use.request(), limits);
        if (quantiles.isEmpty()) {
            return planned
                    ? PlanWords.waits(calibration.plan())
                    : "Too few people for automatic bounds: the value is NULL. Give bounds in the query.";
        }
        double confidence = calibration.plan().parameters().confidence();
        double error = quantiles.get().rankErrorBound(use.fraction(), confidence);
        return String.format(
                Locale.ROOT,
                "The rank is right within %.3g rows of the group, at %.4g%%; what that means in values depends on how"
                        + " they spread.",
                error,
                confidence * 100);
    }
}
