package io.tacit.engine.release;

import io.tacit.engine.rewrite.AutomaticParameter;
import io.tacit.engine.rewrite.ReleasePlan;
import io.tacit.privacy.accounting.NoisePlan;
import io.tacit.privacy.accounting.Part;
import java.math.BigInteger;

/**
 * How much noise a bound costs for each of its units, against which what is cut off is weighed. Public: it follows from
 * the plan alone.
 *
 * <p>What is cut off is added up over all groups, noise is each group's own; so the price is multiplied by a number of
 * groups, as if people's largest contributions were spread over so many. How many there are is not looked up.
 */
final class BoundPrices {
    /** Most of a total lies in few groups, usually. */
    private static final double GROUPS = 5;

    /**
     * For a limit of rows that only weighs people against each other in means and quantiles: a person with more rows is
     * weighed down and nothing is missing, whereas noise grows as much as it does for a count.
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

    /** The part of a typical measurement. */
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
