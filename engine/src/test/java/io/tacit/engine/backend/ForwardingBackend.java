package io.tacit.engine.backend;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.dialect.Dialect;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;

/** A back end that does what another does; a test changes one method of it. */
@NullUnmarked
public abstract class ForwardingBackend implements Backend {
    private final Backend engine;

    protected ForwardingBackend(Backend engine) {
        this.engine = engine;
    }

    @Override
    public Dialect dialect() {
        return engine.dialect();
    }

    @Override
    public void takeSnapshot() {
        engine.takeSnapshot();
    }

    @Override
    public void check(String sql, int keyCount, int integerCount) {
        engine.check(sql, keyCount, integerCount);
    }

    @Override
    public void run(String sql, int keyCount, int integerCount, RowSink sink) {
        engine.run(sql, keyCount, integerCount, sink);
    }

    @Override
    public void createWorkTable(String name, List<Column> columns) {
        engine.createWorkTable(name, columns);
    }

    @Override
    public void fillWorkTable(String name, List<@Nullable Object[]> rows) {
        engine.fillWorkTable(name, rows);
    }

    @Override
    public void dropWorkTable(String name) {
        engine.dropWorkTable(name);
    }

    @Override
    public void cancel() {
        engine.cancel();
    }

    @Override
    public void close() {
        engine.close();
    }
}
