package io.tacit.engine.ledger.book;

import io.tacit.engine.ledger.AccountTerms;
import io.tacit.engine.ledger.Balance;
import io.tacit.engine.ledger.Budget;
import io.tacit.engine.ledger.ChargeRequest;
import io.tacit.engine.ledger.Ledger;
import io.tacit.engine.ledger.LedgerEntry;
import io.tacit.engine.ledger.LedgerEntry.Kind;
import io.tacit.engine.ledger.LedgerVerdict;
import io.tacit.engine.ledger.Receipt;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The ledger of a database. */
final class SqlLedger implements Ledger {
    private final Database database;
    private final WriteBook writer;
    private final ReadBook reader;
    private final BookClock clock;
    private final Runnable close;

    SqlLedger(Database database, WriteBook writer, ReadBook reader, BookClock clock, Runnable close) {
        this.database = database;
        this.writer = writer;
        this.reader = reader;
        this.clock = clock;
        this.close = close;
    }

    @Override
    public Receipt charge(ChargeRequest request) {
        PlanCharge.Priced priced = PlanCharge.Priced.of(request);
        return writer.write(pages -> {
            PlanCharge plan = PlanCharge.of(priced, pages, clock.now(pages.head()));
            return append(pages, plan.entries(), plan.balances());
        });
    }

    @Override
    public void open(AccountTerms account, String who) {
        String name = Entry.storable(account.name());
        Optional<AccountState> there = reader.ask(tables -> tables.account(name));
        if (there.isPresent()) {
            JudgeCharge.checkTerms(there.get(), account);
            return;
        }
        Receipt ignored = writer.write(pages -> {
            List<Entry> entries = new ArrayList<>();
            AccountState state = PlanCharge.opened(account, who, pages, clock.now(pages.head()), entries);
            JudgeCharge.checkTerms(state, account);
            return append(pages, entries, List.of());
        });
    }

    @Override
    public List<Balance> preview(ChargeRequest request) {
        PlanCharge.Priced priced = PlanCharge.Priced.of(request);
        return reader.snapshot(tables ->
                PlanCharge.of(priced, tables, clock.now(tables.head())).balances());
    }

    @Override
    public Balance balance(AccountTerms account) {
        return reader.snapshot(tables -> {
            Instant now = clock.reading(tables.head());
            AccountState state = PlanCharge.opened(account, "", tables, now, new ArrayList<>());
            JudgeCharge.checkTerms(state, account);
            return balance(account, current(state, now), tables);
        });
    }

    @Override
    public List<LedgerEntry> history(Optional<String> account, int most) {
        return reader.ask(tables -> tables.newest(account, most).stream()
                .map(line -> line.entry().toLedgerEntry(line.hash()))
                .toList());
    }

    @Override
    public Receipt grant(AccountTerms account, Budget more, String owner, String reason) {
        Allowance allowance = Allowance.of(more);
        return writer.write(pages -> {
            Instant now = clock.now(pages.head());
            List<Entry> entries = new ArrayList<>();
            AccountState state = PlanCharge.opened(account, owner, pages, now, entries);
            JudgeCharge.checkTerms(state, account);
            checkGrant(account, state, allowance);
            Entry grant = new Entry(
                    0,
                    now,
                    Kind.GRANT,
                    state.account(),
                    current(state, now).window(),
                    Entry.storable(owner),
                    Entry.storable(reason),
                    allowance.toAmounts(),
                    "",
                    state.terms().text());
            entries.add(grant);
            AccountState after = current(state, now).after(grant);
            return append(pages, entries, List.of(balance(account, after, pages)));
        });
    }

    private static void checkGrant(AccountTerms account, AccountState state, Allowance more) {
        if (more.accountant() != state.terms().accountant()) {
            throw new Refusal(
                    ErrorCode.ACCOUNT,
                    "The account " + account.name() + " has a budget of "
                            + state.terms().accountant().mainName() + ", and the grant is one of "
                            + more.accountant().mainName() + ".",
                    "Grant " + state.terms().accountant().mainName() + ".");
        }
        if (!state.opened().plus(state.granted()).plus(more).isUsable()) {
            throw new Refusal(
                    ErrorCode.ACCOUNT,
                    "With this grant the account " + account.name() + " would have a δ of 1 or more.",
                    "That promises nothing. Grant less.");
        }
    }

