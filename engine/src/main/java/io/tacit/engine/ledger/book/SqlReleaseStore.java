package io.tacit.engine.ledger.book;

import io.tacit.engine.ledger.ReleaseStore;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** Kept answers in a table of the book. There is no copy in memory: another process may have replaced an answer. */
final class SqlReleaseStore implements ReleaseStore {
    private final WriteBook writer;
    private final ReadBook reader;

    SqlReleaseStore(WriteBook writer, ReadBook reader) {
        this.writer = writer;
        this.reader = reader;
    }

    @Override
    public Optional<Stored> find(String key) {
        return reader.ask(tables -> {
            PreparedStatement query = tables.prepared("SELECT at, failed, content FROM tacit_release WHERE key = ?");
            query.setString(1, Entry.storable(key));
            try (ResultSet rows = query.executeQuery()) {
                return rows.next()
                        ? Optional.of(new Stored(
                                BookTables.instant(BookTables.text(rows, 1)),
                                rows.getLong(2) != 0,
                                BookTables.text(rows, 3)))
                        : Optional.empty();
            }
        });
    }

    @Override
    public void keep(String key, Stored stored) {
        int kept = writer.write(pages -> {
            PreparedStatement upsert = pages.tables()
                    .prepared(
                            "INSERT INTO tacit_release (key, at, failed, content) VALUES (?, ?, ?, ?) ON CONFLICT (key)"
                                    + " DO UPDATE SET at = excluded.at, failed = excluded.failed, content = excluded.content");
            upsert.setString(1, Entry.storable(key));
            upsert.setString(2, stored.at().truncatedTo(ChronoUnit.MILLIS).toString());
            upsert.setLong(3, stored.failed() ? 1 : 0);
            upsert.setString(4, Entry.storable(stored.content()));
            return upsert.executeUpdate();
        });
        if (kept != 1) {
            throw BookRefusals.of("An answer could not be kept.", "Check the ledger.");
        }
    }
}
