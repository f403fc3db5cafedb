package io.tacit.engine.text;

/**
 * Finds the last line of a record whose quoted fields may hold line breaks, as RFC 4180 has it: one line after the
 * other is taken, until no quote is open. Not safe for several threads.
 */
public final class RecordEnd {
    /** The most lines of a record. */
    public static final int MAX_LINES = 10_000;

    private final byte delimiter;
    private final int maxFields;
    private int fields;
    private int lines;

    /** What the lines so far are. */
    enum State {
        /** A whole record. */
        WHOLE,
        /** The beginning of one: a quote is open. */
        OPEN,
        /** No record: text follows a closing quote, or there are too many fields or lines. */
        NONE
    }

    /**
     * @param delimiter between two fields
     * @param maxFields what has more is no record
     */
    RecordEnd(byte delimiter, int maxFields) {
        this.delimiter = delimiter;
        this.maxFields = maxFields;
    }

    /** Takes the line with which a record may begin, without its line break. */
    State first(byte[] bytes, int start, int end) {
        lines = 1;
        fields = 1;
        if (!holdsQuote(bytes, start, end)) {
            return State.WHOLE;
        }
        boolean quoted = bytes[start] == '"';
        return read(bytes, quoted ? start + 1 : start, end, quoted);
    }

    /** Takes the next line of a record that is open. */
    State next(byte[] bytes, int start, int end) {
        lines++;
        return lines > MAX_LINES ? State.NONE : read(bytes, start, end, true);
    }

    /** From within a field on. */
    private State read(byte[] bytes, int start, int end, boolean within) {
        boolean quoted = within;
        int at = start;
        while (true) {
            at = quoted ? afterQuote(bytes, at, end) : atDelimiter(bytes, at, end);
            if (at >= end) {
                return at == end ? State.WHOLE : State.OPEN;
            }
            if (bytes[at] != delimiter || fields == maxFields) {
                return State.NONE;
            }
            fields++;
            at++;
            quoted = at < end && bytes[at] == '"';
            at += quoted ? 1 : 0;
        }
    }

    private int atDelimiter(byte[] bytes, int start, int end) {
        int at = start;
        while (at < end && bytes[at] != delimiter) {
            at++;
        }
        return at;
    }

    /** Where it goes on behind the quote that closes a field; beyond the end where none does. */
    private static int afterQuote(byte[] bytes, int start, int end) {
        int at = start;
        while (at < end) {
            if (bytes[at] != '"') {
                at++;
            } else if (at + 1 < end && bytes[at + 1] == '"') {
                at += 2;
            } else {
                return at + 1;
            }
        }
        return end + 1;
    }

    private static boolean holdsQuote(byte[] bytes, int start, int end) {
        for (int at = start; at < end; at++) {
            if (bytes[at] == '"') {
                return true;
            }
        }
        return false;
    }
}
