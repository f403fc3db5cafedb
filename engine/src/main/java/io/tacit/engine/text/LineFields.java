package io.tacit.engine.text;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Divides lines into fields, one line at a time, or one record where it may span lines. Not safe for several threads. */
public interface LineFields {
    /**
     * Divides one line. What an earlier line held has no influence.
     *
     * @param bytes holds the line, in well-formed UTF-8
     * @param start of the line
     * @param end of the line, after its last byte and without its line break
     * @return whether the line is well formed; otherwise it is to be skipped
     */
    boolean read(byte[] bytes, int start, int end);

    /** Whether a line that is skipped holds nothing, so that nobody misses it. */
    default boolean isBlank(byte[] bytes, int start, int end) {
        return start == end;
    }

    /** What finds the last line of a record; empty where each line is one. */
    default Optional<RecordEnd> recordEnd() {
        return Optional.empty();
    }

    /** The field's text in UTF-8, or null for NULL. Counted from 0; valid until the next line is read. */
    byte @Nullable [] field(int index);
}
