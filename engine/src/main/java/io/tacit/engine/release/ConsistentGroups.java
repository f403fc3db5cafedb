package io.tacit.engine.release;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.rewrite.ConsistentSets;
import io.tacit.engine.rewrite.OutputRequest;
import io.tacit.engine.rewrite.ResolvedLimits;
import io.tacit.engine.rewrite.SumOverPeople;
import io.tacit.privacy.mechanism.ConsistentTotals;
import io.tacit.privacy.mechanism.WeighedNoises;
import io.tacit.privacy.number.Rational;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Makes the noisy groups of GROUPING SETS, ROLLUP and CUBE consistent ({@code ConsistentTotals.md} in the privacy
 * library). Sees nothing exact.
 *
 * <p>Integers to which noise was added are made consistent one by one, and stay integers; all states are read off them.
 * COUNT and SUM are rounded together, so that they add up as they are shown, and have the interval of their own noise.
 * Means and spreads are computed from consistent states and keep the interval of what their group alone tells, which is
 * longer than need be.
 */
final class ConsistentGroups {
    private final Calibration calibration;
    private final ResolvedLimits limits;
    private final StateNoise noise;
    private final ConsistentTotals totals;
    private final List<Integer> places;

    private ConsistentGroups(
            Calibration calibration, ResolvedLimits limits, StateNoise noise, ConsistentTotals totals) {
        this.calibration = calibration;
        this.limits = limits;
        this.noise = noise;
        this.totals = totals;
        this.places = new ArrayList<>();
        for (int place = 0; place < noise.drawn().size(); place++) {
            if (addsUp(noise.drawn().get(place))) {
                places.add(place);
            }
        }
    }

    /**
     * The groups of a release.
     *
     * @param keys of all groups, as text; the last one is the number of the grouping set
     * @return empty where nothing can be made consistent
     */
    static Optional<ConsistentGroups> of(
            Calibration calibration, ResolvedLimits limits, StateNoise noise, List<@Nullable String[]> keys) {
        ConsistentSets sets = ConsistentSets.of(calibration.plan(), calibration.maxGroups());
        if (sets != ConsistentSets.CONSISTENT || keys.size() > ConsistentTotals.MOST) {
            return Optional.empty();
        }
        List<ConsistentTotals.Group> groups = new ArrayList<>();
        for (@Nullable String[] of : keys) {
            int set = Integer.parseInt(String.valueOf(of[of.length - 1]));
            groups.add(new ConsistentTotals.Group(set, Arrays.asList(of)));
        }
        ConsistentTotals totals = new ConsistentTotals(ConsistentSets.keys(calibration.plan()), groups);
        return totals.isEmpty()
                ? Optional.empty()
                : Optional.of(new ConsistentGroups(calibration, limits, noise, totals));
    }

    /** Whether an integer is a sum over people; different values that several people have count once. */
    private boolean addsUp(StateNoise.Drawn drawn) {
        return drawn.form().keySet().stream()
                .allMatch(place ->
                        place == 0 || calibration.plan().states().get(place - 1).accept(new SumOverPeople()));
    }

    /**
     * Groups made consistent.
     *
     * @param noisy of each group, whole
     * @param rounded by how much each integer is more than the nearest consistent number, for each group
     */
    record Nearest(List<StateNoise.Noisy> noisy, List<Rational[]> rounded) {}

    /** The groups' noisy integers, made consistent. */
    Nearest nearest(List<StateNoise.Noisy> noisy) {
        List<BigInteger[]> drawn =
                noisy.stream().map(group -> group.drawn().clone()).toList();
        List<Rational[]> rounded = new ArrayList<>();
        for (BigInteger[] group : drawn) {
            Rational[] none = new Rational[group.length];
            Arrays.fill(none, Rational.ZERO);
            rounded.add(none);
        }
        for (int place : places) {
            double[] values = drawn.stream()
                    .mapToDouble(group -> group[place].doubleValue())
                    .toArray();
            double[] nearest = totals.nearest(values);
            List<Rational> exact = new ArrayList<>();
            for (int i = 0; i < values.length; i++) {
                Rational change = Rational.ofExact(nearest[i] - values[i]);
                exact.add(Rational.of(drawn.get(i)[place]).plus(change));
            }
            List<BigInteger> whole = totals.whole(exact);
            for (int i = 0; i < values.length; i++) {
                rounded.get(i)[place] = Rational.of(whole.get(i)).minus(exact.get(i));
                drawn.get(i)[place] = whole.get(i);
            }
        }
        return new Nearest(drawn.stream().map(noise::noisy).toList(), rounded);
    }

    /** Makes noise that was drawn again consistent: {@code drawn[place]} has all groups of a turn one by one. */
    void redraw(List<double[]> drawn, int groups, int turns) {
        for (int place : places) {
            double[] all = drawn.get(place);
            double[] turn = new double[groups];
            for (int of = 0; of < turns; of++) {
                for (int group = 0; group < groups; group++) {
                    turn[group] = all[group * turns + of];
                }
                double[] nearest = totals.nearest(turn);
                for (int group = 0; group < groups; group++) {
                    all[group * turns + of] = nearest[group];
                }
            }
        }
    }

