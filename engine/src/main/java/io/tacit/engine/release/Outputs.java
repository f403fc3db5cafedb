package io.tacit.engine.release;

import io.tacit.engine.backend.KeyText;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.rewrite.ChoiceRequest;
import io.tacit.engine.rewrite.Computation;
import io.tacit.engine.rewrite.ContributionLimits;
import io.tacit.engine.rewrite.OutputRequest;
import io.tacit.engine.rewrite.ReleasePlan;
import io.tacit.engine.rewrite.ResolvedLimits;
import io.tacit.engine.rewrite.StateRequest;
import io.tacit.privacy.mechanism.DecimalEstimate;
import io.tacit.privacy.mechanism.Estimate;
import io.tacit.privacy.mechanism.NoiseSum;
import io.tacit.privacy.mechanism.NoisyMean;
import io.tacit.privacy.mechanism.NoisyTotal;
import io.tacit.privacy.mechanism.QuantileTree;
import io.tacit.privacy.mechanism.State;
import io.tacit.privacy.mechanism.Unit;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.RandomBits;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Computes the values and intervals of a released row from its keys as text and its noisy states. Sees nothing exact.
 */
final class Outputs {
    private final Calibration calibration;
    private final ReleasePlan plan;
    private final ResolvedLimits limits;
    private final StateNoise noise;
    private final RandomBits random;
    private final List<Optional<Cell>> cells = new ArrayList<>();

    private final Optional<CountAtThreshold> thresholded;

    Outputs(Calibration calibration, ResolvedLimits limits, StateNoise noise, RandomBits random) {
        this.calibration = calibration;
        this.plan = calibration.plan();
        this.limits = limits;
        this.noise = noise;
        this.random = random;
        this.thresholded =
                CountAtThreshold.of(calibration, noise, plan.parameters().confidence());
        for (OutputRequest output : plan.outputs()) {
            Optional<Cell> cell = output.computation().accept(new CellOf(output));
            boolean open = OpenEnds.has(output, limits);
            cells.add(open ? cell.<Cell>map(WithoutEnds::new) : cell);
        }
    }

    /** The values of a row: keys as text, aggregates, then the ends of their intervals. */
    @Nullable
    Object[] row(@Nullable String[] keys, StateNoise.Noisy noisy, List<@Nullable List<QuantileTree.Interval>> choices) {
        int width = plan.outputs().size();
        @Nullable Object[] row = new Object[keys.length + 3 * width];
        System.arraycopy(keys, 0, row, 0, keys.length);
        for (int i = 0; i < width; i++) {
            if (cells.get(i).isPresent()) {
                Shown shown = cells.get(i).get().shown(noisy, choices);
                int ends = keys.length + width + 2 * i;
                row[keys.length + i] = shown.value();
                row[ends] = shown.low();
                row[ends + 1] = shown.high();
            }
        }
        return row;
    }

    /** How one output is computed for any group. */
    private interface Cell {
        Shown shown(StateNoise.Noisy noisy, List<@Nullable List<QuantileTree.Interval>> choices);
    }

    /** The value of another cell, whose interval has no end. */
    private record WithoutEnds(Cell cell) implements Cell {
        @Override
        public Shown shown(StateNoise.Noisy noisy, List<@Nullable List<QuantileTree.Interval>> choices) {
            return new Shown(cell.shown(noisy, choices).value(), null, null);
        }
    }

    /**
     * Finds how an output is computed; empty if one of its states could not be measured, so that the output is NULL in
     * every group.
     */
    private final class CellOf implements Computation.Visitor<Optional<Cell>> {
        private final OutputRequest output;

        CellOf(OutputRequest output) {
            this.output = output;
        }

