package io.tacit.cli.text;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One line that says, on a terminal, for how long a query has been running; it is gone when the query is over. How far the
 * engine is would tell how many rows there are, and is not asked (attack 43).
 */
public final class RunningLine {
    /** Most queries are over before anybody wonders. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private static final long AGAIN_MILLIS = 1000;

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
     * @param waits false while nothing is to be said
     */
    public static RunningLine onError(PrintWriter err, BooleanSupplier waits) {
        return Boolean.getBoolean("tacit.terminal") ? on(err, Terminal.columns(), waits) : none(err);
    }

    /** Shows nothing. */
    public static RunningLine none(PrintWriter out) {
        return new RunningLine(out, 0);
    }

    /** Shows the line on a terminal of so many columns. */
    public static RunningLine on(PrintWriter terminal, int columns, BooleanSupplier waits) {
        return new RunningLine(terminal, columns).shownAfter(PATIENCE, waits);
    }

    private RunningLine shownAfter(Duration patience, BooleanSupplier waits) {
        clock = new Timer("tacit-running-line", true);
        clock.scheduleAtFixedRate(
                new TimerTask() {
                    @Override
                    public void run() {
                        if (waits.getAsBoolean()) {
                            show();
                        }
                    }
                },
                patience.toMillis(),
                AGAIN_MILLIS);
        return this;
    }

    /** What is said after some seconds. */
    static String text(long seconds, int columns) {
        String brief = "Running for " + seconds + " s.";
        String full = brief + " Ctrl-C stops it.";
        return full.length() < columns ? full : brief;
    }

    private synchronized void show() {
        if (over) {
            return;
        }
        String text = text(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start), columns);
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
