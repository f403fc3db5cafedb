package io.tacit.engine.session;

import io.tacit.engine.ledger.AccountTerms;
import io.tacit.engine.ledger.AuditLog;
import io.tacit.engine.ledger.AuditLog.Decision;
import io.tacit.engine.ledger.Balance;
import io.tacit.engine.ledger.Charge;
import io.tacit.engine.ledger.ChargeRequest;
import io.tacit.engine.ledger.ReleaseStore.Stored;
import io.tacit.engine.ledger.SessionLedger;
import io.tacit.engine.ledger.book.LedgerBook;
import io.tacit.engine.policy.Policy;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.privacy.measure.ApproximateDp;
import io.tacit.privacy.number.Rational;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The desk of one analyst under a policy: accounts that last, answers that are kept, a log for the owner. */
final class PolicyDesk implements Desk {
    private static final int MOST_TEXTS = 1_000;

    private final String analyst;
    private final List<AccountTerms> accounts;
    private final Books books;
    private final KeepAnswers keep;
    private final OwnerWords words;
    private final Clock clock;
    private final Runnable close;
    private final SessionLedger spent = new SessionLedger();
    private final Map<String, KnownText> texts = new HashMap<>();
    private Asked asked = new Asked("", Instant.EPOCH, "", 0);

    /** What a text meant when it was planned, and how it named its columns. */
    private record KnownText(String digest, List<AnswerColumn> columns) {}

    /** The query that is answered now. */
    private record Asked(String id, Instant at, String sql, long startNanos) {}

    private PolicyDesk(Policy policy, String analyst, Books books, OwnerWords words, Clock clock, Runnable close) {
        this.analyst = analyst;
        this.accounts = policy.accountsOf(analyst);
        this.books = books;
        this.keep = new KeepAnswers(policy, accounts.get(0).name(), books, clock);
        this.words = words;
        this.clock = clock;
        this.close = close;
    }

    /**
     * Opens the books of a policy for one analyst.
     *
     * @throws Refusal ACCOUNT for somebody whom the policy does not name, LEDGER when the books cannot be opened
     */
    static PolicyDesk open(Policy policy, String analyst, OwnerWords words, Clock clock) {
        policy.accountsOf(analyst);
        LedgerBook book = LedgerBook.open(policy.ledger(), policy.auditLog(), clock);
        Books books = new Books(book.ledger(), book.releaseStore(), book.auditLog());
        return new PolicyDesk(policy, analyst, books, words, clock, book::close);
    }

    @Override
    public void begin(Question question) {
        words.clear();
        asked = new Asked(UUID.randomUUID().toString(), clock.instant(), question.sql(), System.nanoTime());
    }

    @Override
    public Optional<Answer> known(Question question) {
        KnownText text = texts.get(question.sql());
        return text == null ? Optional.empty() : found(question, text);
    }

    @Override
    public Optional<Answer> known(Question question, PreparedQuery query) {
        if (query.releases().isEmpty()) {
            return Optional.empty();
        }
        KnownText text = new KnownText(query.digest(), query.columns());
        if (!asksTheTime(question.sql())) {
            if (texts.size() >= MOST_TEXTS) {
                texts.clear();
            }
            texts.put(question.sql(), text);
        }
        return found(question, text);
    }

    /** A query that asks what time it is means something else each time. */
    private static boolean asksTheTime(String sql) {
        String text = sql.toUpperCase(Locale.ROOT);
        return text.contains("CURRENT") || text.contains("LOCALTIME");
    }

    private Optional<Answer> found(Question question, KnownText text) {
        Optional<Stored> stored = question.fresh() ? Optional.empty() : keep.find(text.digest());
        if (stored.isEmpty()) {
            return Optional.empty();
        }
        if (stored.get().failed()) {
            throw StoredAnswer.readFailure(stored.get().content());
        }
        Answer answer = StoredAnswer.read(stored.get().content());
        return Optional.of(answer.with(
                text.columns(), new Standing(Optional.of(stored.get().at()), standing(List.of()))));
    }

