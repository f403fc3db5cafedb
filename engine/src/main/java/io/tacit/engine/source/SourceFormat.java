package io.tacit.engine.source;

import io.tacit.engine.backend.ParquetFiles;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.text.TextBytes;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

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
        if (ParquetFiles.isSeveral(file)) {
            ParquetFiles.of(file);
            return PARQUET;
        }
        byte[] block = firstBlock(file);
        Optional<SourceFormat> binary = startsWith(block, 0, PARQUET_MAGIC)
                ? Optional.of(PARQUET)
                : startsWith(block, DUCKDB_MAGIC_OFFSET, DUCKDB_MAGIC) ? Optional.of(DUCKDB) : Optional.empty();
        if (binary.isPresent()) {
            checkPlain(file);
            return binary.get();
        }
        checkIsText(file, block);
        String name = nameOf(file).toLowerCase(Locale.ROOT).replaceAll("\\.gz$", "");
        if (name.matches(".*\\.(json|jsonl|ndjson)")) {
            return JSON;
        }
        if (name.matches(".*\\.(csv|tsv|tab|txt|psv)")) {
            return CSV;
        }
        String beginning = new String(block, StandardCharsets.UTF_8).strip();
        return beginning.startsWith("{") || beginning.startsWith("[") ? JSON : CSV;
    }

    /** Text is unpacked while it is read; the engine wants the other formats as they are. */
    private static void checkPlain(Path file) {
        try {
            if (TextBytes.isCompressed(file)) {
                throw new Refusal(
                        ErrorCode.SOURCE_UNREADABLE,
                        "The file " + nameOf(file) + " is compressed, and is no text.",
                        "Unpack it first: gunzip " + nameOf(file));
            }
        } catch (IOException cause) {
            throw unreadable(file);
        }
    }

    /** The file's name without its folder, for messages. */
    static String nameOf(Path file) {
        return String.valueOf(file.getFileName());
    }

    private static byte[] firstBlock(Path file) {
        if (!Files.exists(file)) {
            throw new Refusal(ErrorCode.SOURCE_MISSING, "There is no file " + file + ".", "Check its name and folder.");
        }
        try (InputStream input = Files.newInputStream(file);
                InputStream plain = TextBytes.isCompressed(file) ? new GZIPInputStream(input) : input) {
            return plain.readNBytes(BLOCK_BYTES);
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
        if (startsWith(block, 0, new byte[] {'P', 'K', 3, 4})) {
            throw packed(file);
        }
        if (startsWith(block, 0, new byte[] {(byte) 0xD0, (byte) 0xCF, 0x11, (byte) 0xE0})) {
            throw workbook(file);
        }
        if (startsWith(block, 0, new byte[] {(byte) 0xFF, (byte) 0xFE})
                || startsWith(block, 0, new byte[] {(byte) 0xFE, (byte) 0xFF})) {
            throw new Refusal(
                    ErrorCode.SOURCE_UNREADABLE,
                    "The file " + nameOf(file) + " is written in UTF-16.",
                    "Save it as UTF-8, for example: iconv -f UTF-16 -t UTF-8 old.csv > new.csv");
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

    /** The refusal for a ZIP archive; what spreadsheets write is one. */
    private static Refusal packed(Path file) {
        String name = nameOf(file).toLowerCase(Locale.ROOT);
        return name.endsWith(".xlsx") || name.endsWith(".xlsm") || name.endsWith(".ods")
                ? workbook(file)
                : new Refusal(
                        ErrorCode.SOURCE_UNREADABLE,
                        "The file " + nameOf(file) + " is a ZIP archive.",
                        "Unpack it and name the file in it, or keep it as .csv.gz.");
    }

    private static Refusal workbook(Path file) {
        return new Refusal(
                ErrorCode.SOURCE_UNREADABLE,
                "The file " + nameOf(file) + " is a workbook of a spreadsheet.",
                "Save the sheet as CSV in UTF-8 there, or: libreoffice --headless --convert-to csv '" + nameOf(file)
                        + "'.");
    }

    private static boolean startsWith(byte[] block, int offset, byte[] magic) {
        return block.length >= offset + magic.length
                && Arrays.equals(block, offset, offset + magic.length, magic, 0, magic.length);
    }
}
