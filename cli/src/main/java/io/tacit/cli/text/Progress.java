package io.tacit.cli.text;

import io.tacit.experiments.watch.Watcher;
import java.io.PrintWriter;

/** A bar that grows, on a terminal; elsewhere one line at the start and one at the end. */
public final class Progress implements Watcher.Task {
    private static final int WIDTH = 30;

    private final PrintWriter out;
    private final String title;
    private final long total;
    /** Whether error output is a terminal; Java itself cannot tell in the same way in all its versions. */
    private final boolean animated = Boolean.getBoolean("tacit.terminal");

    private long done;
    private int shown = -1;

    /** Shows the bar, with nothing done yet. */
    public Progress(PrintWriter out, String title, long total) {
        this.out = out;
        this.title = title;
        this.total = Math.max(1, total);
        if (!animated) {
            out.println(title + " …");
            out.flush();
        }
    }

    /** Shows a bar for each piece of work. */
    public static Watcher on(PrintWriter out) {
        return (title, total) -> new Progress(out, title, total);
    }

    @Override
    public void advance(long rows) {
        done += rows;
        int percent = (int) Math.min(100, done * 100 / total);
        if (animated && percent != shown) {
            shown = percent;
            int full = percent * WIDTH / 100;
            out.print("\r" + title + " " + "█".repeat(full) + "░".repeat(WIDTH - full) + " " + percent + " %");
            out.flush();
        }
    }

    @Override
    public void finish() {
        if (animated) {
            out.print("\r" + " ".repeat(title.length() + WIDTH + 8) + "\r");
        }
        out.println(title + ": done.");
        out.flush();
    }
}
