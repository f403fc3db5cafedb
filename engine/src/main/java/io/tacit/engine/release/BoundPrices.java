package io.tacit.engine.release;

import io.tacit.engine.rewrite.AutomaticParameter;
import io.tacit.engine.rewrite.ReleasePlan;
import io.tacit.privacy.accounting.NoisePlan;
import io.tacit.privacy.accounting.Part;
import java.math.BigInteger;

/**
 * The noise that a bound costs for each of its units. The search for a bound weighs this price against what the bound
 * cuts off. Public: it follows from the plan alone.
 *
 * <p>What is cut off is added up over all groups, noise is each group's own; so the price is multiplied by a number of
 * groups, as if people's largest contributions were spread over so many. How many there are is not looked up.
 */
final class BoundPrices {
    /** The number of groups over which a total is taken to be spread: usually a few groups hold most of it. */
    private static final double GROUPS = 5;

    /**
     * The factor for a limit of rows that only weighs people in means and quantiles: a person with more rows gets less
     * weight and nothing is lost, whereas the noise grows as much as that of a count.
     */
    private static final double ONLY_WEIGHT = 10;

    private final Calibration calibration;

    BoundPrices(Calibration calibration) {
        this.calibration = calibration;
    }

    /** The scale of noise for each unit of an automatic limit, in one group. */
    double of(AutomaticParameter parameter) {
        ReleasePlan plan = calibration.plan();
        double groups = plan.grouped() ? GROUPS : 1;
        double weight = onlyWeighs(plan, parameter) ? ONLY_WEIGHT : 1;
        return groups * weight * deviation() / Math.sqrt(2);
    }

    private double deviation() {
        return part(calibration.noise()).noise(BigInteger.ONE, 1).standardDeviation();
    }

    /** The part of the budget that a typical measurement gets. */
    static Part part(NoisePlan plan) {
        return plan.parts().isEmpty()
                ? plan.selectionPart().orElseThrow()
                : plan.parts().get(0);
    }

    private static boolean onlyWeighs(ReleasePlan plan, AutomaticParameter parameter) {
        return parameter.kind().isCount()
                && plan.outputs().stream()
                        .noneMatch(output -> output.computation().accept(new ClampedTotals(parameter)));
    }
}
