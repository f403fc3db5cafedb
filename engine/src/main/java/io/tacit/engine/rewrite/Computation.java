package io.tacit.engine.rewrite;

import io.tacit.engine.catalog.Domain;
import io.tacit.privacy.mechanism.NoisyCovariance;
import io.tacit.privacy.mechanism.NoisyVariance;
import io.tacit.privacy.mechanism.Unit;
import io.tacit.privacy.number.Rational;
import java.util.List;
import java.util.Optional;

/**
 * What an aggregate is computed from after noise: the states that it reads, each by its part in the formula.
 *
 * <p>How a value, its interval or its note follow from that is a {@link Visitor}, so that a new computation does not
 * compile until all of them can do it.
 */
public sealed interface Computation {
    /** The states that are read, in the order in which a report lists them; none for quantiles. */
    List<StateRequest> states();

    /** This computation, if it is a mean. */
    Optional<Mean> mean();

    /** This computation, if it is a quantile. */
    Optional<Quantile> quantile();

    /** This computation, if it is the most frequent value. */
    Optional<MostFrequent> mode();

    /** Asks a visitor about this kind of computation. */
    <R> R accept(Visitor<R> visitor);

    /**
     * COUNT and SUM: a state as it is.
     *
     * @param state what is shown
     * @param unit the real value of one
     */
    record Total(StateRequest state, Unit unit) implements Computation {
        @Override
        public List<StateRequest> states() {
            return List.of(state);
        }

        @Override
        public Optional<Mean> mean() {
            return Optional.empty();
        }

        @Override
        public Optional<Quantile> quantile() {
            return Optional.empty();
        }

        @Override
        public Optional<MostFrequent> mode() {
            return Optional.empty();
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.total(this);
        }
    }

    /**
     * The number of people, added up from those who have some rows and those who have none.
     *
     * @param with people with such rows
     * @param without people without
     */
    record People(StateRequest.Count with, StateRequest.Without without) implements Computation {
        @Override
        public List<StateRequest> states() {
            return List.of(with, without);
        }

        @Override
        public Optional<Mean> mean() {
            return Optional.empty();
        }

        @Override
        public Optional<Quantile> quantile() {
            return Optional.empty();
        }

        @Override
        public Optional<MostFrequent> mode() {
            return Optional.empty();
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.people(this);
        }
    }

    /**
     * AVG: the middle of the limits, and deviations divided by weight.
     *
     * @param weight how much people weigh
     * @param deviations of people's values from the middle
     */
    record Mean(StateRequest weight, StateRequest.Deviations deviations) implements Computation {
        @Override
        public List<StateRequest> states() {
            return List.of(weight, deviations);
        }

        @Override
        public Optional<Mean> mean() {
            return Optional.of(this);
        }

        @Override
        public Optional<Quantile> quantile() {
            return Optional.empty();
        }

        @Override
        public Optional<MostFrequent> mode() {
            return Optional.empty();
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.mean(this);
        }
    }

    /**
     * SUM beside a mean of the same rows: the middle of the limits times weight, and deviations. It needs no state of
     * its own.
     *
     * @param weight how much people weigh
     * @param centred deviations of rows from the middle
     */
    record SumOfRows(StateRequest weight, StateRequest.Centred centred) implements Computation {
        @Override
        public List<StateRequest> states() {
            return List.of(weight, centred);
        }

        @Override
        public Optional<Mean> mean() {
            return Optional.empty();
        }

        @Override
        public Optional<Quantile> quantile() {
            return Optional.empty();
        }

        @Override
        public Optional<MostFrequent> mode() {
            return Optional.empty();
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.sumOfRows(this);
        }
    }

