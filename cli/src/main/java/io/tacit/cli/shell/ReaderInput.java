package io.tacit.cli.shell;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.util.Optional;

/** Statements from a file or pipe; one may span lines, and a line may hold several. */
final class ReaderInput implements ShellInput {
    private final BufferedReader lines;
    private String pending = "";

    ReaderInput(Reader reader) {
        this.lines = new BufferedReader(reader);
    }

    @Override
    public Optional<String> next(String prompt) {
        while (true) {
            if (StatementText.isCommand(pending)) {
                return Optional.of(take(lineEnd(pending)));
            }
            int end = StatementText.end(pending);
            if (end >= 0) {
                String statement = take(end);
                return Optional.of(statement.substring(0, statement.length() - 1));
            }
            Optional<String> line = line();
            if (line.isEmpty()) {
                String rest = take(pending.length());
                return StatementText.isBlank(rest) ? Optional.empty() : Optional.of(rest);
            }
            pending = StatementText.isBlank(pending) ? line.get() + "\n" : pending + line.get() + "\n";
        }
    }

    private Optional<String> line() {
        try {
            return Optional.ofNullable(lines.readLine());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private String take(int end) {
        String taken = pending.substring(0, end).strip();
        pending = pending.substring(end);
        return taken;
    }

    private static int lineEnd(String text) {
        int start = text.length() - text.stripLeading().length();
        int end = text.indexOf('\n', start);
        return end < 0 ? text.length() : end + 1;
    }

    @Override
    public boolean isInteractive() {
        return false;
    }

    @Override
    public boolean agrees(String question) {
        return true;
    }
}
