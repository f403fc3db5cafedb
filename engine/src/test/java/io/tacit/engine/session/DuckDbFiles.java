package io.tacit.engine.session;

import io.tacit.engine.backend.duckdb.DuckDbEngine;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.source.DeclareSource;
import io.tacit.engine.source.SourceArgument;
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
import java.util.Map;

/** DuckDB files for tests, made by statements and declared as {@code --table} declares them. */
@org.jspecify.annotations.NullUnmarked
final class DuckDbFiles {
    private DuckDbFiles() {}

    /** A new file. */
    static Path make(Path folder, List<String> statements) {
        try {
            Path file = Files.createTempDirectory(folder, "db").resolve("data.duckdb");
            try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + file);
                    Statement statement = connection.createStatement()) {
                for (String sql : statements) {
                    statement.execute(sql);
                }
            }
            return file;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (SQLException failure) {
            throw new IllegalArgumentException(failure);
        }
    }

    /** A table of a file, by its own name. */
    static SourceTable table(Path file, String name, Protection protection) {
        return DeclareSource.declare(
                        SourceArgument.parse(name + "=" + file + ":" + name),
                        protection,
                        Map.of(),
                        new DuckDbEngine(People.SETTINGS))
                .table();
    }

    /** INSERT of rows, or nothing where there are none. */
    static List<String> insert(String table, List<String> rows) {
        List<String> statements = new ArrayList<>();
        if (!rows.isEmpty()) {
            statements.add("INSERT INTO " + table + " VALUES (" + String.join("), (", rows) + ")");
        }
        return statements;
    }
}
