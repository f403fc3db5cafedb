package io.tacit.engine.audit;

import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.session.AnswerRow;
import io.tacit.engine.session.TacitSession;
import io.tacit.privacy.audit.Layer;
import io.tacit.privacy.audit.Share;
import io.tacit.privacy.audit.Verdict;
import io.tacit.privacy.audit.Violation;
import io.tacit.privacy.random.RandomBits;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Noise of different groups, columns, queries and sessions is independent. Where nobody is, values are noise alone,
 * with either sign equally often; so, of two that are not 0, the signs agree with probability 1/2, independently for
 * pairs that have no value in common. What is the same, opposite or goes together shows there.
 *
 * @param name what is tested, in words
 * @param defaults the law of the noise
 * @param groups how many, a multiple of 4
 */
record BlackBoxIndependence(String name, Defaults defaults, int groups) implements BlackBoxSubject {
    private static final int FULL = 3;
    private static final int BOUNDS = 2;
    private static final String SQL = "SELECT q.grp, COUNT(*, contribution_bounds_per_group => (0, 1)) AS n, SUM(p.x,"
            + " contribution_bounds_per_group => (-1, 1)) AS s FROM places q LEFT JOIN people p ON q.grp = p.grp GROUP BY"
            + " q.grp";

    /** The two values whose independence is tested. */
    private enum Pair {
        NEIGHBOURS("groups next to each other"),
        FAR("groups far from each other"),
        COLUMNS("two columns of one group"),
        QUERIES("one group, asked for twice in one session"),
        SESSIONS("one group, asked for in two sessions");

        private final String words;

        Pair(String words) {
            this.words = words;
        }
    }

    @Override
    public int verdicts() {
        return Pair.values().length;
    }

    @Override
    public int fullQueries() {
        return FULL;
    }

    @Override
    public Run begin(SessionFactory door, RandomBits coins) {
        return new Signs(door);
    }

    private final class Signs implements Run {
        private final SessionFactory door;
        private final Map<Pair, long[]> counted = new EnumMap<>(Pair.class);

        Signs(SessionFactory door) {
            this.door = door;
            for (Pair pair : Pair.values()) {
                counted.put(pair, new long[2]);
            }
        }

        @Override
        public void query() {
            // All coins say that nobody is there.
            BlocksShape shape = BlocksShape.alone(groups / (BlackBoxSubjects.GROUPS + 1), BlackBoxSubjects.GROUPS, 0);
            try (BlocksTables tables = BlocksTables.tossed(shape, () -> 0)) {
                double[][] first;
                double[][] again;
                try (TacitSession session = door.open(tables.tables(), defaults)) {
                    first = ask(session);
                    again = ask(session);
                }
                double[][] other;
                try (TacitSession session = door.open(tables.tables(), defaults)) {
                    other = ask(session);
                }
                for (int i = 0; i < groups; i++) {
                    if (i % 2 == 0) {
                        compare(Pair.NEIGHBOURS, first[0][i], first[0][i + 1]);
                    }
                    if (i < groups / 2) {
                        compare(Pair.FAR, first[0][i], first[0][i + groups / 2]);
                    }
                    compare(Pair.COLUMNS, first[0][i], first[1][i]);
                    compare(Pair.QUERIES, first[0][i], again[0][i]);
                    compare(Pair.SESSIONS, first[0][i], other[0][i]);
                }
            }
        }

        private double[][] ask(TacitSession session) {
            double[][] values = new double[2][groups];
            for (AnswerRow row : session.query(SQL).rows()) {
                if (row.values().get(0) instanceof Integer group) {
                    values[0][group] = BlackBoxReading.number(row, 1);
                    values[1][group] = BlackBoxReading.number(row, 2);
                }
            }
            return values;
        }

        private void compare(Pair pair, double one, double other) {
            if (one != 0 && other != 0) {
                long[] counts = Objects.requireNonNull(counted.get(pair));
                counts[0] += one > 0 == other > 0 ? 1 : 0;
                counts[1]++;
            }
        }

        @Override
        public List<Verdict> verdicts(double falseAlarm) {
            List<Verdict> verdicts = new ArrayList<>();
            for (Pair pair : Pair.values()) {
                verdicts.add(verdict(pair, Objects.requireNonNull(counted.get(pair)), falseAlarm));
            }
            return verdicts;
        }

        private Verdict verdict(Pair pair, long[] counts, double falseAlarm) {
            Optional<Violation> violation = Optional.empty();
            if (counts[1] == 0) {
                violation = Optional.of(
                        Violation.certain("There is no noise at all: " + SQL, "nobody", "nobody", "all values are 0"));
            } else {
                Share share = Share.of(counts[0], counts[1], falseAlarm / BOUNDS);
                if (share.low() > 0.5 || share.high() < 0.5) {
                    violation = Optional.of(Violation.certain(
                            "The noise of " + pair.words + " is not independent: " + SQL,
                            "nobody",
                            "nobody",
                            String.format(
                                    Locale.ROOT,
                                    "%d of %d pairs have the same sign, where half of them should: between %.4f and"
                                            + " %.4f",
                                    counts[0],
                                    counts[1],
                                    share.low(),
                                    share.high())));
                }
            }
            return new Verdict(
                    Layer.BLACK_BOX, name + ": " + pair.words, "independence", falseAlarm, counts[1], violation);
        }
    }
}
