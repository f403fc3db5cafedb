package io.tacit.engine.backend.postgres;

import io.tacit.engine.backend.server.RunningStep;
import io.tacit.engine.backend.server.ServerRefusals;
import io.tacit.engine.refusal.Refusal;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * A connection on which each step is a transaction of its own: read-only, of one snapshot, and rolled back at its end. A
 * connection that was lost is made anew for the next step. The step in which it was lost fails; whoever asked may repeat it
 * where {@link #diedWithOthers} says that it was not the cause.
 */
final class Server implements AutoCloseable {
    private static final long CANCEL_PAUSE_MILLIS = 20;
    private static final int PATIENCE_SECONDS = 5;
    private static final int RECOVERY_ATTEMPTS = 300;
    private static final long RECOVERY_PAUSE_MILLIS = 100;

    /** What a server tells everybody whose connection it ends because the process of somebody else crashed. */
    private static final String CRASH_OF_ANOTHER = "57P02";

    private final ServerAddress address;
    private final int seconds;
    private final ServerRefusals refusals;
    private final RunningStep<Statement> running;
    private @Nullable Connection connection;

    /** @param seconds after which the server stops a step; 0 for no limit */
    Server(ServerAddress address, int seconds, ServerRefusals refusals) {
        this.address = address;
        this.seconds = seconds;
        this.refusals = refusals;
        this.running = new RunningStep<>(refusals, CANCEL_PAUSE_MILLIS, Server::interrupt, Server::giveUp);
        this.connection = address.connect(seconds, refusals);
    }

    /** Something to do in a transaction. */
    @FunctionalInterface
    interface Step<T> {
        T run(Connection connection) throws SQLException;
    }

    /**
     * Runs a step.
     *
     * @throws Refusal ENGINE for whatever fails, CANCELLED when it was cancelled
     */
    <T> T step(Step<T> step) {
        Connection current = alive();
        try {
            return step.run(current);
        } catch (Refusal refusal) {
            throw refusal;
        } catch (SQLException | RuntimeException cause) {
            running.stopIfCancelled();
            throw refusals.query(cause);
        } finally {
            end(current);
        }
    }

    /** Whether the server ended the connection of a statement because the process of another connection crashed. */
    static boolean diedWithOthers(Statement statement) throws SQLException {
        for (SQLWarning warning = statement.getWarnings(); warning != null; warning = warning.getNextWarning()) {
            if (CRASH_OF_ANOTHER.equals(warning.getSQLState())) {
                return true;
            }
        }
        return false;
    }

    /**
     * Waits until a server that went down can be reached again, for half a minute.
     *
     * @throws Refusal the one that is given, when it cannot
     */
    void awaitRecovery(Refusal otherwise) {
        for (int attempt = 1; attempt <= RECOVERY_ATTEMPTS; attempt++) {
            try {
                connection = alive();
                return;
            } catch (Refusal notYet) {
                pause();
            }
        }
        throw otherwise;
    }

    private static void pause() {
        try {
            Thread.sleep(RECOVERY_PAUSE_MILLIS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** The statement that runs, if any does. */
    RunningStep<Statement> running() {
        return running;
    }

    private static void interrupt(Statement statement) {
        try {
            statement.cancel();
        } catch (SQLException alreadyClosed) {
            return;
        }
    }

    /** Closes this end of the connection: whoever waits for the other end gets an error. */
    private static void giveUp(Statement statement) {
        try {
            statement.getConnection().abort(Runnable::run);
        } catch (SQLException alreadyClosed) {
            return;
        }
    }

    private Connection alive() {
        try {
            if (connection != null && !connection.isClosed() && connection.isValid(PATIENCE_SECONDS)) {
                return connection;
            }
        } catch (SQLException cause) {
            refusals.query(cause);
        }
        close();
        Connection made = address.connect(seconds, refusals);
        connection = made;
        return made;
    }

    private void end(Connection current) {
        try {
            current.rollback();
        } catch (SQLException lost) {
            close();
        }
    }

    @Override
    public void close() {
        try {
            if (connection != null) {
                connection.close();
            }
        } catch (SQLException alreadyGone) {
            return;
        } finally {
            connection = null;
        }
    }
}
