package io.tacit.experiments.data;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

/** A table of made-up people in a file of its own, which is removed when it is closed. */
public final class MadeUpTable implements AutoCloseable {
    private final Path folder;
    private final SourceTable table;

    private MadeUpTable(Path folder, SourceTable table) {
        this.folder = folder;
        this.table = table;
    }

    /** Fills a table. */
    @FunctionalInterface
    public interface Fill {
        /** Appends all rows. */
        void into(DuckDBAppender appender) throws SQLException;
    }

    /**
     * Makes a table.
     *
     * @param name its name, a plain word
     * @param person the column that names the person of a row
     * @param columns its columns
     * @param fill appends the rows
     * @throws UncheckedIOException when there is no room for it
     */
    public static MadeUpTable of(String name, String person, List<Column> columns, Fill fill) {
        try {
            Path folder = Files.createTempDirectory("tacit-experiment-");
            Path file = folder.resolve(name + ".duckdb");
            try (DuckDBConnection connection =
                            DriverManager.getConnection("jdbc:duckdb:" + file).unwrap(DuckDBConnection.class);
                    Statement statement = connection.createStatement()) {
                statement.execute(columns.stream()
                        .map(column -> column.name() + " " + column.type().sql())
                        .collect(Collectors.joining(", ", "CREATE TABLE " + name + "(", ")")));
                try (DuckDBAppender appender = connection.createAppender(DuckDBConnection.DEFAULT_SCHEMA, name)) {
                    fill.into(appender);
                }
            }
            Table declared = new Table(name, columns, new Protection.UnitColumn(person));
            return new MadeUpTable(folder, new SourceTable(declared, new Source.DuckDb(file, name)));
        } catch (IOException failure) {
            throw new UncheckedIOException("The experiment's data could not be written.", failure);
        } catch (SQLException failure) {
            throw new UncheckedIOException(
                    "The experiment's data could not be written.", new IOException(failure.getMessage(), failure));
        }
    }

    /** The table as it is declared to the engine. */
    public List<SourceTable> tables() {
        return List.of(table);
    }

    /** The file, for exact answers by DuckDB alone. */
    public Path file() {
        return ((Source.DuckDb) table.source()).path();
    }

    @Override
    public void close() {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
