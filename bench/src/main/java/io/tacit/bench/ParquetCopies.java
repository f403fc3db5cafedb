package io.tacit.bench;

import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** The tables of a generated database as Parquet files beside it, made once. */
final class ParquetCopies {
    private ParquetCopies() {}

    static List<SourceTable> of(Path database, List<SourceTable> tables) throws SQLException {
        Path folder = database.resolveSibling(database.getFileName() + ".parquet");
        List<SourceTable> files = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            Files.createDirectories(folder);
            statement.execute("ATTACH '" + database + "' AS tpch (READ_ONLY)");
            for (SourceTable source : tables) {
                String name = source.table().name();
                Path file = folder.resolve(name + ".parquet");
                if (Files.notExists(file)) {
                    Path part = folder.resolve(name + ".part");
                    statement.execute("COPY tpch." + name + " TO '" + part + "' (FORMAT parquet)");
                    Files.move(part, file);
                }
                files.add(new SourceTable(source.table(), new Source.Parquet(file)));
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return files;
    }
}
