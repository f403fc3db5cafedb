package io.tacit.engine.session;

import io.tacit.engine.backend.Backend;
import io.tacit.engine.backend.DataEngine;
import io.tacit.engine.backend.DatabaseSchema;
import io.tacit.engine.backend.RowSink;
import io.tacit.engine.backend.duckdb.DuckDbEngine;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.dialect.Dialect;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.NullUnmarked;

/** An engine that fails at one moment of a question, with what somebody says. It says in the owner's log that it will. */
@NullUnmarked
record BrokenEngine(DuckDbEngine rows, Moment moment, Supplier<Throwable> failure, Consumer<String> log)
        implements DataEngine {
    /** When it fails. */
    enum Moment {
        HOLDING,
        OPENING,
        SNAPSHOT,
        CHECKING,
        RUNNING
    }

    private void at(Moment now) {
        if (now == moment) {
            log.accept("broken at " + now);
            BrokenEngine.<RuntimeException>thrown(failure.get());
        }
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void thrown(Throwable failure) throws T {
        throw (T) failure;
    }

    @Override
    public Dialect dialect() {
        return rows.dialect();
    }

    @Override
    public DataEngine holding(List<SourceTable> tables) {
        at(Moment.HOLDING);
        return this;
    }

    @Override
    public Backend open(List<SourceTable> tables) {
        at(Moment.OPENING);
        return new Broken(rows.open(tables));
    }

    @Override
    public DataEngine alsoTelling(Consumer<String> ownerLog) {
        return new BrokenEngine(rows, moment, failure, ownerLog);
    }

    @Override
    public FileSchema parquet(Path file) {
        return rows.parquet(file);
    }

    @Override
    public DatabaseSchema database(Path file, Predicate<String> wanted) {
        return rows.database(file, wanted);
    }

    @Override
    public Map<Key, Long> repeats(List<SourceTable> tables, List<Key> keys) {
        return rows.repeats(tables, keys);
    }

    /** What it opens. */
    private final class Broken implements Backend {
        private final Backend whole;

        Broken(Backend whole) {
            this.whole = whole;
        }

        @Override
        public Dialect dialect() {
            return whole.dialect();
        }

        @Override
        public void takeSnapshot() {
            at(Moment.SNAPSHOT);
            whole.takeSnapshot();
        }

        @Override
        public void check(String sql, int keyCount, int integerCount) {
            at(Moment.CHECKING);
            whole.check(sql, keyCount, integerCount);
        }

        @Override
        public void run(String sql, int keyCount, int integerCount, RowSink sink) {
            at(Moment.RUNNING);
            whole.run(sql, keyCount, integerCount, sink);
        }

        @Override
        public void createWorkTable(String name, List<Column> columns) {
            whole.createWorkTable(name, columns);
        }

        @Override
        public void fillWorkTable(String name, List<Object[]> rows) {
            whole.fillWorkTable(name, rows);
        }

        @Override
        public void dropWorkTable(String name) {
            whole.dropWorkTable(name);
        }

        @Override
        public void cancel() {
            whole.cancel();
        }

        @Override
        public void close() {
            whole.close();
        }
    }
}
