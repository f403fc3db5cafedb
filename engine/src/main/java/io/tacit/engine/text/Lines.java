package io.tacit.engine.text;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The usable lines that begin in one stretch of a file. Lines end with LF; a CR before it belongs to the break; every
 * other CR is text. A line is not usable, and passed over, when it is longer than {@link #MAX_BYTES}, holds a NUL byte
 * or is not well-formed UTF-8. No line has any influence on how another is read, nor has the division into stretches.
 *
 * <p>Where records may span lines, the lines of a record are one here. A line that leaves a quote open which is not
 * closed as it should be, within {@link RecordEnd#MAX_LINES} and {@link #MAX_BYTES}, is a line of its own, and so are
 * those that follow it: CsvFields.md says what that means for others.
 */
public final class Lines {
    /** The longest line that is not passed over, in bytes. */
    public static final int MAX_BYTES = 1 << 20;

    private static final int BUFFER_BYTES = 1 << 18;

    private final TextBytes file;
    private final long end;
    private final @Nullable RecordEnd recordEnd;
    private byte[] buffer = new byte[BUFFER_BYTES];
    private long bufferOffset;
    private int filled;
    private int next;
    private int lineStart;
    private int lineEnd;
    private boolean usable;
    private long passedOver;

    private Lines(TextBytes file, long start, long end, Optional<RecordEnd> recordEnd) {
        this.file = file;
        this.recordEnd = recordEnd.orElse(null);
        this.end = end;
        this.bufferOffset = start;
    }

    /**
     * The first stretch.
     *
     * @param start where the first line begins
     * @param end the first byte at which no line of this stretch begins
     */
    public static Lines from(TextBytes file, long start, long end) {
        return new Lines(file, start, end, Optional.empty());
    }

    /**
     * The records of a stretch.
     *
     * @param start where a record begins
     * @param end the first byte at which no record of this stretch begins
     * @param recordEnd what finds the last line of a record; empty where each line is one
     */
    public static Lines from(TextBytes file, long start, long end, Optional<RecordEnd> recordEnd) {
        return new Lines(file, start, end, recordEnd);
    }

    /**
     * A later stretch of a file whose every line is a record.
     *
     * @param start the first byte at which a line may begin, more than 0
     * @param end the first byte at which no line of this stretch begins
     */
    public static Lines between(TextBytes file, long start, long end) throws IOException {
        Lines lines = new Lines(file, start - 1, end, Optional.empty());
        lines.advance();
        return lines;
    }

    /** Goes beyond a byte, at least to the end of the record in which it lies; where the next record begins. */
    long passTo(long offset) throws IOException {
        while (bufferOffset + next < offset && advance()) {
            // Until the record that holds the byte is passed.
        }
        return bufferOffset + next;
    }

    /** Goes to the next usable line; false at the end. */
    public boolean next() throws IOException {
        while (bufferOffset + next < end && advance()) {
            if (usable && Utf8.isText(buffer, lineStart, lineEnd)) {
                return true;
            }
            passedOver++;
        }
        return false;
    }

    /** Where the first byte stands that begins no character of UTF-8; the end where all do. */
    public static int firstWrong(byte[] bytes, int start, int end) {
        return Utf8.firstWrong(bytes, start, end);
    }

    /** How many lines were not usable so far. */
    public long passedOver() {
        return passedOver;
    }

    /** The bytes that hold the line from {@link #lineStart} to {@link #lineEnd}, valid until the next line. */
    public byte[] bytes() {
        return buffer;
    }

    public int lineStart() {
        return lineStart;
    }

    public int lineEnd() {
        return lineEnd;
    }

    /** Goes to the next line or record, usable or not; false when nothing is left. */
    private boolean advance() throws IOException {
        boolean found = advanceLine();
        if (found && recordEnd != null && usable) {
            takeWholeRecord(recordEnd);
        }
        return found;
    }

    private boolean advanceLine() throws IOException {
        int at = next;
        boolean tooLong = false;
        while (true) {
            at = lineBreak(at);
            if (at < filled) {
                break;
            }
            if (filled - next > MAX_BYTES + 1) {
                tooLong = true;
                next = filled;
            }
            at = filled - next;
            if (!fill(next)) {
                if (at == 0 && !tooLong) {
                    return false;
                }
                break;
            }
        }
        lineStart = next;
        lineEnd = withoutBreak(next, at);
        usable = !tooLong && lineEnd - lineStart <= MAX_BYTES;
        next = Math.min(at + 1, filled);
        return true;
    }

    /** Adds the lines that belong to the record which begins in this line, if they are one. */
    private void takeWholeRecord(RecordEnd record) throws IOException {
        RecordEnd.State state = record.first(buffer, lineStart, lineEnd);
        int from = next;
        while (state == RecordEnd.State.OPEN) {
            int at = lineBreak(from);
            while (at == filled && filled - lineStart <= MAX_BYTES + 1) {
                int kept = lineStart;
                boolean more = fill(kept);
                lineStart = 0;
                lineEnd -= kept;
                from -= kept;
                at = lineBreak(at - kept);
                if (!more) {
                    break;
                }
            }
            int to = withoutBreak(from, at);
            if (from == filled || to - lineStart > MAX_BYTES) {
                return;
            }
            state = record.next(buffer, from, to);
            from = Math.min(at + 1, filled);
            if (state == RecordEnd.State.WHOLE) {
                lineEnd = to;
                next = from;
            }
        }
    }

    /** The first line break from a place on; the end of the buffer where there is none. */
    private int lineBreak(int from) {
        int at = from;
        while (at < filled && buffer[at] != '\n') {
            at++;
        }
        return at;
    }

    private int withoutBreak(int start, int at) {
        return at > start && buffer[at - 1] == '\r' ? at - 1 : at;
    }

    /** Moves what is still needed, from a place on, to the front and reads on; false at the end of the file. */
    private boolean fill(int needed) throws IOException {
        int kept = filled - needed;
        if (kept == buffer.length) {
            buffer = Arrays.copyOf(buffer, buffer.length * 2);
        } else {
            System.arraycopy(buffer, needed, buffer, 0, kept);
        }
        bufferOffset += needed;
        next -= needed;
        filled = kept;
        int read = file.read(ByteBuffer.wrap(buffer, filled, buffer.length - filled), bufferOffset + filled);
        filled += Math.max(read, 0);
        return read > 0;
    }
}