        @Override
        public Optional<Cell> total(Computation.Total total) {
            CutOff cut =
                    CutOff.of(total.state(), limits).times(total.unit().size().toDoubleNearest());
            Optional<Cell> divided = divided(total, total.unit().size(), cut);
            if (divided.isPresent()) {
                return divided;
            }
            int index = index(total.state());
            NoisyTotal estimate = noise.law(index)
                    .map(law ->
                            NoisyTotal.of(law, total.unit(), plan.parameters().confidence()))
                    .orElseGet(() -> NoisyTotal.constant(total.unit()));
            return total.state()
                    .measured(limits)
                    .map(state -> (noisy, choices) -> additive(output.type(), index, estimate, noisy.states())
                            .and(cut));
        }

        /** A sum of portions; empty where none are read. */
        private Optional<Cell> divided(Computation computation, Rational column, CutOff cut) {
            Rational confidence = Rational.ofExact(plan.parameters().confidence());
            return LinearNoise.of(computation, noise, limits, confidence)
                    .map(linear -> (noisy, choices) -> Shown.linear(
                                    output.type(),
                                    linear.value(noisy.drawn()),
                                    linear.ends(noisy.drawn(), calibration.threshold()),
                                    column)
                            .and(cut));
        }

        @Override
        public Optional<Cell> people(Computation.People people) {
            Optional<Cell> divided = divided(people, Rational.ONE, CutOff.NOTHING);
            if (divided.isPresent()) {
                return divided;
            }
            int with = index(people.with());
            int without = index(people.without());
            // Both are measured with noise, whatever the limits.
            NoiseSum law = new NoiseSum(
                    noise.law(with).orElseThrow(), noise.law(without).orElseThrow());
            NoisyTotal total =
                    NoisyTotal.of(law, Unit.DecimalUnit.WHOLE, plan.parameters().confidence());
            return Optional.of((group, quantiles) -> {
                BigInteger[] noisy = group.states();
                BigInteger all = noisy[with].add(noisy[without]);
                return Shown.of(
                        NoisyNumber.value(output.type(), all, Rational.ONE),
                        thresholded.flatMap(count -> count.together(noisy)).orElseGet(() -> total.exact(all)));
            });
        }

        @Override
        public Optional<Cell> sumOfRows(Computation.SumOfRows sum) {
            Rational unit = sum.centred().summed().unit().size();
            CutOff cut = BeyondValues.of(sum.centred(), limits).excess();
            Optional<Cell> divided = divided(sum, unit, cut);
            if (divided.isPresent()) {
                return divided;
            }
            return SumOutput.of(sum, calibration, limits, noise).map(computed -> (group, quantiles) -> {
                BigInteger[] noisy = group.states();
                Object value = NoisyNumber.value(output.type(), computed.whole(noisy), unit);
                return (computed.exact()
                                ? Shown.of(value, computed.decimal(noisy))
                                : Shown.of(value, computed.real(noisy)))
                        .and(cut);
            });
        }

        @Override
        public Optional<Cell> mean(Computation.Mean mean) {
            StateRequest.Deviations deviations = mean.deviations();
            return mean.weight()
                    .measured(limits)
                    .flatMap(weight -> limits.of(deviations.limits())
                            .flatMap(bounds ->
                                    deviations.measured(limits).map(state -> Outputs.this.mean(mean, bounds))));
        }

        @Override
        public Optional<Cell> spread(Computation.Spread spread) {
            return spread.weight()
                    .measured(limits)
                    .flatMap(weight -> spread.centred()
                            .measured(limits)
                            .flatMap(centred -> spread.squares()
                                    .measured(limits)
                                    .map(squares -> Outputs.this.spread(spread, squares))));
        }

        @Override
        public Optional<Cell> pair(Computation.Pair pair) {
            return PairOutput.of(
                            pair,
                            plan.states(),
                            limits,
                            noise,
                            plan.parameters().confidence())
                    .map(computed -> (noisy, choices) ->
                            computed.estimate(noisy.states()).map(Shown::closed).orElse(Shown.NOTHING));
        }

