package io.tacit.engine.ledger.book;

import io.tacit.engine.ledger.LedgerEntry.Kind;
import io.tacit.engine.ledger.LedgerVerdict;
import io.tacit.engine.ledger.book.BookTables.Line;
import io.tacit.privacy.accounting.PrivacyEvent;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Reads the whole book and computes everything in it anew: hashes, the ρ of events, balances, and that no account
 * passed its budget.
 */
final class VerifyBook {
    private static final int AT_ONCE = 5_000;
    private static final int MOST_PROBLEMS = 20;

    private final BookTables tables;
    private final Optional<String> knownHash;
    private final List<String> problems = new ArrayList<>();
    private final Map<String, AccountState> states = new TreeMap<>();
    private final Map<String, TreeMap<String, Amounts>> charged = new HashMap<>();
    private ChainHead head = ChainHead.NONE;
    private long count;
    private boolean knownSeen;

    private VerifyBook(BookTables tables, Optional<String> knownHash) {
        this.tables = tables;
        this.knownHash = knownHash.map(hash -> hash.trim().toLowerCase(Locale.ROOT));
    }

    /** Checks one state of the book, on a connection of its own so that nobody waits for it. */
    static LedgerVerdict run(Database database, Optional<String> knownHash) {
        try (Connection connection = database.connect()) {
            database.beginReading(connection);
            VerifyBook check = new VerifyBook(new BookTables(connection), knownHash);
            check.problems.addAll(database.problems(connection));
            check.all();
            return new LedgerVerdict(check.count, check.head.hash(), check.problems);
        } catch (SQLException e) {
            throw database.refusal(e);
        }
    }

    private void all() throws SQLException {
        try {
            entries();
            accounts();
        } catch (DamagedBook damage) {
            problem("The check ends after entry " + head.number() + ": " + damage.what() + ".");
        }
        if (knownHash.isPresent() && !knownSeen) {
            problem("The noted hash does not occur: entries up to it were changed or taken away.");
        }
    }

    private void entries() throws SQLException {
        List<Line> lines = tables.after(Long.MIN_VALUE, AT_ONCE);
        while (!lines.isEmpty()) {
            for (Line line : lines) {
                entry(line);
            }
            lines = tables.after(head.number(), AT_ONCE);
        }
    }

    private void entry(Line line) {
        Entry entry = line.entry();
        count++;
        if (entry.number() != head.number() + 1) {
            problem("Before entry " + entry.number() + " others are missing.");
        }
        if (!entry.hash(head.hash()).equals(line.hash())) {
            problem("Entry " + entry.number() + ", or one before it, is not as it was written.");
        }
        if (entry.at().isBefore(head.at()) && entry.kind() != Kind.CLOCK) {
            problem("Entry " + entry.number() + " was written before the one above it.");
        }
        knownSeen |= knownHash.isPresent() && knownHash.get().equals(line.hash());
        if (entry.kind() == Kind.CHARGE) {
            events(entry);
        }
        balance(entry);
        head = new ChainHead(entry.number(), line.hash(), entry.at());
    }

    private void events(Entry entry) {
        try {
            List<PrivacyEvent> events = Events.read(entry.events());
            Amounts amounts = entry.amounts();
            if (BookDecimals.up(PrivacyEvent.concentrated(events).rho()).compareTo(amounts.rho()) != 0
                    || BookDecimals.up(PrivacyEvent.delta(events)).compareTo(amounts.selectionDelta()) != 0) {
                problem("Entry " + entry.number() + " says another cost than its events.");
            }
        } catch (IllegalArgumentException unreadable) {
            problem("The events of entry " + entry.number() + " cannot be read.");
        }
    }

    private void balance(Entry entry) {
        if (entry.kind() == Kind.DATA_VERSION
                || entry.kind() == Kind.CLOCK && entry.account().isEmpty()) {
            return;
        }
        AccountState before = states.get(entry.account());
        if (entry.kind() == Kind.OPEN || entry.kind() == Kind.RESET) {
            if (entry.kind() == Kind.OPEN && before != null) {
                // Only the owner's reset begins an account anew.
                problem("Entry " + entry.number() + " opens account " + entry.account() + ", which is open.");
            }
            AccountState opened = AccountState.opened(entry);
            window(entry, opened.terms().window(entry.at()));
            states.put(entry.account(), opened);
            charged.put(entry.account(), new TreeMap<>());
            return;
        }
        if (before == null) {
            problem("Entry " + entry.number() + " is of an account that was not opened.");
            return;
        }
        window(entry, before.terms().window(entry.at()));
        AccountState after = before.after(entry);
        spent(entry);
        // Where the clock is told to be right, what two windows spent may be more than one allows; no charge goes on
        // from there.
        boolean anyway = entry.kind() != Kind.CHARGE && (entry.kind() == Kind.CLOCK || isPast(before));
        if (isPast(after) && !anyway) {
            problem("Entry " + entry.number() + " takes account " + entry.account() + " past its budget.");
        }
        if (entry.saysStanding() && !entry.terms().isEmpty() && !stands(after, entry.terms())) {
            problem("Entry " + entry.number() + " says another balance than the entries up to it.");
        }
        states.put(entry.account(), after);
    }

    /** Adds up what is charged in each window; where the clock is told to be right, all from that window on counts in it. */
    private void spent(Entry entry) {
        TreeMap<String, Amounts> windows = charged.computeIfAbsent(entry.account(), account -> new TreeMap<>());
        if (entry.kind() == Kind.CHARGE) {
            windows.merge(entry.window(), entry.amounts(), Amounts::plus);
        } else if (entry.kind() == Kind.CLOCK) {
            Amounts all =
                    windows.tailMap(entry.window(), true).values().stream().reduce(Amounts.NOTHING, Amounts::plus);
            if (!all.same(entry.amounts())) {
                problem("Entry " + entry.number() + " counts something else as spent than was charged.");
            }
        }
    }

    private static boolean isPast(AccountState state) {
        return !state.opened().plus(state.granted()).allows(Amounts.NOTHING, state.spent());
    }

    private static boolean stands(AccountState after, String text) {
        try {
            return AccountState.standing(after.account(), text).same(after);
        } catch (DamagedBook unreadable) {
            return false;
        }
    }

    /** A window that is not that of the entry's time would let an account begin anew, or end, before its time. */
    private void window(Entry entry, String ofItsTime) {
        if (!entry.window().equals(ofItsTime)) {
            problem("Entry " + entry.number() + " is not in the window of its time.");
        }
    }

    private void accounts() throws SQLException {
        Set<String> seen = new HashSet<>();
        for (AccountState written : tables.accounts()) {
            seen.add(written.account());
            AccountState computed = states.get(written.account());
            if (computed == null || !computed.same(written)) {
                problem("The balance of account " + written.account() + " is not the sum of its entries.");
            }
        }
        for (String account : states.keySet()) {
            if (!seen.contains(account)) {
                problem("The balance of account " + account + " is missing.");
            }
        }
    }

    private void problem(String words) {
        if (problems.size() < MOST_PROBLEMS) {
            problems.add(words);
        } else if (problems.size() == MOST_PROBLEMS) {
            problems.add("There are more problems.");
        }
    }
}
