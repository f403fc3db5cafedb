package io.tacit.engine.session;

import io.tacit.engine.ledger.Charge;
import io.tacit.engine.ledger.SessionLedger;
import io.tacit.engine.refusal.Refusal;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The accounting of an owner who asks about their own file: it adds up what was spent, without limit, store or log. */
final class SelfAccounting implements QueryAccounting {
    private final SessionLedger ledger = new SessionLedger();

    @Override
    public QueryInProgress begin(Question question) {
        return new OwnQuery();
    }

    @Override
    public <T> T heard(Supplier<T> work) {
        return work.get();
    }

    @Override
    public void tellWaits(Consumer<String> tell) {}

    @Override
    public void giveUp() {}

    @Override
    public boolean keeps() {
        return false;
    }

    @Override
    public Charge spent() {
        return ledger.spent();
    }

    @Override
    public void close() {}

    private final class OwnQuery implements QueryInProgress {
        @Override
        public Optional<Answer> known() {
            return Optional.empty();
        }

        @Override
        public Optional<Answer> known(PreparedQuery query) {
            return Optional.empty();
        }

        @Override
        public List<AccountReport> preview(PreparedQuery query) {
            return List.of();
        }

        @Override
        public AnswerOrigin charge(PreparedQuery query) {
            ledger.charge(query.charge());
            return AnswerOrigin.OWN;
        }

        @Override
        public void answered(PreparedQuery query, Answer answer) {}

        @Override
        public void served() {}

        @Override
        public void explained() {}

        @Override
        public void failed(PreparedQuery query, Refusal refusal) {}

        @Override
        public void refused(Refusal refusal) {}
    }
}
