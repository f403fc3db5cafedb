package io.tacit.engine.ledger.book;

import io.tacit.engine.ledger.LedgerEntry.Kind;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The statements on entries and accounts, prepared once per connection. One thread at a time. */
final class BookTables implements PlanCharge.Accounts {
    private static final String ENTRY_COLUMNS = "number, at, kind, account, in_window, who, query, epsilon, delta, rho,"
            + " selection_delta, events, terms, hash";
    private static final String ACCOUNT_COLUMNS =
            "account, terms, opened, opened_delta, granted, granted_delta, in_window,"
                    + " epsilon, delta, rho, selection_delta, charges, failures";

    /** How many entries are read at once where the newest one does not say how its account stands. */
    private static final int MOST_AT_ONCE = 1_000;

    private final Connection connection;
    private final Map<String, PreparedStatement> prepared = new HashMap<>();

    BookTables(Connection connection) {
        this.connection = connection;
    }

    /**
     * An entry and the hash that stands beside it.
     *
     * @param entry what was read
     * @param hash what was read, whether right or not
     */
    record Line(Entry entry, String hash) {}

    PreparedStatement prepared(String sql) throws SQLException {
        PreparedStatement statement = prepared.get(sql);
        if (statement == null) {
            statement = connection.prepareStatement(sql);
            prepared.put(sql, statement);
        }
        return statement;
    }

    ChainHead head() throws SQLException {
        PreparedStatement query = prepared("SELECT number, hash, at FROM tacit_entry ORDER BY number DESC LIMIT 1");
        try (ResultSet rows = query.executeQuery()) {
            return rows.next() ? new ChainHead(rows.getLong(1), text(rows, 2), instant(text(rows, 3))) : ChainHead.NONE;
        }
    }

    /**
     * How an account stands.
     *
     * @throws DamagedBook when its row says something else than its entries, or one of the entries that say it is not as
     *     it was written: one bit of a row would otherwise give budget back
     */
    @Override
    public Optional<AccountState> account(String name) throws SQLException {
        Optional<AccountState> row = row(name);
        Optional<AccountState> said = ofEntries(name);
        boolean same = row.isPresent() == said.isPresent()
                && row.filter(written -> !written.same(said.orElseThrow())).isEmpty();
        if (!same) {
            throw new DamagedBook("the balance of account " + name + " is not what its entries say");
        }
        return row;
    }

    /** How an account stands by its own entries: by the last that says so, and those after it. */
    private Optional<AccountState> ofEntries(String name) throws SQLException {
        ArrayDeque<Entry> later = new ArrayDeque<>();
        long before = Long.MAX_VALUE;
        while (true) {
            List<Line> lines = before(name, before, later.isEmpty() ? 1 : MOST_AT_ONCE);
            if (lines.isEmpty()) {
                if (!later.isEmpty()) {
                    throw new DamagedBook("account " + name + " was not opened");
                }
                return Optional.empty();
            }
            for (Line line : lines) {
                checkHash(line);
                Entry entry = line.entry();
                before = entry.number();
                if (entry.kind() == Kind.OPEN || entry.kind() == Kind.RESET) {
                    return Optional.of(after(AccountState.opened(entry), later));
                }
                if (entry.saysStanding() && !entry.terms().isEmpty()) {
                    return Optional.of(after(AccountState.standing(name, entry.terms()), later));
                }
                if (entry.kind() != Kind.DATA_VERSION) {
                    later.push(entry);
                }
            }
        }
    }

    private static AccountState after(AccountState first, ArrayDeque<Entry> later) {
        AccountState state = first;
        for (Entry entry : later) {
            state = state.after(entry);
        }
        return state;
    }

    private void checkHash(Line line) throws SQLException {
        Entry entry = line.entry();
        String hashBefore = entry.number() == 1 ? Entry.NO_HASH : hash(entry.number() - 1);
        if (!entry.hash(hashBefore).equals(line.hash())) {
            throw new DamagedBook("entry " + entry.number() + ", or the one before it, is not as it was written");
        }
    }

    private String hash(long number) throws SQLException {
        PreparedStatement query = prepared("SELECT hash FROM tacit_entry WHERE number = ?");
        query.setLong(1, number);
        try (ResultSet rows = query.executeQuery()) {
            return rows.next() ? text(rows, 1) : "";
        }
    }

