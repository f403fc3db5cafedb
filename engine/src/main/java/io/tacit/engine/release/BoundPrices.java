package io.tacit.engine.release;

import io.tacit.engine.rewrite.AutomaticParameter;
import io.tacit.engine.rewrite.ContributionLimits;
import io.tacit.engine.rewrite.ReleasePlan;
import io.tacit.engine.rewrite.ResolvedLimits;
import io.tacit.engine.rewrite.RowsOfState;
import io.tacit.engine.rewrite.StateRequest;
import io.tacit.privacy.accounting.NoisePlan;
import io.tacit.privacy.accounting.Part;
import java.math.BigInteger;

/**
 * The noise that a bound costs for each of its units. The search for a bound weighs this price against what the bound
 * cuts off. Public: it follows from the plan, and from limits that were found before.
 *
 * <p>What is cut off is added up over all groups, noise is each group's own; so the price is multiplied by a number of
 * groups, as if people's largest contributions were spread over so many. How many there are is not looked up.
 */
final class BoundPrices {
    /** The number of groups over which a total is taken to be spread: usually a few groups hold most of it. */
    private static final double GROUPS = 5;

    /**
     * The factor for a limit of rows that only weighs people in quantiles: a person with more rows gets less weight and
     * nothing is lost, whereas the noise grows as much as that of a count. In a mean the weight of the busiest counts as
     * a total does, because no interval knows how their values differ from others'.
     */
    private static final double ONLY_WEIGHT = 10;

    /** The noise of a mean's sum for each unit between the bounds and each row: the sum is centred. */
    private static final double CENTRED = 0.75;

    /** The factor for bounds that only quantiles are drawn from: the noise of a quantile does not grow with them. */
    private static final double ONLY_CHOICES = 0.1;

    private final Calibration calibration;

    BoundPrices(Calibration calibration) {
        this.calibration = calibration;
    }

    /**
     * The scale of noise for each unit of an automatic limit, in one group.
     *
     * @param found limits of rows that were found before
     */
    double of(ContributionLimits.Inferred limits, ResolvedLimits found) {
        ReleasePlan plan = calibration.plan();
        double groups = plan.grouped() ? GROUPS : 1;
        double factor =
                limits.parameter().kind().isRange() ? ofRange(limits, found) : onlyChooses(limits) ? ONLY_WEIGHT : 1;
        return groups * factor * deviation() / Math.sqrt(2);
    }

    /** People's rows all cost noise, whereas usually few of a person's rows are beyond. */
    private double ofRange(ContributionLimits.Inferred limits, ResolvedLimits found) {
        double rows = 0;
        for (StateRequest state : calibration.plan().states()) {
            rows = Math.max(
                    rows,
                    state.accept(new RowsOfState(limits.parameter()))
                            .flatMap(found::of)
                            .map(given -> given.high().doubleValue())
                            .orElse(0.0));
        }
        return rows == 0 && onlyChoices(limits.parameter()) ? ONLY_CHOICES : Math.max(1, CENTRED * rows);
    }

    /** Whether a limit of rows weighs people in quantiles alone, and in no mean. */
    private boolean onlyChooses(ContributionLimits.Inferred limits) {
        return limits.use() == ContributionLimits.Use.WEIGHT
                && calibration.plan().states().stream()
                        .noneMatch(state -> state.asCount()
                                .filter(count -> count.limits().equals(limits))
                                .isPresent());
    }

    private boolean onlyChoices(AutomaticParameter parameter) {
        return calibration.plan().choices().stream()
                .map(choice -> choice.<ContributionLimits>match(
                        quantiles -> quantiles.values().limits(),
                        mode -> mode.values().limits()))
                .anyMatch(limits ->
                        limits.match(given -> false, own -> own.parameter().equals(parameter), sum -> false));
    }

    private double deviation() {
        return part(calibration.noise())
                .noise(BigInteger.ONE, calibration.maxGroups())
                .standardDeviation();
    }

    /** The part of the budget that a typical measurement gets. */
    static Part part(NoisePlan plan) {
        return plan.parts().isEmpty()
                ? plan.selectionPart().orElseThrow()
                : plan.parts().get(0);
    }
}
