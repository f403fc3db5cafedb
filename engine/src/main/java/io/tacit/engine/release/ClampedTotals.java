package io.tacit.engine.release;

import io.tacit.engine.rewrite.AutomaticParameter;
import io.tacit.engine.rewrite.Computation;
import io.tacit.engine.rewrite.ContributionLimits;
import io.tacit.engine.rewrite.StateRequest;

/**
 * Whether a column shows a count or a sum that an automatic limit clamps.
 *
 * @param parameter the limit
 */
record ClampedTotals(AutomaticParameter parameter) implements Computation.Visitor<Boolean> {
    @Override
    public Boolean total(Computation.Total total) {
        return total.state().accept(new Clamped(parameter));
    }

    /** Two numbers of people, of one row each. */
    @Override
    public Boolean people(Computation.People people) {
        return false;
    }

    @Override
    public Boolean sumOfRows(Computation.SumOfRows sum) {
        return new Clamped(parameter).by(sum.centred().limits());
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

    private record Clamped(AutomaticParameter parameter) implements StateRequest.Visitor<Boolean> {
        private boolean by(ContributionLimits limits) {
            return limits.<Boolean>match(
                    given -> false, inferred -> inferred.parameter().equals(parameter), sum -> by(sum.rows()));
        }

        @Override
        public Boolean users(StateRequest.Users users) {
            return false;
        }

        @Override
        public Boolean without(StateRequest.Without without) {
            return false;
        }

        @Override
        public Boolean count(StateRequest.Count count) {
            return by(count.limits());
        }

        @Override
        public Boolean sum(StateRequest.Sum sum) {
            return by(sum.limits());
        }

        @Override
        public Boolean userMean(StateRequest.UserMean mean) {
            return false;
        }

        @Override
        public Boolean centred(StateRequest.Centred centred) {
            return false;
        }

        @Override
        public Boolean squares(StateRequest.Squares squares) {
            return false;
        }

        @Override
        public Boolean products(StateRequest.Products products) {
            return false;
        }

        @Override
        public Boolean distinct(StateRequest.Distinct distinct) {
            return by(distinct.limits());
        }
    }
}
