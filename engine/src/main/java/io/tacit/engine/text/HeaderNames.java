package io.tacit.engine.text;

import io.tacit.engine.catalog.CsvFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The names that the header of a CSV file gives its columns. */
public final class HeaderNames {
    /** Lines with more fields are no header. */
    public static final int MOST = 2_000;

    private HeaderNames() {}

    /** Names as queries can write them: trimmed, without control characters, none empty. Several may be equal. */
    public static List<String> of(List<String> header) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < header.size(); i++) {
            String name =
                    header.get(i).replaceAll("[\\p{Cc}\\p{Zl}\\p{Zp}\"]+", " ").strip();
            names.add(name.isEmpty() ? "column" + (i + 1) : name);
        }
        return names;
    }

    /** The fields of a line; none when it does not divide. */
    public static List<String> fields(byte[] line, int start, int end, CsvFormat format) {
        CsvFields fields = new CsvFields(format, MOST);
        List<String> cells = new ArrayList<>();
        if (fields.read(line, start, end)) {
            for (int i = 0; i < fields.count(); i++) {
                byte[] cell = fields.field(i);
                cells.add(cell == null ? "" : new String(cell, StandardCharsets.UTF_8));
            }
        }
        return cells;
    }

    /** Whether a line divides into more fields than there may be columns. */
    public static boolean areTooMany(byte[] line, CsvFormat format) {
        CsvFields fields = new CsvFields(format, MOST);
        return !fields.read(line, 0, line.length) && fields.count() == MOST;
    }

    /**
     * The names in a file's header; none when it has no line that could be one. A file that holds nothing, not even a header,
     * names nothing.
     */
    public static Optional<List<String>> read(Path file, CsvFormat format) throws IOException {
        try (TextBytes bytes = TextBytes.open(file, format.encoding())) {
            Lines lines = Lines.from(
                    bytes,
                    TextRows.afterByteOrderMark(bytes),
                    Lines.MAX_BYTES + 1L,
                    new CsvFields(format, MOST).recordEnd());
            if (!lines.next()) {
                return lines.passedOver() == 0 ? Optional.of(List.of()) : Optional.empty();
            }
            List<String> names = of(fields(lines.bytes(), lines.lineStart(), lines.lineEnd(), format));
            boolean blank = lines.lineStart() == lines.lineEnd();
            if (lines.passedOver() > 0) {
                return Optional.empty();
            }
            return Optional.of(blank && !lines.next() && lines.passedOver() == 0 ? List.of() : names);
        }
    }
}
