package io.tacit.engine.audit;

import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.session.Answer;
import io.tacit.engine.session.TacitSession;
import io.tacit.privacy.audit.Verdict;
import io.tacit.privacy.random.RandomBits;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

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
        private final List<Tested> tested = new ArrayList<>();

        Blocks(SessionFactory door, RandomBits coins) {
            this.door = door;
            this.coins = coins;
            parts.forEach(part -> tested.add(new Tested(part)));
        }

        @Override
        public void query() {
            try (BlocksTables tables = BlocksTables.tossed(shape, coins);
                    TacitSession session = door.open(tables.tables(), defaults)) {
                Answer answer = session.query(sql);
                tested.forEach(one -> one.add(tables, answer));
            }
        }

        @Override
        public List<Verdict> verdicts(double falseAlarm) {
            return tested.stream().map(one -> one.verdict(falseAlarm)).toList();
        }
    }

    /** One part of the answers that were given so far. */
    private final class Tested {
        private final Part part;
        private final List<BlocksOutcome> outcomes = new ArrayList<>();

        /** The claim, which is the same in every answer. */
        private @Nullable BlackBoxClaim claim;

        Tested(Part part) {
            this.part = part;
        }

        void add(BlocksTables tables, Answer answer) {
            claim = part.claim().of(answer);
            outcomes.add(BlocksOutcome.of(tables, answer, part.reading()));
        }

        Verdict verdict(double falseAlarm) {
            String what = part.name().isEmpty() ? name : name + ", " + part.name();
            return new BlocksVerdict(what, sql, shape, part.base(), part.contribution())
                    .of(outcomes, Objects.requireNonNull(claim, "nothing was asked"), falseAlarm);
        }
    }
}
