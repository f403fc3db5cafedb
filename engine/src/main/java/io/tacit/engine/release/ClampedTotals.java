package io.tacit.engine.release;

import io.tacit.engine.rewrite.AutomaticParameter;
import io.tacit.engine.rewrite.Computation;
import io.tacit.engine.rewrite.ContributionLimits;
import io.tacit.engine.rewrite.TotalLimits;

/**
 * Whether a column shows a count or a sum that an automatic limit clamps.
 *
 * @param parameter the limit
 */
record ClampedTotals(AutomaticParameter parameter) implements Computation.Visitor<Boolean> {
    @Override
    public Boolean total(Computation.Total total) {
        return total.state().accept(new TotalLimits()).filter(this::by).isPresent();
    }

    /** Never clamped: both numbers of people count each person once. */
    @Override
    public Boolean people(Computation.People people) {
        return false;
    }

    @Override
    public Boolean sumOfRows(Computation.SumOfRows sum) {
        return by(sum.centred().limits()) || by(sum.centred().rows());
    }

    @Override
    public Boolean mean(Computation.Mean mean) {
        return false;
    }

    @Override
    public Boolean spread(Computation.Spread spread) {
        return false;
    }

    @Override
    public Boolean pair(Computation.Pair pair) {
        return false;
    }

    @Override
    public Boolean quantile(Computation.Quantile quantile) {
        return false;
    }

    @Override
    public Boolean mostFrequent(Computation.MostFrequent mode) {
        return false;
    }

    private boolean by(ContributionLimits limits) {
        return limits.<Boolean>match(
                given -> false, inferred -> inferred.parameter().equals(parameter), sum -> by(sum.rows()));
    }
}
