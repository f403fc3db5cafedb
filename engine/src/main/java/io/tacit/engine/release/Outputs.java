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
import io.tacit.privacy.mechanism.NoisyVariance;
import io.tacit.privacy.mechanism.QuantileTree;
import io.tacit.privacy.mechanism.State;
import io.tacit.privacy.mechanism.Unit;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.IntegerSampler;
import io.tacit.privacy.random.RandomBits;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Computes the values and intervals of a released row from its keys as text and its noisy states. Sees nothing exact.
 */
final class Outputs {
    private static final BigInteger LARGEST_LONG = BigInteger.valueOf(Long.MAX_VALUE);
    private static final BigInteger LEAST_LONG = BigInteger.valueOf(Long.MIN_VALUE);

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
            cells.add(output.computation().accept(new CellOf(output)));
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
                row[keys.length + i] = shown.value;
                row[ends] = shown.low;
                row[ends + 1] = shown.high;
            }
        }
        return row;
    }

    /**
     * The value and the interval of one output in one group.
     *
     * @param value null where there is none
     * @param low the lower end of its interval, of the type {@link ColumnType#ofEnds}; null where it has none
     * @param high the upper end
     */
    private record Shown(
            @Nullable Object value,
            @Nullable Object low,
            @Nullable Object high) {
        static final Shown NOTHING = new Shown(null, null, null);

        static Shown of(Object value, DecimalEstimate ends) {
            return new Shown(value, ends.low().doubleValue(), ends.high().doubleValue());
        }

        /** A value with its interval; without one if the noise leaves an end open. */
        static Shown closed(Estimate found) {
            boolean closed = Double.isFinite(found.low()) && Double.isFinite(found.high());
            return closed ? of(found.value(), found) : new Shown(found.value(), null, null);
        }

        static Shown of(Object value, Estimate ends) {
            return new Shown(value, ends.low(), ends.high());
        }

        /** With an interval that holds what was cut off, too. */
        Shown and(CutOff cut) {
            return low instanceof Double least && high instanceof Double most && !cut.isNothing()
                    ? new Shown(value, least - cut.below(), most + cut.above())
                    : this;
        }
    }

    /** How one output is computed for any group. */
    private interface Cell {
        Shown shown(StateNoise.Noisy noisy, List<@Nullable List<QuantileTree.Interval>> choices);
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
                    .map(linear -> (noisy, choices) ->
                            linear(output.type(), linear, column, noisy).and(cut));
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
                        value(output.type(), all, Rational.ONE),
                        thresholded.flatMap(count -> count.together(noisy)).orElseGet(() -> total.exact(all)));
            });
        }

        @Override
        public Optional<Cell> sumOfRows(Computation.SumOfRows sum) {
            Rational unit = sum.centred().summed().unit().size();
            CutOff cut = CutOff.of(sum.centred().limits(), limits).times(unit.toDoubleNearest());
            Optional<Cell> divided = divided(sum, unit, cut);
            if (divided.isPresent()) {
                return divided;
            }
            return SumOutput.of(sum, calibration, limits, noise).map(computed -> (group, quantiles) -> {
                BigInteger[] noisy = group.states();
                Object value = value(output.type(), computed.whole(noisy), unit);
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
                            .flatMap(centred ->
                                    spread.squares().measured(limits).map(squares -> new SpreadCell(spread, squares))));
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
            return Optional.of((noisy, choices) -> {
                List<QuantileTree.Interval> drawn = choices.get(choice);
                return drawn == null ? Shown.NOTHING : Outputs.drawn(output.type(), drawn.get(rank), unit, interval);
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

    /** A quantile, with its interval if it has one. The ends of dates are dates. */
    private static Shown drawn(ColumnType type, QuantileTree.Interval drawn, Rational unit, boolean interval) {
        ColumnType ends = type.ofEnds();
        return new Shown(
                value(type, drawn.value(), unit),
                interval ? value(ends, drawn.low(), unit) : null,
                interval ? value(ends, drawn.high(), unit) : null);
    }

    /**
     * The most frequent value: the value at the drawn place of the domain or, without a domain, the drawn whole units.
     */
    private static Object mostFrequent(Computation.MostFrequent mode, ColumnType type, BigInteger drawn) {
        Rational unit = mode.request().values().summed().unit().size();
        return mode.domain()
                .map(domain -> KeyText.value(domain.values().get(drawn.intValueExact()), type))
                .orElseGet(() -> value(type, drawn, unit));
    }

    private int index(StateRequest state) {
        return plan.states().indexOf(state);
    }

    /** A COUNT or SUM: the noisy integer times its unit, with an exact interval. */
    private Shown additive(ColumnType type, int index, NoisyTotal total, BigInteger[] all) {
        BigInteger noisy = all[index];
        Optional<DecimalEstimate> near = thresholded.flatMap(count -> count.of(index, all));
        if (near.isPresent()) {
            return Shown.of(noisy.min(LARGEST_LONG).longValueExact(), near.get());
        }
        Object value = value(type, noisy, total.unit().size());
        // The ends of a decimal are decimals, and are shown as such: the nearest double prints the decimal's own
        // digits.
        return total.unit()
                .match(digits -> Shown.of(value, total.exact(noisy)), grid -> Shown.of(value, total.nearest(noisy)));
    }

    /**
     * A sum of portions. Decimals lie on the column's units, and so does what the interval holds: its ends are rounded
     * inward to them, but never past the value.
     *
     * @param column the real value of one unit of the column
     */
    private Shown linear(ColumnType type, LinearNoise linear, Rational column, StateNoise.Noisy noisy) {
        Rational value = linear.value(noisy.drawn());
        LinearNoise.Ends ends = linear.ends(noisy.drawn(), calibration.threshold());
        if (type.kind() == ColumnType.Kind.DOUBLE) {
            double nearest = value.toDoubleNearest() + 0.0;
            return new Shown(
                    nearest,
                    Math.min(nearest, ends.low().toDoubleDown() + 0.0),
                    Math.max(nearest, ends.high().toDoubleUp() + 0.0));
        }
        BigInteger whole = value.dividedBy(column).plus(Rational.of(1, 2)).floor();
        BigInteger low = ends.low().dividedBy(column).ceil().min(whole);
        BigInteger high = ends.high().dividedBy(column).floor().max(whole);
        if (ends.symmetric()) {
            BigInteger width = whole.subtract(low).max(high.subtract(whole));
            low = whole.subtract(width);
            high = whole.add(width);
        }
        return new Shown(
                value(type, whole, column),
                Rational.of(low).times(column).toDoubleNearest(),
                Rational.of(high).times(column).toDoubleNearest());
    }

    static Object value(ColumnType type, BigInteger noisy, Rational unit) {
        return switch (type.kind()) {
            case INTEGER ->
                noisy.max(BigInteger.valueOf(Integer.MIN_VALUE))
                        .min(BigInteger.valueOf(Integer.MAX_VALUE))
                        .intValueExact();
            case BIGINT -> noisy.max(LEAST_LONG).min(LARGEST_LONG).longValueExact();
            case DECIMAL -> decimal(type, noisy, unit);
            case DATE -> LocalDate.ofEpochDay(noisy.longValueExact());
            case TIMESTAMP ->
                LocalDateTime.ofEpochSecond(0, 0, ZoneOffset.UTC).plus(noisy.longValueExact(), ChronoUnit.MICROS);
            case DOUBLE -> real(noisy, unit);
            case BOOLEAN, VARCHAR, TIME -> throw new IllegalArgumentException("no number is of type " + type.sql());
        };
    }

    /** A decimal with the digits of its type; a noisy value beyond them becomes the largest that fits. */
    private static BigDecimal decimal(ColumnType type, BigInteger noisy, Rational unit) {
        BigDecimal value = new BigDecimal(noisy.multiply(unit.numerator()))
                .divide(new BigDecimal(unit.denominator()), type.scale(), RoundingMode.HALF_UP);
        BigDecimal largest =
                new BigDecimal(BigInteger.TEN.pow(type.precision()).subtract(BigInteger.ONE), type.scale());
        return value.max(largest.negate()).min(largest);
    }

    private static double real(BigInteger whole, Rational unit) {
        double value = Rational.of(whole).times(unit).toDoubleNearest();
        // One zero: the sign of a zero would tell where it came from.
        return value + 0.0;
    }

    private Cell mean(Computation.Mean output, ContributionLimits.Given bounds) {
        int weight = index(output.weight());
        int deviations = index(output.deviations());
        Rational unit = noise.unit(deviations);
        Rational ofWeight = noise.unit(weight);
        NoisyMean mean = MeanNoise.of(output, bounds, noise);
        // One value beyond the bounds of each person: which weight their further ones have is not known.
        Rational size = output.deviations().summed().unit().size();
        CutOff cut = CutOff.of(output.deviations().limits(), limits).times(size.toDoubleNearest());
        return (noisy, choices) -> {
            Estimate found = mean.estimate(
                    real(noisy.states()[weight], ofWeight),
                    real(noisy.states()[deviations], unit),
                    plan.parameters().confidence());
            double people = Math.max(1, real(noisy.states()[weight], ofWeight));
            return Shown.of(found.value(), found).and(cut.times(1 / people));
        };
    }

    /** VAR and STDDEV. */
    private final class SpreadCell implements Cell {
        private final NoisyVariance variance;
        private final int[] states;
        private final Rational[] units;

        /** The noise of all groups' variances, drawn again once. */
        private NoisyVariance.@Nullable Redrawn redrawn;

        SpreadCell(Computation.Spread spread, State.Squares squares) {
            this.variance = new NoisyVariance(spread.kind(), squares.halfRange().toDoubleNearest());
            this.states = new int[] {index(spread.weight()), index(spread.centred()), index(spread.squares())};
            this.units = new Rational[] {noise.unit(states[0]), noise.unit(states[1]), noise.unit(states[2])};
        }

        @Override
        public Shown shown(StateNoise.Noisy noisy, List<@Nullable List<QuantileTree.Interval>> choices) {
            return variance.estimate(
                            redrawn(), real(noisy.states()), plan.parameters().confidence())
                    .map(found -> Shown.of(found.value(), found))
                    .orElse(Shown.NOTHING);
        }

        private double[] real(BigInteger[] all) {
            double[] real = new double[states.length];
            for (int i = 0; i < states.length; i++) {
                real[i] = Outputs.real(all[states[i]], units[i]);
            }
            return real;
        }

        private NoisyVariance.Redrawn redrawn() {
            if (redrawn == null) {
                List<IntegerSampler> samplers = noise.drawn().stream()
                        .map(drawn -> drawn.law().sampler())
                        .toList();
                redrawn = NoisyVariance.Redrawn.of(
                        bits -> {
                            BigInteger[] drawn = samplers.stream()
                                    .map(sampler -> sampler.draw(bits))
                                    .toArray(BigInteger[]::new);
                            return real(noise.noisy(drawn).states());
                        },
                        random);
            }
            return redrawn;
        }
    }
}
