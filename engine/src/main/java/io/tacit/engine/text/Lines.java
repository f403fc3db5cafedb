package io.tacit.engine.text;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The usable lines that begin in one stretch of a file. Lines end with LF; a CR before it belongs to the break; every
 * other CR is text. A line is not usable, and passed over, when it is longer than {@link #MAX_BYTES}, holds a NUL byte
 * or is not well-formed UTF-8. No line has any influence on how another is read, nor has the division into stretches.
 */
public final class Lines {
    /** The longest line that is not passed over, in bytes. */
    public static final int MAX_BYTES = 1 << 20;

    private static final int BUFFER_BYTES = 1 << 18;

    private final TextBytes file;
    private final long end;
    private byte[] buffer = new byte[BUFFER_BYTES];
    private long bufferOffset;
    private int filled;
    private int next;
    private int lineStart;
    private int lineEnd;
    private boolean usable;
    private long passedOver;

    private Lines(TextBytes file, long start, long end) {
        this.file = file;
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
        return new Lines(file, start, end);
    }

    /**
     * A later stretch.
     *
     * @param start the first byte at which a line may begin, more than 0
     * @param end the first byte at which no line of this stretch begins
     */
    public static Lines between(TextBytes file, long start, long end) throws IOException {
        Lines lines = new Lines(file, start - 1, end);
        lines.advance();
        return lines;
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

    /** Goes to the next line, usable or not; false when nothing is left. */
    private boolean advance() throws IOException {
        int at = next;
        boolean tooLong = false;
        while (true) {
            while (at < filled && buffer[at] != '\n') {
                at++;
            }
            if (at < filled) {
                break;
            }
            if (filled - next > MAX_BYTES + 1) {
                tooLong = true;
                next = filled;
            }
            at = filled - next;
            if (!fill()) {
                if (at == 0 && !tooLong) {
                    return false;
                }
                break;
            }
        }
        lineStart = next;
        lineEnd = at > next && buffer[at - 1] == '\r' ? at - 1 : at;
        usable = !tooLong && lineEnd - lineStart <= MAX_BYTES;
        next = Math.min(at + 1, filled);
        return true;
    }

    /** Moves what is not yet consumed to the front and reads on; false at the end of the file. */
    private boolean fill() throws IOException {
        int kept = filled - next;
        if (kept == buffer.length) {
            buffer = Arrays.copyOf(buffer, buffer.length * 2);
        } else {
            System.arraycopy(buffer, next, buffer, 0, kept);
        }
        bufferOffset += next;
        next = 0;
        filled = kept;
        int read = file.read(ByteBuffer.wrap(buffer, filled, buffer.length - filled), bufferOffset + filled);
        filled += Math.max(read, 0);
        return read > 0;
    }
}
