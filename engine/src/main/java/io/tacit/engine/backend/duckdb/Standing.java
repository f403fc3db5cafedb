package io.tacit.engine.backend.duckdb;

import java.sql.SQLException;
import java.sql.Statement;
import org.duckdb.DuckDBConnection;

/**
 * Whether a database still works. After an error within itself DuckDB answers no statement any more, whatever it is and
 * on whichever connection; only another database helps.
 */
final class Standing {
    /** What DuckDB says of a statement that it does not begin, because an earlier one has failed. */
    private static final String EARLIER = "FATAL Error: Failed: database has been invalidated";

    private final DuckDBConnection connection;
    private volatile boolean failed;
    private volatile boolean earlier;
    private volatile boolean handedOver;

    Standing(DuckDBConnection connection) {
        this.connection = connection;
    }

    /** A statement begins. */
    void begins() {
        handedOver = false;
    }

    /** The statement has rows that somebody reads. */
    void handsOver() {
        handedOver = true;
    }

    /** Looks after a statement that failed. */
    void look(Exception cause) {
        earlier = String.valueOf(cause.getMessage()).startsWith(EARLIER);
        failed = failed || earlier || !answers();
    }

    /** Whether no statement is answered any more. */
    boolean hasFailed() {
        return failed;
    }

    /**
     * Whether the statement that failed last was not even begun, because the database had failed before. One of which
     * somebody read rows was begun, whatever is said of it: read again they would count twice.
     */
    boolean hadFailed() {
        return failed && earlier && !handedOver;
    }

    private boolean answers() {
        try (Statement statement = connection.createStatement()) {
            return statement.execute("SELECT 1");
        } catch (SQLException invalid) {
            return false;
        }
    }
}
