package io.tacit.engine.ledger.book;

import io.tacit.engine.ledger.AccountTerms;
import io.tacit.engine.ledger.Balance;
import io.tacit.engine.ledger.ChargeRequest;
import io.tacit.engine.ledger.LedgerEntry.Kind;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a charge would write, decided for all of its accounts before anything is written.
 *
 * @param entries one for each account, and one more where an account is charged for the first time
 * @param balances of the accounts afterwards, in the order of the request
 */
record PlanCharge(List<Entry> entries, List<Balance> balances) {
    /** The accounts of a book. */
    interface Accounts {
        /** An account, if it is open. */
        Optional<AccountState> account(String name) throws SQLException;

        /** How many queries of an analyst failed on an account since it was opened or reset. */
        long failures(String account, String analyst) throws SQLException;
    }

    /**
     * The part of a charge that does not depend on the book. The caller computes it, so that the one writer has less to
     * do.
     *
     * @param cost of the request
     * @param events as they are written
     * @param payers the accounts that pay
     */
    record Priced(ChargeRequest request, Amounts cost, String events, List<Payer> payers) {
        static Priced of(ChargeRequest request) {
            return new Priced(
                    request,
                    Amounts.of(request),
                    Events.write(request.events()),
                    request.accounts().stream()
                            .map(account -> new Payer(account, JudgeCharge.policy(account)))
                            .toList());
        }
    }

    /**
     * An account that pays.
     *
     * @param account its terms, as the caller gives them
     * @param allowance what these terms allow
     */
    record Payer(AccountTerms account, Allowance allowance) {
        String name() {
            return Entry.storable(account.name());
        }
    }

    /**
     * The plan.
     *
     * @throws io.tacit.engine.refusal.Refusal BUDGET or ACCOUNT when any account cannot pay
     */
    static PlanCharge of(Priced priced, Accounts book, Instant now) throws SQLException {
        ChargeRequest request = priced.request();
        Amounts cost = priced.cost();
        List<Entry> entries = new ArrayList<>();
        Map<String, AccountState> states = new LinkedHashMap<>();
        for (Payer payer : priced.payers()) {
            String name = payer.name();
            AccountState state = states.get(name);
            if (state == null) {
                state = opened(payer.account(), request.analyst(), book.account(name), now, entries);
            }
            AccountState current = state.in(state.terms().window(now));
            if (mayBeStopped(current, payer.account())) {
                JudgeCharge.checkFailures(payer.account(), book.failures(name, Entry.storable(request.analyst())));
            }
            JudgeCharge.check(current, payer.account(), payer.allowance(), cost, request.loss());
            Entry charge = new Entry(
                    0,
                    now,
                    Kind.CHARGE,
                    name,
                    current.window(),
                    Entry.storable(request.analyst()),
                    Entry.storable(request.query()),
                    cost,
                    priced.events(),
                    "");
            entries.add(charge);
            states.put(name, current.after(charge));
        }
        return new PlanCharge(entries, balances(priced, states));
    }

    /** No analyst has more failures than all together: as a rule nothing needs to be counted. */
    private static boolean mayBeStopped(AccountState state, AccountTerms account) {
        return account.mostFailures().isPresent()
                && state.failures() >= account.mostFailures().getAsInt();
    }

    private static List<Balance> balances(Priced priced, Map<String, AccountState> states) {
        List<Balance> balances = new ArrayList<>();
        for (Payer payer : priced.payers()) {
            AccountState state = states.get(payer.name());
            if (state != null) {
                balances.add(state.toBalance(payer.allowance()));
            }
        }
        return balances;
    }

    /** The account as it was found, or else newly opened; its opening is then added to the entries. */
    static AccountState opened(
            AccountTerms account, String who, Optional<AccountState> found, Instant now, List<Entry> entries) {
        if (found.isPresent()) {
            return found.get();
        }
        Entry open = opening(Kind.OPEN, account, who, "", now);
        entries.add(open);
        return AccountState.opened(open);
    }

    /** An entry that opens an account with the terms of the policy. */
    static Entry opening(Kind kind, AccountTerms account, String who, String reason, Instant now) {
        Terms terms = JudgeCharge.terms(account);
        return new Entry(
                0,
                now,
                kind,
                Entry.storable(account.name()),
                terms.window(now),
                Entry.storable(who),
                Entry.storable(reason),
                JudgeCharge.policy(account).toAmounts(),
                "",
                terms.text());
    }
}
