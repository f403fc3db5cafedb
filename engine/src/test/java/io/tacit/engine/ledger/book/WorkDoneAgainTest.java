package io.tacit.engine.ledger.book;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.ledger.LedgerPlace;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Several pieces of work wait for one transaction, one of them spoils it, and each is done again by itself: what a caller
 * is told is what the book has of the second time, and nothing of the first is left.
 */
@NullUnmarked
class WorkDoneAgainTest {
    @TempDir
    private Path folder;

    private final Map<String, String> told = new ConcurrentHashMap<>();

    /** What happens at the first try, together with the others up to one that spoils it, and at the second, alone. */
    private enum Piece {
        ACCEPTED_BOTH_TIMES,
        REFUSED_AT_FIRST,
        REFUSED_AT_LAST,
        REFUSED_BOTH_TIMES,
        SPOILS_AT_FIRST,
        SPOILS_BOTH_TIMES,
        BREAKS_BOTH_TIMES,
        ACCEPTED_AT_LAST;

        String does(int times) throws SQLException {
            boolean first = times == 1;
            switch (this) {
                case REFUSED_AT_FIRST -> refuse(first, times);
                case REFUSED_AT_LAST -> refuse(!first, times);
                case REFUSED_BOTH_TIMES -> refuse(true, times);
                case SPOILS_AT_FIRST -> spoil(first);
                case SPOILS_BOTH_TIMES -> spoil(true);
                case BREAKS_BOTH_TIMES -> throw new IllegalStateException("broken");
                default -> {
                    return "time " + times;
                }
            }
            return "time " + times;
        }

        private static void refuse(boolean now, int times) {
            if (now) {
                throw new Refusal(ErrorCode.BUDGET, "refused at time " + times, "");
            }
        }

        private static void spoil(boolean now) throws SQLException {
            if (now) {
                throw new SQLException("spoilt");
            }
        }
    }

    @Test
    void everybodyIsToldWhatHappenedAtLast() throws InterruptedException {
        Path file = folder.resolve("book.sqlite");
        LedgerBook.open(new LedgerPlace.Sqlite(file)).close();
        try (WriteBook book = new WriteBook(SqliteDatabase.of(file, List.of()))) {
            CountDownLatch begun = new CountDownLatch(1);
            CountDownLatch gathered = new CountDownLatch(1);
            List<Thread> threads = new ArrayList<>();
            threads.add(asks(book, "first", pages -> {
                begun.countDown();
                Uninterrupted.run(gathered::await);
                return "alone";
            }));
            Uninterrupted.run(begun::await);
            Map<Piece, Integer> times = new ConcurrentHashMap<>();
            for (Piece piece : Piece.values()) {
                threads.add(asks(book, piece.name(), pages -> piece.does(times.merge(piece, 1, Integer::sum))));
            }
            gathered.countDown();
            for (Thread thread : threads) {
                thread.join();
            }
        }
        assertThat(new TreeMap<>(told))
                .isEqualTo(new TreeMap<>(Map.of(
                        "first", "alone",
                        "ACCEPTED_BOTH_TIMES", "time 2",
                        "REFUSED_AT_FIRST", "time 2",
                        "REFUSED_AT_LAST", "BUDGET refused at time 2",
                        "REFUSED_BOTH_TIMES", "BUDGET refused at time 2",
                        "SPOILS_AT_FIRST", "time 2",
                        "SPOILS_BOTH_TIMES", "LEDGER",
                        "BREAKS_BOTH_TIMES", "LEDGER",
                        "ACCEPTED_AT_LAST", "time 1")));
    }

    /**
     * Nobody knows what became of a commit that failed: then nothing is done again, for what was charged once would be
     * charged twice, and everybody is told so.
     */
    @Test
    void nothingIsDoneAgainOnceTheCommitHasBegun() throws InterruptedException, SQLException {
        Path file = folder.resolve("book.sqlite");
        LedgerBook.open(new LedgerPlace.Sqlite(file)).close();
        try (Connection connection = SqliteDatabase.connect(file)) {
            Database.run(connection, "CREATE TABLE parent (id INTEGER PRIMARY KEY)");
            // A constraint that is checked at COMMIT alone fails there and nowhere before.
            Database.run(connection, "CREATE TABLE child (id INTEGER REFERENCES parent DEFERRABLE INITIALLY DEFERRED)");
        }
        Map<String, Integer> times = new ConcurrentHashMap<>();
        try (WriteBook book = new WriteBook(SqliteDatabase.of(file, List.of("PRAGMA foreign_keys = ON")))) {
            for (int many = 1; many <= 4; many++) {
                CountDownLatch begun = new CountDownLatch(1);
                CountDownLatch gathered = new CountDownLatch(1);
                List<Thread> threads = new ArrayList<>();
                threads.add(asks(book, "first of " + many, pages -> {
                    begun.countDown();
                    Uninterrupted.run(gathered::await);
                    return "alone";
                }));
                Uninterrupted.run(begun::await);
                for (int i = 0; i < many; i++) {
                    String name = i + " of " + many;
                    threads.add(asks(book, name, pages -> {
                        times.merge(name, 1, Integer::sum);
                        pages.tables().prepared("INSERT INTO child VALUES (1)").executeUpdate();
                        return "done";
                    }));
                }
                gathered.countDown();
                for (Thread thread : threads) {
                    thread.join();
                }
                assertThat(told.remove("first of " + many)).isEqualTo("alone");
                assertThat(told)
                        .hasSize(many)
                        .allSatisfy((name, what) -> assertThat(what).isEqualTo("LEDGER"));
                assertThat(times)
                        .hasSize(many)
                        .allSatisfy((name, often) -> assertThat(often).isEqualTo(1));
                told.clear();
                times.clear();
            }
        }
    }

    private Thread asks(WriteBook book, String name, WriteBook.Work<String> work) {
        Thread thread = new Thread(() -> {
            try {
                told.put(name, book.write(work));
            } catch (Refusal refusal) {
                told.put(
                        name,
                        refusal.code() == ErrorCode.LEDGER
                                ? "LEDGER"
                                : refusal.code().name() + " " + refusal.rule());
            }
        });
        thread.start();
        // Until it stands in the queue, so that pieces stand there in the order of their list.
        while (thread.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        return thread;
    }
}
