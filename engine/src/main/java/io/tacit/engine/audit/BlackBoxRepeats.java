package io.tacit.engine.audit;

import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.session.Answer;
import io.tacit.engine.session.AnswerRow;
import io.tacit.engine.session.TacitSession;
import io.tacit.privacy.audit.Verdict;
import io.tacit.privacy.random.RandomBits;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Asks one query again and again, with or without the canary as coins fall. This tests what everybody's rows decide
 * together, such as limits that are found; blocks of one answer would be no separate trials of it. It finds only large
 * mistakes.
 *
 * @param name what is tested, in words
 * @param sql the query
 * @param defaults what holds where the query does not say otherwise
 * @param shape one block
 * @param reading what is read of an answer's row
 * @param row the text in the first column of the row that is read; empty where there is one row
 * @param base what the reading is near without the canary
 * @param contribution by how much the canary moves it, with its sign
 */
record BlackBoxRepeats(
        String name,
        String sql,
        Defaults defaults,
        BlocksShape shape,
        BlackBoxReading reading,
        String row,
        double base,
        double contribution)
        implements BlackBoxSubject {
    private static final int FULL = 3;

    /** The number of times that the query is asked in a row. */
    private static final int REPEATS = 300;

    @Override
    public int verdicts() {
        return 1;
    }

    @Override
    public int quickQueries() {
        return 0;
    }

    @Override
    public int fullQueries() {
        return FULL;
    }

    @Override
    public Run begin(SessionFactory door, RandomBits coins) {
        return new Repeats(door, coins);
    }

    private final class Repeats implements Run {
        private final SessionFactory door;
        private final RandomBits coins;
        private final List<BlocksOutcome> outcomes = new ArrayList<>();
        private final List<BlackBoxClaim> claims = new ArrayList<>();

        Repeats(SessionFactory door, RandomBits coins) {
            this.door = door;
            this.coins = coins;
        }

        @Override
        public void query() {
            BitSet present = new BitSet(REPEATS);
            double[][] outputs = new double[REPEATS][];
            try (BlocksTables with = BlocksTables.full(shape);
                    BlocksTables without = BlocksTables.tossed(shape, () -> 0);
                    TacitSession one = door.open(with.tables(), defaults);
                    TacitSession other = door.open(without.tables(), defaults)) {
                for (int i = 0; i < REPEATS; i++) {
                    boolean canary = coins.nextLong() < 0;
                    present.set(i, canary);
                    Answer answer = (canary ? one : other).query(sql);
                    claims.clear();
                    claims.add(BlackBoxClaim.Place.whole().of(answer));
                    // Behind it stands what would be the empty group's.
                    outputs[i] = new double[] {read(answer), 0};
                }
            }
            outcomes.add(new BlocksOutcome(present, outputs));
        }

        private double read(Answer answer) {
            for (AnswerRow one : answer.rows()) {
                if (row.isEmpty() || row.equals(one.values().get(0))) {
                    return reading.of(one);
                }
            }
            return Double.NaN;
        }

        @Override
        public List<Verdict> verdicts(double falseAlarm) {
            return List.of(
                    new BlocksVerdict(name, sql, shape, base, contribution).of(outcomes, claims.get(0), falseAlarm));
        }
    }
}
