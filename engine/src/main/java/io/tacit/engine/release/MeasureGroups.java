package io.tacit.engine.release;

import io.tacit.engine.backend.Backend;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.rewrite.ChoiceRequest;
import io.tacit.engine.rewrite.ResolvedLimits;
import io.tacit.privacy.mechanism.IntegerNoise;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
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

    /**
     * A measurement.
     *
     * @param query of the number of people and the states of each group
     */
    MeasureGroups(Calibration calibration, ResolvedLimits limits, Noise noise, ReleaseStep.Query query) {
        this.calibration = calibration;
        this.limits = limits;
        this.noise = noise;
        this.query = query;
        this.choices = new MeasureChoices(calibration, limits);
    }

    /** A group that appears: its keys as text; and keys, aggregates and the ends of their intervals. */
    static final class Row {
        private final @Nullable String[] keys;
        private final @Nullable Object[] values;
        private final BigInteger[] noisy;

        private Row(@Nullable String[] keys, @Nullable Object[] values, BigInteger[] noisy) {
            this.keys = keys;
            this.values = values;
            this.noisy = noisy;
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

        Noise.Origin origin(ReleaseStep.Query query, int column) {
            return new Noise.Origin(query, Arrays.asList(keys), column);
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

    /** The groups that appear, with noise. All rows are to be read before: the time of a draw depends on the noise. */
    List<Row> rows() {
        List<@Nullable IntegerNoise> laws = laws();
        SelectGroups selection = new SelectGroups(calibration, noise);
        Outputs outputs = new Outputs(calibration, limits, laws, noise.bits());
        List<Row> rows = new ArrayList<>();
        for (Group group : groups) {
            BigInteger[] noisy = new BigInteger[laws.size()];
            for (int i = 0; i < noisy.length; i++) {
                IntegerNoise law = laws.get(i);
                noisy[i] = law == null
                        ? BigInteger.ZERO
                        : noise.noisy(law, group.integers[1 + i], group.origin(query, 1 + i));
            }
            if (selection.keeps(group.integers[0], noisy, group.origin(query, 0))) {
                rows.add(new Row(
                        group.keys, outputs.row(group.keys, noisy, choices.draw(group.keys, noise.bits())), noisy));
            }
        }
        checkKeys(rows);
        return rows;
    }

    private List<@Nullable IntegerNoise> laws() {
        List<@Nullable IntegerNoise> laws = new ArrayList<>();
        for (MeasuredState state : MeasuredState.of(calibration.plan(), limits)) {
            laws.add(state.noise(calibration).orElse(null));
        }
        return laws;
    }

    /**
     * What the aggregates of rows that appear would be had their noise been drawn again.
     *
     * @param rows what {@link #rows} returned
     * @param redraws how often for each
     */
    List<List<double @Nullable []>> redrawn(List<Row> rows, int redraws) {
        RedrawnOutputs outputs =
                new RedrawnOutputs(calibration.plan(), limits, laws(), noise.redraws(), redraws, rows.size());
        List<List<double @Nullable []>> redrawn = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            redrawn.add(outputs.row(i, rows.get(i).noisy));
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
