package io.tacit.engine.text;

import java.util.Locale;
import java.util.function.Consumer;

/**
 * Counts, over all threads of one reading, how many lines of a file were rows and how many were skipped, and tells it
 * once when the whole file was read and some were. The count is exact: it is for the owner of the data alone.
 */
public final class SkippedLines {
    private final String name;
    private final String what;
    private final Consumer<String> owner;
    private long read;
    private long skipped;
    private int reading;
    private boolean allTaken;
    private boolean told;

    /** @param owner who is told */
    public SkippedLines(TextRows rows, Consumer<String> owner) {
        this.name = String.valueOf(rows.path().getFileName()).replaceAll("\\p{Cntrl}", " ");
        this.what = rows.spanLines() ? "records" : "lines";
        this.owner = owner;
    }

    /** A thread is about to take a stretch; {@link #end} or {@link #allTaken} follows. */
    public synchronized void begin() {
        reading++;
    }

    /** The thread has read its stretch. */
    public synchronized void end(long rows, long skippedHere) {
        read += rows;
        skipped += skippedHere;
        done();
    }

    /** The thread found none to take. */
    public synchronized void allTaken() {
        allTaken = true;
        done();
    }

    private void done() {
        reading--;
        if (allTaken && reading == 0 && !told && skipped > 0) {
            told = true;
            owner.accept(String.format(
                    Locale.ROOT,
                    "Of %,d %s of %s %,d were skipped (%.2f %%): they are no UTF-8, longer than a megabyte, or do not"
                            + " divide as they should. The count is exact: it is for the owner of the data alone.",
                    read + skipped,
                    what,
                    name,
                    skipped,
                    100.0 * skipped / (read + skipped)));
        }
    }
}
