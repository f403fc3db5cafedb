package io.tacit.engine.ledger.book;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Reads the book on a connection of its own; one reader at a time, and nobody waits for the writer. */
final class ReadBook implements AutoCloseable {
    private final Database database;
    private @Nullable Connection connection;
    private @Nullable BookTables tables;
    private boolean closed;

    ReadBook(Database database) {
        this.database = database;
    }

    /**
     * What is to be read.
     *
     * @param <T> the answer
     */
    interface Question<T> {
        T of(BookTables tables) throws SQLException;
    }

    /** Asks one question with one statement. */
    synchronized <T> T ask(Question<T> question) {
        return guarded(() -> {
            try {
                return question.of(open());
            } catch (SQLException lost) {
                // A server may have been started anew since the last question.
                forget();
                return question.of(open());
            }
        });
    }

    /** Asks several questions of one state of the book. */
    synchronized <T> T snapshot(Question<T> question) {
        return guarded(() -> {
            BookTables open = open();
            try {
                beginReading();
            } catch (SQLException lost) {
                forget();
                open = open();
                beginReading();
            }
            try {
                return question.of(open);
            } finally {
                endReading();
            }
        });
    }

    private Connection connection() throws SQLException {
        open();
        Connection now = connection;
        if (now == null) {
            throw BookRefusals.closed();
        }
        return now;
    }

    private interface Answer<T> {
        T now() throws SQLException;
    }

    private <T> T guarded(Answer<T> answer) {
        if (closed) {
            throw BookRefusals.closed();
        }
        try {
            return answer.now();
        } catch (SQLException e) {
            forget();
            throw database.refusal(e);
        } catch (DamagedBook damage) {
            throw BookRefusals.damaged(damage);
        }
    }

    private BookTables open() throws SQLException {
        BookTables now = tables;
        if (now == null) {
            Connection made = database.connect();
            connection = made;
            now = new BookTables(made);
            tables = now;
        }
        return now;
    }

    private void beginReading() throws SQLException {
        database.beginReading(connection());
    }

    private void endReading() {
        Connection now = connection;
        if (now != null) {
            try {
                Database.run(now, "ROLLBACK");
            } catch (SQLException failed) {
                forget();
            }
        }
    }

    private void forget() {
        Connection now = connection;
        connection = null;
        tables = null;
        if (now != null) {
            try {
                now.close();
            } catch (SQLException ignored) {
                // It was not to be used again anyway.
                return;
            }
        }
    }

    /** Closes the connection; later questions are refused. */
    @Override
    public synchronized void close() {
        closed = true;
        forget();
    }
}
