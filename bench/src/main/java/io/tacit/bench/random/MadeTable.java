package io.tacit.bench.random;

import io.tacit.engine.catalog.Protection;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A table that is made up.
 *
 * @param name as queries call it
 * @param columns in order
 * @param protection whose rows it holds
 * @param unique a column of which the owner says that its values are different
 */
record MadeTable(String name, List<MadeColumn> columns, Protection protection, Optional<String> unique) {
    /** Takes rows one after the other. */
    final class Rows implements AutoCloseable {
        private final BufferedWriter out;
        private int many;

        private Rows(Path file) throws IOException {
            this.out = Files.newBufferedWriter(file);
            out.write(columns.stream().map(MadeColumn::name).collect(Collectors.joining(",")));
            out.newLine();
        }

        /** Draws a row. */
        void add(MadeRow row) throws IOException {
            boolean first = true;
            for (MadeColumn column : columns) {
                out.write(first ? "" : ",");
                out.write(column.next(row));
                first = false;
            }
            out.newLine();
            many++;
        }

        int many() {
            return many;
        }

        @Override
        public void close() throws IOException {
            out.close();
        }
    }

    /** Begins the table's rows in a folder. */
    Rows begin(Path folder) throws IOException {
        return new Rows(csv(folder));
    }

    Path csv(Path folder) {
        return folder.resolve(name + ".csv");
    }

    /** Copies the rows into a database, with their types. */
    void load(Connection database, Path folder) throws SQLException {
        String types = columns.stream()
                .map(column -> "'" + column.name() + "': '" + column.type() + "'")
                .collect(Collectors.joining(", "));
        try (Statement statement = database.createStatement()) {
            statement.execute("CREATE TABLE " + name + " AS SELECT * FROM read_csv('" + csv(folder)
                    + "', header = true, delim = ',', nullstr = '', columns = {" + types + "})");
        }
    }

    /** The column of that name. */
    MadeColumn column(String wanted) {
        return columns.stream()
                .filter(column -> column.name().equals(wanted))
                .findFirst()
                .orElseThrow();
    }
}
