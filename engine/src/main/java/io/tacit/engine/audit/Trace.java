package io.tacit.engine.audit;

import io.tacit.engine.backend.RowSink;
import io.tacit.engine.release.Noise;
import io.tacit.engine.release.ReleaseStep;
import io.tacit.privacy.mechanism.IntegerNoise;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a run over the first of two databases asked, saw and drew, in order, and what the second database answers to
 * each question.
 */
final class Trace {
    private final List<Step> steps = new ArrayList<>();
    private final List<String> texts = new ArrayList<>();
    private final List<Finding> findings = new ArrayList<>();
    private boolean failed;

    /**
     * A violation that was found.
     *
     * @param what one sentence
     * @param event where it shows
     */
    record Finding(String what, String event) {}

    /** A row of a pushed-down query. */
    record Group(List<@Nullable String> keys, List<BigInteger> integers) {
        static Group of(@Nullable String[] keys, BigInteger[] integers) {
            return new Group(Collections.unmodifiableList(Arrays.<@Nullable String>asList(keys)), List.of(integers));
        }

        /** Hands it over as a back end does. */
        void to(RowSink sink) {
            sink.row(keys.toArray(new @Nullable String[0]), integers.toArray(new BigInteger[0]));
        }
    }

    /**
     * An integer of a row.
     *
     * @param row the row's name
     * @param column 0 is the first after the keys; see {@link #columnOfPortion} for portions
     */
    record Place(List<@Nullable Object> row, int column) {}

    /** The column of a portion of a person: beyond those of all integers that are read. */
    static int columnOfPortion(int number) {
        return PORTIONS + number;
    }

    /** Whether a column is that of a portion. */
    static boolean isPortion(int column) {
        return column >= PORTIONS;
    }

    private static final int PORTIONS = 1 << 20;

    /** Noise that was added. The place is empty where the integer was none of a row's. */
    record Draw(Optional<Place> place, IntegerNoise law, BigInteger exact, BigInteger noisy) {}

    /** One question about the rows, and what was drawn until the next. */
    static final class Step {
        private final int index;
        private final String sql;
        private final RowIdentity alike;
        private final List<Group> first;
        private final List<Group> second;
        private final List<Draw> draws = new ArrayList<>();
        private final List<Boolean> kept = new ArrayList<>();
        private final Map<List<@Nullable Object>, Group> firstRows;
        private final Map<List<@Nullable Object>, Group> secondRows;
        private long bits;

        private Step(int index, String sql, RowIdentity alike, List<Group> first, List<Group> second) {
            this.index = index;
            this.sql = sql;
            this.alike = alike;
            this.first = List.copyOf(first);
            this.second = List.copyOf(second);
            this.firstRows = alike.index(first);
            this.secondRows = alike.index(second);
        }

        int index() {
            return index;
        }

        String sql() {
            return sql;
        }

        /** The rows of the first database, those first that the second has too. */
        List<Group> first() {
            return first;
        }

        /** The rows of the second database, in the same order. */
        List<Group> second() {
            return second;
        }

        /** The first database's row under a name. */
        @Nullable
        Group firstRow(List<@Nullable Object> name) {
            return firstRows.get(name);
        }

        /** The second database's row under a name. */
        @Nullable
        Group secondRow(List<@Nullable Object> name) {
            return secondRows.get(name);
        }

        List<Draw> draws() {
            return draws;
        }

        /** Decisions about groups, in the order of the rows. */
        List<Boolean> kept() {
            return kept;
        }

        /** How many random words were taken by what draws in its own way. */
        long bits() {
            return bits;
        }

        void takeBits() {
            bits++;
        }

        RowIdentity alike() {
            return alike;
        }

        /** The place that noise claims to be for; empty if another integer stands there, or none. */
        Optional<Place> place(Noise.Origin said, BigInteger exact) {
            List<@Nullable Object> row = new ArrayList<>(said.keys());
            @Nullable Group group = firstRows.get(row);
            boolean there = group != null && holds(group, said.form(), exact);
            int column = said.portion()
                    .map(Trace::columnOfPortion)
                    .orElseGet(() -> said.form().keySet().iterator().next());
            return there ? Optional.of(new Place(Collections.unmodifiableList(row), column)) : Optional.empty();
        }

        private static boolean holds(Group group, Map<Integer, BigInteger> form, BigInteger exact) {
            BigInteger sum = BigInteger.ZERO;
            for (Map.Entry<Integer, BigInteger> term : form.entrySet()) {
                if (term.getKey() >= group.integers().size()) {
                    return false;
                }
                sum = sum.add(term.getValue().multiply(group.integers().get(term.getKey())));
            }
            return sum.equals(exact);
        }
    }

    List<Step> steps() {
        return steps;
    }

    Step begin(String sql, RowIdentity alike, List<Group> first, List<Group> second) {
        Step step = new Step(steps.size(), sql, alike, first, second);
        steps.add(step);
        return step;
    }

    /** The step that draws belong to; empty before any row was read. */
    Optional<Step> current() {
        return steps.isEmpty() ? Optional.empty() : Optional.of(steps.get(steps.size() - 1));
    }

    /** The last step that asked this query, else the current step. */
    Step asked(ReleaseStep.Query query) {
        for (int i = steps.size() - 1; i >= 0; i--) {
            if (steps.get(i).sql().equals(query.sql())) {
                return steps.get(i);
            }
        }
        return current().orElseThrow();
    }

    /** Everything that was sent, work tables too. */
    List<String> texts() {
        return texts;
    }

    /** A work table's rows as they are sent, in a text that differs where they do. */
    static String sent(String table, List<@Nullable Object[]> rows) {
        StringBuilder text = new StringBuilder(table).append(": ");
        for (@Nullable Object[] row : rows) {
            for (Object value : row) {
                text.append(value instanceof String each ? "'" + each.replace("'", "''") + "'" : value)
                        .append(", ");
            }
            text.append('\n');
        }
        return text.toString();
    }

    /** The engine that holds the data could not run a query: there is nothing to compare. */
    void fail() {
        failed = true;
    }

    boolean failed() {
        return failed;
    }

    void find(String what, String event) {
        findings.add(new Finding(what, event));
    }

    List<Finding> findings() {
        return findings;
    }
}
