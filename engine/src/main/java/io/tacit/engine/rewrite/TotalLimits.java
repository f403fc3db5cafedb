package io.tacit.engine.rewrite;

import java.util.Optional;

/**
 * The limits of a person's part of a released total; empty where a person counts as one, or where the state is no
 * total.
 */
public final class TotalLimits implements StateRequest.Visitor<Optional<ContributionLimits>> {
    @Override
    public Optional<ContributionLimits> users(StateRequest.Users users) {
        return Optional.empty();
    }

    @Override
    public Optional<ContributionLimits> without(StateRequest.Without without) {
        return Optional.empty();
    }

    @Override
    public Optional<ContributionLimits> count(StateRequest.Count count) {
        return Optional.of(count.limits());
    }

    @Override
    public Optional<ContributionLimits> sum(StateRequest.Sum sum) {
        return Optional.of(sum.limits());
    }

    @Override
    public Optional<ContributionLimits> userMean(StateRequest.UserMean mean) {
        return Optional.empty();
    }

    @Override
    public Optional<ContributionLimits> centred(StateRequest.Centred centred) {
        return Optional.empty();
    }

    @Override
    public Optional<ContributionLimits> squares(StateRequest.Squares squares) {
        return Optional.empty();
    }

    @Override
    public Optional<ContributionLimits> products(StateRequest.Products products) {
        return Optional.empty();
    }

    @Override
    public Optional<ContributionLimits> distinct(StateRequest.Distinct distinct) {
        return Optional.of(distinct.limits());
    }
}
