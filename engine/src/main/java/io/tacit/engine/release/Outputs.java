package io.tacit.engine.release;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.rewrite.ContributionLimits;
import io.tacit.engine.rewrite.OutputRequest;
import io.tacit.engine.rewrite.QuantileRequest;
import io.tacit.engine.rewrite.QuantileUse;
import io.tacit.engine.rewrite.ReleasePlan;
import io.tacit.engine.sql.AggregateFunction;
import io.tacit.privacy.mechanism.DecimalEstimate;
import io.tacit.privacy.mechanism.Estimate;
import io.tacit.privacy.mechanism.IntegerNoise;
import io.tacit.privacy.mechanism.NoisyMean;
import io.tacit.privacy.mechanism.NoisyTotal;
import io.tacit.privacy.mechanism.NoisyVariance;
import io.tacit.privacy.mechanism.State;
import io.tacit.privacy.mechanism.ThresholdedCount;
import io.tacit.privacy.mechanism.Unit;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.RandomBits;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Computes the values and intervals of a released row from its keys as text and its noisy states. Sees nothing exact. */
final class Outputs {
    private static final BigInteger LARGEST_LONG = BigInteger.valueOf(Long.MAX_VALUE);
    private static final BigInteger LEAST_LONG = BigInteger.valueOf(Long.MIN_VALUE);

    /** A tail so small that what it cuts off cannot be seen in an interval. */
    private static final Rational FAR = Rational.of(1, 1_000_000_000);

    private final Calibration calibration;
    private final ReleasePlan plan;
    private final MeasuredStates measured;
    private final List<@Nullable IntegerNoise> noise;
    private final RandomBits random;
    private final List<Optional<NoisyTotal>> totals = new ArrayList<>();

    /** From here on the truncated law need not be looked at; the same for all groups. */
    private @Nullable BigInteger far;

    /** The noise of a variance, drawn again once for all groups. */
    private final Map<OutputRequest, NoisyVariance.Redrawn> redrawn = new HashMap<>();

    /** Small groups have few different noisy counts, and each interval takes a search. */
    private final Map<BigInteger, DecimalEstimate> thresholded = new HashMap<>();

    Outputs(Calibration calibration, MeasuredStates measured, List<@Nullable IntegerNoise> noise, RandomBits random) {
        this.calibration = calibration;
        this.plan = calibration.plan();
        this.measured = measured;
        this.noise = noise;
        this.random = random;
        for (OutputRequest output : plan.outputs()) {
            totals.add(total(output));
        }
    }

    /** What COUNT and SUM are made of; nothing for other aggregates, and where the state could not be measured. */
    private Optional<NoisyTotal> total(OutputRequest output) {
        boolean additive = output.function() == AggregateFunction.COUNT || output.function() == AggregateFunction.SUM;
        if (!additive || measured.states().get(output.states().get(0)) == null) {
            return Optional.empty();
        }
        Unit unit = output.function() == AggregateFunction.COUNT
                ? Unit.DecimalUnit.WHOLE
                : plan.summed().get(output.summed()).unit();
        IntegerNoise law = noise.get(output.states().get(0));
        return Optional.of(
                law == null
                        ? NoisyTotal.constant(unit)
                        : NoisyTotal.of(law, unit, plan.parameters().confidence()));
    }

    /** Keys as text, aggregates, then the ends of their intervals. */
    @Nullable
    Object[] row(@Nullable String[] keys, BigInteger[] noisy, List<@Nullable List<BigInteger>> quantiles) {
        int width = plan.outputs().size();
        @Nullable Object[] row = new Object[keys.length + 3 * width];
        System.arraycopy(keys, 0, row, 0, keys.length);
        for (int i = 0; i < width; i++) {
            OutputRequest output = plan.outputs().get(i);
            if (output.states().stream().anyMatch(state -> measured.states().get(state) == null)) {
                continue;
            }
            int place = keys.length + i;
            if (output.quantiles().isPresent()) {
                row[place] = quantile(output, output.quantiles().get(), quantiles);
                continue;
            }
            int ends = keys.length + width + 2 * i;
            switch (output.function()) {
                case COUNT, SUM -> additive(output, totals.get(i).orElseThrow(), noisy, row, place, ends);
                case AVG -> put(Optional.of(mean(output, noisy)), row, place, ends);
                case VAR_POP, VAR_SAMP, STDDEV_POP, STDDEV_SAMP -> put(variance(output, noisy), row, place, ends);
                case MIN, MAX, QUANTILE -> throw new IllegalStateException("quantiles have no states");
            }
        }
        return row;
    }

    private @Nullable Object quantile(
            OutputRequest output, QuantileUse use, List<@Nullable List<BigInteger>> quantiles) {
        List<BigInteger> drawn = quantiles.get(use.request());
        if (drawn == null) {
            return null;
        }
        QuantileRequest request = plan.quantiles().get(use.request());
        BigInteger one = drawn.get(request.fractions().indexOf(use.fraction()));
        return value(output.type(), one, request.summed().unit().size());
    }

