package io.tacit.engine.ledger.book;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.tacit.engine.ledger.AuditLog.Line;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The log as JSON lines. The file is opened anew for every line, so it may be moved away at any time; each line is one
 * write at the end, so several processes may share it.
 */
final class AuditFile {
    private static final JsonFactory JSON = new JsonFactory();

    /** What one line takes at most, nearly always. */
    private static final long ROOM = 64 * 1024;

    /** What analysts may write that would steer the terminal of an owner who looks at the file. */
    private static final Pattern STEERING =
            Pattern.compile("[\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069]");

    private final Path file;

    AuditFile(Path file) {
        this.file = file;
    }

    /** Checks that lines can be added and that the disk has room for some. */
    void ready() {
        try {
            create();
            new FileOutputStream(file.toFile(), true).close();
            if (Files.getFileStore(file).getUsableSpace() < ROOM) {
                throw BookRefusals.of(
                        "The disk of the log file " + file.getFileName() + " is full.",
                        "Make room. Nothing was spent.");
            }
        } catch (IOException failed) {
            throw BookRefusals.of(
                    "The log file " + file.getFileName() + " cannot be written, so nothing is asked or spent.",
                    "Check its permissions, its folder and its disk.");
        }
    }

    /** Adds a line; the file is made for its owner alone if it is not there. */
    void append(Line line) {
        try {
            create();
            String text = (endsWithin() ? "\n" : "") + json(line) + "\n";
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            // Not a channel: a channel gives up when its thread is interrupted, and a cancelled query must be logged
            // too.
            try (FileOutputStream end = new FileOutputStream(file.toFile(), true)) {
                end.write(bytes);
            }
        } catch (IOException failed) {
            throw BookRefusals.of(
                    "The log file " + file.getFileName() + " cannot be written.",
                    "Check its permissions, its folder and its disk.");
        }
    }

    private static String json(Line line) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartObject();
            json.writeStringField("id", line.id());
            json.writeStringField("at", line.at().truncatedTo(ChronoUnit.MILLIS).toString());
            json.writeStringField("analyst", line.analyst());
            json.writeStringField("account", line.account());
            json.writeStringField("sql", line.sql());
            json.writeStringField("decision", line.decision().name().toLowerCase(Locale.ROOT));
            json.writeStringField("code", line.code());
            json.writeStringField("reason", line.reason());
            json.writeStringField("epsilon", line.epsilon());
            json.writeStringField("delta", line.delta());
            json.writeNumberField("millis", line.millis());
            json.writeStringField("detail", line.detail());
            json.writeEndObject();
        }
        // The library escapes the first range of control characters alone.
        return STEERING.matcher(text.toString())
                .replaceAll(found -> String.format(
                        Locale.ROOT, "\\\\u%04x", (int) found.group().charAt(0)));
    }

    /** Whether the last line was torn, as by a full disk: the next one begins on a line of its own. */
    private boolean endsWithin() throws IOException {
        try (RandomAccessFile read = new RandomAccessFile(file.toFile(), "r")) {
            if (read.length() == 0) {
                return false;
            }
            read.seek(read.length() - 1);
            return read.read() != '\n';
        }
    }

    private void create() throws IOException {
        if (Files.exists(file)) {
            return;
        }
        try {
            if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
                Files.createFile(
                        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            }
        } catch (FileAlreadyExistsException anotherWasFirst) {
            return;
        }
    }
}