    @Override
    public Receipt reset(AccountTerms account, String owner, String reason) {
        return writer.write(pages -> {
            Instant now = clock.now(pages.head());
            Entry reset = PlanCharge.opening(Kind.RESET, account, JudgeCharge.policy(account), owner, reason, now);
            Balance balance = AccountState.opened(reset).toBalance(JudgeCharge.policy(account));
            return append(pages, List.of(reset), List.of(balance));
        });
    }

    @Override
    public Receipt trustClock(String owner, String reason) {
        return writer.write(pages -> {
            Instant now = clock.trusted(pages.head());
            List<Entry> entries = new ArrayList<>(List.of(trusting(now, "", "", Amounts.NOTHING, owner, reason)));
            List<Balance> balances = new ArrayList<>();
            for (AccountState state : pages.tables().accounts()) {
                String window = state.terms().window(now);
                if (state.window().compareTo(window) > 0) {
                    Amounts spent = pages.tables().chargedSince(state.account(), window);
                    Entry entry = trusting(now, state.account(), window, spent, owner, reason);
                    entries.add(entry);
                    balances.add(state.after(entry).toBalance(state.opened()));
                }
            }
            return append(pages, entries, balances);
        });
    }

    private static Entry trusting(
            Instant now, String account, String window, Amounts spent, String owner, String reason) {
        return new Entry(
                0, now, Kind.CLOCK, account, window, Entry.storable(owner), Entry.storable(reason), spent, "", "");
    }

    @Override
    public void failed(ChargeRequest request) {
        Receipt ignored = writer.write(pages -> {
            Instant now = clock.now(pages.head());
            List<Entry> entries = new ArrayList<>();
            for (AccountTerms account : request.accounts()) {
                AccountState state = PlanCharge.opened(account, request.analyst(), pages, now, entries);
                entries.add(new Entry(
                        0,
                        now,
                        Kind.FAILURE,
                        state.account(),
                        current(state, now).window(),
                        Entry.storable(request.analyst()),
                        Entry.storable(request.query()),
                        Amounts.NOTHING,
                        "",
                        ""));
            }
            return append(pages, entries, List.of());
        });
    }

    @Override
    public Optional<String> dataVersion(String dataset) {
        return reader.ask(tables -> tables.dataVersion(Entry.storable(dataset)));
    }

    @Override
    public Receipt declareDataVersion(String dataset, String version, String owner) {
        String name = Entry.storable(version);
        return writer.write(pages -> {
            if (pages.tables().wasDeclared(Entry.storable(dataset), name)) {
                throw new Refusal(
                        ErrorCode.LEDGER,
                        "The data of " + dataset + " were called version " + version
                                + " before, and answers kept of those would come back as answers of these.",
                        "Choose a name that was not used, or leave --name out for the time of day.");
            }
            Entry declared = new Entry(
                    0,
                    clock.now(pages.head()),
                    Kind.DATA_VERSION,
                    Entry.storable(dataset),
                    "",
                    Entry.storable(owner),
                    name,
                    Amounts.NOTHING,
                    "",
                    "");
            return append(pages, List.of(declared), List.of());
        });
    }

    @Override
    public LedgerVerdict verify(Optional<String> knownHash) {
        return VerifyBook.run(database, knownHash);
    }

    /** How an account stands, with what counts in it although it was paid from others. */
    private static Balance balance(AccountTerms account, AccountState current, PlanCharge.Accounts book)
            throws SQLException {
        return current.counting(book.elsewhere(account, current.window())).toBalance(JudgeCharge.policy(account));
    }

    private static AccountState current(AccountState state, Instant now) {
        return state.in(state.terms().window(now));
    }

    private static Receipt append(BookTransaction pages, List<Entry> entries, List<Balance> balances)
            throws SQLException {
        for (Entry entry : entries) {
            pages.append(entry);
        }
        return new Receipt(pages.head().number(), pages.head().hash(), balances);
    }

    /** Closes the whole book. */
    @Override
    public void close() {
        close.run();
    }
}
