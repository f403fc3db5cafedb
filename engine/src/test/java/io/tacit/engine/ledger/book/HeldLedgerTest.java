package io.tacit.engine.ledger.book;

import static io.tacit.engine.ledger.book.Requests.basic;
import static io.tacit.engine.ledger.book.Requests.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.ledger.AccountTerms;
import io.tacit.engine.ledger.LedgerPlace;
import io.tacit.engine.ledger.Receipt;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A ledger that somebody else holds: the wait is told, by each of the ways in which SQLite is held for writing, goes on when
 * the other is done, and ends when nobody wants it any more.
 */
@NullUnmarked
class HeldLedgerTest {
    private static final AccountTerms SHOP = basic("shop", "1000", "1e-5");

    @TempDir
    private Path folder;

    @Test
    void aWaitIsToldAndGoesOn() throws Exception {
        Path file = folder.resolve("ledger.db");
        BlockingQueue<Optional<String>> told = new LinkedBlockingQueue<>();
        try (LedgerBook book = LedgerBook.open(new LedgerPlace.Sqlite(file));
                Connection other = SqliteDatabase.connect(file)) {
            book.tellWaits(told::add);
            book.ledger().charge(request("0.1", "0", SHOP));
            for (String hold : List.of("BEGIN IMMEDIATE", "BEGIN EXCLUSIVE")) {
                Database.run(other, hold);
                CompletableFuture<Receipt> waiting =
                        CompletableFuture.supplyAsync(() -> book.ledger().charge(request("0.1", "0", SHOP)));
                assertThat(told.take().orElse("another session of this process"))
                        .as(hold)
                        .isEqualTo("another session of this process");
                assertThat(waiting).isNotDone();
                Database.run(other, "COMMIT");
                assertThat(waiting.get().balances()).hasSize(1);
            }
            // Once in each wait.
            assertThat(told).isEmpty();
            assertThat(book.ledger().balance(SHOP).charges()).isEqualTo(3);
        }
    }

    @Test
    void aWaitThatIsGivenUpWritesNothing() throws Exception {
        Path file = folder.resolve("ledger.db");
        BlockingQueue<Optional<String>> told = new LinkedBlockingQueue<>();
        try (LedgerBook book = LedgerBook.open(new LedgerPlace.Sqlite(file));
                Connection other = SqliteDatabase.connect(file)) {
            book.tellWaits(told::add);
            book.ledger().charge(request("0.1", "0", SHOP));
            // Whoever gave up before is not concerned.
            book.giveUp();
            Database.run(other, "BEGIN IMMEDIATE");
            CompletableFuture<Receipt> waiting =
                    CompletableFuture.supplyAsync(() -> book.ledger().charge(request("0.1", "0", SHOP)));
            assertThat(told.take()).isNotNull();
            book.giveUp();
            assertThatThrownBy(waiting::get)
                    .isInstanceOf(ExecutionException.class)
                    .cause()
                    .isInstanceOfSatisfying(
                            Refusal.class, refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.LEDGER));
            Database.run(other, "COMMIT");
            assertThat(book.ledger().balance(SHOP).charges()).isEqualTo(1);
            assertThat(book.ledger().charge(request("0.1", "0", SHOP)).balances())
                    .hasSize(1);
        }
    }
}
