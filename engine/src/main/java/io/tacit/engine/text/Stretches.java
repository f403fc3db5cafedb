package io.tacit.engine.text;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Divides the rows of a file among threads.
 *
 * <p>Where each line is a row a stretch begins with the first line after any byte. Where rows may span lines no byte
 * tells whether it lies within quotes: there the thread that takes a stretch looks for its end from its beginning, one
 * thread after the other, and only then reads the rows in it beside the others. So every stretch begins where a row
 * begins if the file is read from the beginning.
 */
public final class Stretches {
    /** About how long a stretch is. */
    public static final long BYTES = 1 << 22;

    private final TextRows rows;
    private final TextBytes file;
    private final long first;
    private final long end;
    private final long length;
    private final @Nullable Lines ahead;
    private long next;

    /**
     * @param first where the first row begins
     * @param end the first byte at which no row begins that is read
     * @param threads how many read at most: for one the file is not divided where that costs
     */
    public Stretches(TextRows rows, TextBytes file, long first, long end, int threads) {
        this(rows, file, first, end, threads == 1 && rows.spanLines() ? end : BYTES);
    }

    /** Divides it into stretches of another length. */
    static Stretches ofLength(TextRows rows, TextBytes file, long first, long end, long length) {
        return new Stretches(rows, file, first, end, length);
    }

    private Stretches(TextRows rows, TextBytes file, long first, long end, long length) {
        this.rows = rows;
        this.file = file;
        this.first = first;
        this.end = end;
        this.length = file.divides() ? length : end;
        this.ahead = file.divides() && length < end && rows.spanLines() ? rows.records(file, first, end) : null;
        this.next = first;
    }

    /** The lines or records of the next stretch that no thread has taken, or null when all are taken. */
    public synchronized @Nullable Lines next() throws IOException {
        if (next >= end) {
            return null;
        }
        long start = next;
        next = Math.min(start + length, end);
        if (ahead != null) {
            next = ahead.passTo(next);
            return rows.records(file, start, next);
        }
        return start == first || rows.spanLines() ? rows.records(file, start, next) : Lines.between(file, start, next);
    }
}
