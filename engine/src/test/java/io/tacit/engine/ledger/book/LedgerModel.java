package io.tacit.engine.ledger.book;

import io.tacit.engine.ledger.AccountTerms;
import io.tacit.engine.ledger.Balance;
import io.tacit.engine.ledger.Budget;
import io.tacit.engine.ledger.Charge;
import io.tacit.engine.ledger.ChargeRequest;
import io.tacit.engine.ledger.LedgerEntry;
import io.tacit.engine.ledger.LedgerEntry.Kind;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.privacy.accounting.PrivacyEvent;
import io.tacit.privacy.measure.ApproximateDp;
import io.tacit.privacy.measure.Rho;
import io.tacit.privacy.number.Rational;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What a ledger promises, in the plainest way: accounts in memory, one number after the other. */
final class LedgerModel {
    private final Map<String, Account> accounts = new TreeMap<>();

    /** What the book has by now, from its first entry on. */
    private final List<Written> written = new ArrayList<>();

    /** What an entry says, but for its place and time. */
    record Written(
            Kind kind,
            String account,
            String window,
            String who,
            String query,
            Rational epsilon,
            Rational delta,
            Rational rho) {
        static Written of(LedgerEntry entry) {
            return new Written(
                    entry.kind(),
                    entry.account(),
                    entry.window(),
                    entry.who(),
                    entry.query(),
                    Requests.number(entry.epsilon()),
                    Requests.number(entry.delta()),
                    Requests.number(entry.rho()));
        }
    }

    /** An account that is open. */
    private static final class Account {
        private Rational main = Rational.ZERO;
        private Rational delta = Rational.ZERO;
        private Rational grantedMain = Rational.ZERO;
        private Rational grantedDelta = Rational.ZERO;
        private String window = "";
        private Rational epsilon = Rational.ZERO;
        private Rational lossDelta = Rational.ZERO;
        private Rational rho = Rational.ZERO;
        private Rational selectionDelta = Rational.ZERO;
        private long charges;
        private final List<String> failures = new ArrayList<>();
    }

    private static Rational mainOf(Budget budget) {
        return budget.match(basic -> basic.limit().epsilon(), zcdp -> zcdp.rho().value());
    }

    private static boolean isBasic(AccountTerms terms) {
        return terms.budget().match(basic -> true, zcdp -> false);
    }

    /** Days are the only windows here. */
    private static String window(AccountTerms terms, Instant now) {
        return terms.refresh().isPresent()
                ? now.atZone(ZoneOffset.UTC).toLocalDate().toString()
                : "";
    }

    private Account begun(AccountTerms terms, Instant now) {
        Account account = new Account();
        account.main = mainOf(terms.budget());
        account.delta = terms.budget().delta();
        account.window = window(terms, now);
        return account;
    }

    private Account opened(AccountTerms terms, String who, Instant now) {
        return accounts.computeIfAbsent(terms.name(), name -> {
            allowed(Kind.OPEN, terms, terms.budget(), window(terms, now), who, "");
            return begun(terms, now);
        });
    }

    /** Writes what an account may spend: as a whole or more than before. */
    private void allowed(Kind kind, AccountTerms terms, Budget budget, String window, String who, String reason) {
        Rational main = mainOf(budget);
        boolean basic = isBasic(terms);
        written.add(new Written(
                kind,
                terms.name(),
                window,
                who,
                reason,
                basic ? main : Rational.ZERO,
                budget.delta(),
                basic ? Rational.ZERO : main));
    }

    private static String laterWindow(Account account, AccountTerms terms, Instant now) {
        String window = window(terms, now);
        return window.compareTo(account.window) > 0 ? window : account.window;
    }

    /** The account with a new window's budget where a new window has begun. */
    private static void turn(Account account, AccountTerms terms, Instant now) {
        if (window(terms, now).compareTo(account.window) > 0) {
            account.window = window(terms, now);
            account.epsilon = Rational.ZERO;
            account.lossDelta = Rational.ZERO;
            account.rho = Rational.ZERO;
            account.selectionDelta = Rational.ZERO;
            account.charges = 0;
        }
    }

    private static Rational limit(Account account, AccountTerms terms) {
        return account.main.min(mainOf(terms.budget())).plus(account.grantedMain);
    }

    private static Rational deltaLimit(Account account, AccountTerms terms) {
        return account.delta.min(terms.budget().delta()).plus(account.grantedDelta);
    }

    private static Rational selectionDelta(ChargeRequest request) {
        return request.events().stream()
                .flatMap(event -> event instanceof PrivacyEvent.Threshold one ? Stream.of(one.delta()) : Stream.empty())
                .reduce(Rational.ZERO, Rational::plus);
    }

