package io.tacit.engine.ledger.book;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.backend.TestServer;
import io.tacit.engine.ledger.LedgerPlace;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Clock;
import java.util.Optional;
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