    /**
     * VAR and STDDEV.
     *
     * @param kind which of them
     * @param weight how much people weigh
     * @param centred deviations of rows
     * @param squares of the deviations
     */
    record Spread(
            NoisyVariance.Kind kind, StateRequest weight, StateRequest.Centred centred, StateRequest.Squares squares)
            implements Computation {
        @Override
        public List<StateRequest> states() {
            return List.of(weight, centred, squares);
        }

        @Override
        public Optional<Mean> mean() {
            return Optional.empty();
        }

        @Override
        public Optional<Quantile> quantile() {
            return Optional.empty();
        }

        @Override
        public Optional<MostFrequent> mode() {
            return Optional.empty();
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.spread(this);
        }
    }

    /**
     * COVAR, CORR and REGR, of the rows that have both columns.
     *
     * @param kind which of them
     * @param weight how much people weigh
     * @param y deviations of the first column
     * @param x deviations of the second column
     * @param products of the deviations
     * @param squaresOfY of the deviations, for the kinds that read them
     * @param squaresOfX of the deviations, for the kinds that read them
     */
    record Pair(
            NoisyCovariance.Kind kind,
            StateRequest weight,
            StateRequest.Centred y,
            StateRequest.Centred x,
            StateRequest.Products products,
            StateRequest.Squares squaresOfY,
            StateRequest.Squares squaresOfX)
            implements Computation {
        /** The state that measures a moment. */
        public StateRequest of(NoisyCovariance.Moment moment) {
            return switch (moment) {
                case WEIGHT -> weight;
                case Y -> y;
                case X -> x;
                case PRODUCTS -> products;
                case SQUARES_OF_Y -> squaresOfY;
                case SQUARES_OF_X -> squaresOfX;
            };
        }

        /** A column with itself has some of them twice. */
        @Override
        public List<StateRequest> states() {
            return kind.moments().stream().map(this::of).distinct().toList();
        }

        @Override
        public Optional<Mean> mean() {
            return Optional.empty();
        }

        @Override
        public Optional<Quantile> quantile() {
            return Optional.empty();
        }

        @Override
        public Optional<MostFrequent> mode() {
            return Optional.empty();
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.pair(this);
        }
    }

    /**
     * MIN, MAX and quantiles.
     *
     * @param values among which values it is chosen, together with the other quantiles of the same values
     * @param fraction from 0 for the least value to 1 for the largest
     */
    record Quantile(WeighedValues values, Rational fraction) implements Computation {
        @Override
        public List<StateRequest> states() {
            return List.of();
        }

        @Override
        public Optional<Mean> mean() {
            return Optional.empty();
        }

        @Override
        public Optional<Quantile> quantile() {
            return Optional.of(this);
        }

        @Override
        public Optional<MostFrequent> mode() {
            return Optional.empty();
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.quantile(this);
        }
    }

    /**
     * MODE.
     *
     * @param request the measurement
     * @param domain the values of which one is drawn, by their place; empty where places are whole units of the column
     */
    record MostFrequent(ChoiceRequest.MostFrequent request, Optional<Domain> domain) implements Computation {
        @Override
        public List<StateRequest> states() {
            return List.of();
        }

        @Override
        public Optional<Mean> mean() {
            return Optional.empty();
        }

        @Override
        public Optional<Quantile> quantile() {
            return Optional.empty();
        }

        @Override
        public Optional<MostFrequent> mode() {
            return Optional.of(this);
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.mostFrequent(this);
        }
    }

    /**
     * An answer for each kind of computation; none has a default.
     *
     * @param <R> the answer
     */
    interface Visitor<R> {
        /** For COUNT and SUM. */
        R total(Total total);

        /** For the number of people in two parts. */
        R people(People people);

        /** For SUM beside a mean of the same rows. */
        R sumOfRows(SumOfRows sum);

        /** For AVG. */
        R mean(Mean mean);

        /** For VAR and STDDEV. */
        R spread(Spread spread);

        /** For COVAR, CORR and REGR. */
        R pair(Pair pair);

        /** For MIN, MAX and quantiles. */
        R quantile(Quantile quantile);

        /** For MODE. */
        R mostFrequent(MostFrequent mode);
    }
}
