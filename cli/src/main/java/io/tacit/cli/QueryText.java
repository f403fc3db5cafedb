package io.tacit.cli;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** The query: on the command line, in a file, or on standard input. */
final class QueryText {
    @Option(
            names = {"-f", "--file"},
            paramLabel = "FILE",
            description = "Reads the query from a file.")
    private @Nullable Path file;

    @Parameters(paramLabel = "SQL", arity = "0..1", description = "The query, or - to read it from standard input.")
    private @Nullable String sql;

    /**
     * The query's text.
     *
     * @throws ParameterException when there is none, or two
     * @throws Refusal when it cannot be read
     */
    String read(CommandLine line) {
        if ((sql == null) == (file == null)) {
            throw new ParameterException(
                    line,
                    (sql == null
                                    ? "There is no query."
                                    : "There are two queries, one on the command line and one in a file.")
                            + " Give the query in quotes as the last word, or with -f FILE, or as - on standard input.");
        }
        try {
            if (file != null) {
                return Files.readString(file, StandardCharsets.UTF_8);
            }
            return "-".equals(sql)
                    ? new String(System.in.readAllBytes(), StandardCharsets.UTF_8)
                    : Objects.requireNonNull(sql);
        } catch (IOException failure) {
            throw new Refusal(
                    ErrorCode.SOURCE_MISSING,
                    "The file with the query cannot be read: " + file + ".",
                    "Check its name and that it is UTF-8 text.");
        }
    }
}
