package io.tacit.cli.shell;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;

/** Runs a shell, for a person at a terminal or over a pipe. */
public final class ShellRun {
    /** Java holds a logger weakly, and its level with it. */
    private static final Logger JLINE = Logger.getLogger("org.jline");

    private ShellRun() {}

    /**
     * Answers a person at this process's terminal until they leave.
     *
     * @throws Refusal OUTPUT when there is no terminal that can be used
     */
    public static void atTerminal(ShellSession subject) {
        try (Terminal terminal = TerminalBuilder.builder()
                .name("tacit")
                .system(true)
                .encoding(StandardCharsets.UTF_8)
                .build()) {
            at(
                    terminal,
                    subject,
                    history(System.getenv(), System.getProperty("user.home", ".")),
                    Pager.of(System.getenv()));
        } catch (IOException unusable) {
            throw new Refusal(
                    ErrorCode.OUTPUT,
                    "This terminal cannot be used.",
                    "Send the statements through a pipe, as in tacit shell … < questions.sql.");
        }
    }

    /** Answers a person at a terminal. */
    static void at(Terminal terminal, ShellSession subject, Path history, Pager pager) {
        JLINE.setLevel(Level.OFF);
        TerminalPerson person = new TerminalPerson(
                terminal, history, pager, () -> subject.session().tables());
        PrintWriter out = person.writer();
        out.println("Statements end with a semicolon. \\? for help, \\d for the tables, \\q to leave.");
        out.flush();
        new Shell(subject, person, person::onInterrupt).run(person);
    }

    /**
     * Answers the statements of a stream, such as a pipe.
     *
     * @return whether all were answered
     */
    public static boolean piped(ShellSession subject, InputStream in, PrintWriter out) {
        ReaderInput input = new ReaderInput(new InputStreamReader(in, StandardCharsets.UTF_8));
        return new Shell(subject, new PlainOutput(out), action -> () -> {}).run(input);
    }

    /** The file that keeps what was typed; nobody else may read it, for queries name what interests their author. */
    static Path history(Map<String, String> environment, String home) {
        String state = environment.getOrDefault("XDG_STATE_HOME", "");
        Path folder = (state.isEmpty() ? Path.of(home, ".local", "state") : Path.of(state)).resolve("tacit");
        Path file = folder.resolve("history");
        try {
            Files.createDirectories(folder);
            if (!Files.exists(file)) {
                Files.createFile(file);
            }
            if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
                Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
            }
        } catch (IOException notKept) {
            // Then it lasts as long as the shell.
            return file;
        }
        return file;
    }
}
