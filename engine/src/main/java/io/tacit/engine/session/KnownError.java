package io.tacit.engine.session;

import io.tacit.engine.release.Calibration;
import io.tacit.engine.rewrite.Computation;
import io.tacit.engine.rewrite.ResolvedLimits;
import io.tacit.engine.rewrite.StateRequest;
import io.tacit.privacy.mechanism.IntegerNoise;
import io.tacit.privacy.mechanism.NoiseSum;
import io.tacit.privacy.mechanism.NoisySum;
import io.tacit.privacy.mechanism.State;
import io.tacit.privacy.number.Rational;
import java.util.Optional;

/** The error of an aggregate that does not depend on data: of COUNT and SUM, once their limits are known. */
interface KnownError {
    /**
     * Half the interval's length under a calibration; empty for a constant.
     *
     * @param calibration of the same plan, with any budget
     */
    Optional<Rational> halfWidth(Calibration calibration, Rational confidence);

    /** The scale of the noise in real units; empty for a constant, and where the error comes from several noises. */
    Optional<Double> scale(Calibration calibration);

    /** The known error of a computation; empty where the error depends on data, or limits are not known. */
    static Optional<KnownError> of(Computation computation, ResolvedLimits limits) {
        return computation.accept(new Finder(limits));
    }

    private static Optional<IntegerNoise> law(Calibration calibration, StateRequest request, State state) {
        return state.isConstant() ? Optional.empty() : Optional.of(calibration.noise(request, state));
    }

    /**
     * The error of a state that is shown as it is.
     *
     * @param request the state
     * @param state what is measured
     */
    record OfState(StateRequest request, State state) implements KnownError {
        @Override
        public Optional<Rational> halfWidth(Calibration calibration, Rational confidence) {
            return law(calibration, request, state)
                    .map(noise -> Rational.of(noise.halfWidth(confidence)).times(state.unit()));
        }

        @Override
        public Optional<Double> scale(Calibration calibration) {
            return law(calibration, request, state).map(noise -> PlanWords.scale(noise, state.unit()));
        }
    }

    /**
     * The error of a sum that follows from a mean.
     *
     * @param sum what it follows from
     * @param centred what is measured
     * @param weight what is measured
     */
    record OfRows(Computation.SumOfRows sum, State.Centred centred, State weight) implements KnownError {
        @Override
        public Optional<Rational> halfWidth(Calibration calibration, Rational confidence) {
            Optional<IntegerNoise> ofCentred = law(calibration, sum.centred(), centred);
            Optional<IntegerNoise> ofWeight = law(calibration, sum.weight(), weight);
            return ofCentred.isEmpty() && ofWeight.isEmpty()
                    ? Optional.empty()
                    : Optional.of(NoisySum.under(centred, ofCentred, ofWeight, confidence.toDoubleNearest())
                            .halfWidth());
        }

        @Override
        public Optional<Double> scale(Calibration calibration) {
            return Optional.empty();
        }
    }

    /**
     * The error of a number of people that is measured in two parts.
     *
     * @param people which states
     */
    record OfPeople(Computation.People people) implements KnownError {
        @Override
        public Optional<Rational> halfWidth(Calibration calibration, Rational confidence) {
            Optional<IntegerNoise> with = law(calibration, people.with(), new State.Users());
            Optional<IntegerNoise> without = law(calibration, people.without(), new State.Without());
            return Optional.of(
                    Rational.of(new NoiseSum(with.orElseThrow(), without.orElseThrow()).halfWidth(confidence)));
        }

        @Override
        public Optional<Double> scale(Calibration calibration) {
            return Optional.empty();
        }
    }

    /** Finds the known error of a computation. */
    record Finder(ResolvedLimits limits) implements Computation.Visitor<Optional<KnownError>> {
        @Override
        public Optional<KnownError> total(Computation.Total total) {
            return total.state().measured(limits).map(state -> new OfState(total.state(), state));
        }

        @Override
        public Optional<KnownError> people(Computation.People people) {
            return Optional.of(new OfPeople(people));
        }

        @Override
        public Optional<KnownError> sumOfRows(Computation.SumOfRows sum) {
            return sum.centred()
                    .measured(limits)
                    .flatMap(centred -> sum.weight().measured(limits).map(weight -> new OfRows(sum, centred, weight)));
        }

        @Override
        public Optional<KnownError> mean(Computation.Mean mean) {
            return Optional.empty();
        }

        @Override
        public Optional<KnownError> spread(Computation.Spread spread) {
            return Optional.empty();
        }

        @Override
        public Optional<KnownError> pair(Computation.Pair pair) {
            return Optional.empty();
        }

        @Override
        public Optional<KnownError> quantile(Computation.Quantile quantile) {
            return Optional.empty();
        }

        @Override
        public Optional<KnownError> mostFrequent(Computation.MostFrequent mode) {
            return Optional.empty();
        }
    }
}
