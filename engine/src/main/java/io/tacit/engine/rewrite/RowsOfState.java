package io.tacit.engine.rewrite;

import java.util.Optional;

/**
 * How many rows of a person count in a state whose values lie within the limits that a parameter finds; empty for other
 * states.
 *
 * @param parameter the limits of values
 */
public record RowsOfState(AutomaticParameter parameter) implements StateRequest.Visitor<Optional<ContributionLimits>> {
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
        return Optional.empty();
    }

    @Override
    public Optional<ContributionLimits> sum(StateRequest.Sum sum) {
        return Optional.empty();
    }

    @Override
    public Optional<ContributionLimits> userMean(StateRequest.UserMean mean) {
        return Optional.empty();
    }

    @Override
    public Optional<ContributionLimits> centred(StateRequest.Centred centred) {
        return rows(centred.limits(), centred.rows());
    }

    @Override
    public Optional<ContributionLimits> squares(StateRequest.Squares squares) {
        return rows(squares.limits(), squares.rows());
    }

    @Override
    public Optional<ContributionLimits> products(StateRequest.Products products) {
        return Optional.empty();
    }

    @Override
    public Optional<ContributionLimits> distinct(StateRequest.Distinct distinct) {
        return Optional.empty();
    }

    private Optional<ContributionLimits> rows(ContributionLimits values, ContributionLimits rows) {
        boolean own =
                values.match(given -> false, inferred -> inferred.parameter().equals(parameter), sum -> false);
        return own ? Optional.of(rows) : Optional.empty();
    }
}
