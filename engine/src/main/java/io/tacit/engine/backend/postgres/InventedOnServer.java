package io.tacit.engine.backend.postgres;

import io.tacit.engine.backend.InventedTables;
import io.tacit.engine.backend.server.ServerRefusals;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.dialect.postgres.PostgresText;
import io.tacit.engine.refusal.Refusal;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/**
 * Invented tables in a schema of a database. Texts may compare there without regard to case and accents, where the
 * server knows such collations; points in time have zones.
 */
final class InventedOnServer implements InventedTables {
    private static final int ROWS_AT_A_TIME = 1_000;

    private final String url;
    private final String schema;
    private final ServerRefusals refusals;
    private final Connection connection;
    private final String text;
    private int tables;

    private InventedOnServer(String url, String schema, ServerRefusals refusals, Connection connection, String text) {
        this.url = url;
        this.schema = schema;
        this.refusals = refusals;
        this.connection = connection;
        this.text = text;
    }

    /** In the only place of Tacit that writes on a server. */
    static InventedTables begin(String url, Texts texts, ServerRefusals refusals) {
        String schema = "tacit_invented_" + UUID.randomUUID().toString().replace("-", "");
        Connection connection = new ServerAddress(url).connect(0, refusals);
        try {
            // One transaction: what fails half way leaves nothing behind.
            write(connection, false);
            try (Statement statement = connection.createStatement()) {
                statement.execute("CREATE SCHEMA " + PostgresText.name(schema));
            }
            String text = texts == Texts.ALIKE ? alike(connection, schema) : "text";
            connection.commit();
            connection.setAutoCommit(true);
            return new InventedOnServer(url, schema, refusals, connection, text);
        } catch (SQLException cause) {
            close(connection);
            throw ServerFailures.invented(refusals, cause);
        }
    }

    /** Lets a connection write. */
    private static void write(Connection connection, boolean eachAtOnce) throws SQLException {
        connection.setReadOnly(false);
        connection.setAutoCommit(true);
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET default_transaction_read_only = off");
        }
        connection.setAutoCommit(eachAtOnce);
    }

    private static String alike(Connection connection, String schema) throws SQLException {
        String collation = PostgresText.name(schema) + ".alike";
        try (Statement statement = connection.createStatement()) {
            try (ResultSet known = statement.executeQuery("SELECT 1 FROM pg_collation WHERE collprovider = 'i'")) {
                if (!known.next()) {
                    return "text";
                }
            }
            statement.execute("CREATE COLLATION " + collation
                    + " (provider = icu, locale = 'und-u-ks-level1', deterministic = false)");
            return "text COLLATE " + collation;
        }
    }

    @Override
    public SourceTable add(Table table, Rows rows) {
        String name = "t" + tables++;
        String qualified = PostgresText.name(schema) + "." + name;
        List<String> columns = new ArrayList<>();
        for (Column column : table.columns()) {
            columns.add(PostgresText.name(column.name()) + " " + stored(column.type()));
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE " + qualified + " (" + String.join(", ", columns) + ")");
            CopyIn copy = connection
                    .unwrap(PGConnection.class)
                    .getCopyAPI()
                    .copyIn("COPY " + qualified + " FROM STDIN (FORMAT csv)");
            try {
                Lines lines = new Lines(copy);
                rows.each(lines::add);
                lines.send();
                copy.endCopy();
            } finally {
                if (copy.isActive()) {
                    copy.cancelCopy();
                }
            }
            statement.execute("ANALYZE " + qualified);
        } catch (SQLException cause) {
            throw ServerFailures.invented(refusals, cause);
        }
        return new SourceTable(table, new Source.Server(url, schema + "." + name));
    }

    private String stored(ColumnType type) {
        return switch (type.kind()) {
            case VARCHAR -> text;
            case TIMESTAMP -> "timestamp with time zone";
            case DOUBLE -> "double precision";
            case INTEGER -> "bigint";
            case BOOLEAN, BIGINT, DECIMAL, DATE, TIME -> type.sql();
        };
    }

    /** Lines of CSV, sent some at a time. */
    private final class Lines {
        private final CopyIn copy;
        private final StringBuilder waiting = new StringBuilder();
        private int rows;

        Lines(CopyIn copy) {
            this.copy = copy;
        }

        void add(@Nullable String[] row) {
            for (int i = 0; i < row.length; i++) {
                String value = row[i];
                waiting.append(i == 0 ? "" : ",");
                if (value != null) {
                    waiting.append('"').append(value.replace("\"", "\"\"")).append('"');
                }
            }
            waiting.append('\n');
            if (++rows % ROWS_AT_A_TIME == 0) {
                try {
                    send();
                } catch (SQLException cause) {
                    throw ServerFailures.invented(refusals, cause);
                }
            }
        }

        void send() throws SQLException {
            byte[] bytes = waiting.toString().getBytes(StandardCharsets.UTF_8);
            copy.writeToCopy(bytes, 0, bytes.length);
            waiting.setLength(0);
        }
    }

    /** @throws io.tacit.engine.refusal.Refusal SOURCE_UNREADABLE with the schema's name when it stays there */
    @Override
    public void close() {
        try {
            remove(connection);
        } catch (SQLException lost) {
            refusals.log(lost);
            removeAnew();
        } finally {
            close(connection);
        }
    }

    /** Over a new connection, as the old one may have been lost in the meantime. */
    private void removeAnew() {
        Connection anew = null;
        try {
            anew = new ServerAddress(url).connect(0, refusals);
            write(anew, true);
            remove(anew);
        } catch (SQLException | Refusal cause) {
            throw refusals.leftBehind(schema, cause);
        } finally {
            close(anew);
        }
    }

    private void remove(Connection writing) throws SQLException {
        try (Statement statement = writing.createStatement()) {
            statement.execute("DROP SCHEMA " + PostgresText.name(schema) + " CASCADE");
        }
    }

    private static void close(@Nullable Connection connection) {
        try {
            if (connection != null) {
                connection.close();
            }
        } catch (SQLException alreadyGone) {
            return;
        }
    }
}
