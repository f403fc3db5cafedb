package io.tacit.engine.audit;

import io.tacit.engine.audit.Trace.Group;
import io.tacit.engine.backend.Backend;
import io.tacit.engine.backend.RowSink;
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
 * Remembers the results of a database, which gets the same queries again for each of its neighbours; they hold while
 * its work tables stay.
 */
final class CachedBackend implements Backend {
    private final Backend backend;
    private final Map<String, List<Group>> answers = new HashMap<>();
    private final Set<String> checked = new HashSet<>();

    CachedBackend(Backend backend) {
        this.backend = backend;
    }

    /** Another query begins. */
    void forget() {
        answers.clear();
        checked.clear();
    }

    @Override
    public Dialect dialect() {
        return backend.dialect();
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
            backend.run(sql, keyCount, integerCount, (keys, integers) -> groups.add(group(keys, integers)));
            answers.put(sql, groups);
            known = groups;
        }
        for (Group group : known) {
            sink.row(
                    group.keys().toArray(new @Nullable String[0]),
                    group.integers().toArray(new BigInteger[0]));
        }
    }

    static Group group(@Nullable String[] keys, BigInteger[] integers) {
        return new Group(Collections.unmodifiableList(Arrays.<@Nullable String>asList(keys)), List.of(integers));
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
