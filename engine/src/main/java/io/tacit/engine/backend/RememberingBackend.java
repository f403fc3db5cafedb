package io.tacit.engine.backend;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.dialect.Dialect;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads once: remembers the results of another back end, and gives them again to whoever sends the same query. They hold
 * while work tables stay as they are. For the tester and for experiments, which release the same query many times over
 * data that does not change meanwhile.
 */
public final class RememberingBackend implements Backend {
    private final Backend backend;
    private final Map<String, List<Group>> answers = new HashMap<>();
    private final Set<String> checked = new HashSet<>();

    /** One group, as {@link RowSink} gets it. */
    private record Group(List<@Nullable String> keys, List<BigInteger> integers) {
        void to(RowSink sink) {
            sink.row(keys.toArray(new @Nullable String[0]), integers.toArray(new BigInteger[0]));
        }
    }

    /** @param backend what is asked for what is not known yet; closed with this one */
    public RememberingBackend(Backend backend) {
        this.backend = backend;
    }

    /** Forgets all results, as before another query. */
    public void forget() {
        answers.clear();
        checked.clear();
    }

    @Override
    public Dialect dialect() {
        return backend.dialect();
    }

    /** Only where nothing is remembered, which holds for the rows that were there. */
    @Override
    public void takeSnapshot() {
        if (answers.isEmpty()) {
            backend.takeSnapshot();
        }
    }

    @Override
    public void check(String sql, int keyCount, int integerCount) {
        if (checked.add(sql)) {
            backend.check(sql, keyCount, integerCount);
        }
    }

    @Override
    public void run(String sql, int keyCount, int integerCount, RowSink sink) {
        List<Group> known = answers.get(sql);
        if (known == null) {
            List<Group> groups = new ArrayList<>();
            backend.run(
                    sql,
                    keyCount,
                    integerCount,
                    (keys, integers) -> groups.add(new Group(
                            Collections.unmodifiableList(Arrays.<@Nullable String>asList(keys)), List.of(integers))));
            answers.put(sql, groups);
            known = groups;
        }
        known.forEach(group -> group.to(sink));
    }

    @Override
    public void createWorkTable(String name, List<Column> columns) {
        answers.clear();
        backend.createWorkTable(name, columns);
    }

    @Override
    public void fillWorkTable(String name, List<@Nullable Object[]> rows) {
        answers.clear();
        backend.fillWorkTable(name, rows);
    }

    @Override
    public void dropWorkTable(String name) {
        forget();
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