    /**
     * The rows with consistent values.
     *
     * @param alone the rows as each group alone tells them
     * @param rows the rows that were computed from consistent states, to be changed
     * @param nearest the consistent states
     */
    void show(List<@Nullable Object[]> alone, List<@Nullable Object[]> rows, Nearest nearest) {
        List<OutputRequest> outputs = calibration.plan().outputs();
        int keys = calibration.plan().keys().size();
        for (int i = 0; i < outputs.size(); i++) {
            Optional<Linear> linear = linear(outputs.get(i));
            Columns columns = new Columns(keys + i, keys + outputs.size() + 2 * i);
            if (linear.isPresent()) {
                linear.get().show(columns, rows, nearest);
            } else {
                for (int row = 0; row < rows.size(); row++) {
                    columns.keepEnds(alone.get(row), rows.get(row));
                }
            }
        }
    }

    /**
     * Where an output stands in a row.
     *
     * @param value of the output
     * @param low of its interval; the upper end follows
     */
    private record Columns(int value, int low) {
        void put(Shown shown, @Nullable Object[] row) {
            row[value] = shown.value();
            row[low] = shown.low();
            row[low + 1] = shown.high();
        }

        /** The ends of another row, further where that is needed to hold the value of this one. */
        void keepEnds(@Nullable Object[] from, @Nullable Object[] to) {
            to[low] = from[low];
            to[low + 1] = from[low + 1];
            if (to[value] instanceof Double real
                    && to[low] instanceof Double least
                    && to[low + 1] instanceof Double most) {
                to[low] = Math.min(least, real);
                to[low + 1] = Math.max(most, real);
            }
        }
    }

    /** COUNT and SUM of what adds up. */
    private Optional<Linear> linear(OutputRequest output) {
        Optional<TotalColumn> column = TotalColumn.of(output.computation(), limits);
        Map<Integer, Rational> weights = LinearNoise.weights(output.computation(), noise, limits);
        return column.isEmpty() || weights.isEmpty() || !places.containsAll(weights.keySet())
                ? Optional.empty()
                : Optional.of(new Linear(output, column.get(), weights));
    }

    /** A sum of noisy integers with fixed weights. */
    private final class Linear {
        private final OutputRequest output;
        private final Rational unit;
        private final Map<Integer, Rational> weights;
        private final CutOff cut;
        private final Map<List<Long>, Double> known = new HashMap<>();

        Linear(OutputRequest output, TotalColumn column, Map<Integer, Rational> weights) {
            this.output = output;
            this.unit = column.unit();
            this.cut = column.cut();
            this.weights = weights;
        }

        void show(Columns columns, List<@Nullable Object[]> rows, Nearest nearest) {
            List<Rational> values = new ArrayList<>();
            List<Rational> more = new ArrayList<>();
            for (int i = 0; i < rows.size(); i++) {
                BigInteger[] drawn = nearest.noisy().get(i).drawn();
                values.add(sum(Arrays.stream(drawn).map(Rational::of).toArray(Rational[]::new)));
                more.add(sum(nearest.rounded().get(i)));
            }
            List<BigInteger> whole = totals.whole(values);
            boolean decimal = output.type().kind() != ColumnType.Kind.DOUBLE;
            for (int i = 0; i < rows.size(); i++) {
                double half = halfWidth(i);
                // The law is that of the number before it was rounded, first as a state and then as a value.
                Rational exact = values.get(i).minus(more.get(i));
                Rational off = exact.minus(Rational.of(whole.get(i))).abs().times(unit);
                double width = half + off.toDoubleUp();
                if (decimal) {
                    // What the interval holds lies on the column's units.
                    BigInteger units = Rational.ofExact(width).dividedBy(unit).floor();
                    width = Rational.of(units).times(unit).toDoubleNearest();
                }
                @Nullable Object[] row = rows.get(i);
                Object value = NoisyNumber.value(output.type(), whole.get(i), unit);
                double middle = Rational.of(whole.get(i)).times(unit).toDoubleNearest();
                columns.put(
                        OpenEnds.has(output, limits)
                                ? new Shown(value, null, null)
                                : new Shown(value, middle - width - cut.below(), middle + width + cut.above()),
                        row);
            }
        }

        /** In units of the column. */
        private Rational sum(Rational[] drawn) {
            Rational sum = Rational.ZERO;
            for (Map.Entry<Integer, Rational> term : weights.entrySet()) {
                sum = sum.plus(term.getValue().times(drawn[term.getKey()]));
            }
            return sum.dividedBy(unit);
        }

        private double halfWidth(int group) {
            double[] shares = totals.weights(group);
            List<Long> law = Arrays.stream(shares)
                    .map(Math::abs)
                    .sorted()
                    .mapToObj(share -> Math.round(share * 1e9))
                    .toList();
            return known.computeIfAbsent(law, of -> halfWidth(shares));
        }

        private double halfWidth(double[] shares) {
            List<Double> laplace = new ArrayList<>();
            double variance = 0;
            for (Map.Entry<Integer, Rational> term : weights.entrySet()) {
                double weight = term.getValue().toDoubleNearest();
                Optional<Double> scale = noise.drawn()
                        .get(term.getKey())
                        .law()
                        .match(
                                law -> Optional.of(law.scale().toDoubleNearest()),
                                law -> Optional.empty(),
                                law -> Optional.empty(),
                                law -> Optional.empty());
                double deviation = noise.drawn().get(term.getKey()).law().standardDeviation();
                for (double share : shares) {
                    if (scale.isPresent()) {
                        laplace.add(share * weight * scale.get());
                    } else {
                        variance += Math.pow(share * weight * deviation, 2);
                    }
                }
            }
            return new WeighedNoises(laplace, variance)
                    .halfWidth(calibration.plan().parameters().confidence());
        }
    }
}
