package io.tacit.engine.session;

import io.tacit.engine.ledger.AccountTerms;
import io.tacit.engine.ledger.Balance;
import io.tacit.engine.ledger.Budget;
import io.tacit.engine.ledger.ChargeRequest;
import io.tacit.engine.ledger.LedgerPlace;
import io.tacit.engine.ledger.ReleaseStore;
import io.tacit.engine.ledger.book.LedgerBook;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.privacy.measure.ApproximateDp;
import io.tacit.privacy.number.Rational;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The tally beside one file. It is opened where it is there, and made with the first charge. */
final class TallyBook implements AutoCloseable {
    private static final String ACCOUNT = "questions";

    /** More than anybody asks for; the book wants a limit. */
    private static final BigDecimal NO_LIMIT = new BigDecimal("1e9");

    /** What the book can write that is nearest to 1. */
    private static final BigDecimal MOST_DELTA = BigDecimal.ONE.subtract(new BigDecimal("1e-40"));

    /** The account of a file, without a limit of its own. */
    static final List<AccountTerms> UNLIMITED = List.of(terms(NO_LIMIT));

    private final Path file;
    private final Path place;
    private final Tally tally;
    private final Clock clock;
    private volatile @Nullable BackgroundStart<LedgerBook> book;
    private boolean told;
    private volatile Consumer<String> waits = sentence -> {};

    /**
     * @param file what the tally is of
     * @param place where it lies
     */
    TallyBook(Path file, Path place, Tally tally, Clock clock) {
        this.file = file;
        this.place = place;
        this.tally = tally;
        this.clock = clock;
    }

    /** Begins to open the book if it is there. */
    void start() {
        if (book == null && Files.exists(place)) {
            opening().start();
        }
    }

    /** Tells, in a plain sentence, of a wait for others who hold the tally. */
    void tellWaits(Consumer<String> tell) {
        waits = tell;
    }

    /** Ends such a wait. */
    void giveUp() {
        BackgroundStart<LedgerBook> now = book;
        if (now != null) {
            now.ifOpened(LedgerBook::giveUp);
        }
    }

    private void waiting(Optional<String> who) {
        waits.accept("Waiting for the tally of " + name() + ", which " + who.orElse("another process") + " holds.");
    }

    /** What was kept; empty where there is no book yet. */
    Optional<ReleaseStore> kept() {
        start();
        return book == null ? Optional.empty() : Optional.of(opened().releaseStore());
    }

    /** How it stands; empty where there is no book yet. */
    Optional<FileTally> stands() {
        start();
        return book == null
                ? Optional.empty()
                : Optional.of(tallied(opened().ledger().balance(terms(true))));
    }

    /**
     * Whether a charge fits, if it can be written down at all.
     *
     * @throws Refusal BUDGET when it is beyond the budget, LEDGER when the book is damaged
     */
    void check(ChargeRequest request) {
        if (!make()) {
            return;
        }
        try {
            opened().ledger().open(terms(false), request.analyst());
            List<Balance> ignored = opened().ledger().preview(with(request));
        } catch (Refusal refusal) {
            throw reworded(refusal, request);
        }
    }

    /** Charges the file; empty where nothing can be written beside it. */
    Optional<FileTally> charge(ChargeRequest request) {
        if (book == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(
                    tallied(opened().ledger().charge(with(request)).balances().get(0)));
        } catch (Refusal refusal) {
            throw reworded(refusal, request);
        }
    }

    private boolean make() {
        start();
        if (book != null) {
            return true;
        }
        try {
            opening().opened();
            return true;
        } catch (Refusal refusal) {
            book = null;
            if (Files.exists(place) || tally.budget().isPresent()) {
                throw refusal;
            }
            if (!told) {
                tally.tell()
                        .accept("Nothing can be written beside " + name()
                                + ": what questions spend is not added up, and no answer is kept. "
                                + refusal.rule());
                told = true;
            }
            return false;
        }
    }

    private BackgroundStart<LedgerBook> opening() {
        BackgroundStart<LedgerBook> now = book;
        if (now == null) {
            now = new BackgroundStart<>(this::open);
            book = now;
        }
        return now;
    }

    private LedgerBook open() {
        LedgerBook opened = LedgerBook.withoutWindows(new LedgerPlace.Sqlite(place), clock);
        opened.tellWaits(this::waiting);
        return opened;
    }

    private LedgerBook opened() {
        try {
            return opening().opened();
        } catch (Refusal refusal) {
            // A disk may have room again, a lock may be gone, when the next question comes.
            book = null;
            throw Files.exists(place) ? ofTally(refusal) : refusal;
        }
    }

    /** A ledger's refusal, in words for a tally. That it may be deleted is not among them: what was spent is in it. */
    private Refusal ofTally(Refusal refusal) {
        return LedgerBook.ofNoPolicy(
                refusal,
                "It is the tally of " + name() + ": what was spent stands in it alone, so do not delete it. --no-tally"
                        + " asks without it, and then nobody adds up what is spent.");
    }

    private ChargeRequest with(ChargeRequest request) {
        return new ChargeRequest(
                List.of(terms(true)), request.analyst(), request.query(), request.loss(), request.events());
    }

    private static AccountTerms terms(BigDecimal epsilon) {
        return new AccountTerms(
                ACCOUNT,
                new Budget.Basic(new ApproximateDp(Rational.of(epsilon), Rational.of(MOST_DELTA))),
                Optional.empty(),
                Optional.empty(),
                OptionalInt.empty());
    }

    /** The account is opened without a limit, so that each session may set its own. */
    private AccountTerms terms(boolean limited) {
        return terms(limited ? tally.budget().orElse(NO_LIMIT) : NO_LIMIT);
    }

    private FileTally tallied(Balance balance) {
        return new FileTally(
                name(),
                Decimals.spent(balance.spent().epsilon()),
                Decimals.spent(balance.spent().delta()),
                balance.charges(),
                tally.budget().map(most -> Decimals.left(Rational.of(most))));
    }

    private Refusal reworded(Refusal refusal, ChargeRequest request) {
        if (refusal.code() != ErrorCode.BUDGET) {
            return refusal.code() == ErrorCode.LEDGER ? ofTally(refusal) : refusal;
        }
        Balance balance = opened().ledger().balance(terms(true));
        Rational left = Rational.of(tally.budget().orElse(NO_LIMIT))
                .minus(balance.spent().epsilon())
                .max(Rational.ZERO);
        if (request.loss().epsilon().compareTo(left) <= 0) {
            return new Refusal(
                    ErrorCode.BUDGET,
                    "With this question the δ of all questions about " + name() + " would come to 1.",
                    "That promises nothing. Ask with a smaller delta, such as 1e-8.");
        }
        return new Refusal(
                ErrorCode.BUDGET,
                "All questions about " + name() + " together may cost ε "
                        + Decimals.left(Rational.of(tally.budget().orElse(NO_LIMIT))) + ", and this one is too much.",
                "It costs ε " + Decimals.spent(request.loss().epsilon()) + "; left is ε "
                        + Decimals.left(left)
                        + (left.signum() > 0 ? ". Ask with a smaller epsilon, or allow" : ". Allow")
                        + " more with --budget; asking again what was answered before is free.");
    }

    private String name() {
        return String.valueOf(file.getFileName());
    }

    @Override
    public void close() {
        BackgroundStart<LedgerBook> now = book;
        if (now != null) {
            now.close();
        }
    }
}
