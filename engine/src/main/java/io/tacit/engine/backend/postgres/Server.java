package io.tacit.engine.backend.postgres;

import io.tacit.engine.backend.server.RunningStep;
import io.tacit.engine.backend.server.ServerRefusals;
import io.tacit.engine.refusal.Refusal;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * A connection on which each step is a transaction of its own: read-only, of one snapshot, and rolled back at its end. A
 * connection that was lost is made anew for the next step; the step in which it was lost fails and is never repeated.
 */
final class Server implements AutoCloseable {
    private static final long CANCEL_PAUSE_MILLIS = 20;
    private static final int PATIENCE_SECONDS = 5;

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
