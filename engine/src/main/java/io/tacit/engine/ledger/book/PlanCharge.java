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

        /** What counts in an account in a window although it was paid from others. */
        Elsewhere elsewhere(AccountTerms account, String window) throws SQLException;
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
        Map<String, Elsewhere> elsewheres = new LinkedHashMap<>();
        for (Payer payer : priced.payers()) {
            String name = payer.name();
            AccountState state = states.get(name);
            if (state == null) {
                state = opened(payer.account(), request.analyst(), book, now, entries);
            }
            AccountState current = state.in(state.terms().window(now));
            Elsewhere elsewhere = book.elsewhere(payer.account(), current.window());
            AccountState counted = current.counting(elsewhere);
            if (mayBeStopped(counted, payer.account())) {
                String analyst = Entry.storable(request.analyst());
                JudgeCharge.checkFailures(
                        payer.account(), book.failures(name, analyst) + elsewhere.failuresOf(analyst));
            }
            JudgeCharge.check(counted, payer.account(), payer.allowance(), cost, request.loss());
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
            elsewheres.put(name, elsewhere);
        }
        return new PlanCharge(entries, balances(priced, states, elsewheres));
    }

    /** No analyst has more failures than all together: as a rule nothing needs to be counted. */
    private static boolean mayBeStopped(AccountState state, AccountTerms account) {
        return account.mostFailures().isPresent()
                && state.failures() >= account.mostFailures().getAsInt();
    }

    private static List<Balance> balances(
            Priced priced, Map<String, AccountState> states, Map<String, Elsewhere> elsewheres) {
        List<Balance> balances = new ArrayList<>();
        for (Payer payer : priced.payers()) {
            AccountState state = states.get(payer.name());
            if (state != null) {
                Elsewhere elsewhere = elsewheres.getOrDefault(payer.name(), Elsewhere.NOTHING);
                balances.add(state.counting(elsewhere).toBalance(payer.allowance()));
            }
        }
        return balances;
    }

    /**
     * The account as it was found, or else newly opened; its opening is then added to the entries. Whose analysts paid
     * from other accounts before opens with no more than these were opened with: a larger budget must be granted,
     * whatever it is called.
     *
     * @throws io.tacit.engine.refusal.Refusal ACCOUNT when the accounts before it had other terms
     */
    static AccountState opened(AccountTerms account, String who, Accounts book, Instant now, List<Entry> entries)
            throws SQLException {
        Optional<AccountState> found = book.account(Entry.storable(account.name()));
        if (found.isPresent()) {
            return found.get();
        }
        Allowance most = JudgeCharge.policy(account);
        List<AccountState> former = former(account, book, now);
        if (!former.isEmpty()) {
            former.forEach(each -> JudgeCharge.checkFormerTerms(each, account));
            most = most.min(former.stream()
                    .map(AccountState::opened)
                    .reduce(Allowance::max)
                    .orElseThrow());
        }
        Entry open = opening(Kind.OPEN, account, most, who, "", now);
        entries.add(open);
        return AccountState.opened(open);
    }

    /** The accounts from which those paid before who pay from this one now. */
    private static List<AccountState> former(AccountTerms account, Accounts book, Instant now) throws SQLException {
        List<AccountState> former = new ArrayList<>();
        if (account.spenders().isPresent()
                && account.spenders().get().analysts().isPresent()) {
            String window = JudgeCharge.terms(account).window(now);
            for (String name : book.elsewhere(account, window).accounts()) {
                book.account(name).ifPresent(former::add);
            }
        }
        return former;
    }

    /** An entry that opens an account with the terms of the policy, and with what may be spent. */
    static Entry opening(Kind kind, AccountTerms account, Allowance most, String who, String reason, Instant now) {
        Terms terms = JudgeCharge.terms(account);
        return new Entry(
                0,
                now,
                kind,
                Entry.storable(account.name()),
                terms.window(now),
                Entry.storable(who),
                Entry.storable(reason),
                most.toAmounts(),
                "",
                terms.text());
    }
}
