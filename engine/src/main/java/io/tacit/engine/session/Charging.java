package io.tacit.engine.session;

import io.tacit.engine.ledger.AccountTerms;
import io.tacit.engine.ledger.Balance;
import io.tacit.engine.ledger.Charge;
import io.tacit.engine.ledger.ChargeRequest;
import io.tacit.engine.ledger.Ledger;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.privacy.measure.ApproximateDp;
import io.tacit.privacy.number.Rational;
import java.util.List;
import java.util.function.Supplier;

/**
 * What one analyst pays under a policy: first from their own account, then from the accounts that all analysts share.
 */
final class Charging {
    private final String analyst;
    private final Supplier<List<AccountTerms>> paying;
    private final Ledger ledger;
    private final OwnerWords words;
    private List<AccountTerms> accounts;

    /** @param paying the accounts that a query pays when it is asked; the analyst's own comes first */
    Charging(String analyst, Supplier<List<AccountTerms>> paying, Ledger ledger, OwnerWords words) {
        this.analyst = analyst;
        this.paying = paying;
        this.accounts = paying.get();
        this.ledger = ledger;
        this.words = words;
    }

    /**
     * How the accounts would stand after a query. Writes nothing.
     *
     * @param kept whether its answer is kept, so that it would be charged nothing
     * @throws Refusal POLICY or ACCOUNT where the policy allows no charge to this session any more
     */
    List<AccountReport> preview(String id, PreparedQuery query, boolean kept) {
        return kept ? preview(id, query) : asNow(() -> preview(id, query));
    }

    /**
     * Looks whether the session may ask on, for what costs nothing: public tables are for those whom the owner names.
     *
     * @throws Refusal POLICY or ACCOUNT where the policy allows no question to this session any more
     */
    void checkRights() {
        List<AccountTerms> ignored = paying.get();
    }

    /** Does something by what the policy says now. Kept answers tell of accounts that the ledger agrees with. */
    private <T> T asNow(Supplier<T> work) {
        List<AccountTerms> before = accounts;
        accounts = paying.get();
        try {
            return work.get();
        } catch (Refusal refusal) {
            accounts = refusal.code() == ErrorCode.ACCOUNT ? before : accounts;
            throw refusal;
        }
    }

    private List<AccountReport> preview(String id, PreparedQuery query) {
        if (query.releases().isEmpty()) {
            return accountReports("");
        }
        try {
            // Not of the account of all: who explains for nothing could measure what others have spent.
            ChargeRequest own = request(id, query, accounts.subList(0, 1));
            String left = AccountWords.left(ledger.preview(own).get(0));
            return accountReports(isTooLarge(own) ? "refused: it costs more than one query may cost" : left + " left");
        } catch (Refusal tooMuch) {
            if (tooMuch.code() != ErrorCode.BUDGET) {
                throw tooMuch;
            }
            return accountReports("refused: " + tooMuch.rule());
        }
    }

    /**
     * Pays for all releases of a query, or none.
     *
     * @param id of the query
     * @throws Refusal BUDGET, ACCOUNT or LEDGER when nothing may be released, POLICY where the policy allows no charge to
     *     this session any more
     */
    AccountReport charge(String id, PreparedQuery query) {
        return asNow(() -> AccountWords.report(charge(request(id, query, accounts)), ""));
    }

    /** Writes down that a query failed that was paid for. */
    void failed(String id, PreparedQuery query) {
        ledger.failed(request(id, query, accounts));
    }

    /** Charges all accounts; returns how the analyst's own account stands afterwards. */
    private Balance charge(ChargeRequest request) {
        try {
            return ledger.charge(request).balances().get(0);
        } catch (Refusal refusal) {
            boolean ofPolicy = refusal.code() == ErrorCode.BUDGET && isTooLarge(request);
            if (!isBudget(refusal) || ofPolicy || isOwn(request)) {
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

    /** Whether some account of the policy never pays this much for one query; that tells of nobody. */
    private boolean isTooLarge(ChargeRequest request) {
        return accounts.stream()
                .flatMap(account -> account.mostPerQuery().stream())
                .anyMatch(most -> !request.loss().isWithin(most));
    }

    /** Whether it is the analyst's own account that cannot pay. */
    private boolean isOwn(ChargeRequest request) {
        try {
            List<Balance> enough = ledger.preview(new ChargeRequest(
                    accounts.subList(0, 1), request.analyst(), request.query(), request.loss(), request.events()));
            return enough.isEmpty();
        } catch (Refusal own) {
            return isBudget(own);
        }
    }

    private ChargeRequest request(String id, PreparedQuery query, List<AccountTerms> payers) {
        Charge charge = query.charge();
        if (charge.delta().compareTo(Rational.ONE) >= 0) {
            throw new Refusal(
                    ErrorCode.BUDGET,
                    "The releases of this query have a delta of 1 or more together: that protects nobody.",
                    "Give each a smaller delta in its OPTIONS.");
        }
        return new ChargeRequest(
                payers, analyst, id, new ApproximateDp(charge.epsilon(), charge.delta()), charge.events());
    }

    /** How the analyst's own account stands; the shared accounts would tell what others have spent. */
    List<AccountReport> accountReports(String afterwards) {
        return List.of(AccountWords.report(ledger.balance(accounts.get(0)), afterwards));
    }
}
