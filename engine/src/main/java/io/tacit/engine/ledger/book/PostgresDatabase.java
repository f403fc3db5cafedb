package io.tacit.engine.ledger.book;

import io.tacit.engine.ledger.LedgerPlace;
import io.tacit.engine.refusal.Refusal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.postgresql.Driver;

/** A book in tables of PostgreSQL. */
final class PostgresDatabase implements Database {
    private static final String BODY = "BEGIN RAISE EXCEPTION 'the ledger is append-only'; END";
    private static final String BODY_AT_THE_END =
            "BEGIN IF NEW.number <> (SELECT COALESCE(MAX(number), 0) + 1 FROM tacit_entry)"
                    + " THEN RAISE EXCEPTION 'the ledger is append-only'; END IF; RETURN NEW; END";
    private static final List<String> GUARDS = List.of(
            "CREATE FUNCTION tacit_append_only() RETURNS trigger LANGUAGE plpgsql AS '" + BODY.replace("'", "''") + "'",
            "CREATE FUNCTION tacit_at_the_end() RETURNS trigger LANGUAGE plpgsql AS '"
                    + BODY_AT_THE_END.replace("'", "''") + "'",
            "CREATE TRIGGER tacit_entry_not_updated BEFORE UPDATE OR DELETE OR TRUNCATE ON tacit_entry"
                    + " FOR EACH STATEMENT EXECUTE FUNCTION tacit_append_only()",
            "CREATE TRIGGER tacit_entry_at_the_end BEFORE INSERT ON tacit_entry"
                    + " FOR EACH ROW EXECUTE FUNCTION tacit_at_the_end()");
    private static final List<String> SCHEMA =
            Schema.statements("BIGINT", "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY", GUARDS);

    /** The advisory lock under which the tables are made: a number that nobody else is likely to use. */
    private static final long LOCK_OF_MAKING = 0x7461636974L;

    /** A statement that waits for a lock ends so often, to say so and to see whether anybody still wants it. */
    private static final String BEGIN =
            "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; SET LOCAL lock_timeout = '1s';"
                    // The book's one row is the lock of all writers; what is read after it is what they committed.
                    + " SELECT schema_version FROM tacit_book FOR UPDATE; SET LOCAL lock_timeout = '30s'";

    private final LedgerPlace.Postgres place;
    private final WaitForOthers others;
    private long changes;

    PostgresDatabase(LedgerPlace.Postgres place) {
        this(place, new WaitForOthers());
    }

    PostgresDatabase(LedgerPlace.Postgres place, WaitForOthers others) {
        this.place = place;
        this.others = others;
    }

    /**
     * Makes the tables unless they are there.
     *
     * @return whether this call made them
     */
    boolean createUnlessThere(Instant now) throws SQLException {
        try (Connection connection = bare()) {
            Database.run(connection, "BEGIN");
            Database.run(connection, "SELECT pg_advisory_xact_lock(" + LOCK_OF_MAKING + ")");
            boolean missing =
                    text(connection, "SELECT to_regclass('tacit_book') IS NULL").equals("t");
            if (missing) {
                for (String statement : SCHEMA) {
                    Database.run(connection, statement);
                }
                Database.run(connection, "INSERT INTO tacit_book VALUES (" + Schema.VERSION + ", '" + now + "')");
            }
            Database.run(connection, "COMMIT");
            return missing;
        }
    }

    /** Whether the tables are there. */
    boolean isThere() throws SQLException {
        try (Connection connection = bare()) {
            return text(connection, "SELECT to_regclass('tacit_book') IS NOT NULL")
                    .equals("t");
        }
    }

