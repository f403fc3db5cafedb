package io.tacit.engine.session;

import io.tacit.engine.backend.duckdb.DuckDbEngine;
import io.tacit.engine.ledger.LedgerEntry;
import io.tacit.engine.ledger.book.LedgerBook;
import io.tacit.engine.policy.Policy;
import io.tacit.engine.policy.PolicyFile;
import io.tacit.engine.release.Noise;
import io.tacit.privacy.random.SystemRandomBits;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * An owner of {@link People} who gives ada and bob a budget together, with books in a SQLite file or on a PostgreSQL
 * server. The version of the data is declared once, and stays.
 */
@org.jspecify.annotations.NullUnmarked
final class Shopkeeper {
    /** Where the books lie. */
    enum Books {
        SQLITE,
        POSTGRES
    }

    private final Path file;

    private Shopkeeper(Path file) {
        this.file = file;
    }

    /**
     * Opens a shop in a folder of its own.
     *
     * @param ledger a line of the policy
     */
    static Shopkeeper of(Path folder, People people, String budget, String ledger) {
        try {
            StringBuilder lines = new StringBuilder("uid,g,x,s\n");
            people.lines().forEach(line -> {
                String[] fields = line.split(",", -1);
                lines.append(String.join(",", fields[0], fields[1], fields[2], fields[7]))
                        .append('\n');
            });
            Files.writeString(Files.createDirectories(folder).resolve("t.csv"), lines);
            Files.writeString(
                    folder.resolve("tacit.yaml"),
                    "dataset: shop\n"
                            + "tables:\n"
                            + "  t: {file: t.csv, person: uid, columns: {uid: BIGINT, g: VARCHAR, x: {type: DOUBLE,"
                            + " bounds: [0, 20]}, s: VARCHAR}}\n"
                            + "analysts: {ada: [], bob: []}\n"
                            + "accounts:\n"
                            + "  all: {members: [ada, bob], budget: {epsilon: "
                            + budget + ", delta: 1e-5}}\nversion: first\n" + ledger + "\n");
            return new Shopkeeper(folder.resolve("tacit.yaml"));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /**
     * The line of a policy whose books are in a new database of a server, which asks for no password: any variable will
     * do.
     */
    static String onServer(EmbeddedPostgres server, String database) throws SQLException {
        try (Connection connection = DriverManager.getConnection(server.getJdbcUrl("postgres", "postgres"));
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + database);
        }
        return "ledger: {postgres: \"" + server.getJdbcUrl("postgres", database)
                + "\", user: postgres, password_variable: PATH}";
    }

    static Policy policy(Path file) {
        return PolicyFile.read(file, new DuckDbEngine(People.SETTINGS));
    }

    Path file() {
        return file;
    }

    TacitSession open(String analyst) {
        return open(analyst, () -> Noise.of(new SystemRandomBits()));
    }

    TacitSession open(String analyst, Supplier<Noise> noise) {
        return TacitSession.open(policy(file), analyst, People.SETTINGS, Clock.systemUTC(), noise);
    }

    /** The charges that the books hold, which are whole. */
    List<LedgerEntry> charges() {
        Policy policy = policy(file);
        try (LedgerBook book = LedgerBook.open(policy.ledger(), Optional.empty(), Clock.systemUTC())) {
            List<String> problems = book.ledger().verify(Optional.empty()).problems();
            if (!problems.isEmpty()) {
                throw new AssertionError(problems);
            }
            return book.ledger().history(Optional.empty(), Integer.MAX_VALUE).stream()
                    .filter(entry -> entry.kind() == LedgerEntry.Kind.CHARGE)
                    .toList();
        }
    }
}
