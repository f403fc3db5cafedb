package io.tacit.engine.audit;

import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.session.Answer;
import io.tacit.engine.session.TacitSession;
import io.tacit.privacy.audit.Verdict;
import io.tacit.privacy.random.RandomBits;
import java.util.ArrayList;
import java.util.List;

/**
 * One canary in each of many blocks: ratios of the probabilities of events with and without it.
 *
 * @param name what is tested, in words
 * @param sql the query; its first output is the group
 * @param defaults what holds where the query does not say otherwise
 * @param shape of the blocks
 * @param parts what is told from its answer, each with a claim of its own
 */
record BlocksSubject(String name, String sql, Defaults defaults, BlocksShape shape, List<Part> parts)
        implements BlackBoxSubject {
    private static final int FULL = 30;

    /**
     * A component of an answer.
     *
     * @param name what it is, in words; empty for all there is
     * @param reading what is read of an answer's row
     * @param base what the reading is near without the canary
     * @param contribution by how much the canary moves it at most, with its sign
     * @param claim where the answer declares what is tested
     */
    record Part(String name, BlackBoxReading reading, double base, double contribution, BlackBoxClaim.Place claim) {}

    BlocksSubject {
        parts = List.copyOf(parts);
    }

    @Override
    public int verdicts() {
        return parts.size();
    }

    @Override
    public int fullQueries() {
        return FULL;
    }

    @Override
    public Run begin(SessionFactory door, RandomBits coins) {
        return new Blocks(door, coins);
    }

    private final class Blocks implements Run {
        private final SessionFactory door;
        private final RandomBits coins;
        private final List<List<BlocksOutcome>> outcomes = new ArrayList<>();
        private final List<BlackBoxClaim> claims = new ArrayList<>();

        Blocks(SessionFactory door, RandomBits coins) {
            this.door = door;
            this.coins = coins;
            parts.forEach(part -> outcomes.add(new ArrayList<>()));
        }

        @Override
        public void query() {
            try (BlocksTables tables = BlocksTables.tossed(shape, coins);
                    TacitSession session = door.open(tables.tables(), defaults)) {
                Answer answer = session.query(sql);
                claims.clear();
                for (int i = 0; i < parts.size(); i++) {
                    claims.add(parts.get(i).claim().of(answer));
                    outcomes.get(i)
                            .add(BlocksOutcome.of(tables, answer, parts.get(i).reading()));
                }
            }
        }

        @Override
        public List<Verdict> verdicts(double falseAlarm) {
            List<Verdict> verdicts = new ArrayList<>();
            for (int i = 0; i < parts.size(); i++) {
                Part part = parts.get(i);
                String tested = part.name().isEmpty() ? name : name + ", " + part.name();
                verdicts.add(new BlocksVerdict(tested, sql, shape, part.base(), part.contribution())
                        .of(outcomes.get(i), claims.get(i), falseAlarm));
            }
            return verdicts;
        }
    }
}
