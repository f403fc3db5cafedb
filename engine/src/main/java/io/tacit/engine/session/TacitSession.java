package io.tacit.engine.session;

import io.tacit.engine.catalog.SourceTable;
import java.util.List;

/** Answers private SQL queries over declared tables. */
public final class TacitSession implements AutoCloseable {
    private TacitSession() {}

    private static IllegalStateException unfinished() {
        return new IllegalStateException("under construction");
    }

    /**
     * Opens the sources.
     *
     * @throws io.tacit.engine.refusal.Refusal when a source cannot be read or declarations contradict each other
     */
    public static TacitSession open(List<SourceTable> tables, Defaults defaults) {
        if (tables.isEmpty()) {
            return new TacitSession();
        }
        throw unfinished();
    }

    /**
     * Answers a query: charges it, runs it, adds noise.
     *
     * @throws io.tacit.engine.refusal.Refusal when the query is not accepted or fails
     */
    public Answer query(String sql) {
        if (sql.isEmpty()) {
            return new Answer(List.of(), List.of(), List.of(), "0", "0", 0.95);
        }
        throw unfinished();
    }

    /**
     * Says what a query would cost and how accurate it would be. Touches no data and spends nothing.
     *
     * @throws io.tacit.engine.refusal.Refusal when the query would not be accepted
     */
    public Explanation explain(String sql) {
        if (sql.isEmpty()) {
            return new Explanation(List.of(), List.of(), "", "0", "0", 0.95);
        }
        throw unfinished();
    }

    /** Stops the running query from another thread; its budget stays spent. */
    public void cancel() {}

    @Override
    public void close() {}
}
