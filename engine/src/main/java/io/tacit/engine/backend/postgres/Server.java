package io.tacit.engine.backend.postgres;

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
    private static final int CANCEL_ATTEMPTS = 100;
    private static final long CANCEL_PAUSE_MILLIS = 20;
    private static final int PATIENCE_SECONDS = 5;

    private final ServerAddress address;
    private final int seconds;
    private final ServerFailures failures;
    private final Object lock = new Object();
    private @Nullable Connection connection;
    private @Nullable Statement running;
    private boolean cancelled;

    /** @param seconds after which the server stops a step; 0 for no limit */
    Server(ServerAddress address, int seconds, ServerFailures failures) {
        this.address = address;
        this.seconds = seconds;
        this.failures = failures;
        this.connection = address.connect(seconds, failures);
    }

    /** Something to do in a transaction. */
    @FunctionalInterface
    interface Step<T> {
        T run(Connection connection) throws SQLException;
    }

    /**
     * Runs a step.
     *
     * @throws Refusal ENGINE for whatever fails, CANCELLED when {@link #cancel} stopped it
     */
    <T> T step(Step<T> step) {
        Connection current = alive();
        try {
            return step.run(current);
        } catch (Refusal refusal) {
            throw refusal;
        } catch (SQLException | RuntimeException cause) {
            stopIfCancelled();
            throw failures.query(cause);
        } finally {
            end(current);
        }
    }

    /** From now on {@link #cancel} stops this statement. */
    void started(Statement statement) {
        synchronized (lock) {
            running = statement;
            cancelled = false;
        }
    }

    /** The statement has ended. */
    void ended() {
        synchronized (lock) {
            running = null;
        }
    }

    void stopIfCancelled() {
        synchronized (lock) {
            if (cancelled) {
                throw failures.cancelled();
            }
        }
    }

    /** Stops the running statement at once, from another thread; without effect when none runs. */
    void cancel() {
        Statement target;
        synchronized (lock) {
            target = running;
            cancelled = target != null;
        }
        // The server may get the message before the statement, and forgets it then.
        for (int attempt = 0; target != null && attempt < CANCEL_ATTEMPTS; attempt++) {
            synchronized (lock) {
                if (running != target) {
                    return;
                }
            }
            interrupt(target);
            pause();
        }
    }

    private static void interrupt(Statement statement) {
        try {
            statement.cancel();
        } catch (SQLException alreadyClosed) {
            return;
        }
    }

    private static void pause() {
        try {
            Thread.sleep(CANCEL_PAUSE_MILLIS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private Connection alive() {
        try {
            if (connection != null && !connection.isClosed() && connection.isValid(PATIENCE_SECONDS)) {
                return connection;
            }
        } catch (SQLException cause) {
            failures.query(cause);
        }
        close();
        Connection made = address.connect(seconds, failures);
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
