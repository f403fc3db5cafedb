package io.tacit.engine.text;

import io.tacit.engine.catalog.CsvFormat;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Divides lines as RFC 4180 does. Unless the owner says otherwise a quoted field ends with its line, so that a quote
 * that was not closed cannot swallow the next person's line; CsvFields.md says what holds in either mode.
 *
 * <p>Skipped: blank lines, lines with too many fields, lines with an unclosed quote or with text after a closing one.
 * Missing fields are NULL, as are the texts {@code ''}, {@code NULL} and {@code NA}.
 */
public final class CsvFields implements LineFields {
    private final byte delimiter;
    private final boolean quoted;
    private final boolean multiline;
    private final int[] starts;
    private final int[] ends;
    private final boolean[] doubled;
    private byte[] line = new byte[0];
    private int count;

    /**
     * @param format how lines divide
     * @param maxFields lines with more fields are skipped
     */
    public CsvFields(CsvFormat format, int maxFields) {
        this.delimiter = (byte) format.delimiter();
        this.quoted = format.quoted();
        this.multiline = format.multiline();
        this.starts = new int[maxFields];
        this.ends = new int[maxFields];
        this.doubled = new boolean[maxFields];
    }

    @Override
    public boolean read(byte[] bytes, int start, int end) {
        line = bytes;
        count = 0;
        if (start == end) {
            return false;
        }
        int at = start;
        while (count < starts.length) {
            int stop = quoted && at < end && bytes[at] == '"' ? quotedField(at, end) : plainField(at, end);
            if (stop < 0) {
                return false;
            }
            if (stop == end) {
                return true;
            }
            at = stop + 1;
        }
        return false;
    }

    @Override
    public Optional<RecordEnd> recordEnd() {
        return multiline ? Optional.of(new RecordEnd(delimiter, starts.length)) : Optional.empty();
    }

    /** How many fields the line has. */
    public int count() {
        return count;
    }

    @Override
    public byte @Nullable [] field(int index) {
        if (index >= count || isNull(starts[index], ends[index])) {
            return null;
        }
        byte[] value = Arrays.copyOfRange(line, starts[index], ends[index]);
        return doubled[index] ? withSingleQuotes(value) : value;
    }

    /** Where the field stops: at a delimiter or at the end. */
    private int plainField(int from, int end) {
        int at = from;
        while (at < end && line[at] != delimiter) {
            at++;
        }
        add(from, at, false);
        return at;
    }

    /** Like {@link #plainField}, but -1 if the quote is not closed before a delimiter or the end. */
    private int quotedField(int from, int end) {
        boolean twice = false;
        int at = from + 1;
        while (at < end) {
            if (line[at] != '"') {
                at++;
            } else if (at + 1 < end && line[at + 1] == '"') {
                twice = true;
                at += 2;
            } else {
                add(from + 1, at, twice);
                return at + 1 == end || line[at + 1] == delimiter ? at + 1 : -1;
            }
        }
        return -1;
    }

    private void add(int from, int to, boolean twice) {
        starts[count] = from;
        ends[count] = to;
        doubled[count] = twice;
        count++;
    }

    private boolean isNull(int from, int to) {
        int length = to - from;
        return length == 0
                || (length == 2 && line[from] == 'N' && line[from + 1] == 'A')
                || (length == 4
                        && line[from] == 'N'
                        && line[from + 1] == 'U'
                        && line[from + 2] == 'L'
                        && line[from + 3] == 'L');
    }

    private static byte[] withSingleQuotes(byte[] value) {
        byte[] single = new byte[value.length];
        int length = 0;
        for (int i = 0; i < value.length; i++) {
            single[length++] = value[i];
            if (value[i] == '"') {
                i++;
            }
        }
        return Arrays.copyOf(single, length);
    }
}
