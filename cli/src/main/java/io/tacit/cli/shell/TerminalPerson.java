package io.tacit.cli.shell;

import io.tacit.cli.text.RunningLine;
import io.tacit.engine.catalog.TableDescription;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Queue;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Terminal;

/** A person at a terminal, who types statements and reads answers. */
final class TerminalPerson implements ShellInput, ShellOutput {
    /** Lines of the terminal that an answer leaves for the prompt. */
    private static final int RESERVED = 2;

    private final Terminal terminal;
    private final LineReader statements;
    private final LineReader words;
    private final Pager pager;

    /** What was typed in one go and is not answered yet. */
    private final Queue<String> typed = new ArrayDeque<>();

    /**
     * Reads from a terminal.
     *
     * @param history the file that keeps what was typed
     * @param tables whose names are completed
     */
    TerminalPerson(Terminal terminal, Path history, Pager pager, Supplier<List<TableDescription>> tables) {
        this.terminal = terminal;
        this.pager = pager;
        this.statements = LineReaderBuilder.builder()
                .terminal(terminal)
                .appName("tacit")
                .parser(new TypedStatement())
                .completer(new CompleteWords(tables))
                .highlighter(new HighlightSql())
                .variable(LineReader.HISTORY_FILE, history)
                .variable(LineReader.SECONDARY_PROMPT_PATTERN, "  ... ")
                .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
                .option(LineReader.Option.CASE_INSENSITIVE, true)
                .option(LineReader.Option.HISTORY_TIMESTAMPED, false)
                .build();
        this.words = LineReaderBuilder.builder().terminal(terminal).build();
    }

    @Override
    public Optional<String> next(String prompt) {
        try {
            while (typed.isEmpty()) {
                String text = statements.readLine(prompt).strip();
                typed.addAll(StatementText.isCommand(text) ? List.of(text) : StatementText.split(text));
            }
            return Optional.of(typed.remove());
        } catch (UserInterruptException dropped) {
            return Optional.of("");
        } catch (EndOfFileException left) {
            return Optional.empty();
        }
    }

    @Override
    public boolean isInteractive() {
        return true;
    }

    @Override
    public boolean agrees(String question) {
        try {
            String said = words.readLine(question).strip().toLowerCase(Locale.ROOT);
            return said.isEmpty() || said.equals("y") || said.equals("yes");
        } catch (UserInterruptException | EndOfFileException declined) {
            return false;
        }
    }

    @Override
    public PrintWriter writer() {
        return terminal.writer();
    }

    @Override
    public void show(String text) {
        long lines = text.lines().count();
        terminal.flush();
        if (terminal.getRows() <= RESERVED || lines <= terminal.getRows() - RESERVED || !pager.show(text)) {
            terminal.writer().print(text);
            terminal.flush();
        }
    }

    @Override
    public RunningLine running(BooleanSupplier waits) {
        return RunningLine.on(terminal.writer(), columns(), waits);
    }

    @Override
    public int columns() {
        return terminal.getColumns() > 0 ? terminal.getColumns() : Integer.MAX_VALUE;
    }

    /** Makes Ctrl-C run an action until the returned one is run. */
    Runnable onInterrupt(Runnable action) {
        Terminal.SignalHandler before = terminal.handle(Terminal.Signal.INT, signal -> action.run());
        return () -> terminal.handle(Terminal.Signal.INT, before);
    }
}
