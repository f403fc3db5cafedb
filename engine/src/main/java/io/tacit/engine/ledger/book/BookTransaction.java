package io.tacit.engine.ledger.book;

import io.tacit.engine.ledger.AccountTerms;
import io.tacit.engine.ledger.book.BookTables.Line;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The book as its one writer uses it inside a transaction. What was read stays known from one transaction to the next
 * only while the database says that nobody else wrote.
 */
final class BookTransaction implements PlanCharge.Accounts {
    private final Database database;
    private final Connection connection;
    private final BookTables tables;
    private final Map<String, AccountState> known = new HashMap<>();
    private final Map<String, AccountState> changed = new LinkedHashMap<>();
    private final List<Line> added = new ArrayList<>();
    private ChainHead head = ChainHead.NONE;
    private long others;
    private boolean fresh;

    BookTransaction(Database database, Connection connection) {
        this.database = database;
        this.connection = connection;
        this.tables = new BookTables(connection);
    }

    /** Begins a transaction that sees all that others wrote. */
    void begin() throws SQLException {
        database.begin(connection);
        long now = database.writtenByOthers(connection);
        if (!fresh || now != others) {
            known.clear();
            head = tables.head();
            others = now;
            fresh = true;
        }
        changed.clear();
        added.clear();
    }

    ChainHead head() {
        return head;
    }

    @Override
    public Optional<AccountState> account(String name) throws SQLException {
        AccountState state = known.get(name);
        if (state == null) {
            Optional<AccountState> read = tables.account(name);
            read.ifPresent(found -> known.put(name, found));
            return read;
        }
        return Optional.of(state);
    }

    /** Those that are written, and those of this transaction, which are not sent yet. */
    @Override
    public long failures(String account, String analyst) throws SQLException {
        long failures = tables.failures(account, analyst);
        for (Line line : added) {
            Entry entry = line.entry();
            if (entry.account().equals(account)) {
                failures = switch (entry.kind()) {
                    case OPEN, RESET -> 0;
                    case FAILURE -> entry.who().equals(analyst) ? failures + 1 : failures;
                    case CHARGE, GRANT, DATA_VERSION, CLOCK -> failures;
                };
            }
        }
        return failures;
    }

    @Override
    public Elsewhere elsewhere(AccountTerms account, String window) throws SQLException {
        return tables.elsewhere(account, window, added);
    }

    /** Appends an entry under the next number, and records what it means for its account. */
    void append(Entry draft) throws SQLException {
        Entry next = draft.numbered(head.number() + 1);
        Optional<AccountState> after = switch (next.kind()) {
            case OPEN, RESET -> Optional.of(AccountState.opened(next));
            case CHARGE, FAILURE, GRANT -> Optional.of(existing(next).after(next));
            case CLOCK ->
                next.account().isEmpty()
                        ? Optional.empty()
                        : Optional.of(existing(next).after(next));
            case DATA_VERSION -> Optional.empty();
        };
        Entry entry = after.map(next::leaving).orElse(next);
        String hash = entry.hash(head.hash());
        after.ifPresent(state -> {
            known.put(entry.account(), state);
            changed.put(entry.account(), state);
        });
        added.add(new Line(entry, hash));
        head = new ChainHead(entry.number(), hash, entry.at());
    }

    private AccountState existing(Entry entry) throws SQLException {
        return account(entry.account())
                .orElseThrow(() -> new IllegalStateException("an account must be opened before anything else"));
    }

    /** The statements on other tables of the book. */
    BookTables tables() {
        return tables;
    }

    /** Sends what was added to the database; it is not durable before {@link #commit}. */
    void send() throws SQLException {
        if (!added.isEmpty()) {
            tables.insert(added);
        }
        for (AccountState state : changed.values()) {
            tables.save(state);
        }
    }

    /** Makes the transaction durable; if this fails, nobody knows whether it is. */
    void commit() throws SQLException {
        Database.run(connection, "COMMIT");
    }

    /** Rolls the transaction back, and forgets what was read. */
    void rollback() throws SQLException {
        fresh = false;
        tables.forgetPaid();
        Database.run(connection, "ROLLBACK");
    }

    void close() throws SQLException {
        connection.close();
    }
}
