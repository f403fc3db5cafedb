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
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The desk of one analyst under a policy: accounts that last, answers that are kept, a log for the owner. */
final class PolicyAccounting implements QueryAccounting {
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
    private Optional<String> place = Optional.empty();
    private Asked asked = new Asked("", Instant.EPOCH, "", 0);

    /** What a text meant when it was planned, and how it named its columns. */
    private record KnownText(String digest, List<AnswerColumn> columns) {}

    /** The query that is answered now. */
    private record Asked(String id, Instant at, String sql, long startNanos) {}

    private PolicyAccounting(
            Policy policy, String analyst, Books books, OwnerWords words, Clock clock, Runnable close) {
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
    static PolicyAccounting open(Policy policy, String analyst, OwnerWords words, Clock clock) {
        policy.accountsOf(analyst);
        LedgerBook book = LedgerBook.open(policy.ledger(), policy.auditLog(), clock);
        Books books = new Books(book.ledger(), book.releaseStore(), book.auditLog());
        return new PolicyAccounting(policy, analyst, books, words, clock, book::close);
    }

    @Override
    public void begin(Question question) {
        words.clear();
        String text = question.fresh() ? "FRESH " + question.sql().stripLeading() : question.sql();
        asked = new Asked(UUID.randomUUID().toString(), clock.instant(), text, System.nanoTime());
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
        place = keep.key(text.digest());
        Optional<Stored> stored = question.fresh() ? Optional.empty() : place.flatMap(keep::find);
        if (stored.isEmpty()) {
            return Optional.empty();
        }
        if (stored.get().failed()) {
            throw StoredAnswer.readFailure(stored.get().content());
        }
        Answer answer = StoredAnswer.read(stored.get().content());
        return Optional.of(answer.with(
                text.columns(), new AnswerOrigin(Optional.of(stored.get().at()), standing(""))));
    }

    @Override
    public List<AccountReport> preview(PreparedQuery query) {
        if (query.releases().isEmpty()) {
            return standing("");
        }
        try {
            // Not of the account of all: who explains for nothing could measure what others have spent.
            ChargeRequest own = request(query, accounts.subList(0, 1));
            String left = AccountWords.left(books.ledger().preview(own).get(0));
            return standing(isTooLarge(own) ? "refused: it costs more than one query may cost" : left + " left");
        } catch (Refusal tooMuch) {
            if (tooMuch.code() != ErrorCode.BUDGET) {
                throw tooMuch;
            }
            return standing("refused: " + tooMuch.rule());
        }
    }

    @Override
    public List<AccountReport> charge(PreparedQuery query) {
        if (query.releases().isEmpty()) {
            return List.of();
        }
        Balance own = charge(request(query, accounts));
        spent.charge(query.charge());
        return List.of(AccountWords.report(own, ""));
    }

    /** Charges all accounts; how the analyst's own stands afterwards. */
    private Balance charge(ChargeRequest request) {
        try {
            return books.ledger().charge(request).balances().get(0);
        } catch (Refusal refusal) {
            if (!isBudget(refusal) || isTooLarge(request) || isOwn(request)) {
                throw refusal;
            }
            // Its figures tell what others have spent: they are for the owner.
            words.accept(refusal.rule() + " " + refusal.advice());
            throw AccountWords.ofAll(refusal.code());
        }
    }

    private static boolean isBudget(Refusal refusal) {
        return refusal.code() == ErrorCode.BUDGET || refusal.code() == ErrorCode.ACCOUNT;
    }

    /** Whether no account of the policy would ever pay so much at once; that tells of nobody. */
    private boolean isTooLarge(ChargeRequest request) {
        return accounts.stream()
                .flatMap(account -> account.mostPerQuery().stream())
                .anyMatch(most -> !request.loss().isWithin(most));
    }

    /** Whether it is the analyst's own account that cannot pay. */
    private boolean isOwn(ChargeRequest request) {
        try {
            List<Balance> enough = books.ledger()
                    .preview(new ChargeRequest(
                            accounts.subList(0, 1),
                            request.analyst(),
                            request.query(),
                            request.loss(),
                            request.events()));
            return enough.isEmpty();
        } catch (Refusal own) {
            return isBudget(own);
        }
    }

    private ChargeRequest request(PreparedQuery query, List<AccountTerms> payers) {
        Charge charge = query.charge();
        if (charge.delta().compareTo(Rational.ONE) >= 0) {
            throw new Refusal(
                    ErrorCode.BUDGET,
                    "The releases of this query have a delta of 1 or more together: that protects nobody.",
                    "Give each a smaller delta in its OPTIONS.");
        }
        return new ChargeRequest(
                payers, analyst, asked.id, new ApproximateDp(charge.epsilon(), charge.delta()), charge.events());
    }

    /** How the analyst's own account stands; that of all together would tell what others have spent. */
    private List<AccountReport> standing(String afterwards) {
        return List.of(AccountWords.report(books.ledger().balance(accounts.get(0)), afterwards));
    }

    @Override
    public void answered(PreparedQuery query, Answer answer) {
        if (!query.releases().isEmpty()) {
            place.ifPresent(key -> keep.keep(key, new Stored(asked.at, false, StoredAnswer.write(answer))));
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
            books.ledger().failed(request(query, accounts));
            place.ifPresent(key -> keep.keep(key, new Stored(asked.at, true, StoredAnswer.write(refusal))));
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
