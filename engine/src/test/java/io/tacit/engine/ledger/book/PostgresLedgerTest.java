package io.tacit.engine.ledger.book;

import static io.tacit.engine.ledger.book.Requests.basic;
import static io.tacit.engine.ledger.book.Requests.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.backend.TestServer;
import io.tacit.engine.ledger.AccountTerms;
import io.tacit.engine.ledger.LedgerPlace;
import io.tacit.engine.ledger.Receipt;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The contract on a real server, which ends with this process; each test has a database of its own. */
@Tag("process")
class PostgresLedgerTest extends LedgerContract {
    private static final EmbeddedPostgres SERVER = start("on");
    private static int databases;

    private final LedgerPlace.Postgres place;

    PostgresLedgerTest() throws SQLException {
        databases++;
        run("postgres", "CREATE DATABASE ledger" + databases);
        place = new LedgerPlace.Postgres(
                SERVER.getJdbcUrl("postgres", "ledger" + databases), "postgres", Optional.empty());
    }

    private static EmbeddedPostgres start(String fsync) {
        try {
            return TestServer.builder().setServerConfig("fsync", fsync).start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void run(String database, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(SERVER.getJdbcUrl("postgres", database))) {
            Database.run(connection, sql);
        }
    }

    @Override
    LedgerPlace place() {
        return place;
    }

    private static void refusedToOpen(LedgerPlace place, String words) {
        assertThatThrownBy(() -> LedgerBook.open(place).close())
                .hasMessageContaining(words)
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.LEDGER));
    }

    @Test
    void aServerThatForgetsIsRefused() throws IOException {
        try (EmbeddedPostgres forgetful = start("off")) {
            refusedToOpen(
                    new LedgerPlace.Postgres(
                            forgetful.getJdbcUrl("postgres", "postgres"), "postgres", Optional.empty()),
                    "fsync");
        }
    }

    @Test
    void whatCannotBeOpenedIsRefused() throws SQLException {
        refusedToOpen(
                new LedgerPlace.Postgres("jdbc:postgresql://localhost:1/x", "postgres", Optional.empty()),
                "cannot be reached");
        refusedToOpen(new LedgerPlace.Postgres("jdbc:other:x", "postgres", Optional.empty()), "not one of PostgreSQL");
        refusedToOpen(
                new LedgerPlace.Postgres(SERVER.getJdbcUrl("postgres", "none"), "postgres", Optional.empty()),
                "is not there");
        refusedToOpen(
                new LedgerPlace.Postgres(place.url(), "postgres", Optional.of("TACIT_NO_SUCH_VARIABLE")),
                "TACIT_NO_SUCH_VARIABLE");
        run("ledger" + databases, "UPDATE tacit_book SET schema_version = 2");
        refusedToOpen(place, "version 2");
    }

    @Test
    void entriesCannotBeChangedByAccident() throws SQLException {
        LedgerBook.open(place).close();
        for (String sql : new String[] {
            "UPDATE tacit_entry SET epsilon = '0'",
            "DELETE FROM tacit_entry",
            "TRUNCATE tacit_entry",
            "INSERT INTO tacit_entry SELECT 7, '', '', '', '', '', '', '', '', '', '', '', '', ''"
        }) {
            assertThatThrownBy(() -> run("ledger" + databases, sql)).hasMessageContaining("append-only");
        }
        run("ledger" + databases, "ALTER TABLE tacit_entry DISABLE TRIGGER tacit_entry_not_updated");
        try (LedgerBook book = LedgerBook.open(place)) {
            assertThat(book.ledger().verify(Optional.empty()).problems())
                    .containsExactly("A trigger that keeps entries from being changed is missing.");
        }
    }

    /** Each guard put out of order in every way that leaves its name, or taken away, is found. */
    @Test
    void eachGuardIsMissedAndMustBeTheOneThatTacitMade() throws SQLException {
        try (LedgerBook book = LedgerBook.open(place);
                Connection connection = DriverManager.getConnection(place.url())) {
            for (String change : new String[] {
                "ALTER TABLE tacit_entry DISABLE TRIGGER tacit_entry_at_the_end",
                "ALTER TABLE tacit_entry ENABLE REPLICA TRIGGER tacit_entry_not_updated",
                "DROP TRIGGER tacit_entry_at_the_end ON tacit_entry",
                "DROP TRIGGER tacit_entry_not_updated ON tacit_entry",
                "CREATE OR REPLACE TRIGGER tacit_entry_not_updated BEFORE UPDATE OR DELETE ON tacit_entry"
                        + " FOR EACH STATEMENT EXECUTE FUNCTION tacit_append_only()",
                "CREATE OR REPLACE TRIGGER tacit_entry_at_the_end AFTER INSERT ON tacit_entry"
                        + " FOR EACH ROW EXECUTE FUNCTION tacit_at_the_end()",
                "CREATE OR REPLACE FUNCTION tacit_append_only() RETURNS trigger LANGUAGE plpgsql AS"
                        + " 'BEGIN RETURN NULL; END'",
                "CREATE OR REPLACE FUNCTION tacit_at_the_end() RETURNS trigger LANGUAGE plpgsql AS"
                        + " 'BEGIN RETURN NEW; END'"
            }) {
                assertThat(new PostgresDatabase(place).problems(connection)).isEmpty();
                Database.run(connection, "BEGIN");
                Database.run(connection, change);
                assertThat(new PostgresDatabase(place).problems(connection))
                        .as(change)
                        .hasSize(1);
                Database.run(connection, "ROLLBACK");
            }
            assertThat(book.ledger().verify(Optional.empty()).problems()).isEmpty();
        }
    }

    /** Whatever a database or its user has been set to: a charge is on the disk before an answer goes out. */
    @Test
    void chargesAreOnTheDiskBeforeAnswersGoOut() throws SQLException {
        LedgerBook.open(place).close();
        run("postgres", "ALTER DATABASE ledger" + databases + " SET synchronous_commit = off");
        try (Connection connection = new PostgresDatabase(place).connect();
                Statement statement = connection.createStatement();
                ResultSet shown = statement.executeQuery("SHOW synchronous_commit")) {
            shown.next();
            assertThat(shown.getString(1)).isEqualTo("on");
        }
    }

    /** A server does not say who holds the book; the wait is told, goes on, and ends when nobody wants it any more. */
    @Test
    void aWaitForOthersIsToldAndMayBeGivenUp() throws Exception {
        AccountTerms shop = basic("shop", "1000", "1e-5");
        BlockingQueue<Optional<String>> told = new LinkedBlockingQueue<>();
        try (LedgerBook book = LedgerBook.open(place);
                Connection other = DriverManager.getConnection(place.url())) {
            book.tellWaits(told::add);
            book.ledger().charge(request("0.1", "0", shop));
            for (boolean givenUp : List.of(false, true)) {
                Database.run(other, "BEGIN; SELECT schema_version FROM tacit_book FOR UPDATE");
                CompletableFuture<Receipt> waiting =
                        CompletableFuture.supplyAsync(() -> book.ledger().charge(request("0.1", "0", shop)));
                assertThat(told.take()).isEmpty();
                assertThat(waiting).isNotDone();
                if (givenUp) {
                    book.giveUp();
                    assertThatThrownBy(waiting::get)
                            .cause()
                            .isInstanceOfSatisfying(
                                    Refusal.class,
                                    refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.LEDGER));
                }
                Database.run(other, "COMMIT");
                if (!givenUp) {
                    assertThat(waiting.get().balances()).hasSize(1);
                }
            }
            assertThat(told).isEmpty();
            assertThat(book.ledger().balance(shop).charges()).isEqualTo(2);
        }
    }

    /** Who only looks begins none. */
    @Test
    void whetherThereIsALedgerIsAskedWithoutBeginningOne() throws SQLException {
        String database = "none" + databases;
        run("postgres", "CREATE DATABASE " + database);
        LedgerPlace none =
                new LedgerPlace.Postgres(SERVER.getJdbcUrl("postgres", database), "postgres", Optional.empty());
        assertThat(LedgerBook.isThere(none)).isFalse();
        assertThat(LedgerBook.isThere(none)).isFalse();
        LedgerBook.open(none).close();
        assertThat(LedgerBook.isThere(none)).isTrue();
    }

    /** It connects as the user whom the policy names, not as whoever runs it. */
    @Test
    void theUserOfThePolicyConnects() throws SQLException {
        LedgerBook.open(place).close();
        String keeper = "keeper" + databases;
        run("ledger" + databases, "CREATE ROLE " + keeper + " LOGIN");
        run("ledger" + databases, "GRANT SELECT ON tacit_book TO " + keeper);
        String address = place.url().replaceFirst("[?].*$", "");
        LedgerPlace.Postgres named = new LedgerPlace.Postgres(address, keeper, Optional.empty());
        try (Connection connection = new PostgresDatabase(named).connect();
                Statement statement = connection.createStatement();
                ResultSet user = statement.executeQuery("SELECT current_user")) {
            user.next();
            assertThat(user.getString(1)).isEqualTo(keeper);
        }
    }

    @Test
    void aLostConnectionIsMadeAnew() throws SQLException {
        try (LedgerBook book = LedgerBook.open(place, Optional.empty(), Clock.systemUTC())) {
            book.ledger().charge(Requests.request("0.1", "0", Requests.basic("shop", "1", "0")));
            run("postgres", "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'tacit'");
            book.ledger().charge(Requests.request("0.1", "0", Requests.basic("shop", "1", "0")));
            run("postgres", "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'tacit'");
            assertThat(book.ledger().history(Optional.empty(), 10)).hasSize(3);
            assertThat(book.ledger().verify(Optional.empty()).problems()).isEmpty();
        }
    }
}
