package io.tacit.engine.rewrite;

import io.tacit.privacy.mechanism.CentredProducts;
import io.tacit.privacy.mechanism.State;
import java.math.BigInteger;
import java.util.Optional;

/**
 * A state that a release measures: an integer sum over people. Two aggregates that ask for equal requests share one
 * measurement ({@code docs/design/privacy.md#states}). Its limits may still have to be found.
 *
 * <p>Each request names the rows or values that it reads and makes its own {@link State}. Whatever else differs from
 * one kind of request to the next (its SQL, its words) is a {@link Visitor}, so that a new kind does not compile until
 * every one of them has decided about it.
 */
public sealed interface StateRequest {
    /**
     * The state that is measured once limits are known.
     *
     * @param limits what was found
     * @return empty where this request's limits could not be found
     */
    Optional<? extends State> measured(ResolvedLimits limits);

    /** This request, if it is for people without some rows. */
    default Optional<Without> complement() {
        return Optional.empty();
    }

    /** This request, if it is for a number of rows. */
    default Optional<Count> asCount() {
        return Optional.empty();
    }

    /** This request, if it is for sums of people. */
    default Optional<Sum> asSum() {
        return Optional.empty();
    }

    /** Asks a visitor about this kind of request. */
    <R> R accept(Visitor<R> visitor);

    /** The numerator of a mean: how far people's values are from the middle of their limits. */
    sealed interface Deviations extends StateRequest {
        /** The values. */
        ValueColumn summed();

        /** The limits to which the values are clamped. */
        ContributionLimits limits();
    }

    /** The number of people in the group. */
    record Users() implements StateRequest {
        @Override
        public Optional<State.Users> measured(ResolvedLimits limits) {
            return Optional.of(new State.Users());
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.users(this);
        }
    }

    /**
     * The number of people in the group who have none of some rows. These people change no other state of those rows,
     * so it costs nothing beside them ({@code NoisePlan.md} in the privacy library). It is the last of a plan's states.
     *
     * @param counted which rows
     */
    record Without(RowCount counted) implements StateRequest {
        @Override
        public Optional<State.Without> measured(ResolvedLimits limits) {
            return Optional.of(new State.Without());
        }

        @Override
        public Optional<Without> complement() {
            return Optional.of(this);
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.without(this);
        }
    }

    /**
     * Rows of each person, clamped. With limits [0, m] this is also the weight of a person's rows in a mean.
     *
     * @param counted which rows
     * @param limits per person and group
     */
    record Count(RowCount counted, ContributionLimits limits) implements StateRequest {
        @Override
        public Optional<Count> asCount() {
            return Optional.of(this);
        }

        @Override
        public Optional<State.Count> measured(ResolvedLimits known) {
            return known.of(limits).map(found -> new State.Count(found.low(), found.high()));
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.count(this);
        }
    }

    /**
     * The sum of each person, clamped.
     *
     * @param summed which values
     * @param limits per person and group
     */
    record Sum(ValueColumn summed, ContributionLimits limits) implements StateRequest {
        @Override
        public Optional<Sum> asSum() {
            return Optional.of(this);
        }

        @Override
        public Optional<State.Sum> measured(ResolvedLimits known) {
            return known.of(limits).map(found -> new State.Sum(found.low(), found.high(), summed.unit()));
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.sum(this);
        }
    }

    /**
     * The mean of each person, clamped and centred.
     *
     * @param summed which values
     * @param limits of a person's mean
     */
    record UserMean(ValueColumn summed, ContributionLimits limits) implements Deviations {
        @Override
        public Optional<State.UserMean> measured(ResolvedLimits known) {
            return known.of(limits).map(found -> new State.UserMean(found.low(), found.high(), summed.unit()));
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.userMean(this);
        }
    }

    /**
     * The rows of each person, clamped and centred, weighing together at most {@code rows}.
     *
     * @param summed which values
     * @param limits of one row
     * @param rows how many rows a person may weigh in a group: the upper limit counts
     */
    record Centred(ValueColumn summed, ContributionLimits limits, ContributionLimits rows) implements Deviations {
        @Override
        public Optional<State.Centred> measured(ResolvedLimits known) {
            return known.of(limits)
                    .flatMap(values -> known.of(rows)
                            .map(most -> new State.Centred(
                                    values.low(), values.high(), most.high().longValueExact(), summed.unit())));
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.centred(this);
        }
    }

    /**
     * The squares of the rows of each person, clamped and centred, weighing together at most {@code rows}.
     *
     * @param summed which values
     * @param limits of one row
     * @param rows how many rows a person may weigh in a group: the upper limit counts
     */
    record Squares(ValueColumn summed, ContributionLimits limits, ContributionLimits rows) implements StateRequest {
        @Override
        public Optional<State.Squares> measured(ResolvedLimits known) {
            return known.of(limits)
                    .flatMap(values -> known.of(rows)
                            .map(most -> new State.Squares(
                                    values.low(), values.high(), most.high().longValueExact(), summed.unit())));
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.squares(this);
        }
    }

    /**
     * The products of the rows of each person in two columns, both clamped and centred, weighing together at most
     * {@code rows}.
     *
     * @param first one column, of the rows that have both
     * @param firstLimits of one row
     * @param second the other, of the same rows
     * @param secondLimits of one row
     * @param rows how many rows a person may weigh in a group: the upper limit counts
     */
    record Products(
            ValueColumn first,
            ContributionLimits firstLimits,
            ValueColumn second,
            ContributionLimits secondLimits,
            ContributionLimits rows)
            implements StateRequest {
        @Override
        public Optional<CentredProducts> measured(ResolvedLimits known) {
            return known.of(rows)
                    .flatMap(most -> factor(first, firstLimits, known)
                            .flatMap(one -> factor(second, secondLimits, known)
                                    .map(other -> new CentredProducts(
                                            one, other, most.high().longValueExact()))));
        }

        private static Optional<CentredProducts.Factor> factor(
                ValueColumn values, ContributionLimits limits, ResolvedLimits known) {
            return known.of(limits).map(found -> new CentredProducts.Factor(found.low(), found.high(), values.unit()));
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.products(this);
        }
    }

    /**
     * The number of different values that people have in the group. Each person offers at most {@code limits.high()} of
     * theirs; a value counts once, whoever offers it.
     *
     * @param offered which values
     * @param limits of the number of different values per person and group: the upper limit counts
     */
    record Distinct(DistinctColumn offered, ContributionLimits limits) implements StateRequest {
        @Override
        public Optional<State.Count> measured(ResolvedLimits known) {
            return known.of(limits).map(found -> new State.Count(BigInteger.ZERO, found.high()));
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.distinct(this);
        }
    }

    /**
     * An answer for each kind of request; none has a default, so that no kind can be forgotten.
     *
     * @param <R> the answer
     */
    interface Visitor<R> {
        /** For the number of people. */
        R users(Users users);

        /** For a number of people without some rows. */
        R without(Without without);

        /** For a number of rows. */
        R count(Count count);

        /** For a sum. */
        R sum(Sum sum);

        /** For means of people. */
        R userMean(UserMean mean);

        /** For centred rows. */
        R centred(Centred centred);

        /** For squares of centred rows. */
        R squares(Squares squares);

        /** For products of two columns. */
        R products(Products products);

        /** For a number of different values. */
        R distinct(Distinct distinct);
    }
}
