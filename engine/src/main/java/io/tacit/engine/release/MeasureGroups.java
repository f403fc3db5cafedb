package io.tacit.engine.release;

import io.tacit.engine.backend.Backend;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.rewrite.ChoiceRequest;
import io.tacit.engine.rewrite.ResolvedLimits;
import io.tacit.privacy.mechanism.GroupCounts;
import io.tacit.privacy.mechanism.QuantileTree;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Measures the states and quantiles of each group, adds noise, and keeps the groups that may appear. */
final class MeasureGroups {
    private final Calibration calibration;
    private final ResolvedLimits limits;
    private final Noise noise;
    private final ReleaseStep.Query query;
    private final List<Group> groups = new ArrayList<>();
    private final MeasureChoices choices;
    private Optional<GroupCounts> counts;
    private MissingShares missing = MissingShares.NOTHING;
    private @Nullable Drawing drawing;

    /**
     * A measurement.
     *
     * @param query of the number of people and the states of each group
     * @param counts noisy numbers of people by the number of their groups, where they were counted
     */
    MeasureGroups(
            Calibration calibration,
            ResolvedLimits limits,
            Noise noise,
            ReleaseStep.Query query,
            Optional<GroupCounts> counts) {
        this.counts = counts;
        this.calibration = calibration;
        this.limits = limits;
        this.noise = noise;
        this.query = query;
        this.choices = new MeasureChoices(calibration, limits);
    }

    /**
     * An order of keys that depends on nothing else: what is computed from several groups, or drawn for one after the other,
     * is the same in whichever order an engine returns them.
     */
    private static final Comparator<@Nullable String[]> KEYS =
            (one, other) -> Arrays.compare(one, other, Comparator.nullsLast(Comparator.naturalOrder()));

    /** What is the same for all draws of a measurement, because it depends on no group. */
    private record Drawing(StateNoise states, SelectGroups selection, Outputs outputs) {}

    private Drawing drawing() {
        if (drawing == null) {
            StateNoise states = StateNoise.of(calibration, limits);
            drawing = new Drawing(
                    states,
                    new SelectGroups(calibration, noise, states),
                    new Outputs(calibration, limits, states, noise.bits()));
        }
        return drawing;
    }

    /** A group that appears: its keys as text; and keys, aggregates and the ends of their intervals. */
    static final class Row {
        private final @Nullable String[] keys;
        private final @Nullable Object[] values;
        private final StateNoise.Noisy noisy;
        private final List<@Nullable List<QuantileTree.Interval>> chosen;

        private Row(
                @Nullable String[] keys,
                @Nullable Object[] values,
                StateNoise.Noisy noisy,
                List<@Nullable List<QuantileTree.Interval>> chosen) {
            this.keys = keys;
            this.values = values;
            this.noisy = noisy;
            this.chosen = chosen;
        }

        @Nullable
        String[] keys() {
            return keys;
        }

        @Nullable
        Object[] values() {
            return values;
        }
    }

    /** The exact number of people and the exact states of one group; they do not leave this class. */
    private static final class Group {
        private final @Nullable String[] keys;
        private final BigInteger[] integers;

        Group(@Nullable String[] keys, BigInteger[] integers) {
            this.keys = keys;
            this.integers = integers;
        }

        /** The number of people itself. */
        Noise.Origin people(ReleaseStep.Query query) {
            return Noise.Origin.of(query, Arrays.asList(keys), 0);
        }

        Noise.Origin origin(ReleaseStep.Query query, int number, StateNoise.Drawn drawn) {
            return new Noise.Origin(
                    query, Arrays.asList(keys), drawn.form(), drawn.bundle().map(bundle -> number));
        }
    }

    void readStates(Backend backend) {
        backend.run(
                query.sql(),
                query.keyCount(),
                query.integerCount(),
                (keys, integers) -> groups.add(new Group(keys, integers)));
    }

    void readLeaves(ChoiceRequest request, ReleaseStep.Query leaves, Backend backend) {
        choices.read(request, leaves, backend);
    }

