package io.tacit.engine.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.dialect.Dialect;
import io.tacit.engine.dialect.duckdb.DuckDbDialect;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** What is remembered of a back end is what it answered, until something changes that it could depend on; and public rows are read whole or not at all. */
@NullUnmarked
class RememberingBackendTest {
    private static final List<Column> COLUMNS = List.of(Column.nullable("x", ColumnType.INTEGER));

    /** Answers every query with its number and so many rows, and writes down what it was asked. */
    private static final class Counting implements Backend {
        private final List<String> asked = new ArrayList<>();
        private int rows = 1;

        @Override
        public Dialect dialect() {
            return DuckDbDialect.DIALECT;
        }

        @Override
        public void takeSnapshot() {
            asked.add("snapshot");
        }

        @Override
        public void check(String sql, int keyCount, int integerCount) {
            asked.add("check " + sql);
        }

        @Override
        public void run(String sql, int keyCount, int integerCount, RowSink sink) {
            asked.add("run " + sql);
            for (int row = 0; row < rows; row++) {
                sink.row(
                        new String[] {null, "k" + row},
                        new BigInteger[] {BigInteger.valueOf(asked.size()), BigInteger.valueOf(row)});
            }
        }

        @Override
        public void createWorkTable(String name, List<Column> columns) {
            asked.add("create " + name + columns);
        }

        @Override
        public void fillWorkTable(String name, List<Object[]> filled) {
            asked.add("fill " + name + filled.size());
        }

        @Override
        public void dropWorkTable(String name) {
            asked.add("drop " + name);
        }

        @Override
        public void cancel() {
            asked.add("cancel");
        }

        @Override
        public void close() {
            asked.add("close");
        }
    }

    private static List<String> run(Backend backend, String sql) {
        List<String> rows = new ArrayList<>();
        backend.run(sql, 2, 2, (keys, integers) -> {
            rows.add(Arrays.toString(keys) + Arrays.toString(integers));
            // Whoever gets a row may write into it.
            keys[1] = "changed";
            integers[0] = BigInteger.ZERO;
        });
        return rows;
    }

    @Test
    void theSameQueryIsRunOnceAndGivesTheSameRows() {
        Counting engine = new Counting();
        engine.rows = 3;
        Backend remembering = new RememberingBackend(engine);
        List<String> first = run(remembering, "a");
        assertThat(first).hasSize(3);
        assertThat(first.get(2)).isEqualTo("[null, k2][1, 2]");
        assertThat(run(remembering, "a")).isEqualTo(first);
        assertThat(run(remembering, "b")).isNotEqualTo(first);
        assertThat(run(remembering, "a")).isEqualTo(first);
        assertThat(engine.asked).containsExactly("run a", "run b");
        assertThat(remembering.dialect()).isSameAs(engine.dialect());
    }

    /** A query may read a work table, so that nothing holds longer than it does. */
    @Test
    void whateverChangesAWorkTableIsPassedOnAndForgets() {
        List<Consumer<Backend>> changes = List.of(
                backend -> backend.createWorkTable("w", COLUMNS),
                backend -> backend.fillWorkTable("w", List.of(new Object[] {1}, new Object[] {2})),
                backend -> backend.dropWorkTable("w"));
        List<String> passedOn = List.of("create w" + COLUMNS, "fill w2", "drop w");
        for (int i = 0; i < changes.size(); i++) {
            Counting engine = new Counting();
            Backend remembering = new RememberingBackend(engine);
            List<String> first = run(remembering, "a");
            changes.get(i).accept(remembering);
            assertThat(run(remembering, "a")).isNotEqualTo(first);
            assertThat(engine.asked).containsExactly("run a", passedOn.get(i), "run a");
        }
    }

    @Test
    void whatWasForgottenIsAskedAndCheckedAgain() {
        Counting engine = new Counting();
        RememberingBackend remembering = new RememberingBackend(engine);
        remembering.check("a", 2, 2);
        remembering.check("a", 2, 2);
        remembering.check("b", 2, 2);
        run(remembering, "a");
        remembering.forget();
        remembering.check("a", 2, 2);
        run(remembering, "a");
        assertThat(engine.asked).containsExactly("check a", "check b", "run a", "check a", "run a");
    }

    /** What is remembered holds for the rows that were there: no other snapshot is taken meanwhile. */
    @Test
    void aSnapshotIsTakenWhereNothingIsRemembered() {
        Counting engine = new Counting();
        RememberingBackend remembering = new RememberingBackend(engine);
        remembering.takeSnapshot();
        remembering.takeSnapshot();
        run(remembering, "a");
        remembering.takeSnapshot();
        remembering.forget();
        remembering.takeSnapshot();
        remembering.cancel();
        remembering.close();
        assertThat(engine.asked).containsExactly("snapshot", "snapshot", "run a", "snapshot", "cancel", "close");
    }

    /** As many rows as may be read are read; of one more, none. */
    @Test
    void publicRowsAreReadWholeOrRefused() {
        Counting engine = new Counting();
        Table table = new Table("p", COLUMNS, new Protection.Public());
        for (int rows = 0; rows <= 4; rows++) {
            engine.rows = rows;
            if (rows <= 3) {
                assertThat(PublicTableRows.read(table, engine, 3, "too many", "less"))
                        .hasSize(rows);
            } else {
                assertThatThrownBy(() -> PublicTableRows.read(table, engine, 3, "too many", "less"))
                        .isInstanceOfSatisfying(
                                Refusal.class,
                                refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.TOO_COMPLEX));
            }
        }
    }
}
