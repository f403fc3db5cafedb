package io.tacit.engine.backend;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Assumptions;

/**
 * Real PostgreSQL servers, which end with this process: of the oldest version that Tacit reads, which most tests use, and of
 * a newer one. Whoever uses one takes a database of its own.
 *
 * <p>{@code -Dtacit.postgres.binaries=JAR} names the programs that stand for the oldest version, for all tests on another one;
 * the build names those of the newer one with {@code tacit.postgres.newer}.
 */
public final class TestServer {
    private static final String BINARIES = System.getProperty("tacit.postgres.binaries", "");
    private static final String NEWER = System.getProperty("tacit.postgres.newer", "");
    private static int databases;

    private TestServer() {}

    /** Started when the first test asks for it. */
    private static final class Started {
        static final EmbeddedPostgres SERVER = start(BINARIES);
    }

    /** Started when the first test asks for it. */
    private static final class NewerStarted {
        static final EmbeddedPostgres SERVER = start(NEWER);
    }

    private static EmbeddedPostgres start(String jar) {
        try {
            return builder(jar).setServerConfig("fsync", "off").start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A server of one's own, of the version that most tests use. */
    public static EmbeddedPostgres.Builder builder() {
        return builder(BINARIES);
    }

    private static EmbeddedPostgres.Builder builder(String jar) {
        EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder().setPGStartupWait(Duration.ofMinutes(2));
        return jar.isEmpty() ? builder : builder.setPgBinaryResolver((system, machine) -> programs(jar));
    }

    /** Versions have one name on the class path: a second one stays a file, of which the programs are the only archive. */
    private static InputStream programs(String jar) throws IOException {
        try (JarFile file = new JarFile(jar)) {
            JarEntry archive = file.stream()
                    .filter(entry -> entry.getName().endsWith(".txz"))
                    .findFirst()
                    .orElseThrow();
            return new ByteArrayInputStream(file.getInputStream(archive).readAllBytes());
        }
    }

    /** The address of a new, empty database, for its owner. */
    public static String database() {
        return database(Started.SERVER);
    }

    /** The same on the newer server; the test is left out where no build has fetched one. */
    public static String newerDatabase() {
        Assumptions.assumeFalse(NEWER.isEmpty(), "tacit.postgres.newer names no programs");
        return database(NewerStarted.SERVER);
    }

    private static synchronized String database(EmbeddedPostgres server) {
        String name = "people" + databases++;
        run(server.getJdbcUrl("postgres", "postgres"), List.of("CREATE DATABASE " + name));
        return server.getJdbcUrl("postgres", name);
    }

    /** The same database for another user. */
    public static String as(String url, String user) {
        return url.replace("user=postgres", "user=" + user);
    }

    /** Runs statements, each on its own. */
    public static void run(String url, List<String> statements) {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What is in the first column of a query's result. */
    public static List<String> texts(String url, String sql) {
        List<String> texts = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                texts.add(rows.getString(1));
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return texts;
    }
}
