package io.tacit.engine.backend.postgres;

import io.tacit.engine.backend.Backend;
import io.tacit.engine.backend.DataEngine;
import io.tacit.engine.backend.DatabaseSchema;
import io.tacit.engine.backend.InventedTables;
import io.tacit.engine.backend.Likeness;
import io.tacit.engine.backend.LookAtValues;
import io.tacit.engine.backend.server.BesidePublicFiles;
import io.tacit.engine.backend.server.ServerRefusals;
import io.tacit.engine.backend.server.ServerSources;
import io.tacit.engine.backend.server.ServerTables;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ServerKind;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.dialect.Dialect;
import io.tacit.engine.dialect.postgres.PostgresDialect;
import io.tacit.engine.dialect.postgres.PostgresText;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * PostgreSQL servers, of version 14 or later. Files are another engine's: what it is asked of files it asks that one.
 *
 * @param files the engine for files
 * @param seconds after which a server stops a query; 0 for no limit
 * @param ownerLog receives the servers' own messages, which may quote data: for the owner's eyes only
 */
public record PostgresEngine(DataEngine files, int seconds, Consumer<String> ownerLog) implements DataEngine {
    private static final ServerSources SOURCES =
            new ServerSources(ServerKind.POSTGRESQL, "PostgreSQL", "database", "load the file into the database");

    @Override
    public Dialect dialect() {
        return PostgresDialect.DIALECT;
    }

    /** This engine if any of the tables is in PostgreSQL, or that for files. */
    @Override
    public DataEngine holding(List<SourceTable> tables) {
        return SOURCES.any(tables) ? this : files.holding(tables);
    }

    @Override
    public Backend open(List<SourceTable> tables) {
        if (!SOURCES.any(tables)) {
            return files.open(tables);
        }
        return BesidePublicFiles.open(tables, this::openServer, files);
    }

    private Backend openServer(List<SourceTable> tables) {
        Server server = new Server(new ServerAddress(SOURCES.url(tables)), seconds, refusals());
        try {
            // Before the catalogue is asked: what changes in between is found by the first question.
            TypesNow types = server.step(connection -> TypesNow.of(connection, tables));
            return new PostgresBackend(server, declared(server, tables), types);
        } catch (RuntimeException refused) {
            server.close();
            throw refused;
        }
    }

    private static ServerTables declared(Server server, List<SourceTable> tables) {
        StoredRelations stored = new StoredRelations(server.step(DescribeServer::columns));
        return new ServerTables(tables, PostgresDialect.DIALECT, stored);
    }

    private ServerRefusals refusals() {
        return new ServerRefusals(ownerLog);
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
        try (Connection connection = new ServerAddress(url).connect(seconds, refusals())) {
            return DescribeServer.schema(connection, wanted);
        } catch (SQLException cause) {
            throw ServerFailures.catalogue(refusals(), cause);
        }
    }

    @Override
    public InventedTables invented(String url, InventedTables.Texts texts) {
        return InventedOnServer.begin(url, texts, refusals());
    }

    @Override
    public Map<Key, Long> repeats(List<SourceTable> tables, List<Key> keys) {
        return SOURCES.any(tables)
                ? BesidePublicFiles.repeats(tables, keys, this::repeatsThere, files)
                : files.repeats(tables, keys);
    }

    private Map<Key, Long> repeatsThere(List<SourceTable> tables, List<Key> keys) {
        Map<Key, Long> repeats = new HashMap<>();
        try (Server server = new Server(new ServerAddress(SOURCES.url(tables)), seconds, refusals())) {
            ServerTables declared = declared(server, tables);
            for (Key key : keys) {
                String sql = declared.repeated(key);
                repeats.put(key, server.step(connection -> one(connection, sql)));
            }
        }
        return repeats;
    }

    /** A server keeps to its types. */
    @Override
    public Map<String, Long> lost(SourceTable table) {
        return SOURCES.any(List.of(table)) ? Map.of() : files.lost(table);
    }

    @Override
    public Map<String, Likeness> looks(SourceTable table, Optional<String> person) {
        List<SourceTable> tables = List.of(table);
        if (!SOURCES.any(tables)) {
            return files.looks(table, person);
        }
        Map<String, Likeness> looks = new HashMap<>();
        try (Server server = new Server(new ServerAddress(SOURCES.url(tables)), seconds, refusals())) {
            ServerTables declared = declared(server, tables);
            String name = table.table().name();
            for (Column column : table.table().columns()) {
                LookAtValues look = new LookAtValues(column, person, PostgresText::name);
                if (look.tells()) {
                    String sql = declared.with(look.sql(PostgresText.name(name)));
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
