package io.tacit.engine.source;

import io.tacit.engine.catalog.TextEncoding;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.text.Lines;
import io.tacit.engine.text.TextBytes;
import io.tacit.engine.text.TextRows;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/**
 * Checks the bytes of a CSV file's first line, which names columns and is public. Of what comes behind it one byte is
 * looked at: whether an LF follows its CR. A person's record therefore changes neither whether a file is refused nor why.
 */
final class FirstLine {
    static final String FORMATS = "Tacit reads CSV (with a header line), JSON lines, Parquet and DuckDB files.";

    private static final int BLOCK_BYTES = 1 << 12;

    private final Path file;
    private final byte[] bytes;
    private final int end;
    private final int behind;

    /**
     * @param end of the line: the first CR or LF
     * @param behind the CRs that begin there
     */
    private FirstLine(Path file, byte[] bytes, int end, int behind) {
        this.file = file;
        this.bytes = bytes;
        this.end = end;
        this.behind = behind;
    }

    /**
     * Checks it.
     *
     * @return whether there is a first line; else the file holds nothing but, perhaps, one line break
     * @throws Refusal SOURCE_UNREADABLE when it is the beginning of something else than a text, SOURCE_SCHEMA when lines end
     *     with CR alone
     */
    static boolean check(Path file) {
        try (TextBytes source = TextBytes.open(file, TextEncoding.UTF_8)) {
            FirstLine line = read(file, source);
            line.checkIsText();
            line.checkLineBreak();
            return !line.isNothing();
        } catch (IOException cause) {
            throw SourceFormat.unreadable(file, cause);
        }
    }

    /** Reads up to the first byte that is no break behind the first CR or LF, within the longest line. */
    private static FirstLine read(Path file, TextBytes source) throws IOException {
        long start = TextRows.afterByteOrderMark(source);
        byte[] bytes = new byte[BLOCK_BYTES];
        int filled = 0;
        int at = 0;
        int behind = 0;
        while (true) {
            int read = source.read(ByteBuffer.wrap(bytes, filled, bytes.length - filled), start + filled);
            filled += Math.max(read, 0);
            while (at < filled && bytes[at] != '\n' && bytes[at] != '\r') {
                at++;
            }
            behind = Math.max(at, behind);
            while (behind < filled && bytes[behind] == '\r') {
                behind++;
            }
            if (read <= 0 || behind + 1 < filled || behind > Lines.MAX_BYTES) {
                return new FirstLine(file, Arrays.copyOf(bytes, Math.min(filled, behind + 2)), at, behind);
            }
            if (filled == bytes.length) {
                bytes = Arrays.copyOf(bytes, bytes.length * 2);
            }
        }
    }

    /** Whether no byte is in it and none comes behind it. */
    private boolean isNothing() {
        return end == 0 && bytes.length <= behind + 1;
    }

    private void checkIsText() {
        if (startsWith('P', 'K', 3, 4)) {
            throw packed();
        }
        if (startsWith(0xD0, 0xCF, 0x11, 0xE0)) {
            throw workbook();
        }
        if (startsWith(0x1F, 0x8B)) {
            throw refused("is compressed, and its name does not say so", "Call it " + name() + ".gz, or unpack it.");
        }
        if (startsWith(0xFF, 0xFE) || startsWith(0xFE, 0xFF)) {
            throw refused(
                    "is written in UTF-16",
                    "Save it as UTF-8, for example: iconv -f UTF-16 -t UTF-8 old.csv > new.csv");
        }
        for (int i = 0; i < end; i++) {
            if (bytes[i] == 0) {
                throw refused("is no text", FORMATS);
            }
        }
    }

    private void checkLineBreak() {
        boolean alone = behind > end && (behind == bytes.length || bytes[behind] != '\n');
        if (alone) {
            // Where lines end so, all rows would be names of columns, which are public.
            throw LookAtCsv.noHeader(
                    file, "Its first line holds a CR, as if lines ended with that alone: tr '\\r' '\\n'.");
        }
    }

    /** The refusal for a ZIP archive; what spreadsheets write is one. */
    private Refusal packed() {
        String lower = name().toLowerCase(Locale.ROOT);
        return lower.endsWith(".xlsx") || lower.endsWith(".xlsm") || lower.endsWith(".ods")
                ? workbook()
                : refused("is a ZIP archive", "Unpack it and name the file in it, or keep it as .csv.gz.");
    }

    private Refusal workbook() {
        return refused(
                "is a workbook of a spreadsheet",
                "Save the sheet as CSV in UTF-8 there, or: libreoffice --headless --convert-to csv '" + name() + "'.");
    }

    private Refusal refused(String what, String advice) {
        return new Refusal(ErrorCode.SOURCE_UNREADABLE, "The file " + name() + " " + what + ".", advice);
    }

    private String name() {
        return SourceFormat.nameOf(file);
    }

    /** A line break is in none of these, so that all of it is of the first line. */
    private boolean startsWith(int... mark) {
        for (int i = 0; i < mark.length; i++) {
            if (i >= end || (bytes[i] & 0xFF) != mark[i]) {
                return false;
            }
        }
        return true;
    }
}