        @Override
        public Optional<Cell> quantile(Computation.Quantile quantile) {
            ChoiceRequest.Quantiles request = plan.request(quantile);
            int choice = plan.choices().indexOf(request);
            int rank = request.fractions().indexOf(quantile.fraction());
            Rational unit = request.values().summed().unit().size();
            boolean interval = request.intervals().contains(quantile.fraction());
            OpenEnds.OfQuantile open =
                    OpenEnds.of(quantile.fraction(), request.values().limits(), limits);
            return Optional.of((noisy, choices) -> {
                List<QuantileTree.Interval> drawn = choices.get(choice);
                return drawn == null || interval && open.saysNothing(drawn.get(rank))
                        ? Shown.NOTHING
                        : Shown.drawn(output.type(), drawn.get(rank), unit, interval)
                                .without(open.low(drawn.get(rank)), open.high(drawn.get(rank)));
            });
        }

        @Override
        public Optional<Cell> mostFrequent(Computation.MostFrequent mode) {
            int choice = plan.choices().indexOf(mode.request());
            return Optional.of((noisy, choices) -> {
                List<QuantileTree.Interval> drawn = choices.get(choice);
                return drawn == null
                        ? Shown.NOTHING
                        : new Shown(
                                Outputs.mostFrequent(
                                        mode, output.type(), drawn.get(0).value()),
                                null,
                                null);
            });
        }
    }

    /**
     * The most frequent value: the value at the drawn place of the domain or, without a domain, the drawn whole units.
     */
    private static Object mostFrequent(Computation.MostFrequent mode, ColumnType type, BigInteger drawn) {
        Rational unit = mode.request().values().summed().unit().size();
        return mode.domain()
                .map(domain -> KeyText.value(domain.values().get(drawn.intValueExact()), type))
                .orElseGet(() -> NoisyNumber.value(type, drawn, unit));
    }

    private int index(StateRequest state) {
        return plan.states().indexOf(state);
    }

    /** A COUNT or SUM: the noisy integer times its unit, with an exact interval. */
    private Shown additive(ColumnType type, int index, NoisyTotal total, BigInteger[] all) {
        BigInteger noisy = all[index];
        Optional<DecimalEstimate> near = thresholded.flatMap(count -> count.of(index, all));
        if (near.isPresent()) {
            return Shown.of(NoisyNumber.value(ColumnType.BIGINT, noisy, Rational.ONE), near.get());
        }
        Object value = NoisyNumber.value(type, noisy, total.unit().size());
        // The ends of a decimal are decimals, and are shown as such: the nearest double prints the decimal's own
        // digits.
        return total.unit()
                .match(digits -> Shown.of(value, total.exact(noisy)), grid -> Shown.of(value, total.nearest(noisy)));
    }

    private Cell spread(Computation.Spread spread, State.Squares squares) {
        SpreadOutput computed = new SpreadOutput(
                spread, plan.states(), squares, noise, random, plan.parameters().confidence());
        double more = BeyondValues.of(spread.squares(), limits)
                .ofSquares(2 * squares.halfRange().toDoubleNearest());
        return (noisy, choices) -> computed.estimate(noisy.states(), more)
                .map(found -> Shown.of(found.value(), found))
                .orElse(Shown.NOTHING);
    }

    private Cell mean(Computation.Mean output, ContributionLimits.Given bounds) {
        int weight = index(output.weight());
        int deviations = index(output.deviations());
        Rational unit = noise.unit(deviations);
        Rational ofWeight = noise.unit(weight);
        NoisyMean mean = MeanNoise.of(output, bounds, noise);
        CutOff cut = output.deviations().accept(new BeyondValues.OfState(limits));
        return (noisy, choices) -> {
            Estimate found = mean.estimate(
                    NoisyNumber.real(noisy.states()[weight], ofWeight),
                    NoisyNumber.real(noisy.states()[deviations], unit),
                    plan.parameters().confidence());
            double people = Math.max(1, NoisyNumber.real(noisy.states()[weight], ofWeight));
            return Shown.of(found.value(), found).and(cut.times(1 / people));
        };
    }
}
