package io.tacit.engine.source;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/** The format of a source's file. */
public enum SourceFormat {
    /** Text, one row a line, fields between delimiters, the first line holds the names. */
    CSV,
    /** Text, one JSON object a line. */
    JSON,
    PARQUET,
    /** A DuckDB database. */
    DUCKDB;

    private static final int BLOCK_BYTES = 1 << 16;
    private static final byte[] PARQUET_MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] DUCKDB_MAGIC = "DUCK".getBytes(StandardCharsets.US_ASCII);
    private static final int DUCKDB_MAGIC_OFFSET = 8;

    /**
     * Finds out what kind of file it is: Parquet and DuckDB by their first bytes, text by the name's end
     * ({@code .json}, {@code .jsonl}, {@code .ndjson}; {@code .csv}, {@code .tsv}, {@code .tab}, {@code .txt},
     * {@code .psv}), and where that says nothing by whether it begins with a brace or bracket.
     *
     * @throws Refusal SOURCE_MISSING, or SOURCE_UNREADABLE when it is none of these
     */
    public static SourceFormat detect(Path file) {
        byte[] block = firstBlock(file);
        if (startsWith(block, 0, PARQUET_MAGIC)) {
            return PARQUET;
        }
        if (startsWith(block, DUCKDB_MAGIC_OFFSET, DUCKDB_MAGIC)) {
            return DUCKDB;
        }
        checkIsText(file, block);
        String name = nameOf(file).toLowerCase(Locale.ROOT);
        if (name.matches(".*\\.(json|jsonl|ndjson)")) {
            return JSON;
        }
        if (name.matches(".*\\.(csv|tsv|tab|txt|psv)")) {
            return CSV;
        }
        String beginning = new String(block, StandardCharsets.UTF_8).strip();
        return beginning.startsWith("{") || beginning.startsWith("[") ? JSON : CSV;
    }

    /** The file's name without its folder, for messages. */
    static String nameOf(Path file) {
        return String.valueOf(file.getFileName());
    }

    private static byte[] firstBlock(Path file) {
        if (!Files.exists(file)) {
            throw new Refusal(ErrorCode.SOURCE_MISSING, "There is no file " + file + ".", "Check its name and folder.");
        }
        if (Files.isDirectory(file)) {
            throw new Refusal(ErrorCode.SOURCE_UNREADABLE, file + " is a folder.", "Name one file in it.");
        }
        try (InputStream input = Files.newInputStream(file)) {
            return input.readNBytes(BLOCK_BYTES);
        } catch (IOException cause) {
            throw unreadable(file);
        }
    }

    /** The refusal for a file that the system does not let us read. */
    static Refusal unreadable(Path file) {
        return new Refusal(
                ErrorCode.SOURCE_UNREADABLE,
                "The file " + nameOf(file) + " cannot be read.",
                "Check that you may read it and that its disk is there.");
    }

    private static void checkIsText(Path file, byte[] block) {
        String formats = "Tacit reads CSV (with a header line), JSON lines, Parquet and DuckDB files.";
        if (block.length == 0) {
            throw new Refusal(ErrorCode.SOURCE_UNREADABLE, "The file " + nameOf(file) + " is empty.", formats);
        }
        if (startsWith(block, 0, new byte[] {(byte) 0xFF, (byte) 0xFE})
                || startsWith(block, 0, new byte[] {(byte) 0xFE, (byte) 0xFF})) {
            throw new Refusal(
                    ErrorCode.SOURCE_UNREADABLE,
                    "The file " + nameOf(file) + " is written in UTF-16.",
                    "Save it as UTF-8, for example: iconv -f UTF-16 -t UTF-8 old.csv > new.csv");
        }
        if (startsWith(block, 0, new byte[] {0x1F, (byte) 0x8B})) {
            throw new Refusal(
                    ErrorCode.SOURCE_UNREADABLE,
                    "The file " + nameOf(file) + " is compressed.",
                    "Unpack it first, for example with gunzip.");
        }
        // Only the header decides: a line of one person must not decide whether the file is read at all.
        for (byte each : block) {
            if (each == '\n') {
                break;
            }
            if (each == 0) {
                throw new Refusal(ErrorCode.SOURCE_UNREADABLE, "The file " + nameOf(file) + " is no text.", formats);
            }
        }
    }

    private static boolean startsWith(byte[] block, int offset, byte[] magic) {
        return block.length >= offset + magic.length
                && Arrays.equals(block, offset, offset + magic.length, magic, 0, magic.length);
    }
}
