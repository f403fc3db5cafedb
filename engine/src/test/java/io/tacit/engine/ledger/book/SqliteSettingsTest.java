package io.tacit.engine.ledger.book;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.ledger.LedgerPlace;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What SQLite itself says of a ledger's connections. A charge must be on the disk before an answer goes out; whether it
 * would be after a power failure no test can try.
 */
@NullUnmarked
class SqliteSettingsTest {
    private static final Map<String, String> SETTINGS = Map.of(
            "journal_mode", "wal",
            "synchronous", "2",
            "fullfsync", "1",
            "trusted_schema", "0");

    @TempDir
    private Path folder;

    @Test
    void chargesAreOnTheDiskBeforeAnswersGoOut() throws SQLException {
        Path file = folder.resolve("book.sqlite");
        LedgerBook.open(new LedgerPlace.Sqlite(file), Optional.empty(), Clock.systemUTC())
                .close();
        List<Connection> connections = new ArrayList<>();
        try {
            connections.add(SqliteDatabase.connect(file));
            connections.add(SqliteDatabase.of(file, List.of()).connect());
            for (Connection connection : connections) {
                for (Map.Entry<String, String> setting : SETTINGS.entrySet()) {
                    assertThat(said(connection, "PRAGMA " + setting.getKey()))
                            .as(setting.getKey())
                            .isEqualTo(setting.getValue());
                }
            }
        } finally {
            for (Connection connection : connections) {
                connection.close();
            }
        }
    }

    private static String said(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return rows.getString(1);
        }
    }
}
