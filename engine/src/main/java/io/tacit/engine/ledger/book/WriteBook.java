package io.tacit.engine.ledger.book;

import io.tacit.engine.refusal.Refusal;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * The one writer of a process. Each transaction commits all that is waiting, so that many threads share one wait for
 * the disk; each piece of work is judged on its own and leaves nothing behind when it is refused.
 *
 * <p>Callers wait until the commit returned, and interrupting them does not end the wait: nobody is left not knowing
 * whether they paid.
 */
final class WriteBook implements AutoCloseable {
    private static final int MOST_TOGETHER = 512;

    private final Database database;
    private final BlockingQueue<Job<?>> queue = new LinkedBlockingQueue<>();
    private final Thread thread;
    private final Object closing = new Object();
    private boolean closed;
    private @Nullable BookTransaction pages;

    WriteBook(Database database) {
        this.database = database;
        this.thread = new Thread(this::run, "tacit-ledger");
        this.thread.setDaemon(true);
        this.thread.start();
    }

    /**
     * What is to be written.
     *
     * @param <T> the answer
     */
    interface Work<T> {
        /** Does the work; throws a {@link Refusal} only before it wrote anything. */
        T on(BookTransaction pages) throws SQLException;
    }

    /** Does the work and returns once it is durable. */
    <T> T write(Work<T> work) {
        Job<T> job = new Job<>(work);
        synchronized (closing) {
            if (closed) {
                throw BookRefusals.closed();
            }
            queue.add(job);
        }
        return job.outcome();
    }

    private void run() {
        List<Job<?>> together = new ArrayList<>();
        while (true) {
            together.clear();
            try {
                together.add(queue.take());
            } catch (InterruptedException nobodyDoesThis) {
                continue;
            }
            queue.drainTo(together, MOST_TOGETHER - 1);
            boolean last = together.removeIf(job -> job == END);
            try {
                commit(together);
            } catch (RuntimeException | Error unforeseen) {
                // Callers that wait are told in every case: none waits for ever, and nothing is released.
                Refusal refusal = BookRefusals.unknown(refusal(unforeseen));
                together.forEach(job -> job.fail(refusal));
            }
            if (last) {
                forgetConnection();
                return;
            }
        }
    }

    private void commit(List<Job<?>> jobs) {
        if (jobs.isEmpty()) {
            return;
        }
        boolean committing = false;
        BookTransaction open = null;
        try {
            open = begin();
            for (Job<?> job : jobs) {
                job.run(open);
            }
            open.send();
            committing = true;
            open.commit();
        } catch (SQLException | RuntimeException | Error e) {
            Refusal refusal = refusal(e);
            boolean undone = open != null && undo(open);
            if (open != null && !committing && undone && jobs.size() > 1) {
                // One piece of work may have spoilt it for all: each gets a transaction of its own.
                jobs.forEach(job -> commit(List.of(job)));
                return;
            }
            Refusal told = committing ? BookRefusals.unknown(refusal) : refusal;
            jobs.forEach(job -> job.fail(told));
            return;
        }
        jobs.forEach(Job::succeed);
    }

    /** Begins on the connection that is there, or on a new one if that was lost meanwhile. */
    private BookTransaction begin() throws SQLException {
        BookTransaction open = pages;
        if (open != null) {
            try {
                open.begin();
                return open;
            } catch (SQLException lost) {
                undo(open);
                forgetConnection();
                if (database.isBusy(lost)) {
                    throw lost;
                }
            } catch (RuntimeException refused) {
                forgetConnection();
                throw refused;
            }
        }
        open = new BookTransaction(database, database.connect());
        pages = open;
        open.begin();
        return open;
    }

    /** Rolls back, and says whether that surely succeeded; if not, the connection is not used again. */
    private boolean undo(BookTransaction open) {
        try {
            open.rollback();
            return true;
        } catch (SQLException failed) {
            forgetConnection();
            return false;
        }
    }

    private void forgetConnection() {
        BookTransaction open = pages;
        pages = null;
        if (open != null) {
            try {
                open.close();
            } catch (SQLException ignored) {
                // It was not to be used again anyway.
                return;
            }
        }
    }

    private Refusal refusal(Throwable e) {
        if (e instanceof Refusal refusal) {
            return refusal;
        }
        if (e instanceof SQLException sql) {
            return database.refusal(sql);
        }
        return e instanceof DamagedBook damage
                ? BookRefusals.damaged(damage)
                : BookRefusals.of("Writing the ledger failed in a way that was not foreseen.", "Please report it.");
    }

    /** Writes what is waiting, and ends. */
    @Override
    public void close() {
        synchronized (closing) {
            if (!closed) {
                closed = true;
                queue.add(END);
            }
        }
        Uninterrupted.run(thread::join);
    }

    private static final Job<?> END = new Job<Integer>(pages -> 0);

    /** A piece of work and who waits for it. */
    private static final class Job<T> {
        private final Work<T> work;
        private final CountDownLatch done = new CountDownLatch(1);
        private @Nullable T result;
        private @Nullable RuntimeException refusal;

        Job(Work<T> work) {
            this.work = work;
        }

        void run(BookTransaction pages) throws SQLException {
            result = null;
            refusal = null;
            try {
                result = work.on(pages);
            } catch (Refusal refused) {
                refusal = refused;
            }
        }

        void succeed() {
            done.countDown();
        }

        void fail(Refusal why) {
            if (done.getCount() == 0) {
                return;
            }
            result = null;
            refusal = why;
            done.countDown();
        }

        T outcome() {
            Uninterrupted.run(done::await);
            RuntimeException refused = refusal;
            if (refused != null) {
                throw refused;
            }
            T answer = result;
            if (answer == null) {
                throw new IllegalStateException("the work has neither an answer nor a refusal");
            }
            return answer;
        }
    }
}
