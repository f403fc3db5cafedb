package io.tacit.engine.backend;

import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.backend.duckdb.EmbeddedDuckDb;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import java.io.StringReader;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.postgresql.PGConnection;

/** Tables of files, loaded into a PostgreSQL database under the names that they are declared by. */
@org.jspecify.annotations.NullUnmarked
public final class OnServer {
    private OnServer() {}

    /** The same tables with the same rows on a server. */
    public static List<SourceTable> load(String url, List<SourceTable> tables) {
        List<SourceTable> loaded = new ArrayList<>();
        Set<String> made = new HashSet<>();
        try (EmbeddedDuckDb files = EmbeddedDuckDb.open(tables, new DuckDbSettings(512, 1, message -> {}));
                Connection server = DriverManager.getConnection(url)) {
            for (SourceTable table : tables) {
                String name = table.table().name();
                if (made.add(name)) {
                    TestServer.run(url, List.of(create(table)));
                    server.unwrap(PGConnection.class)
                            .getCopyAPI()
                            .copyIn(
                                    "COPY " + quoted(name) + " FROM STDIN (FORMAT csv)",
                                    new StringReader(rows(files, table)));
                }
                loaded.add(new SourceTable(table.table(), new Source.Server(url, name)));
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        return loaded;
    }

    private static String create(SourceTable table) {
        List<String> columns = new ArrayList<>();
        for (Column column : table.table().columns()) {
            columns.add(quoted(column.name()) + " " + type(column.type()));
        }
        return "CREATE TABLE " + quoted(table.table().name()) + " (" + String.join(", ", columns) + ")";
    }

    private static String type(ColumnType type) {
        return switch (type.kind()) {
            case DOUBLE -> "double precision";
            case VARCHAR -> "text";
            default -> type.sql();
        };
    }

    private static String rows(EmbeddedDuckDb files, SourceTable table) {
        StringBuilder csv = new StringBuilder();
        int width = table.table().columns().size();
        files.rows("SELECT COLUMNS(*)::VARCHAR FROM " + quoted(table.table().name()), row -> {
            for (int i = 1; i <= width; i++) {
                String value = row.getString(i);
                csv.append(i == 1 ? "" : ",").append(value == null ? "" : quoted(value));
            }
            csv.append('\n');
        });
        return csv.toString();
    }

    private static String quoted(String text) {
        return '"' + text.replace("\"", "\"\"") + '"';
    }
}
