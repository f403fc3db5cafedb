package io.tacit.engine.backend.postgres;

import io.tacit.engine.backend.server.ServerRefusals;
import io.tacit.engine.refusal.Refusal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.postgresql.Driver;

/**
 * Connects to a server: only ever to read, in UTC, with no names but those of the server itself in sight.
 *
 * @param url {@code jdbc:postgresql://HOST:PORT/DATABASE}, with {@code ?user=NAME}; never with a password, which is taken
 *     from PGPASSWORD or {@code ~/.pgpass}
 */
record ServerAddress(String url) {
    private static final int LEAST_VERSION = 14;
    private static final int CANCEL_SECONDS = 2;
    private static final int SILENT_SECONDS = 30;

    /** All that could change the meaning of a query or let it write. */
    private static final List<String> SETTINGS = List.of(
            "SET default_transaction_read_only = on",
            "SET search_path = pg_catalog, pg_temp",
            "SET TimeZone = 'UTC'",
            "SET DateStyle = 'ISO, YMD'",
            "SET extra_float_digits = 1",
            "SET standard_conforming_strings = on",
            "SET array_nulls = on",
            "SET transform_null_equals = off",
            "SET quote_all_identifiers = off",
            "SET lock_timeout = '60s'");

    /**
     * The server looks so often whether somebody still waits for the answer: a process that is killed takes no leave, and its
     * question would go on for as long as it may run.
     */
    private static final String WATCHED = "SET client_connection_check_interval = '2s'";

    /** What an address may say; others of the driver's options load classes, change sessions or let them write. */
    private static final Set<String> OPTIONS = new TreeSet<>(Set.of(
            "user",
            "ApplicationName",
            "ssl",
            "sslmode",
            "sslrootcert",
            "sslcert",
            "sslkey",
            "gssEncMode",
            "channelBinding",
            "connectTimeout",
            "loginTimeout",
            "socketTimeout",
            "tcpKeepAlive",
            "targetServerType",
            "loadBalanceHosts",
            "hostRecheckSeconds"));

    /** A user before the host, as other programs write it; a password may follow it. */
    private static final Pattern USER_BEFORE_HOST = Pattern.compile("jdbc:postgresql:[^?]*@.*");

    ServerAddress {
        if (!url.startsWith("jdbc:postgresql:")) {
            throw ServerRefusals.unreadable(
                    "This is no address of PostgreSQL, nor of Spark.",
                    "Write it as jdbc:postgresql://HOST:PORT/DATABASE?user=NAME, sc://HOST:PORT or spark:local.");
        }
        if (url.toLowerCase(Locale.ROOT).contains("password=")
                || USER_BEFORE_HOST.matcher(url).matches()) {
            throw ServerRefusals.unreadable(
                    "The address of the PostgreSQL server has a password in it, which others could see.",
                    "Give the password in the environment variable PGPASSWORD or in ~/.pgpass, and change it.");
        }
        int options = url.indexOf('?');
        if (options >= 0) {
            for (String option : url.substring(options + 1).split("&", -1)) {
                checkOption(option);
            }
        }
    }

    private static void checkOption(String option) {
        int end = option.indexOf('=');
        String name = end < 0 ? option : option.substring(0, end);
        if (!OPTIONS.contains(name)) {
            throw ServerRefusals.unreadable(
                    "The address of the PostgreSQL server has an option that is not accepted"
                            + (end < 0 ? "." : ": " + name + "."),
                    "Options are " + String.join(", ", OPTIONS) + ".");
        }
    }

    /**
     * A new connection.
     *
     * @param seconds after which the server stops a query; 0 for no limit
     * @throws Refusal SOURCE_UNREADABLE when there is none
     */
    Connection connect(int seconds, ServerRefusals refusals) {
        Properties properties = new Properties();
        properties.setProperty("ApplicationName", "tacit");
        properties.setProperty("connectTimeout", "10");
        properties.setProperty("cancelSignalTimeout", String.valueOf(CANCEL_SECONDS));
        properties.setProperty("tcpKeepAlive", "true");
        if (seconds > 0) {
            // A server that stops queries itself has answered by then, or the network is dead.
            properties.setProperty("socketTimeout", String.valueOf(seconds + SILENT_SECONDS));
        }
        Optional.ofNullable(System.getenv("PGUSER")).ifPresent(user -> properties.setProperty("user", user));
        Optional.ofNullable(System.getenv("PGPASSWORD"))
                .ifPresent(password -> properties.setProperty("password", password));
        try {
            Connection connection = new Driver().connect(url, properties);
            if (connection == null) {
                throw ServerRefusals.unreadable(
                        "This is no address of PostgreSQL.",
                        "Write it as jdbc:postgresql://HOST:PORT/DATABASE?user=NAME.");
            }
            try {
                prepare(connection, seconds);
                return connection;
            } catch (SQLException | RuntimeException refused) {
                connection.close();
                throw refused;
            }
        } catch (SQLException cause) {
            throw ServerFailures.connection(refusals, cause);
        }
    }

    private static void watch(Statement statement) {
        try {
            statement.execute(WATCHED);
        } catch (SQLException unknown) {
            // Not every system can tell a server that; there the limit of time ends the question.
            return;
        }
    }

    private static void prepare(Connection connection, int seconds) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String setting : SETTINGS) {
                statement.execute(setting);
            }
            watch(statement);
            statement.execute("SET statement_timeout = '" + seconds + "s'");
            if (connection.getMetaData().getDatabaseMajorVersion() < LEAST_VERSION) {
                throw ServerRefusals.unreadable(
                        "The PostgreSQL server is older than version " + LEAST_VERSION + ".", "Use a newer one.");
            }
            try (ResultSet encoding = statement.executeQuery("SHOW server_encoding")) {
                if (!encoding.next() || !"UTF8".equals(encoding.getString(1))) {
                    throw ServerRefusals.unreadable(
                            "The database has another encoding than UTF8.",
                            "Texts that are no texts elsewhere would be errors. Use a database in UTF8.");
                }
            }
        }
        connection.setAutoCommit(false);
        connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        connection.setReadOnly(true);
    }
}
