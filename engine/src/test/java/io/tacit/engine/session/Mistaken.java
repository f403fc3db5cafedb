package io.tacit.engine.session;

import io.tacit.engine.backend.Backend;
import io.tacit.engine.backend.RowSink;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.dialect.Dialect;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** An engine that is sent other texts than were meant. */
@org.jspecify.annotations.NullUnmarked
record Mistaken(Backend backend, UnaryOperator<String> mistake) implements Backend {
    @Override
    public Dialect dialect() {
        return backend.dialect();
    }

    @Override
    public void check(String sql, int keyCount, int integerCount) {
        backend.check(mistake.apply(sql), keyCount, integerCount);
    }

    @Override
    public void run(String sql, int keyCount, int integerCount, RowSink sink) {
        backend.run(mistake.apply(sql), keyCount, integerCount, sink);
    }

    @Override
    public void createWorkTable(String name, List<Column> columns) {
        backend.createWorkTable(name, columns);
    }

    @Override
    public void fillWorkTable(String name, List<@Nullable Object[]> rows) {
        backend.fillWorkTable(name, rows);
    }

    @Override
    public void dropWorkTable(String name) {
        backend.dropWorkTable(name);
    }

    @Override
    public void cancel() {
        backend.cancel();
    }

    @Override
    public void close() {
        backend.close();
    }
}
