package io.tacit.engine.release;

import io.tacit.engine.rewrite.Computation;
import io.tacit.engine.rewrite.ContributionLimits;
import io.tacit.engine.rewrite.OutputRequest;
import io.tacit.engine.rewrite.ReleasePlan;
import io.tacit.engine.rewrite.ResolvedLimits;
import io.tacit.engine.rewrite.StateRequest;
import io.tacit.privacy.mechanism.NoisyMean;
import io.tacit.privacy.mechanism.NoisySum;
import io.tacit.privacy.mechanism.NoisyVariance;
import io.tacit.privacy.mechanism.NoisyVariance.Redraw;
import io.tacit.privacy.mechanism.State;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.RandomBits;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What released values would be had the noise of their states been drawn again ({@code RedrawnInterval.md}). Sees
 * nothing exact: new noise goes onto noisy states, from bits that are used for nothing else.
 *
 * <p>All aggregates of a group are computed from the same drawings, so that what they have in common stays so.
 */
final class RedrawnOutputs {
    /**
     * The most drawings of one law; more rows share them. A prime, so that no two groups read the same drawings in the
     * same turn.
     */
    private static final int MOST_DRAWINGS = 500_009;

    private final ReleasePlan plan;
    private final ResolvedLimits limits;
    private final StateNoise noise;
    private final int redraws;
    private final double[][] drawings;
    private final List<CutOff> cuts = new ArrayList<>();
    private final long[] coins;
    private final List<Optional<Formula>> formulas = new ArrayList<>();

    /** An aggregate from the states of its group. */
    @FunctionalInterface
    private interface Formula {
        /**
         * @param states noisy, as integers
         * @return NaN where there is no value
         */
        double value(double[] states);
    }

    /**
     * Draws.
     *
     * @param noise of the states
     * @param redraws how often for each row
     * @param rows how many there are
     * @param consistent where rows are made consistent, their noise is as well
     */
    RedrawnOutputs(
            ReleasePlan plan,
            ResolvedLimits limits,
            StateNoise noise,
            RandomBits bits,
            int redraws,
            int rows,
            Optional<ConsistentGroups> consistent) {
        this.plan = plan;
        this.limits = limits;
        this.noise = noise;
        this.redraws = redraws;
        int drawn = (int) Math.min(MOST_DRAWINGS, (long) redraws * rows);
        this.drawings = drawings(noise, bits, drawn, all -> {
            if (drawn == (long) redraws * rows) {
                consistent.ifPresent(groups -> groups.redraw(all, rows, redraws));
            }
        });
        plan.states().forEach(state -> cuts.add(cutOff(state)));
        this.coins = new long[cuts.stream().allMatch(CutOff::isNothing) ? 1 : drawn];
        Arrays.setAll(coins, i -> bits.nextLong());
        for (OutputRequest output : plan.outputs()) {
            formulas.add(
                    OpenEnds.has(output, limits)
                            ? Optional.empty()
                            : output.computation().accept(new FormulaOf(output)));
        }
    }

    /** What limits may have cut off from a state, in units of its noisy integer. */
    private CutOff cutOff(StateRequest state) {
        CutOff total = CutOff.of(state, limits).times(unitsOf(state));
        CutOff values = state.accept(new BeyondValues.OfState(limits));
        return values.isNothing() ? total : values.times(1 / unit(state));
    }

    /** How many units of its noisy integer are one whole unit of a state. */
    private double unitsOf(StateRequest state) {
        return state.measured(limits)
                .map(found -> found.unit().dividedBy(noise.unit(state)).toDoubleNearest())
                .orElse(1.0);
    }

    /** For each state the noise that could have been; states that are read off the same portions share theirs. */
    private double[][] drawings(StateNoise noise, RandomBits bits, int count, Consumer<List<double[]>> changed) {
        List<double[]> drawn = new ArrayList<>();
        for (StateNoise.Drawn one : noise.drawn()) {
            Redraw redraw = Redraw.of(one.law(), Rational.ONE);
            double[] values = new double[count];
            for (int i = 0; i < count; i++) {
                values[i] = redraw.draw(bits);
            }
            drawn.add(values);
        }
        changed.accept(drawn);
        double[][] states = new double[plan.states().size()][];
        for (int state = 0; state < states.length; state++) {
            Map<Integer, BigInteger> weights =
                    noise.read(state).map(StateNoise.Read::weights).orElse(Map.of());
            states[state] = new double[weights.isEmpty() ? 1 : count];
            for (Map.Entry<Integer, BigInteger> term : weights.entrySet()) {
                double weight = term.getValue().doubleValue();
                for (int i = 0; i < count; i++) {
                    states[state][i] += weight * drawn.get(term.getKey())[i];
                }
            }
        }
        return states;
    }

