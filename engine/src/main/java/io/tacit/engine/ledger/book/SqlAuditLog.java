package io.tacit.engine.ledger.book;

import io.tacit.engine.ledger.AuditLog;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The log in a table of the book, and line by line in a file where one is named. */
final class SqlAuditLog implements AuditLog {
    private static final String COLUMNS =
            "id, at, analyst, account, sql, decision, code, reason, epsilon, delta, millis, detail";

    /** An engine takes so many parameters of a statement. */
    private static final int MOST_IDS = 500;

    private final WriteBook writer;
    private final ReadBook reader;
    private final Optional<AuditFile> file;

    /** Where the lines of queries stand that are on their way, by their identifiers. */
    private final Map<String, Long> asked = new ConcurrentHashMap<>();

    SqlAuditLog(WriteBook writer, ReadBook reader, Optional<AuditFile> file) {
        this.writer = writer;
        this.reader = reader;
        this.file = file;
    }

    @Override
    public void ready() {
        file.ifPresent(AuditFile::ready);
    }

    @Override
    public void write(Line line) {
        try {
            file.ifPresent(lines -> lines.append(line));
        } finally {
            // Where one of both fails the other still has the line, and the caller hears of it.
            long number = line.decision() == Decision.ASKED ? 0 : asked.getOrDefault(line.id(), 0L);
            long written = writer.write(pages -> put(pages.tables(), line, number));
            if (line.decision() == Decision.ASKED) {
                asked.put(line.id(), written);
            } else {
                asked.remove(line.id());
            }
        }
    }

    /**
     * Writes a line under its number, or a new one.
     *
     * @param number of the line whose place it takes; 0 for none
     * @return its number
     */
    private static long put(BookTables tables, Line line, long number) throws SQLException {
        String places = "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
        PreparedStatement put = tables.prepared((number == 0
                        ? "INSERT INTO tacit_audit (" + COLUMNS + ") VALUES " + places
                        : "UPDATE tacit_audit SET (" + COLUMNS + ") = " + places + " WHERE number = ?")
                + " RETURNING number");
        BookTables.setTexts(
                put,
                1,
                Entry.storable(line.id()),
                line.at().truncatedTo(ChronoUnit.MILLIS).toString(),
                Entry.storable(line.analyst()),
                Entry.storable(line.account()),
                Entry.storable(line.sql()),
                line.decision().name(),
                Entry.storable(line.code()),
                Entry.storable(line.reason()),
                Entry.storable(line.epsilon()),
                Entry.storable(line.delta()));
        put.setLong(11, line.millis());
        put.setString(12, Entry.storable(line.detail()));
        if (number != 0) {
            put.setLong(13, number);
        }
        try (ResultSet rows = put.executeQuery()) {
            if (!rows.next()) {
                throw BookRefusals.of("The log could not be written.", "Check the ledger.");
            }
            return rows.getLong(1);
        }
    }

    @Override
    public Map<String, String> texts(Set<String> ids) {
        Map<String, String> texts = new HashMap<>();
        List<String> all = List.copyOf(ids);
        for (int from = 0; from < all.size(); from += MOST_IDS) {
            List<String> some = all.subList(from, Math.min(all.size(), from + MOST_IDS));
            texts.putAll(reader.ask(tables -> textsOf(tables, some)));
        }
        return texts;
    }

    private static Map<String, String> textsOf(BookTables tables, List<String> ids) throws SQLException {
        PreparedStatement query = tables.prepared("SELECT id, sql FROM tacit_audit WHERE id IN ("
                + String.join(", ", Collections.nCopies(ids.size(), "?")) + ")");
        for (int i = 0; i < ids.size(); i++) {
            query.setString(i + 1, ids.get(i));
        }
        Map<String, String> texts = new HashMap<>();
        try (ResultSet rows = query.executeQuery()) {
            while (rows.next()) {
                texts.put(rows.getString(1), rows.getString(2));
            }
        }
        return texts;
    }

    @Override
    public List<Line> newest(int most, Optional<String> analyst) {
        return reader.ask(tables -> {
            PreparedStatement query = tables.prepared("SELECT " + COLUMNS + " FROM tacit_audit"
                    + (analyst.isPresent() ? " WHERE analyst = ?" : "") + " ORDER BY number DESC LIMIT ?");
            int parameter = 1;
            if (analyst.isPresent()) {
                query.setString(parameter++, Entry.storable(analyst.get()));
            }
            query.setInt(parameter, Math.max(0, most));
            List<Line> lines = new ArrayList<>();
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    lines.add(line(rows));
                }
            }
            Collections.reverse(lines);
            return lines;
        });
    }

    private static Line line(ResultSet rows) throws SQLException {
        return new Line(
                BookTables.text(rows, 1),
                BookTables.instant(BookTables.text(rows, 2)),
                BookTables.text(rows, 3),
                BookTables.text(rows, 4),
                BookTables.text(rows, 5),
                decision(BookTables.text(rows, 6)),
                BookTables.text(rows, 7),
                BookTables.text(rows, 8),
                BookTables.text(rows, 9),
                BookTables.text(rows, 10),
                rows.getLong(11),
                BookTables.text(rows, 12));
    }

    private static Decision decision(String text) {
        try {
            return Decision.valueOf(text);
        } catch (IllegalArgumentException unknown) {
            throw new DamagedBook("a decision in the log is not one that Tacit writes");
        }
    }
}
