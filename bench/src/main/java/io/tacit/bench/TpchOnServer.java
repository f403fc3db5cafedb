package io.tacit.bench;

import io.tacit.engine.backend.Backend;
import io.tacit.engine.backend.DataEngine;
import io.tacit.engine.backend.InventedTables;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.session.EngineOfSources;
import io.tacit.experiments.tpch.TpchTables;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * TPC-H on a server for tests: copied into a schema of PostgreSQL, which is removed afterwards, or as Parquet files that a
 * Spark cluster reads where they lie. Plain queries read the server's tables as they are, not as Tacit reads them.
 */
final class TpchOnServer implements PlainQueries, AutoCloseable {
    private static final int ROUNDS_THERE = 3;

    private final List<SourceTable> tables;
    private final Function<Source.Server, String> from;
    private final String name;
    private final Backend plain;
    private final Runnable remove;

    private TpchOnServer(List<SourceTable> tables, Function<Source.Server, String> from, String name, Runnable remove) {
        this.tables = tables;
        this.from = from;
        this.name = name;
        this.remove = remove;
        this.plain = engine().open(tables);
    }

    private static DataEngine engine() {
        return EngineOfSources.with(DuckDbSettings.standard().withOwnerLog(System.err::println));
    }

    /** The checker does not read from class files that elements of an array may be null. */
    @SuppressWarnings("NullAway")
    static TpchOnServer load(Path database, String address) throws SQLException {
        List<SourceTable> tables = TpchTables.in(database);
        if (!address.startsWith("jdbc:")) {
            List<SourceTable> files = ParquetCopies.of(database, tables).stream()
                    .map(file -> new SourceTable(
                            file.table(),
                            new Source.Server(
                                    address,
                                    file.source()
                                            .match(Source.File::path, server -> database)
                                            .toString())))
                    .toList();
            return new TpchOnServer(files, server -> "parquet.`" + server.table() + "`", "Spark", () -> {});
        }
        InventedTables schema = engine().invented(address, InventedTables.Texts.USUAL);
        List<SourceTable> copies = new ArrayList<>();
        Properties readOnly = new Properties();
        readOnly.setProperty("duckdb.read_only", "true");
        try (Connection generated = DriverManager.getConnection("jdbc:duckdb:" + database, readOnly)) {
            for (SourceTable table : tables) {
                copies.add(schema.add(
                        table.table(), row -> each(generated, table.table().name(), row)));
            }
        } catch (SQLException | RuntimeException failure) {
            schema.close();
            throw failure;
        }
        return new TpchOnServer(copies, Source.Server::table, "PostgreSQL", schema::close);
    }

    private static void each(Connection connection, String table, Consumer<@Nullable String[]> row) {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT CAST(COLUMNS(*) AS VARCHAR) FROM " + table)) {
            int width = rows.getMetaData().getColumnCount();
            while (rows.next()) {
                @Nullable String[] values = new @Nullable String[width];
                for (int i = 0; i < width; i++) {
                    values[i] = rows.getString(i + 1);
                }
                row.accept(values);
            }
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }

    String name() {
        return name;
    }

    List<SourceTable> tables() {
        return tables;
    }

    @Override
    public int rounds() {
        return ROUNDS_THERE;
    }

    @Override
    public Set<String> groups(String sql, int width) {
        String query = sql;
        for (SourceTable table : tables) {
            String there = table.source().match(file -> file.path().toString(), from);
            query = query.replace("FROM " + table.table().name() + " ", "FROM " + there + " ");
        }
        List<String> names = new ArrayList<>();
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < width; i++) {
            names.add("c" + i);
            texts.add("CAST(c" + i + (name.equals("Spark") ? " AS STRING)" : " AS text)") + " AS t" + i);
        }
        Set<String> groups = new TreeSet<>();
        plain.run(
                "SELECT " + String.join(", ", texts) + " FROM (" + query + ") AS q(" + String.join(", ", names) + ")",
                width,
                0,
                (keys, integers) -> groups.add(keys[0] + "|" + keys[1]));
        return groups;
    }

    @Override
    public void close() {
        plain.close();
        remove.run();
    }
}
