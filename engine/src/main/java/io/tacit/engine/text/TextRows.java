package io.tacit.engine.text;

import io.tacit.engine.catalog.TextEncoding;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.function.Supplier;

/**
 * A text file whose lines are rows.
 *
 * @param path the file
 * @param encoding how its bytes stand for characters
 * @param header whether its first line is no row
 * @param maxBytes lines that begin after so many bytes are left out
 * @param fields makes what divides the lines, once for each thread that reads
 */
public record TextRows(
        Path path, TextEncoding encoding, boolean header, long maxBytes, Supplier<? extends LineFields> fields) {
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
    private static final int BLOCK_BYTES = 1 << 12;

    /** Opens the file for reading. */
    public TextBytes open() throws IOException {
        return TextBytes.open(path, encoding);
    }

    /** Whether a row may span lines. */
    public boolean spanLines() {
        return fields.get().recordEnd().isPresent();
    }

    /**
     * The rows of a stretch, and what is none.
     *
     * @param start where a row begins
     * @param end the first byte at which no row of this stretch begins
     */
    public Lines records(TextBytes file, long start, long end) {
        return Lines.from(file, start, end, fields.get().recordEnd());
    }

    /** The byte at which the first row begins. */
    public long firstRow(TextBytes file) throws IOException {
        long start = afterByteOrderMark(file);
        if (!header) {
            return start;
        }
        if (spanLines()) {
            return records(file, start, Long.MAX_VALUE).passTo(start + 1);
        }
        ByteBuffer block = ByteBuffer.allocate(BLOCK_BYTES);
        while (file.read(block.clear(), start) > 0) {
            for (int i = 0; i < block.position(); i++) {
                if (block.get(i) == '\n') {
                    return start + i + 1;
                }
            }
            start += block.position();
        }
        return start;
    }

    /** The offset of the first byte after the byte order mark that some programs put before UTF-8. */
    public static long afterByteOrderMark(TextBytes file) throws IOException {
        ByteBuffer mark = ByteBuffer.allocate(BYTE_ORDER_MARK.length);
        file.read(mark, 0);
        return mark.flip().equals(ByteBuffer.wrap(BYTE_ORDER_MARK)) ? BYTE_ORDER_MARK.length : 0;
    }
}