    /** The newest entries of an account before a number, newest first. */
    private List<Line> before(String account, long number, int most) throws SQLException {
        PreparedStatement query = prepared("SELECT " + ENTRY_COLUMNS
                + " FROM tacit_entry WHERE account = ? AND number < ? ORDER BY number DESC LIMIT ?");
        query.setString(1, account);
        query.setLong(2, number);
        query.setInt(3, most);
        return lines(query);
    }

    private Optional<AccountState> row(String name) throws SQLException {
        PreparedStatement query = prepared("SELECT " + ACCOUNT_COLUMNS + " FROM tacit_account WHERE account = ?");
        query.setString(1, name);
        try (ResultSet rows = query.executeQuery()) {
            return rows.next() ? Optional.of(account(rows)) : Optional.empty();
        }
    }

    @Override
    public long failures(String account, String analyst) throws SQLException {
        PreparedStatement query = prepared("SELECT count(*) FROM tacit_entry WHERE account = ? AND kind = 'FAILURE' AND"
                + " who = ? AND number > (SELECT max(number) FROM tacit_entry WHERE account = ? AND kind IN ('OPEN',"
                + " 'RESET'))");
        setTexts(query, 1, account, analyst, account);
        try (ResultSet rows = query.executeQuery()) {
            return rows.next() ? rows.getLong(1) : 0;
        }
    }

    List<AccountState> accounts() throws SQLException {
        List<AccountState> all = new ArrayList<>();
        PreparedStatement query = prepared("SELECT " + ACCOUNT_COLUMNS + " FROM tacit_account ORDER BY account");
        try (ResultSet rows = query.executeQuery()) {
            while (rows.next()) {
                all.add(account(rows));
            }
        }
        return all;
    }

    /** What was charged in a window and in later ones, since the account was opened or begun anew. */
    Amounts chargedSince(String account, String window) throws SQLException {
        PreparedStatement query =
                prepared("SELECT in_window, epsilon, delta, rho, selection_delta FROM tacit_entry WHERE"
                        + " account = ? AND kind = 'CHARGE' AND number > (SELECT max(number) FROM tacit_entry WHERE account = ?"
                        + " AND kind IN ('OPEN', 'RESET'))");
        setTexts(query, 1, account, account);
        Amounts sum = Amounts.NOTHING;
        try (ResultSet rows = query.executeQuery()) {
            while (rows.next()) {
                sum = text(rows, 1).compareTo(window) >= 0 ? sum.plus(amounts(rows, 2)) : sum;
            }
        }
        return sum;
    }

    void insert(List<Line> lines) throws SQLException {
        PreparedStatement insert =
                prepared("INSERT INTO tacit_entry (" + ENTRY_COLUMNS + ") VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)");
        for (Line line : lines) {
            Entry entry = line.entry();
            insert.setLong(1, entry.number());
            setTexts(
                    insert,
                    2,
                    entry.at().toString(),
                    entry.kind().name(),
                    entry.account(),
                    entry.window(),
                    entry.who(),
                    entry.query());
            setTexts(insert, 8, texts(entry.amounts()));
            setTexts(insert, 12, entry.events(), entry.terms(), line.hash());
            insert.addBatch();
        }
        insert.executeBatch();
    }

    void save(AccountState state) throws SQLException {
        PreparedStatement upsert = prepared("INSERT INTO tacit_account (" + ACCOUNT_COLUMNS
                + ") VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?) ON CONFLICT (account) DO UPDATE SET terms = excluded.terms,"
                + " opened = excluded.opened, opened_delta = excluded.opened_delta, granted = excluded.granted,"
                + " granted_delta = excluded.granted_delta, in_window = excluded.in_window, epsilon = excluded.epsilon,"
                + " delta = excluded.delta, rho = excluded.rho, selection_delta = excluded.selection_delta,"
                + " charges = excluded.charges, failures = excluded.failures");
        setTexts(
                upsert,
                1,
                state.account(),
                state.terms().text(),
                BookDecimals.text(state.opened().main()),
                BookDecimals.text(state.opened().delta()),
                BookDecimals.text(state.granted().main()),
                BookDecimals.text(state.granted().delta()),
                state.window());
        setTexts(upsert, 8, texts(state.spent()));
        upsert.setLong(12, state.charges());
        upsert.setLong(13, state.failures());
        upsert.executeUpdate();
    }

