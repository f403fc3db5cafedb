package io.tacit.engine.source;

import io.tacit.engine.catalog.TextEncoding;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.text.TextBytes;
import io.tacit.engine.text.TextRows;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Finds out the format of a file of which nothing is said, for its owner, once: what is found is shown, and kept beside a
 * text. Where others ask, it must be said.
 *
 * <p>A record must not decide it. Parquet has its mark at both ends; DuckDB has it behind a sum of its bytes, with its
 * version after it and a header of three blocks; of a text, most of its first lines decide whether it is JSON.
 */
final class LookAtFile {
    private static final int BLOCK_BYTES = 1 << 16;
    private static final byte[] PARQUET_MARK = "PAR1".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] DUCKDB_MARK = "DUCK".getBytes(StandardCharsets.US_ASCII);
    private static final int DUCKDB_MARK_OFFSET = 8;
    private static final int DUCKDB_VERSION_OFFSET = 12;
    private static final int DUCKDB_HEADER_BYTES = 3 * 4096;
    private static final int HIGHEST_DUCKDB_VERSION = 0xFFFF;
    private static final double TABLE_SHARE = 0.5;

    private LookAtFile() {}

    /**
     * The format that the file looks like; a text that does not look like JSON is taken for CSV, whose header is checked
     * where it is read.
     *
     * @throws Refusal SOURCE_UNREADABLE when it is empty or cannot be read
     */
    static SourceFormat format(Path file) {
        try (TextBytes bytes = TextBytes.open(file, TextEncoding.UTF_8)) {
            byte[] first = read(bytes, 0, BLOCK_BYTES);
            if (first.length == 0) {
                throw empty(file);
            }
            if (isParquet(bytes, first)) {
                return SourceFormat.PARQUET;
            }
            if (isDuckDb(bytes, first)) {
                return SourceFormat.DUCKDB;
            }
            byte[] text = read(bytes, TextRows.afterByteOrderMark(bytes), BLOCK_BYTES);
            return isJson(text) ? SourceFormat.JSON : SourceFormat.CSV;
        } catch (IOException cause) {
            throw SourceFormat.unreadable(file, cause);
        }
    }

    /** The refusal for a file without a byte, of which nothing is declared that could be its columns. */
    static Refusal empty(Path file) {
        return new Refusal(
                ErrorCode.SOURCE_UNREADABLE, "The file " + SourceFormat.nameOf(file) + " is empty.", FirstLine.FORMATS);
    }

    private static byte[] read(TextBytes bytes, long from, int most) throws IOException {
        ByteBuffer block = ByteBuffer.allocate(most);
        while (block.hasRemaining() && bytes.read(block, from + block.position()) > 0) {
            // Until the block is full, or nothing is left.
        }
        return Arrays.copyOf(block.array(), block.position());
    }

    private static boolean isParquet(TextBytes bytes, byte[] first) throws IOException {
        // A file that is unpacked while it is read has no size, and is none.
        return bytes.divides()
                && startsWith(first, 0, PARQUET_MARK)
                && bytes.size() >= 3L * PARQUET_MARK.length
                && Arrays.equals(read(bytes, bytes.size() - PARQUET_MARK.length, PARQUET_MARK.length), PARQUET_MARK);
    }

    private static boolean isDuckDb(TextBytes bytes, byte[] first) throws IOException {
        if (!bytes.divides()
                || bytes.size() < DUCKDB_HEADER_BYTES
                || !startsWith(first, DUCKDB_MARK_OFFSET, DUCKDB_MARK)) {
            return false;
        }
        long version = ByteBuffer.wrap(first).order(ByteOrder.LITTLE_ENDIAN).getLong(DUCKDB_VERSION_OFFSET);
        return version > 0 && version <= HIGHEST_DUCKDB_VERSION;
    }

    /** Whether most lines begin as objects do; the brackets of an array around them stand alone or before the first. */
    private static boolean isJson(byte[] text) {
        List<String> lines = new String(text, StandardCharsets.UTF_8)
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.equals("["))
                .toList();
        long objects = lines.stream()
                .filter(line -> line.startsWith("{") || line.startsWith("["))
                .count();
        return !lines.isEmpty() && objects >= TABLE_SHARE * lines.size();
    }

    private static boolean startsWith(byte[] block, int offset, byte[] mark) {
        return block.length >= offset + mark.length
                && Arrays.equals(block, offset, offset + mark.length, mark, 0, mark.length);
    }
}