    @Override
    public Connection connect() throws SQLException {
        Connection connection = bare();
        try {
            String version = text(connection, "SELECT schema_version FROM tacit_book");
            if (!version.equals(String.valueOf(Schema.VERSION))) {
                throw BookRefusals.of(
                        "The ledger is of version " + version + ", and this Tacit writes version " + Schema.VERSION
                                + ".",
                        "Use the Tacit that wrote it, or a newer one.");
            }
            return connection;
        } catch (SQLException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    private Connection bare() throws SQLException {
        Properties settings = new Properties();
        settings.setProperty("user", place.user());
        settings.setProperty("ApplicationName", "tacit");
        settings.setProperty("connectTimeout", "10");
        settings.setProperty("socketTimeout", "120");
        settings.setProperty("tcpKeepAlive", "true");
        password().ifPresent(password -> settings.setProperty("password", password));
        Connection connection =
                place.url().startsWith("jdbc:postgresql:") ? new Driver().connect(place.url(), settings) : null;
        if (connection == null) {
            throw BookRefusals.of(
                    "The address of the ledger is not one of PostgreSQL.",
                    "Write it as jdbc:postgresql://host:port/database.");
        }
        try {
            checkDurable(connection);
            Database.run(connection, "SET lock_timeout = '30s'");
            return connection;
        } catch (SQLException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    /** A server that does not wait for its disk forgets charges when the power fails. */
    private static void checkDurable(Connection connection) throws SQLException {
        if (!text(connection, "SHOW fsync").equals("on")) {
            throw BookRefusals.of(
                    "The PostgreSQL server of the ledger runs with fsync off.",
                    "It would forget charges when the power fails. Turn fsync on.");
        }
        if (text(connection, "SHOW synchronous_commit").equals("off")) {
            Database.run(connection, "SET synchronous_commit = on");
        }
    }

    private Optional<String> password() {
        return place.passwordVariable().map(variable -> {
            String value = System.getenv(variable);
            if (value == null) {
                throw BookRefusals.of(
                        "The environment variable " + variable
                                + ", which holds the password of the ledger, is not set.",
                        "Set it.");
            }
            return value;
        });
    }

    @Override
    public void begin(Connection connection) throws SQLException {
        WaitForOthers.Wait wait = others.begin(Optional::empty);
        while (true) {
            try {
                Database.run(connection, BEGIN);
                return;
            } catch (SQLException held) {
                if (!isBusy(held) || !wait.again()) {
                    throw held;
                }
                Database.run(connection, "ROLLBACK");
            }
        }
    }

    @Override
    public void beginReading(Connection connection) throws SQLException {
        Database.run(connection, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    }

    @Override
    public long writtenByOthers(Connection connection) {
        // PostgreSQL does not say it at no cost, so everything is read anew.
        return ++changes;
    }

    @Override
    public List<String> problems(Connection connection) throws SQLException {
        List<String> problems = new ArrayList<>();
        String guards = text(
                connection,
                "SELECT COUNT(*) FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid"
                        + " WHERE t.tgrelid = 'tacit_entry'::regclass AND t.tgenabled IN ('O', 'A') AND ("
                        + "t.tgname = 'tacit_entry_not_updated' AND t.tgtype = 58 AND p.prosrc = '"
                        + BODY.replace("'", "''")
                        + "' OR t.tgname = 'tacit_entry_at_the_end' AND t.tgtype = 7 AND p.prosrc = '"
                        + BODY_AT_THE_END.replace("'", "''") + "')");
        if (!guards.equals("2")) {
            problems.add("A trigger that keeps entries from being changed is missing.");
        }
        return problems;
    }

    @Override
    public Refusal refusal(SQLException error) {
        String state = Optional.ofNullable(error.getSQLState()).orElse("");
        String advice = "Ask who runs the database.";
        if (state.startsWith("08") || state.startsWith("57P")) {
            return BookRefusals.of("The database of the ledger cannot be reached.", advice);
        }
        if (state.startsWith("28")) {
            return BookRefusals.of("The database of the ledger does not accept the user or the password.", advice);
        }
        return switch (state) {
            case "3D000" -> BookRefusals.of("The database of the ledger is not there.", advice);
            case "42501" -> BookRefusals.of("The user of the ledger may not write its tables.", advice);
            case "25006" -> BookRefusals.of("The database of the ledger is read-only.", advice);
            case "53100" -> BookRefusals.of("The disk of the ledger's database is full.", advice);
            case "55P03" -> BookRefusals.of("Another process has held the ledger for too long.", "Try again later.");
            case "XX001", "XX002" -> BookRefusals.of("The ledger is damaged.", "Run tacit ledger verify. " + advice);
            default -> BookRefusals.of("The database of the ledger failed (SQLSTATE " + state + ").", advice);
        };
    }

    @Override
    public boolean isBusy(SQLException error) {
        return "55P03".equals(error.getSQLState());
    }

    private static String text(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return rows.next() ? String.valueOf(rows.getString(1)) : "";
        }
    }
}
