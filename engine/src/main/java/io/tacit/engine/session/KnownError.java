package io.tacit.engine.session;

import io.tacit.engine.release.Calibration;
import io.tacit.engine.release.LinearNoise;
import io.tacit.engine.release.StateNoise;
import io.tacit.engine.rewrite.Computation;
import io.tacit.engine.rewrite.ResolvedLimits;
import io.tacit.engine.rewrite.StateRequest;
import io.tacit.privacy.mechanism.IntegerNoise;
import io.tacit.privacy.mechanism.NoiseSum;
import io.tacit.privacy.mechanism.NoisySum;
import io.tacit.privacy.mechanism.State;
import io.tacit.privacy.mechanism.Unit;
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

    /**
     * The error of a sum of portions or, where the noise of a calibration divides nobody, of what it is without them.
     *
     * @param computation what is computed
     * @param limits of its states
     * @param column the unit in which it is shown
     * @param undivided its error where no portions are drawn
     */
    record OfPortions(Computation computation, ResolvedLimits limits, Unit column, KnownError undivided)
            implements KnownError {
        @Override
        public Optional<Rational> halfWidth(Calibration calibration, Rational confidence) {
            StateNoise noise = StateNoise.of(calibration, limits);
            return LinearNoise.of(computation, noise, limits, confidence)
                    .map(linear -> column.match(digits -> linear.halfWidth(digits.size()), grid -> linear.halfWidth()))
                    .or(() -> undivided.halfWidth(calibration, confidence));
        }

        @Override
        public Optional<Double> scale(Calibration calibration) {
            return undivided.scale(calibration);
        }
    }

    /**
     * The error of a state that is shown as it is.
     *
     * @param request the state
     * @param limits of the state
     */
    record OfState(StateRequest request, ResolvedLimits limits) implements KnownError {
        @Override
        public Optional<Rational> halfWidth(Calibration calibration, Rational confidence) {
            StateNoise noise = StateNoise.of(calibration, limits);
            return noise.law(request)
                    .map(law -> Rational.of(law.halfWidth(confidence)).times(noise.unit(request)));
        }

        @Override
        public Optional<Double> scale(Calibration calibration) {
            StateNoise noise = StateNoise.of(calibration, limits);
            return noise.law(request).map(law -> PlanWords.scale(law, noise.unit(request)));
        }
    }

    /**
     * The error of a sum that follows from a mean.
     *
     * @param sum what it follows from
     * @param centred what is measured
     * @param limits of both states
     */
    record OfRows(Computation.SumOfRows sum, State.Centred centred, ResolvedLimits limits) implements KnownError {
        @Override
        public Optional<Rational> halfWidth(Calibration calibration, Rational confidence) {
            StateNoise noise = StateNoise.of(calibration, limits);
            Optional<IntegerNoise> ofCentred = noise.law(sum.centred());
            Optional<IntegerNoise> ofWeight = noise.law(sum.weight());
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
     * @param limits of the states
     */
    record OfPeople(Computation.People people, ResolvedLimits limits) implements KnownError {
        @Override
        public Optional<Rational> halfWidth(Calibration calibration, Rational confidence) {
            StateNoise noise = StateNoise.of(calibration, limits);
            Optional<IntegerNoise> with = noise.law(people.with());
            Optional<IntegerNoise> without = noise.law(people.without());
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
            return total.state()
                    .measured(limits)
                    .map(state -> new OfPortions(total, limits, total.unit(), new OfState(total.state(), limits)));
        }

        @Override
        public Optional<KnownError> people(Computation.People people) {
            return Optional.of(new OfPortions(people, limits, Unit.DecimalUnit.WHOLE, new OfPeople(people, limits)));
        }

        @Override
        public Optional<KnownError> sumOfRows(Computation.SumOfRows sum) {
            return sum.centred()
                    .measured(limits)
                    .flatMap(centred -> sum.weight()
                            .measured(limits)
                            .map(weight -> new OfPortions(
                                    sum, limits, sum.centred().summed().unit(), new OfRows(sum, centred, limits))));
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
