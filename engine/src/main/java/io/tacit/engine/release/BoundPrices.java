package io.tacit.engine.release;

import io.tacit.engine.rewrite.AutomaticParameter;
import io.tacit.engine.rewrite.ChoiceRequest;
import io.tacit.engine.rewrite.ContributionLimits;
import io.tacit.engine.rewrite.GroupsPerPerson;
import io.tacit.engine.rewrite.ReleasePlan;
import io.tacit.engine.rewrite.ResolvedLimits;
import io.tacit.engine.rewrite.RowsOfState;
import io.tacit.engine.rewrite.StateRequest;
import io.tacit.privacy.accounting.NoisePlan;
import io.tacit.privacy.accounting.Part;
import io.tacit.privacy.mechanism.LeafGrid;
import io.tacit.privacy.mechanism.LeafWeights;
import io.tacit.privacy.mechanism.QuantilesWithIntervals;
import io.tacit.privacy.mechanism.Unit;
import java.math.BigInteger;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * The noise that a bound costs for each of its units. The search for a bound weighs this price against what the bound
 * cuts off. Public: it follows from the plan, and from limits that were found before.
 *
 * <p>What is cut off is added up over all groups, noise is each group's own; so the price is multiplied by a number of
 * groups, as if people's largest contributions were spread over so many. How many there are is not looked up: as many as one
 * person counts in, and no fewer than a few, if there can be so many.
 */
final class BoundPrices {
    /** The number of groups over which a total is taken to be spread at least: usually a few groups hold most of it. */
    private static final double GROUPS = 5;

    /**
     * What a lower weight of the busiest people does to ranks, as a part of the weight that is lost: nothing if their values
     * are spread as others' are, all of it if all of them are beyond all others.
     */
    private static final double ERROR_OF_RANKS = 0.3;

    /** The same of means: their values may be far from others', and no interval knows. */
    private static final double ERROR_OF_MEANS = 1;

    /** The noise of a mean beside how far its values are from each other: bounds are some times as wide as that. */
    private static final double MEANS = 3;

    /** The error that ranks have in half of all cases stands for the noise; a Laplace law's is 0.69 of its scale. */
    private static final double HALF = 0.5;

    private static final double MEDIAN_OF_LAPLACE = Math.log(2);

    /** The least number of values that quantiles choose from is not known before bounds are; the most is assumed. */
    private static final LeafGrid FINEST =
            new LeafGrid(BigInteger.ZERO, BigInteger.ONE.shiftLeft(40), new Unit.DecimalUnit(0));

    /** The noise of a mean's sum for each unit between the bounds and each row: the sum is centred. */
    private static final double CENTRED = 0.75;

    /** The factor for bounds that only quantiles are drawn from: the noise of a quantile does not grow with them. */
    private static final double ONLY_CHOICES = 0.1;

    private final Calibration calibration;

    BoundPrices(Calibration calibration) {
        this.calibration = calibration;
    }

    /**
     * What a bound costs.
     *
     * @param noise the scale of noise for each of its units
     * @param error of a weight, how much of the weight that is lost the answer is off, between 0 and 1; empty where what is
     *     beyond the bound is missing
     */
    record Price(double noise, OptionalDouble error) {}

    /**
     * The price of an automatic limit.
     *
     * @param found limits of rows that were found before
     */
    Price of(ContributionLimits.Inferred limits, ResolvedLimits found) {
        double scale = groups() * deviation() / Math.sqrt(2);
        if (limits.parameter().kind().isRange()) {
            return new Price(ofRange(limits, found) * scale, OptionalDouble.empty());
        }
        if (limits.use() == ContributionLimits.Use.TOTAL
                || !limits.parameter().kind().isCount()) {
            return new Price(scale, OptionalDouble.empty());
        }
        return onlyChooses(limits)
                ? new Price(groups() * rankError(limits) / MEDIAN_OF_LAPLACE, OptionalDouble.of(ERROR_OF_RANKS))
                : new Price(MEANS * scale, OptionalDouble.of(ERROR_OF_MEANS));
    }

    private double groups() {
        ReleasePlan plan = calibration.plan();
        if (!plan.grouped()) {
            return 1;
        }
        double possible = plan.parameters()
                .groups()
                .map(GroupsPerPerson::possible)
                .filter(known -> known.isPresent() && !plan.parameters().countsRows())
                .map(known -> (double) known.getAsLong())
                .orElse(Double.MAX_VALUE);
        return Math.min(possible, Math.max(GROUPS, (double) calibration.maxGroups()));
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
        return calibration.plan().choices().stream().anyMatch(choice -> weighs(choice, limits))
                && calibration.plan().states().stream()
                        .noneMatch(state -> state.asCount()
                                .filter(count -> count.limits().equals(limits))
                                .isPresent());
    }

    private static boolean weighs(ChoiceRequest choice, ContributionLimits limits) {
        return choice.values().rows().equals(limits);
    }

    /** The error of ranks, in rows, for each row of the limit: that of the mechanism that draws, where a person has one. */
    private double rankError(ContributionLimits.Inferred limits) {
        LeafWeights one = new LeafWeights(FINEST, 1);
        return calibration.plan().choices().stream()
                .filter(choice -> weighs(choice, limits))
                .mapToDouble(choice -> choice.match(
                        quantiles -> rankError(quantiles, one),
                        mode -> 2 / calibration.perGroup(choice).value().toDoubleNearest()))
                .max()
                .orElseThrow();
    }

    private double rankError(ChoiceRequest.Quantiles quantiles, LeafWeights one) {
        QuantilesWithIntervals mechanism = new QuantilesWithIntervals(
                one,
                quantiles.fractions(),
                Set.copyOf(quantiles.intervals()),
                calibration.perGroup(quantiles),
                calibration.plan().parameters().confidence());
        return quantiles.fractions().stream()
                .mapToDouble(rank -> mechanism.values().rankErrorBound(rank, HALF))
                .max()
                .orElseThrow();
    }

    private boolean onlyChoices(AutomaticParameter parameter) {
        return calibration.plan().choices().stream()
                .map(choice -> choice.values().limits())
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
