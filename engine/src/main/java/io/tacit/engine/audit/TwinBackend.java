package io.tacit.engine.audit;

import io.tacit.engine.audit.Trace.Group;
import io.tacit.engine.backend.Backend;
import io.tacit.engine.backend.RowSink;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.dialect.Dialect;
import io.tacit.engine.refusal.Refusal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Two databases that are asked the same queries. The first one's rows are answered, first those that the second has
 * too: then whatever is drawn for the others comes last, and moves nothing before it.
 */
final class TwinBackend implements Backend {
    private final Backend first;
    private final Backend second;
    private final Trace trace;

    TwinBackend(Backend first, Backend second, Trace trace) {
        this.first = first;
        this.second = second;
        this.trace = trace;
    }

    @Override
    public Dialect dialect() {
        return first.dialect();
    }

    @Override
    public void takeSnapshot() {
        first.takeSnapshot();
        second.takeSnapshot();
    }

    @Override
    public void check(String sql, int keyCount, int integerCount) {
        trace.texts().add(sql);
        first.check(sql, keyCount, integerCount);
    }

    @Override
    public void run(String sql, int keyCount, int integerCount, RowSink sink) {
        trace.texts().add(sql);
        Rows one = Rows.of(first, sql, keyCount, integerCount);
        Rows other = Rows.of(second, sql, keyCount, integerCount);
        if (one.failure().isPresent() != other.failure().isPresent()) {
            trace.find("A query fails for one of the two databases only.", sql);
        }
        if (one.failure().isPresent()) {
            trace.fail();
            throw one.failure().get();
        }
        RowIdentity alike = RowIdentity.of(one.groups(), other.groups(), integerCount);
        List<Group> all = canonical(alike, one.groups(), other.groups());
        Map<List<@Nullable Object>, Group> theirs = alike.index(other.groups());
        List<Group> second = new ArrayList<>();
        all.forEach(group -> Optional.ofNullable(theirs.get(alike.name(group))).ifPresent(second::add));
        trace.begin(sql, alike, all, second);
        if (alike.index(one.groups()).size() < one.groups().size()
                || theirs.size() < other.groups().size()) {
            trace.find("A group comes twice.", sql);
        }
        if (second.size() < theirs.size()) {
            trace.find("A group is there only without the person.", sql);
        }
        all.forEach(group -> group.to(sink));
    }

    /** Rows of one database, or why there are none. */
    private record Rows(List<Group> groups, Optional<Refusal> failure) {
        static Rows of(Backend backend, String sql, int keyCount, int integerCount) {
            List<Group> groups = new ArrayList<>();
            try {
                backend.run(sql, keyCount, integerCount, (keys, integers) -> groups.add(Group.of(keys, integers)));
                return new Rows(groups, Optional.empty());
            } catch (Refusal refusal) {
                return new Rows(List.of(), Optional.of(refusal));
            }
        }
    }

    private static List<Group> canonical(RowIdentity alike, List<Group> one, List<Group> other) {
        Map<List<@Nullable Object>, Group> theirs = alike.index(other);
        List<Group> all = new ArrayList<>(one);
        all.sort(Comparator.comparing((Group group) -> rank(group, theirs.get(alike.name(group))))
                .thenComparing(group -> people(group, theirs.get(alike.name(group))))
                .thenComparing(group -> String.valueOf(alike.name(group))));
        return all;
    }

    private static int rank(Group ours, @Nullable Group theirs) {
        return theirs == null ? 2 : ours.integers().equals(theirs.integers()) ? 0 : 1;
    }

    /**
     * Sorts the largest of the differing groups first: smaller ones may be too small to be seen in one of the
     * databases.
     */
    private static BigInteger people(Group ours, @Nullable Group theirs) {
        return theirs == null || ours.integers().equals(theirs.integers())
                ? BigInteger.ZERO
                : ours.integers().get(0).negate();
    }

    @Override
    public void createWorkTable(String name, List<Column> columns) {
        trace.texts().add(name + ": " + columns);
        first.createWorkTable(name, columns);
        second.createWorkTable(name, columns);
    }

    @Override
    public void fillWorkTable(String name, List<@Nullable Object[]> rows) {
        trace.texts().add(Trace.sent(name, rows));
        first.fillWorkTable(name, rows);
        second.fillWorkTable(name, rows);
    }

    @Override
    public void dropWorkTable(String name) {
        trace.texts().add(name);
        first.dropWorkTable(name);
        second.dropWorkTable(name);
    }

    @Override
    public void cancel() {
        first.cancel();
        second.cancel();
    }

    /** The caller that opened the two databases closes them. */
    @Override
    public void close() {}
}