    /** Half of the square: of Laplace noise of so much ε. */
    private static Rational rho(ChargeRequest request) {
        Rational epsilon = request.loss().epsilon();
        return epsilon.times(epsilon).dividedBy(Rational.of(2));
    }

    private Optional<ErrorCode> judge(Account account, AccountTerms terms, ChargeRequest request) {
        if (terms.mostFailures().isPresent()
                && account.failures.stream().filter(request.analyst()::equals).count()
                        >= terms.mostFailures().getAsInt()) {
            return Optional.of(ErrorCode.ACCOUNT);
        }
        boolean tooLarge = terms.mostPerQuery()
                .filter(most -> request.loss().epsilon().compareTo(most.epsilon()) > 0
                        || request.loss().delta().compareTo(most.delta()) > 0)
                .isPresent();
        Rational main =
                isBasic(terms) ? account.epsilon.plus(request.loss().epsilon()) : account.rho.plus(rho(request));
        Rational delta = isBasic(terms)
                ? account.lossDelta.plus(request.loss().delta())
                : account.selectionDelta.plus(selectionDelta(request));
        boolean beyond = main.compareTo(limit(account, terms)) > 0 || delta.compareTo(deltaLimit(account, terms)) > 0;
        return tooLarge || beyond ? Optional.of(ErrorCode.BUDGET) : Optional.empty();
    }

    /** Why a charge is refused; empty where it is paid, by all accounts. */
    Optional<ErrorCode> charge(ChargeRequest request, Instant now) {
        for (AccountTerms terms : request.accounts()) {
            Account account = accounts.getOrDefault(terms.name(), begun(terms, now));
            turn(account, terms, now);
            Optional<ErrorCode> refused = judge(account, terms, request);
            if (refused.isPresent()) {
                return refused;
            }
        }
        for (AccountTerms terms : request.accounts()) {
            Account account = opened(terms, request.analyst(), now);
            turn(account, terms, now);
            account.epsilon = account.epsilon.plus(request.loss().epsilon());
            account.lossDelta = account.lossDelta.plus(request.loss().delta());
            account.rho = account.rho.plus(rho(request));
            account.selectionDelta = account.selectionDelta.plus(selectionDelta(request));
            account.charges++;
            written.add(new Written(
                    Kind.CHARGE,
                    terms.name(),
                    account.window,
                    request.analyst(),
                    request.query(),
                    request.loss().epsilon(),
                    request.loss().delta(),
                    rho(request)));
        }
        return Optional.empty();
    }

    void failed(ChargeRequest request, Instant now) {
        for (AccountTerms terms : request.accounts()) {
            Account account = opened(terms, request.analyst(), now);
            account.failures.add(request.analyst());
            written.add(new Written(
                    Kind.FAILURE,
                    terms.name(),
                    laterWindow(account, terms, now),
                    request.analyst(),
                    request.query(),
                    Rational.ZERO,
                    Rational.ZERO,
                    Rational.ZERO));
        }
    }

    void open(AccountTerms terms, String who, Instant now) {
        Account ignored = opened(terms, who, now);
    }

    void grant(AccountTerms terms, Budget more, String owner, String reason, Instant now) {
        Account account = opened(terms, owner, now);
        account.grantedMain = account.grantedMain.plus(mainOf(more));
        account.grantedDelta = account.grantedDelta.plus(more.delta());
        allowed(Kind.GRANT, terms, more, laterWindow(account, terms, now), owner, reason);
    }

    void reset(AccountTerms terms, String owner, String reason, Instant now) {
        accounts.put(terms.name(), begun(terms, now));
        allowed(Kind.RESET, terms, terms.budget(), window(terms, now), owner, reason);
    }

    void declared(String dataset, String version, String owner) {
        written.add(new Written(
                Kind.DATA_VERSION, dataset, "", owner, version, Rational.ZERO, Rational.ZERO, Rational.ZERO));
    }

    Balance balance(AccountTerms terms, Instant now) {
        Account account = accounts.getOrDefault(terms.name(), begun(terms, now));
        turn(account, terms, now);
        Rational main = limit(account, terms);
        Rational delta = deltaLimit(account, terms);
        return new Balance(
                terms.name(),
                account.window,
                isBasic(terms)
                        ? new Budget.Basic(new ApproximateDp(main, delta))
                        : new Budget.Concentrated(new Rho(main), delta),
                new Charge(account.epsilon, account.lossDelta),
                account.rho,
                account.selectionDelta,
                account.charges,
                account.failures.size());
    }

    List<Written> written() {
        return written;
    }
}
