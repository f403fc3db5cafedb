package io.tacit.engine.session;

import io.tacit.engine.catalog.SourceTable;
import java.util.List;

/** Answers private SQL queries over declared tables. */
public final class TacitSession implements AutoCloseable {
    private TacitSession() {}

    private static <T> T unfinished() {
        throw new IllegalStateException("under construction");
    }

    /**
     * Opens the sources.
     *
     * @throws io.tacit.engine.refusal.Refusal when a source cannot be read or declarations contradict each other
     */
    public static TacitSession open(List<SourceTable> tables, Defaults defaults) {
        return unfinished();
    }

    /**
     * Answers a query: charges it, runs it, adds noise.
     *
     * @throws io.tacit.engine.refusal.Refusal when the query is not accepted or fails
     */
    public Answer query(String sql) {
        return unfinished();
    }

    /**
     * Says what a query would cost and how accurate it would be. Touches no data and spends nothing.
     *
     * @throws io.tacit.engine.refusal.Refusal when the query would not be accepted
     */
    public Explanation explain(String sql) {
        return unfinished();
    }

    /** Stops the running query from another thread; its budget stays spent. */
    public void cancel() {}

    @Override
    public void close() {}
}
