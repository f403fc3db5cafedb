package io.tacit.engine.audit;

import io.tacit.engine.audit.Trace.Group;
import io.tacit.engine.audit.Trace.Step;
import io.tacit.engine.backend.Backend;
import io.tacit.engine.backend.RowSink;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.dialect.Dialect;
import io.tacit.engine.dialect.duckdb.DuckDbDialect;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Answers from a trace for the second database, and checks that it is asked just what the first one was asked: with
 * equal noise, everything that is sent must be equal.
 */
final class EchoBackend implements Backend {
    private final Trace trace;
    private final List<StepPurpose> roles;
    private final Trace echo;
    private final boolean backwards;
    private int texts;

    /**
     * Answers from a trace.
     *
     * @param backwards whether rows come in the opposite order
     */
    EchoBackend(Trace trace, List<StepPurpose> roles, Trace echo, boolean backwards) {
        this.trace = trace;
        this.roles = List.copyOf(roles);
        this.echo = echo;
        this.backwards = backwards;
    }

    /** The two runs differ from here on; there is nothing more to compare. */
    static final class Parted extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private void sent(String text) {
        if (texts >= trace.texts().size() || !trace.texts().get(texts).equals(text)) {
            String earlier = texts < trace.texts().size() ? trace.texts().get(texts) : "nothing";
            echo.find(
                    "What is sent to the database depends on exact data.",
                    "sent: " + text + "\ninstead of: " + earlier);
            throw new Parted();
        }
        texts++;
    }

    /** Whether the second database was asked everything that the first one was asked. */
    boolean complete() {
        return texts == trace.texts().size();
    }

    @Override
    public Dialect dialect() {
        return DuckDbDialect.DIALECT;
    }

    @Override
    public void takeSnapshot() {}

    @Override
    public void check(String sql, int keyCount, int integerCount) {
        sent(sql);
    }

    @Override
    public void run(String sql, int keyCount, int integerCount, RowSink sink) {
        sent(sql);
        int index = echo.steps().size();
        Step step = trace.steps().get(index);
        boolean forced = index < roles.size() && roles.get(index).drawsItself();
        List<Group> rows = new ArrayList<>(forced ? step.first() : step.second());
        if (backwards) {
            Collections.reverse(rows);
        }
        echo.begin(sql, step.alike(), rows, List.of());
        rows.forEach(group -> group.to(sink));
    }

    @Override
    public void createWorkTable(String name, List<Column> columns) {
        sent(name + ": " + columns);
    }

    @Override
    public void fillWorkTable(String name, List<@Nullable Object[]> rows) {
        sent(Trace.sent(name, rows));
    }

    @Override
    public void dropWorkTable(String name) {
        sent(name);
    }

    @Override
    public void cancel() {}

    @Override
    public void close() {}
}
