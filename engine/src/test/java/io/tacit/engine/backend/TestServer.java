package io.tacit.engine.backend;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A real PostgreSQL server, which ends with this process. Whoever uses it takes a database of its own. */
public final class TestServer {
    private static int databases;

    private TestServer() {}

    /** Started when the first test asks for it. */
    private static final class Started {
        static final EmbeddedPostgres SERVER = start();

        private static EmbeddedPostgres start() {
            try {
                return EmbeddedPostgres.builder()
                        .setServerConfig("fsync", "off")
                        .setPGStartupWait(Duration.ofMinutes(2))
                        .start();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** The address of a new, empty database, for its owner. */
    public static synchronized String database() {
        String name = "people" + databases++;
        run(Started.SERVER.getJdbcUrl("postgres", "postgres"), List.of("CREATE DATABASE " + name));
        return Started.SERVER.getJdbcUrl("postgres", name);
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
