package io.tacit.engine.ledger.book;

import io.tacit.engine.refusal.Refusal;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * What differs between SQLite and PostgreSQL. Connections stay in auto-commit; transactions are begun by these methods.
 */
interface Database {
    /** A connection to a book that is there, with tables of this version. */
    Connection connect() throws SQLException;

    /** Begins a transaction that no other writer can be in, here or elsewhere, and that sees all they wrote. */
    void begin(Connection connection) throws SQLException;

    /** Begins a transaction that sees one state of the book. */
    void beginReading(Connection connection) throws SQLException;

    /**
     * A number that changes when anybody else writes, read within a transaction. Where that is unknown, it changes
     * every time.
     */
    long writtenByOthers(Connection connection) throws SQLException;

    /** What is wrong with the database itself: damaged pages, guards that are missing. */
    List<String> problems(Connection connection) throws SQLException;

    /** The refusal that tells of an error. */
    Refusal refusal(SQLException error);

    /** Whether another process held the book too long: waiting once more on another connection would not help. */
    boolean isBusy(SQLException error);

    /** Runs one statement. */
    static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