    /**
     * The groups that appear, with noise, in the order of their keys; drawn anew each time. All rows are to be read before: the time of a draw depends
     * on the noise.
     */
    List<Row> rows() {
        Drawing drawing = drawing();
        StateNoise states = drawing.states();
        SelectGroups selection = drawing.selection();
        Outputs outputs = drawing.outputs();
        List<Row> rows = new ArrayList<>();
        for (Group group : groups) {
            StateNoise.Noisy noisy = noisy(group, states);
            if (selection.keeps(group.integers[0], noisy, group.people(query))) {
                List<@Nullable List<QuantileTree.Interval>> chosen = choices.draw(group.keys, noise.bits());
                rows.add(new Row(group.keys, outputs.row(group.keys, noisy, chosen), noisy, chosen));
            }
        }
        checkKeys(rows);
        rows.sort(Comparator.comparing(Row::keys, KEYS));
        List<Row> shown = consistent(rows, states)
                .map(totals -> consistent(rows, outputs, totals))
                .orElse(rows);
        double pairs = rows.stream().mapToDouble(row -> people(row, states)).sum();
        counts = counts.map(known -> CountGroups.seen(calibration, known, rows.size(), pairs));
        missing = MissingShares.of(calibration, limits, counts);
        shown.forEach(row -> missing.widen(row.values, row.keys.length, people(row, states)));
        return shown;
    }

    /** What is known of the groups of people, once it is known which appear. */
    Optional<GroupCounts> counts() {
        return counts;
    }

    /** The noisy number of people of a group that appears; 0 where it was not measured. */
    private double people(Row row, StateNoise states) {
        Optional<StateNoise.People> portions = states.people();
        List<Integer> places = portions.map(StateNoise.People::drawn)
                .orElseGet(() -> calibration.thresholdedStates().stream()
                        .map(state -> calibration.plan().states().indexOf(state))
                        .toList());
        BigInteger[] noisy = portions.isPresent() ? row.noisy.drawn() : row.noisy.states();
        BigInteger sum = BigInteger.ZERO;
        for (int place : places) {
            sum = sum.add(noisy[place]);
        }
        return sum.doubleValue()
                / portions.map(StateNoise.People::person).orElse(BigInteger.ONE).doubleValue();
    }

    private Optional<ConsistentGroups> consistent(List<Row> rows, StateNoise states) {
        return ConsistentGroups.of(
                calibration, limits, states, rows.stream().map(Row::keys).toList());
    }

    /** The same rows, so that totals are the sum of their parts: computed from noisy numbers alone. */
    private static List<Row> consistent(List<Row> rows, Outputs outputs, ConsistentGroups totals) {
        ConsistentGroups.Nearest nearest =
                totals.nearest(rows.stream().map(row -> row.noisy).toList());
        List<@Nullable Object[]> alone = new ArrayList<>();
        List<@Nullable Object[]> together = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            alone.add(rows.get(i).values);
            together.add(outputs.row(rows.get(i).keys, nearest.noisy().get(i), rows.get(i).chosen));
        }
        totals.show(alone, together, nearest);
        List<Row> consistent = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            consistent.add(
                    new Row(rows.get(i).keys, together.get(i), nearest.noisy().get(i), rows.get(i).chosen));
        }
        return consistent;
    }

    private StateNoise.Noisy noisy(Group group, StateNoise states) {
        List<StateNoise.Drawn> drawn = states.drawn();
        BigInteger[] noisy = new BigInteger[drawn.size()];
        for (int i = 0; i < noisy.length; i++) {
            StateNoise.Drawn one = drawn.get(i);
            noisy[i] = noise.noisy(one.law(), one.exact(group.integers), group.origin(query, i, one));
        }
        return states.noisy(noisy);
    }

    /**
     * What the aggregates of rows that appear would be had their noise been drawn again.
     *
     * @param rows what {@link #rows} returned, in its order: rows beyond a number share drawings by their place
     * @param redraws how often for each
     */
    List<List<double @Nullable []>> redrawn(List<Row> rows, int redraws) {
        StateNoise states = StateNoise.of(calibration, limits);
        RedrawnOutputs outputs = new RedrawnOutputs(
                calibration.plan(), limits, states, noise.redraws(), redraws, rows.size(), consistent(rows, states));
        List<List<double @Nullable []>> redrawn = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            redrawn.add(missing.redrawn(
                    outputs.row(i, rows.get(i).noisy.states()), people(rows.get(i), states), noise.redraws()));
        }
        return redrawn;
    }

    /**
     * Fails closed where two groups print the same keys: nobody could tell them apart. The last stage makes equal keys
     * print one text, and other keys another, so that this is a mistake of ours. Only groups that appear are compared:
     * whether there is another one is nobody's business.
     */
    private static void checkKeys(List<Row> rows) {
        Set<List<@Nullable String>> known = new HashSet<>();
        for (Row row : rows) {
            if (!known.add(Arrays.asList(row.keys))) {
                throw new Refusal(
                        ErrorCode.ENGINE,
                        "The engine could not run this query.",
                        "Two groups would have the same keys. Please report this as a mistake of Tacit.");
            }
        }
    }
}
