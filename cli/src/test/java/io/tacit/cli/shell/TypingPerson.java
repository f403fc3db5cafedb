package io.tacit.cli.shell;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;

/** A shell at a pseudo-terminal of the operating system, with a person who types and waits for what comes. */
final class TypingPerson implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 600;

    /** Stands where the terminal goes back to its usual state, because a line was entered. */
    static final String ENTERED = "⏎";

    private final ByteArrayOutputStream screen = new ByteArrayOutputStream();
    private final PipedOutputStream keys = new PipedOutputStream();
    private final Terminal terminal;
    private final Thread shell;
    private int read;

    TypingPerson(ShellSession subject, Path history) throws IOException {
        terminal = TerminalBuilder.builder()
                .name("test")
                .system(false)
                .streams(new PipedInputStream(keys), screen)
                .type("xterm")
                .encoding(StandardCharsets.UTF_8)
                .size(Size.of(100, 40))
                .build();
        shell = new Thread(() -> ShellRun.at(terminal, subject, history, new Pager(Optional.empty())));
        shell.start();
    }

    /** Types, and waits until the screen shows a text that was not there before. */
    String type(String typed, String awaited) throws IOException, InterruptedException {
        keys.write(typed.getBytes(StandardCharsets.UTF_8));
        keys.flush();
        return await(awaited);
    }

    /** Waits until the screen shows a text behind what was awaited last; gives what stands between. */
    String await(String awaited) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (System.nanoTime() < deadline) {
            String all = screen().substring(read);
            int found = all.indexOf(awaited);
            if (found >= 0) {
                read += found + awaited.length();
                return all.substring(0, found);
            }
            Thread.sleep(10);
        }
        throw new AssertionError("waited for " + awaited + " on:\n" + screen().substring(read));
    }

    /** Presses Ctrl-C until the screen shows a text: before a query has begun there is nothing to stop. */
    String interrupt(String awaited) throws InterruptedException {
        for (int attempt = 0;
                !screen().substring(read).contains(awaited) && attempt < PATIENCE_SECONDS * 10;
                attempt++) {
            terminal.raise(Terminal.Signal.INT);
            Thread.sleep(100);
        }
        return await(awaited);
    }

    /** Whether the shell ended by itself. */
    boolean left() throws InterruptedException {
        shell.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
        return !shell.isAlive();
    }

    /** All that was written so far, without what steers the terminal. */
    private String screen() {
        return screen.toString(StandardCharsets.UTF_8)
                .replace("\u001b[?2004l", ENTERED)
                .replaceAll("\u001b\\[[0-9;?$]*[A-Za-z]", "")
                .replaceAll("\u001b[=>]", "")
                .replace("\r", "");
    }

    /** Gives up the line and leaves. Ctrl-C throws away what was typed behind it and not read yet, so it is typed alone. */
    @Override
    public void close() {
        try {
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
            while (shell.isAlive() && System.nanoTime() < deadline) {
                press("\u0003", 100);
                press("\u0004", 400);
            }
            keys.close();
            terminal.close();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }

    private void press(String key, long patienceMillis) throws IOException, InterruptedException {
        if (shell.isAlive()) {
            keys.write(key.getBytes(StandardCharsets.UTF_8));
            keys.flush();
            shell.join(patienceMillis);
        }
    }
}