    @Override
    public List<AccountReport> preview(PreparedQuery query) {
        if (query.releases().isEmpty()) {
            return standing(List.of());
        }
        try {
            List<Balance> afterwards = books.ledger().preview(request(query));
            return standing(afterwards.stream()
                    .map(balance -> AccountWords.left(balance) + " left")
                    .toList());
        } catch (Refusal tooMuch) {
            if (tooMuch.code() != ErrorCode.BUDGET) {
                throw tooMuch;
            }
            return standing(accounts.stream()
                    .map(account -> "refused: " + tooMuch.rule())
                    .toList());
        }
    }

    @Override
    public List<AccountReport> charge(PreparedQuery query) {
        if (query.releases().isEmpty()) {
            return List.of();
        }
        List<Balance> balances = books.ledger().charge(request(query)).balances();
        spent.charge(query.charge());
        List<AccountReport> reports = new ArrayList<>();
        for (Balance balance : balances) {
            reports.add(AccountWords.report(balance, ""));
        }
        return reports;
    }

    private ChargeRequest request(PreparedQuery query) {
        Charge charge = query.charge();
        if (charge.delta().compareTo(Rational.ONE) >= 0) {
            throw new Refusal(
                    ErrorCode.BUDGET,
                    "The releases of this query have a delta of 1 or more together: that protects nobody.",
                    "Give each a smaller delta in its OPTIONS.");
        }
        return new ChargeRequest(
                accounts, analyst, asked.id, new ApproximateDp(charge.epsilon(), charge.delta()), charge.events());
    }

    private List<AccountReport> standing(List<String> afterwards) {
        List<AccountReport> reports = new ArrayList<>();
        for (int i = 0; i < accounts.size(); i++) {
            Balance balance = books.ledger().balance(accounts.get(i));
            reports.add(AccountWords.report(balance, i < afterwards.size() ? afterwards.get(i) : ""));
        }
        return reports;
    }

    @Override
    public void answered(PreparedQuery query, Answer answer) {
        if (!query.releases().isEmpty()) {
            keep.keep(query.digest(), new Stored(asked.at, false, StoredAnswer.write(answer)));
        }
        write(Decision.ANSWERED, null, answer.epsilon(), answer.delta());
    }

    @Override
    public void served(Answer answer) {
        write(Decision.SERVED_FROM_STORE, null, "0", "0");
    }

    @Override
    public void explained() {
        write(Decision.EXPLAINED, null, "0", "0");
    }

    @Override
    public void failed(PreparedQuery query, Refusal refusal) {
        boolean cancelled = refusal.code() == ErrorCode.CANCELLED;
        if (!cancelled && !query.releases().isEmpty()) {
            books.ledger().failed(request(query));
            keep.keep(query.digest(), new Stored(asked.at, true, StoredAnswer.write(refusal)));
        }
        Charge charge = query.charge();
        write(
                cancelled ? Decision.CANCELLED : Decision.FAILED,
                refusal,
                Decimals.text(charge.epsilon()),
                Decimals.text(charge.delta()));
    }

    @Override
    public void refused(Refusal refusal) {
        write(Decision.REFUSED, refusal, "0", "0");
    }

    private void write(Decision decision, @Nullable Refusal refusal, String epsilon, String delta) {
        books.log()
                .write(new AuditLog.Line(
                        asked.id,
                        asked.at,
                        analyst,
                        accounts.get(0).name(),
                        asked.sql,
                        decision,
                        refusal == null ? "" : refusal.code().code(),
                        refusal == null ? "" : refusal.rule(),
                        epsilon,
                        delta,
                        Duration.ofNanos(System.nanoTime() - asked.startNanos).toMillis(),
                        words.said()));
    }

    @Override
    public Charge spent() {
        return spent.spent();
    }

    @Override
    public void close() {
        close.run();
    }
}
