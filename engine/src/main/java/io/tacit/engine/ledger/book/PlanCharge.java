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
    /** Where accounts are looked up. */
    interface Accounts {
        Optional<AccountState> find(String name) throws SQLException;
    }

    /**
     * What does not depend on the book; computed by the caller, so that the one writer has less to do.
     *
     * @param cost of the request
     * @param events as they are written
     * @param policies what the policy allows each account
     */
    record Priced(ChargeRequest request, Amounts cost, String events, List<Allowance> policies) {
        static Priced of(ChargeRequest request) {
            return new Priced(
                    request,
                    Amounts.of(request),
                    Events.write(request.events()),
                    request.accounts().stream().map(JudgeCharge::policy).toList());
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
        for (int i = 0; i < request.accounts().size(); i++) {
            AccountTerms account = request.accounts().get(i);
            String name = Entry.storable(account.name());
            AccountState state = states.get(name);
            if (state == null) {
                state = opened(account, request.analyst(), book.find(name), now, entries);
            }
            AccountState current = state.in(state.terms().window(now));
            JudgeCharge.check(current, account, priced.policies().get(i), cost, request.loss());
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

    private static List<Balance> balances(Priced priced, Map<String, AccountState> states) {
        List<Balance> balances = new ArrayList<>();
        for (int i = 0; i < priced.policies().size(); i++) {
            AccountState state =
                    states.get(Entry.storable(priced.request().accounts().get(i).name()));
            if (state != null) {
                balances.add(state.toBalance(priced.policies().get(i)));
            }
        }
        return balances;
    }

    /** The account as it is, or as its opening makes it; that is added to the entries. */
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