    /**
     * The redrawn values of one row.
     *
     * @param row its number among the rows, from 0
     * @param noisy its states
     * @return for each aggregate an array, or null for one that is not computed from states or has no value
     */
    List<double @Nullable []> row(int row, BigInteger[] noisy) {
        double[] states = new double[noisy.length];
        double[][] values = new double[formulas.size()][redraws];
        for (int turn = 0; turn < redraws; turn++) {
            long place = (long) row * redraws + turn;
            for (int i = 0; i < states.length; i++) {
                states[i] =
                        noisy[i].doubleValue() + drawings[i][(int) (place % drawings[i].length)] + missing(i, place);
            }
            for (int output = 0; output < values.length; output++) {
                values[output][turn] = formulas.get(output)
                        .map(formula -> formula.value(states))
                        .orElse(Double.NaN);
            }
        }
        List<double @Nullable []> found = new ArrayList<>();
        for (int output = 0; output < values.length; output++) {
            found.add(formulas.get(output).isPresent() ? values[output] : null);
        }
        return found;
    }

    /**
     * What limits may have cut off from a state: all that it can be or nothing, as a coin says, so that an interval
     * holds both.
     */
    private double missing(int state, long place) {
        CutOff cut = cuts.get(state);
        boolean heads = (coins[(int) (place % coins.length)] >>> state & 1) != 0;
        return heads ? cut.above() : -cut.below();
    }

    private int index(StateRequest state) {
        return plan.states().indexOf(state);
    }

    private double unit(StateRequest state) {
        return noise.unit(state).toDoubleNearest();
    }

    private final class FormulaOf implements Computation.Visitor<Optional<Formula>> {
        private final OutputRequest output;

        FormulaOf(OutputRequest output) {
            this.output = output;
        }

        private boolean known(StateRequest... states) {
            for (StateRequest state : states) {
                if (state.measured(limits).isEmpty()) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public Optional<Formula> total(Computation.Total total) {
            int index = index(total.state());
            double unit = unit(total.state());
            return known(total.state()) ? Optional.of(states -> states[index] * unit) : Optional.empty();
        }

        @Override
        public Optional<Formula> people(Computation.People people) {
            int with = index(people.with());
            int without = index(people.without());
            double unitOfWith = unit(people.with());
            double unitOfWithout = unit(people.without());
            return Optional.of(states -> states[with] * unitOfWith + states[without] * unitOfWithout);
        }

        @Override
        public Optional<Formula> sumOfRows(Computation.SumOfRows sum) {
            Optional<State.Centred> measured = sum.centred().measured(limits);
            if (!known(sum.weight()) || measured.isEmpty()) {
                return Optional.empty();
            }
            double middle = NoisySum.middleOf(measured.get()).toDoubleNearest();
            double unit = unit(sum.centred());
            double ofWeight = middle * unit(sum.weight());
            int weight = index(sum.weight());
            int centred = index(sum.centred());
            return Optional.of(states -> ofWeight * states[weight] + unit * states[centred]);
        }

        @Override
        public Optional<Formula> mean(Computation.Mean mean) {
            Optional<ContributionLimits.Given> bounds =
                    limits.of(mean.deviations().limits());
            if (!known(mean.weight(), mean.deviations()) || bounds.isEmpty()) {
                return Optional.empty();
            }
            Rational size = mean.deviations().summed().unit().size();
            NoisyMean formula = new NoisyMean(
                    Rational.of(bounds.get().low()).times(size).toDoubleNearest(),
                    Rational.of(bounds.get().high()).times(size).toDoubleNearest(),
                    0,
                    0);
            double ofWeight = unit(mean.weight());
            int weight = index(mean.weight());
            int deviations = index(mean.deviations());
            double unit = unit(mean.deviations());
            return Optional.of(states -> formula.value(states[weight] * ofWeight, states[deviations] * unit));
        }

        @Override
        public Optional<Formula> spread(Computation.Spread spread) {
            Optional<State.Squares> measured = spread.squares().measured(limits);
            if (!known(spread.weight(), spread.centred()) || measured.isEmpty()) {
                return Optional.empty();
            }
            NoisyVariance formula = new NoisyVariance(
                    NoisyVariance.Kind.valueOf(output.function().name()),
                    measured.get().halfRange().toDoubleNearest());
            int weight = index(spread.weight());
            int centred = index(spread.centred());
            int squares = index(spread.squares());
            double centredUnit = unit(spread.centred());
            double squaresUnit = unit(spread.squares());
            double ofWeight = unit(spread.weight());
            return Optional.of(states -> formula.value(
                            states[weight] * ofWeight, states[centred] * centredUnit, states[squares] * squaresUnit)
                    .orElse(Double.NaN));
        }

        @Override
        public Optional<Formula> pair(Computation.Pair pair) {
            return PairOutput.of(
                            pair,
                            plan.states(),
                            limits,
                            noise,
                            plan.parameters().confidence())
                    .map(formula -> states -> formula.value(states).orElse(Double.NaN));
        }

        @Override
        public Optional<Formula> quantile(Computation.Quantile quantile) {
            return Optional.empty();
        }

        @Override
        public Optional<Formula> mostFrequent(Computation.MostFrequent mode) {
            return Optional.empty();
        }
    }
}
