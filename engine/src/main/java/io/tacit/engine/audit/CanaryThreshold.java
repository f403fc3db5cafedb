package io.tacit.engine.audit;

import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.session.Answer;
import io.tacit.engine.session.TacitSession;
import io.tacit.privacy.audit.Layer;
import io.tacit.privacy.audit.Odds;
import io.tacit.privacy.audit.Share;
import io.tacit.privacy.audit.Verdict;
import io.tacit.privacy.audit.Violation;
import io.tacit.privacy.random.RandomBits;
import java.util.List;
import java.util.Optional;

/**
 * Canaries alone in groups of their own: that any group of one of them appears may happen with probability delta, as
 * without the canary none of them can.
 *
 * @param name what is tested, in words
 * @param sql the query; its first output is the group
 * @param defaults what holds where the query does not say otherwise
 * @param canaries how many in each query
 * @param others how many people beside each canary may never be shown either; 0 but where groups of few people are
 *     hidden
 */
record CanaryThreshold(String name, String sql, Defaults defaults, int canaries, int others)
        implements BlackBoxSubject {
    private static final int FULL = 10;

    /** Only the lower bound is used. */
    private static final int BOUNDS = 1;

    @Override
    public int verdicts() {
        return 1;
    }

    @Override
    public int fullQueries() {
        return FULL;
    }

    @Override
    public Run begin(SessionFactory door, RandomBits coins) {
        return new Canaries(door);
    }

    private BlocksShape shape() {
        return BlocksShape.alone(canaries, BlackBoxSubjects.GROUPS, 1).among(others, 0, 0);
    }

    private final class Canaries implements Run {
        private final SessionFactory door;
        private long trials;
        private long shown;
        private double delta;

        Canaries(SessionFactory door) {
            this.door = door;
        }

        @Override
        public void query() {
            try (BlocksTables tables = BlocksTables.full(shape());
                    TacitSession session = door.open(tables.tables(), defaults)) {
                Answer answer = session.query(sql);
                delta = others > 0 ? 0 : Double.parseDouble(answer.delta());
                BlocksOutcome outcome = BlocksOutcome.of(tables, answer, row -> 1);
                for (int block = 0; block < outcome.blocks(); block++) {
                    trials++;
                    shown += BlocksStatistic.SHOWN.of(outcome.outputs(block), 0, 1) > 0 ? 1 : 0;
                }
            }
        }

        @Override
        public List<Verdict> verdicts(double falseAlarm) {
            Odds odds = new Odds(Share.of(shown, trials, falseAlarm / BOUNDS), new Share(0, trials, 0, 0), 0, delta);
            String claim = others > 0 ? "groups of so few people never appear" : "delta " + delta;
            Optional<Violation> violation = odds.refute()
                    ? Optional.of(new Violation(
                            "A group that nobody else is in tells of one person more often than " + claim + ": " + sql,
                            shape().words(true),
                            shape().words(false),
                            "one of the groups appears",
                            Optional.of(odds),
                            Optional.empty()))
                    : Optional.empty();
            return List.of(new Verdict(Layer.BLACK_BOX, name, claim, falseAlarm, trials, violation));
        }
    }
}