    /** The newest entries, oldest first. */
    List<Line> newest(Optional<String> account, int most) throws SQLException {
        PreparedStatement query = prepared("SELECT " + ENTRY_COLUMNS + " FROM tacit_entry"
                + (account.isPresent() ? " WHERE account = ?" : "") + " ORDER BY number DESC LIMIT ?");
        int parameter = 1;
        if (account.isPresent()) {
            query.setString(parameter++, account.get());
        }
        query.setInt(parameter, Math.max(0, most));
        ArrayList<Line> lines = new ArrayList<>(lines(query));
        Collections.reverse(lines);
        return lines;
    }

    /** The next entries after a number. */
    List<Line> after(long number, int most) throws SQLException {
        PreparedStatement query =
                prepared("SELECT " + ENTRY_COLUMNS + " FROM tacit_entry WHERE number > ? ORDER BY number LIMIT ?");
        query.setLong(1, number);
        query.setInt(2, most);
        return lines(query);
    }

    /** The version of a data set that was declared last. */
    Optional<String> dataVersion(String dataset) throws SQLException {
        PreparedStatement query = prepared("SELECT " + ENTRY_COLUMNS
                + " FROM tacit_entry WHERE account = ? AND kind = 'DATA_VERSION' ORDER BY number DESC LIMIT 1");
        query.setString(1, dataset);
        List<Line> newest = lines(query);
        if (newest.isEmpty()) {
            return Optional.empty();
        }
        checkHash(newest.get(0));
        return Optional.of(newest.get(0).entry().query());
    }

    /** Whether data were ever called a version. */
    boolean wasDeclared(String dataset, String version) throws SQLException {
        PreparedStatement query =
                prepared("SELECT 1 FROM tacit_entry WHERE account = ? AND kind = 'DATA_VERSION' AND query = ? LIMIT 1");
        setTexts(query, 1, dataset, version);
        try (ResultSet rows = query.executeQuery()) {
            return rows.next();
        }
    }

    private static List<Line> lines(PreparedStatement query) throws SQLException {
        List<Line> lines = new ArrayList<>();
        try (ResultSet rows = query.executeQuery()) {
            while (rows.next()) {
                lines.add(new Line(entry(rows), text(rows, 14)));
            }
        }
        return lines;
    }

    private static Entry entry(ResultSet rows) throws SQLException {
        Kind kind;
        try {
            kind = Kind.valueOf(text(rows, 3));
        } catch (IllegalArgumentException unknown) {
            throw new DamagedBook("entry " + rows.getLong(1) + " is of a kind that Tacit does not write");
        }
        return new Entry(
                rows.getLong(1),
                instant(text(rows, 2)),
                kind,
                text(rows, 4),
                text(rows, 5),
                text(rows, 6),
                text(rows, 7),
                amounts(rows, 8),
                text(rows, 12),
                text(rows, 13));
    }

    private static AccountState account(ResultSet rows) throws SQLException {
        Terms terms = Terms.read(text(rows, 2));
        return new AccountState(
                text(rows, 1),
                terms,
                new Allowance(terms.accountant(), BookDecimals.read(text(rows, 3)), BookDecimals.read(text(rows, 4))),
                new Allowance(terms.accountant(), BookDecimals.read(text(rows, 5)), BookDecimals.read(text(rows, 6))),
                text(rows, 7),
                amounts(rows, 8),
                rows.getLong(12),
                rows.getLong(13));
    }

    private static Amounts amounts(ResultSet rows, int first) throws SQLException {
        return new Amounts(
                BookDecimals.read(text(rows, first)),
                BookDecimals.read(text(rows, first + 1)),
                BookDecimals.read(text(rows, first + 2)),
                BookDecimals.read(text(rows, first + 3)));
    }

    private static String[] texts(Amounts amounts) {
        return new String[] {
            BookDecimals.text(amounts.epsilon()),
            BookDecimals.text(amounts.delta()),
            BookDecimals.text(amounts.rho()),
            BookDecimals.text(amounts.selectionDelta())
        };
    }

    static void setTexts(PreparedStatement statement, int first, String... values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            statement.setString(first + i, values[i]);
        }
    }

    /** Text that the schema says is there. */
    static String text(ResultSet rows, int column) throws SQLException {
        String text = rows.getString(column);
        if (text == null) {
            throw new DamagedBook("a field of it is missing");
        }
        return text;
    }

    static Instant instant(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeException notWritten) {
            throw new DamagedBook("a time in it is not one that Tacit writes");
        }
    }
}
