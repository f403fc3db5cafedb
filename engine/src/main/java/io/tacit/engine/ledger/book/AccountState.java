package io.tacit.engine.ledger.book;

import io.tacit.engine.ledger.Balance;
import io.tacit.engine.ledger.Charge;
import io.tacit.privacy.number.Rational;

/**
 * How an account stands after some entries. Only {@link #opened(Entry)} and {@link #after} make one: balances are a
 * fold over entries and nothing else.
 *
 * @param account its name
 * @param terms what cannot change
 * @param opened what the policy allowed when it was opened
 * @param granted what the owner allowed since
 * @param window the window that the sums belong to
 * @param spent in that window
 * @param charges in that window
 * @param failures since it was opened
 */
record AccountState(
        String account,
        Terms terms,
        Allowance opened,
        Allowance granted,
        String window,
        Amounts spent,
        long charges,
        long failures) {
    /** The state that an OPEN or RESET begins. */
    static AccountState opened(Entry entry) {
        Terms terms = Terms.read(entry.terms());
        return new AccountState(
                entry.account(),
                terms,
                Allowance.fromAmounts(terms.accountant(), entry.amounts()),
                Allowance.nothing(terms.accountant()),
                entry.window(),
                Amounts.NOTHING,
                0,
                0);
    }

    /** The state after one more entry of this account. */
    AccountState after(Entry entry) {
        return switch (entry.kind()) {
            case OPEN, RESET -> opened(entry);
            case CHARGE -> {
                AccountState now = in(entry.window());
                yield now.with(now.granted, now.spent.plus(entry.amounts()), now.charges + 1, now.failures);
            }
            case FAILURE -> with(granted, spent, charges, failures + 1);
            case GRANT ->
                with(
                        granted.plus(Allowance.fromAmounts(terms.accountant(), entry.amounts())),
                        spent,
                        charges,
                        failures);
            // The only way back to an earlier window, with all that was spent in it and later ones.
            case CLOCK ->
                new AccountState(account, terms, opened, granted, entry.window(), entry.amounts(), charges, failures);
            case DATA_VERSION -> this;
        };
    }

    /** The state with what counts in it besides; never one that is written. */
    AccountState counting(Elsewhere elsewhere) {
        return with(granted, spent.plus(elsewhere.spent()), charges, failures + elsewhere.allFailures());
    }

    /** The state as it is in a window: a later window begins with nothing spent. A window never goes back by itself. */
    AccountState in(String now) {
        return now.compareTo(window) <= 0
                ? this
                : new AccountState(account, terms, opened, granted, now, Amounts.NOTHING, 0, failures);
    }

    /**
     * What may be spent in a window under the policy's present allowance: a smaller one than at the account's opening
     * holds at once, a larger one only once the owner has granted it.
     */
    Allowance limit(Allowance policy) {
        return opened.min(policy).plus(granted);
    }

    Balance toBalance(Allowance policy) {
        return new Balance(
                account,
                window,
                limit(policy).toBudget(),
                new Charge(Rational.of(spent.epsilon()), Rational.of(spent.delta())),
                Rational.of(spent.rho()),
                Rational.of(spent.selectionDelta()),
                charges,
                failures);
    }

    /**
     * All of it as one line, for the entry that made it: so the sums stand in the chain of hashes, and one row of the book
     * need not be believed.
     */
    String standing() {
        return String.join(
                " ",
                terms.text().replace(' ', '-'),
                BookDecimals.text(opened.main()),
                BookDecimals.text(opened.delta()),
                BookDecimals.text(granted.main()),
                BookDecimals.text(granted.delta()),
                window.isEmpty() ? "-" : window,
                BookDecimals.text(spent.epsilon()),
                BookDecimals.text(spent.delta()),
                BookDecimals.text(spent.rho()),
                BookDecimals.text(spent.selectionDelta()),
                Long.toString(charges),
                Long.toString(failures));
    }

    /**
     * The state that {@link #standing} wrote.
     *
     * @throws DamagedBook when it did not write this
     */
    static AccountState standing(String account, String text) {
        String[] parts = text.split(" ", -1);
        if (parts.length != 12) {
            throw new DamagedBook("an entry does not say how its account stands");
        }
        Terms terms = Terms.read(parts[0].replace('-', ' '));
        try {
            return new AccountState(
                    account,
                    terms,
                    new Allowance(terms.accountant(), BookDecimals.read(parts[1]), BookDecimals.read(parts[2])),
                    new Allowance(terms.accountant(), BookDecimals.read(parts[3]), BookDecimals.read(parts[4])),
                    parts[5].equals("-") ? "" : parts[5],
                    new Amounts(
                            BookDecimals.read(parts[6]),
                            BookDecimals.read(parts[7]),
                            BookDecimals.read(parts[8]),
                            BookDecimals.read(parts[9])),
                    Long.parseLong(parts[10]),
                    Long.parseLong(parts[11]));
        } catch (NumberFormatException notWritten) {
            throw new DamagedBook("an entry does not say how its account stands");
        }
    }

    /** Whether both states are equal, however their numbers are written. */
    boolean same(AccountState other) {
        return account.equals(other.account)
                && terms.equals(other.terms)
                && opened.same(other.opened)
                && granted.same(other.granted)
                && window.equals(other.window)
                && spent.same(other.spent)
                && charges == other.charges
                && failures == other.failures;
    }

    private AccountState with(Allowance nowGranted, Amounts nowSpent, long nowCharges, long nowFailures) {
        return new AccountState(account, terms, opened, nowGranted, window, nowSpent, nowCharges, nowFailures);
    }
}
