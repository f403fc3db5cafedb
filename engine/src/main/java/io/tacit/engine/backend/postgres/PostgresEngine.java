package io.tacit.engine.backend.postgres;

import io.tacit.engine.backend.Backend;
import io.tacit.engine.backend.DataEngine;
import io.tacit.engine.backend.DatabaseSchema;
import io.tacit.engine.backend.Likeness;
import io.tacit.engine.backend.LookAtValues;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ServerKind;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.dialect.Dialect;
import io.tacit.engine.dialect.postgres.PostgresDialect;
import io.tacit.engine.dialect.postgres.PostgresText;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * PostgreSQL servers, of version 14 or later. Files are another engine's: what it is asked of files it asks that one.
 *
 * @param files the engine for files
 * @param seconds after which a server stops a query; 0 for no limit
 * @param ownerLog receives the servers' own messages, which may quote data: for the owner's eyes only
 */
public record PostgresEngine(DataEngine files, int seconds, Consumer<String> ownerLog) implements DataEngine {
    @Override
    public Dialect dialect() {
        return PostgresDialect.DIALECT;
    }

    /** This engine if any of the tables is in PostgreSQL, or that for files. */
    @Override
    public DataEngine holding(List<SourceTable> tables) {
        return onServer(tables) ? this : files.holding(tables);
    }

    private static boolean onServer(List<SourceTable> tables) {
        return tables.stream()
                .anyMatch(
                        table -> table.source().match(file -> false, server -> server.kind() == ServerKind.POSTGRESQL));
    }

    @Override
    public Backend open(List<SourceTable> tables) {
        if (!onServer(tables)) {
            return files.open(tables);
        }
        Server server = new Server(address(tables), seconds, failures());
        try {
            ServerTables expressions = new ServerTables(tables, server.step(DescribeServer::columns));
            return new PostgresBackend(server, expressions);
        } catch (RuntimeException refused) {
            server.close();
            throw refused;
        }
    }

    /** The one server of all tables. */
    private static ServerAddress address(List<SourceTable> tables) {
        Set<String> urls = tables.stream()
                .map(table -> table.source().match(file -> elsewhere(table), server -> server.url()))
                .collect(Collectors.toSet());
        if (urls.size() != 1) {
            throw new Refusal(
                    ErrorCode.SOURCE_SCHEMA,
                    "The tables lie in several databases.",
                    "A query reads one: make a session for each database.");
        }
        return new ServerAddress(urls.iterator().next());
    }

    private static String elsewhere(SourceTable table) {
        throw new Refusal(
                ErrorCode.SOURCE_SCHEMA,
                "The table " + table.table().name() + " lies in a file, and other tables in PostgreSQL.",
                "A query reads one place: load the file into the database, or leave the table out.");
    }

    private ServerFailures failures() {
        return new ServerFailures(ownerLog);
    }

    @Override
    public DataEngine alsoTelling(Consumer<String> log) {
        return new PostgresEngine(files.alsoTelling(log), seconds, ownerLog.andThen(log));
    }

    @Override
    public FileSchema parquet(Path file) {
        return files.parquet(file);
    }

    @Override
    public DatabaseSchema database(Path file, Predicate<String> wanted) {
        return files.database(file, wanted);
    }

    @Override
    public DatabaseSchema server(String url, Predicate<String> wanted) {
        try (Connection connection = new ServerAddress(url).connect(seconds, failures())) {
            return DescribeServer.schema(connection, wanted);
        } catch (SQLException cause) {
            throw failures().catalogue(cause);
        }
    }

    @Override
    public Map<Key, Long> repeats(List<SourceTable> tables, List<Key> keys) {
        if (!onServer(tables)) {
            return files.repeats(tables, keys);
        }
        Map<Key, Long> repeats = new HashMap<>();
        try (Server server = new Server(address(tables), seconds, failures())) {
            ServerTables expressions = new ServerTables(tables, server.step(DescribeServer::columns));
            for (Key key : keys) {
                String name = PostgresText.name(key.table());
                List<String> columns =
                        key.columns().stream().map(PostgresText::name).toList();
                String sql = "WITH " + String.join(", ", expressions.readBy(key.table()))
                        + " SELECT count(*) FROM (SELECT 1 FROM "
                        + name + " WHERE " + String.join(" IS NOT NULL AND ", columns) + " IS NOT NULL GROUP BY "
                        + String.join(", ", columns) + " HAVING count(*) > 1) AS repeated";
                repeats.put(key, server.step(connection -> one(connection, sql)));
            }
        }
        return repeats;
    }

    @Override
    public Map<String, Likeness> looks(SourceTable table, Optional<String> person) {
        List<SourceTable> tables = List.of(table);
        if (!onServer(tables)) {
            return files.looks(table, person);
        }
        Map<String, Likeness> looks = new HashMap<>();
        try (Server server = new Server(address(tables), seconds, failures())) {
            ServerTables expressions = new ServerTables(tables, server.step(DescribeServer::columns));
            String name = table.table().name();
            String with = "WITH " + String.join(", ", expressions.readBy(name)) + " ";
            for (Column column : table.table().columns()) {
                LookAtValues look = new LookAtValues(column, person, PostgresText::name);
                if (look.tells()) {
                    String sql = with + look.sql(PostgresText.name(name));
                    server.step(connection -> judged(connection, sql, look))
                            .ifPresent(kind -> looks.put(column.name(), kind));
                }
            }
        }
        return looks;
    }

    private static Optional<Likeness> judged(Connection connection, String sql, LookAtValues look) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet row = statement.executeQuery()) {
            row.next();
            return look.judge(row);
        }
    }

    private static long one(Connection connection, String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet row = statement.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }
}
