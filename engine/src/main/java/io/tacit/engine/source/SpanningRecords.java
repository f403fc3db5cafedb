package io.tacit.engine.source;

import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.text.CsvFields;
import io.tacit.engine.text.Lines;
import io.tacit.engine.text.RecordEnd;
import io.tacit.engine.text.TextBytes;
import io.tacit.engine.text.TextRows;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds out whether records of a text file span lines: whether, within its first {@link LookAtCsv#SAMPLE_BYTES} bytes,
 * one that does divides like the header. What the owner says comes first.
 */
final class SpanningRecords {
    private final Path file;
    private final Optional<Boolean> said;

    /** @param said the owner's word; empty where it is to be proposed */
    SpanningRecords(Path file, Optional<Boolean> said) {
        this.file = file;
        this.said = said;
    }

    /** Whether the owner says that records span lines. */
    boolean wanted() {
        return said.orElse(false);
    }

    /**
     * The records at the beginning of the file, the header first; empty where each line is to be one.
     *
     * @param format in quotes
     * @param lines the lines at the beginning
     */
    List<byte[]> records(CsvFormat format, List<byte[]> lines) {
        boolean possible = said.orElseGet(() -> lines.stream().anyMatch(line -> leavesQuoteOpen(line, format)));
        List<byte[]> records = possible ? sample(format.withMultiline(true)) : List.of();
        if (records.isEmpty()) {
            return records;
        }
        int count = LookAtCsv.cells(records.get(0), format).size();
        boolean found = wanted() || records.stream().anyMatch(record -> spans(record, format, count));
        return count > 0 && found ? records : List.of();
    }

    /** The format with what the owner says, or with what all that is looked at shows. */
    CsvFormat settled(CsvFormat format, int count) {
        return format.quoted() && said.isEmpty() ? format.withMultiline(anySpans(format, count)) : format;
    }

    /** What the owner should know of it. */
    List<String> notices(CsvFormat format, int count) {
        String name = SourceFormat.nameOf(file);
        if (format.multiline() && said.isEmpty()) {
            return List.of("Records of " + name + " span lines: values in quotes hold line breaks. Each is read as one"
                    + " row (multiline: true), which rests on your word that quotes are closed: one that is not can take"
                    + " other people's lines with it. --multiline false reads each line as a row of its own.");
        }
        if (format.quoted() && said.equals(Optional.of(false)) && anySpans(format, count)) {
            return List.of(
                    "Values in quotes of " + name + " hold line breaks, and each line is read as a row of its own"
                            + " (--multiline false). Whoever wrote such a record may count as several people and is protected"
                            + " less. --multiline true reads them as one row.");
        }
        return List.of();
    }

    private static boolean leavesQuoteOpen(byte[] line, CsvFormat format) {
        CsvFields fields = new CsvFields(format, LookAtCsv.MAX_COLUMNS);
        return !fields.read(line, 0, line.length) && contains(line, 0, line.length, '"');
    }

    private static boolean spans(byte[] record, CsvFormat format, int count) {
        CsvFields fields = new CsvFields(format, count);
        return contains(record, 0, record.length, '\n')
                && fields.read(record, 0, record.length)
                && fields.count() == count;
    }

    private List<byte[]> sample(CsvFormat format) {
        List<byte[]> records = new ArrayList<>();
        Optional<RecordEnd> recordEnd = new CsvFields(format, LookAtCsv.MAX_COLUMNS).recordEnd();
        LookAtCsv.sample(file, format.encoding(), LookAtCsv.SAMPLE_LINES, records, recordEnd);
        return records;
    }

    private boolean anySpans(CsvFormat format, int count) {
        CsvFields fields = new CsvFields(format.withMultiline(true), count);
        try (TextBytes bytes = TextBytes.open(file, format.encoding())) {
            Lines lines =
                    Lines.from(bytes, TextRows.afterByteOrderMark(bytes), LookAtCsv.SAMPLE_BYTES, fields.recordEnd());
            while (lines.next()) {
                if (contains(lines.bytes(), lines.lineStart(), lines.lineEnd(), '\n')
                        && fields.read(lines.bytes(), lines.lineStart(), lines.lineEnd())
                        && fields.count() == count) {
                    return true;
                }
            }
            return false;
        } catch (IOException cause) {
            throw SourceFormat.unreadable(file, cause);
        }
    }

    private static boolean contains(byte[] bytes, int start, int end, char wanted) {
        for (int at = start; at < end; at++) {
            if (bytes[at] == wanted) {
                return true;
            }
        }
        return false;
    }
}
