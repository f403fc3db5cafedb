package io.tacit.cli.text;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One line that says, on a terminal, for how long a query has been running; it is gone when the query is over. */
public final class RunningLine {
    /** Most queries are over before anybody wonders. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private static final long AGAIN_MILLIS = 1000;

    /** Parts of ten: finer ones would tell how many rows there are. */
    private static final int PARTS = 10;

    private final PrintWriter out;
    private final int columns;
    private final long start = System.nanoTime();
    private int shown;
    private boolean over;
    private @Nullable Timer clock;

    private RunningLine(PrintWriter out, int columns) {
        this.out = out;
        this.columns = columns;
    }

    /**
     * Shows the line on error output if that is a terminal, and nothing anywhere else.
     *
     * @param progress how far the pass over the data is, from 0 to 1, if that is known; nothing is shown while it is
     *     empty
     */
    public static RunningLine onError(PrintWriter err, Supplier<Optional<OptionalDouble>> progress) {
        return Boolean.getBoolean("tacit.terminal") ? on(err, Terminal.columns(), progress) : none(err);
    }

    /** Shows nothing. */
    public static RunningLine none(PrintWriter out) {
        return new RunningLine(out, 0);
    }

    /** Shows the line on a terminal of so many columns. */
    public static RunningLine on(PrintWriter terminal, int columns, Supplier<Optional<OptionalDouble>> progress) {
        return new RunningLine(terminal, columns).shownAfter(PATIENCE, progress);
    }

    private RunningLine shownAfter(Duration patience, Supplier<Optional<OptionalDouble>> progress) {
        clock = new Timer("tacit-running-line", true);
        clock.scheduleAtFixedRate(
                new TimerTask() {
                    @Override
                    public void run() {
                        progress.get().ifPresent(RunningLine.this::show);
                    }
                },
                patience.toMillis(),
                AGAIN_MILLIS);
        return this;
    }

    /** What is said after some seconds. */
    static String text(long seconds, OptionalDouble progress, int columns) {
        String brief = "Running for " + seconds + " s";
        // Sources that tell nothing, such as text files, stand at 0.
        int parts = (int) (progress.orElse(0) * PARTS);
        String pass = parts == 0 ? "" : "; this pass over the data: about " + parts * (100 / PARTS) + " %";
        String full = brief + pass + ". Ctrl-C stops it.";
        return full.length() < columns ? full : brief + ".";
    }

    private synchronized void show(OptionalDouble progress) {
        if (over) {
            return;
        }
        String text = text(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start), progress, columns);
        out.print("\r" + text + " ".repeat(Math.max(0, shown - text.length())));
        out.flush();
        shown = text.length();
    }

    /** Runs a query, and takes the line away when it is over. */
    public <T> T during(Supplier<T> query) {
        try {
            return query.get();
        } finally {
            close();
        }
    }

    private synchronized void close() {
        over = true;
        if (clock != null) {
            clock.cancel();
        }
        if (shown > 0) {
            out.print("\r" + " ".repeat(shown) + "\r");
            out.flush();
        }
    }
}
