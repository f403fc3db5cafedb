package io.tacit.engine.ledger.book;

import io.tacit.engine.ledger.ReleaseStore;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/**
 * Kept answers in a table of the book. There is no copy in memory: another process may have replaced an answer. Each stands
 * behind a hash of all of its row, so that a disk that changes a digit is noticed.
 */
final class SqlReleaseStore implements ReleaseStore {
    /** How long a hash is. */
    private static final int HASH = Entry.NO_HASH.length();

    private final WriteBook writer;
    private final ReadBook reader;

    SqlReleaseStore(WriteBook writer, ReadBook reader) {
        this.writer = writer;
        this.reader = reader;
    }

    @Override
    public Optional<Stored> find(String key) {
        return reader.ask(tables -> find(tables, key));
    }

    static Optional<Stored> find(BookTables tables, String key) throws SQLException {
        PreparedStatement query = tables.prepared("SELECT at, failed, content FROM tacit_release WHERE key = ?");
        query.setString(1, Entry.storable(key));
        try (ResultSet rows = query.executeQuery()) {
            return rows.next()
                    ? Optional.of(checked(
                            key,
                            BookTables.instant(BookTables.text(rows, 1)),
                            rows.getLong(2),
                            BookTables.text(rows, 3)))
                    : Optional.empty();
        }
    }

    /** What is kept, if it is as it was written; earlier versions wrote no hash. */
    private static Stored checked(String key, Instant at, long failed, String content) {
        if (content.startsWith("{")) {
            return new Stored(at, failed != 0, content);
        }
        String text = content.substring(Math.min(HASH, content.length()));
        if (!content.equals(hashed(key, at, failed, text))) {
            throw new DamagedBook("a kept answer is not as it was written");
        }
        return new Stored(at, failed != 0, text);
    }

    private static String hashed(String key, Instant at, long failed, String text) {
        return Entry.hashOf(List.of(Entry.storable(key), at.toString(), Long.toString(failed), text)) + text;
    }

    @Override
    public void keep(String key, Stored stored) {
        Instant at = stored.at().truncatedTo(ChronoUnit.MILLIS);
        long failed = stored.failed() ? 1 : 0;
        int kept = writer.write(pages -> {
            PreparedStatement upsert = pages.tables()
                    .prepared(
                            "INSERT INTO tacit_release (key, at, failed, content) VALUES (?, ?, ?, ?) ON CONFLICT (key)"
                                    + " DO UPDATE SET at = excluded.at, failed = excluded.failed, content = excluded.content");
            upsert.setString(1, Entry.storable(key));
            upsert.setString(2, at.toString());
            upsert.setLong(3, failed);
            upsert.setString(4, hashed(key, at, failed, Entry.storable(stored.content())));
            return upsert.executeUpdate();
        });
        if (kept != 1) {
            throw BookRefusals.of("An answer could not be kept.", "Check the ledger.");
        }
    }
}