    private static void put(Optional<Estimate> estimate, @Nullable Object[] row, int place, int ends) {
        estimate.ifPresent(found -> {
            row[place] = found.value();
            row[ends] = found.low();
            row[ends + 1] = found.high();
        });
    }

    /** COUNT and SUM: the noisy integer times its unit; the interval is exact. */
    private void additive(
            OutputRequest output, NoisyTotal total, BigInteger[] noisy, @Nullable Object[] row, int place, int ends) {
        int index = output.states().get(0);
        IntegerNoise law = noise.get(index);
        boolean selected = calibration.thresholdedState().equals(OptionalInt.of(index));
        if (selected && law != null && nearThreshold(noisy[index], law)) {
            row[place] = noisy[index].min(LARGEST_LONG).longValueExact();
            DecimalEstimate seen = thresholded.computeIfAbsent(noisy[index], this::thresholded);
            row[ends] = seen.low().doubleValue();
            row[ends + 1] = seen.high().doubleValue();
            return;
        }
        row[place] = value(output.type(), noisy[index], total.unit().size());
        if (total.unit() instanceof Unit.DecimalUnit) {
            // The ends are decimals, and are shown as such: the nearest double prints the decimal's own digits.
            DecimalEstimate exact = total.exact(noisy[index]);
            row[ends] = exact.low().doubleValue();
            row[ends + 1] = exact.high().doubleValue();
        } else {
            Estimate outward = total.nearest(noisy[index]);
            row[ends] = outward.low();
            row[ends + 1] = outward.high();
        }
    }

    private DecimalEstimate thresholded(BigInteger noisy) {
        IntegerNoise law =
                Objects.requireNonNull(noise.get(calibration.thresholdedState().orElseThrow()));
        return new ThresholdedCount(law, calibration.threshold().orElseThrow())
                .estimate(noisy, plan.parameters().confidence());
    }

    /** Far above the threshold the truncated law and the plain one cannot be told apart. */
    private boolean nearThreshold(BigInteger noisy, IntegerNoise law) {
        if (far == null) {
            far = law.leastWithTailAtMost(FAR).add(calibration.threshold().orElseThrow());
        }
        return noisy.compareTo(far) < 0;
    }

    private static Object value(ColumnType type, BigInteger noisy, Rational unit) {
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
            default -> real(noisy, unit);
        };
    }

    /** A decimal of the type's digits; noise that would pass them is cut off there. */
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

    private Estimate mean(OutputRequest output, BigInteger[] noisy) {
        int weight = output.states().get(0);
        int centred = output.states().get(1);
        State state = state(centred);
        Rational size = plan.summed().get(output.summed()).unit().size();
        ContributionLimits.Given bounds = bounds(state);
        NoisyMean mean = NoisyMean.under(
                Rational.of(bounds.low()).times(size).toDoubleNearest(),
                Rational.of(bounds.high()).times(size).toDoubleNearest(),
                Optional.ofNullable(noise.get(centred)),
                state.unit(),
                Optional.ofNullable(noise.get(weight)));
        return mean.estimate(
                noisy[weight].doubleValue(),
                real(noisy[centred], state.unit()),
                plan.parameters().confidence());
    }

    private static ContributionLimits.Given bounds(State state) {
        if (state instanceof State.UserMean mean) {
            return new ContributionLimits.Given(mean.low(), mean.high());
        }
        State.Centred centred = (State.Centred) state;
        return new ContributionLimits.Given(centred.low(), centred.high());
    }

    private Optional<Estimate> variance(OutputRequest output, BigInteger[] noisy) {
        double[] real = new double[3];
        for (int i = 0; i < 3; i++) {
            int index = output.states().get(i);
            real[i] = real(noisy[index], state(index).unit());
        }
        State.Squares squares = (State.Squares) state(output.states().get(2));
        NoisyVariance variance = new NoisyVariance(
                NoisyVariance.Kind.valueOf(output.function().name()),
                squares.halfRange().toDoubleNearest());
        return variance.estimate(
                redrawn.computeIfAbsent(output, this::redraw),
                real,
                plan.parameters().confidence());
    }

    private NoisyVariance.Redrawn redraw(OutputRequest output) {
        NoisyVariance.Redraw[] redraws = new NoisyVariance.Redraw[3];
        for (int i = 0; i < 3; i++) {
            int index = output.states().get(i);
            redraws[i] = redraw(noise.get(index), state(index).unit());
        }
        return NoisyVariance.Redrawn.of(redraws, random);
    }

    private static NoisyVariance.Redraw redraw(@Nullable IntegerNoise law, Rational unit) {
        return law == null ? bits -> 0 : NoisyVariance.Redraw.of(law, unit);
    }

    private State state(int index) {
        State state = measured.states().get(index);
        if (state == null) {
            throw new IllegalStateException("an output was computed without its state");
        }
        return state;
    }
}
