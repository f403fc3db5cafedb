package io.tacit.engine.answer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.ResultType;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.refusal.Refusal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What was released stands in the sandbox in an order that says nothing, each redrawn value beside its own row. */
@NullUnmarked
class ReleasedTablesTest {
    private Sandbox sandbox;

    @BeforeEach
    void open() {
        sandbox = Sandbox.open(List.of(), new DuckDbSettings(256, 1, message -> {}));
    }

    @AfterEach
    void close() {
        sandbox.close();
    }

    private static List<ResultType> types(int keys, int arrays) {
        List<ResultType> types = new ArrayList<>(Collections.nCopies(keys, ResultType.of(ColumnType.BIGINT)));
        types.add(ResultType.of(ColumnType.DOUBLE));
        types.addAll(Collections.nCopies(arrays, new ResultType(ColumnType.DOUBLE, true)));
        return types;
    }

    /** Numbers of a row's redraws; null for an aggregate that has none, and NaN where it is NULL. */
    private static List<double[]> redrawn(Random random) {
        List<double[]> all = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            double[] drawn = new double[4];
            for (int turn = 0; turn < drawn.length; turn++) {
                drawn[turn] = random.nextInt(5) == 0 ? Double.NaN : random.nextInt(1_000);
            }
            all.add(random.nextInt(4) == 0 ? null : drawn);
        }
        return all;
    }

    private static List<Double> expected(double[] drawn, boolean any) {
        List<Double> values = new ArrayList<>();
        for (int turn = 0; any && turn < 4; turn++) {
            values.add(drawn == null || Double.isNaN(drawn[turn]) ? null : (Double) drawn[turn]);
        }
        return values;
    }

    @Test
    void rowsAreSortedByAllTheirKeysWithTheirOwnRedraws() {
        Random random = new Random(5);
        for (List<Integer> arrays :
                List.of(List.<Integer>of(), List.of(0), List.of(2), List.of(0, 2), List.of(0, 1, 2))) {
            for (int keys = 0; keys <= 3; keys++) {
                Map<List<Long>, Object[]> rows = new LinkedHashMap<>();
                for (int i = 0; i < (keys == 0 ? 1 : 12); i++) {
                    List<Long> key = new ArrayList<>();
                    for (int k = 0; k < keys; k++) {
                        key.add(random.nextInt(4) == 0 ? null : (Long) (long) random.nextInt(keys == 1 ? 40 : 3));
                    }
                    Object[] row = new Object[keys + 1];
                    for (int k = 0; k < keys; k++) {
                        row[k] = key.get(k) == null ? null : String.valueOf(key.get(k));
                    }
                    row[keys] = (double) i;
                    rows.putIfAbsent(key, row);
                }
                List<List<double[]>> drawn = new ArrayList<>();
                rows.forEach((key, row) -> drawn.add(redrawn(random)));
                List<ColumnType> columns = new ArrayList<>(Collections.nCopies(keys, ColumnType.BIGINT));
                columns.add(ColumnType.DOUBLE);
                sandbox.load("r", columns, keys, new ArrayList<>(rows.values()), arrays, drawn);

                List<List<Long>> order = new ArrayList<>(rows.keySet());
                List<List<Object>> wanted = new ArrayList<>();
                List<List<Long>> sorted = new ArrayList<>(order);
                sorted.sort((one, other) -> compare(one, other));
                for (List<Long> key : sorted) {
                    List<Object> row = new ArrayList<>(key);
                    row.add(rows.get(key)[keys]);
                    List<double[]> own = drawn.get(order.indexOf(key));
                    boolean any = arrays.stream().anyMatch(array -> own.get(array) != null);
                    arrays.forEach(array -> row.add(expected(own.get(array), any)));
                    wanted.add(row);
                }
                List<List<Object>> read = new ArrayList<>();
                sandbox.run("SELECT * FROM r", types(keys, arrays.size()))
                        .forEach(row -> read.add(new ArrayList<>(Arrays.asList(row))));
                assertThat(read).as(keys + " keys, " + arrays).isEqualTo(wanted);
                assertThat(sandbox.run(
                                "SELECT COUNT(*) FROM duckdb_tables()", List.of(ResultType.of(ColumnType.BIGINT))))
                        .as("what was on its way is gone")
                        .containsExactly(new Object[] {1L});
            }
        }
    }

    /** Key by key, NULL last. */
    private static int compare(List<Long> one, List<Long> other) {
        for (int i = 0; i < one.size(); i++) {
            int order = Comparator.nullsLast(Comparator.<Long>naturalOrder()).compare(one.get(i), other.get(i));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    /** Which of DuckDB's columns are read as which type: whole numbers as wider ones, nothing rounded to a narrower. */
    @Test
    void aColumnIsReadOnlyAsWhatHoldsAllItsValues() {
        Map<String, Set<ColumnType>> readable = Map.ofEntries(
                Map.entry("TRUE", Set.of(ColumnType.BOOLEAN)),
                Map.entry("1::TINYINT", whole()),
                Map.entry("1::INTEGER", whole()),
                Map.entry("1::BIGINT", whole()),
                Map.entry("1::HUGEINT", whole()),
                Map.entry("1::UBIGINT", whole()),
                Map.entry("1.5::DECIMAL(9, 2)", Set.of(ColumnType.decimal(38, 2), ColumnType.DOUBLE)),
                Map.entry("1.5::DOUBLE", Set.of(ColumnType.DOUBLE)),
                Map.entry("1.5::FLOAT", Set.of(ColumnType.DOUBLE)),
                Map.entry("'a'", Set.of(ColumnType.VARCHAR)),
                Map.entry("DATE '2026-01-01'", Set.of(ColumnType.DATE)),
                Map.entry("TIME '12:00:00'", Set.of(ColumnType.TIME)),
                Map.entry("TIMESTAMP '2026-01-01 12:00:00'", Set.of(ColumnType.TIMESTAMP)),
                Map.entry("'a'::BLOB", Set.of()),
                Map.entry("INTERVAL 1 DAY", Set.of()));
        List<ColumnType> all = List.of(
                ColumnType.BOOLEAN,
                ColumnType.INTEGER,
                ColumnType.BIGINT,
                ColumnType.decimal(38, 2),
                ColumnType.DOUBLE,
                ColumnType.VARCHAR,
                ColumnType.DATE,
                ColumnType.TIME,
                ColumnType.TIMESTAMP);
        readable.forEach((value, types) -> {
            for (ColumnType type : all) {
                for (boolean array : List.of(true, false)) {
                    ResultType expected = new ResultType(type, array);
                    boolean fits = types.contains(type);
                    String what = value + " as " + type.sql() + (array ? "[]" : "");
                    assertThat(isRead("SELECT " + value, List.of(expected)))
                            .as(what)
                            .isEqualTo(fits && !array);
                    assertThat(isRead("SELECT [" + value + "]", List.of(expected)))
                            .as("array of " + what)
                            .isEqualTo(fits && array);
                }
            }
        });
        ResultType number = ResultType.of(ColumnType.BIGINT);
        for (int columns = 1; columns <= 3; columns++) {
            String sql = "SELECT " + String.join(", ", Collections.nCopies(columns, "1"));
            for (int expected = 1; expected <= 3; expected++) {
                assertThat(isRead(sql, Collections.nCopies(expected, number)))
                        .as(columns + " columns as " + expected)
                        .isEqualTo(columns == expected);
            }
        }
    }

    private static Set<ColumnType> whole() {
        return Set.of(ColumnType.INTEGER, ColumnType.BIGINT, ColumnType.decimal(38, 2), ColumnType.DOUBLE);
    }

    /** Checked and run alike: what runs is what was checked before it was paid. */
    private boolean isRead(String sql, List<ResultType> types) {
        Throwable checked = catchThrowable(() -> sandbox.check(sql, types));
        Throwable run = catchThrowable(() -> assertThat(sandbox.run(sql, types)).hasSize(1));
        assertThat(run == null).as(sql).isEqualTo(checked == null);
        assertThat(checked == null || checked instanceof Refusal).as(sql).isTrue();
        return checked == null;
    }

    @Test
    void noTableOfPeopleIsShown() {
        List<Column> columns = List.of(Column.nullable("u", ColumnType.BIGINT));
        List<Object[]> rows = Collections.singletonList(new Object[] {"1"});
        for (Protection people : List.of(new Protection.UnitColumn("u"), new Protection.UnitColumn(List.of("u")))) {
            assertThatIllegalArgumentException().isThrownBy(() -> sandbox.show(new Table("t", columns, people), rows));
        }
        sandbox.show(new Table("t", columns, new Protection.Public()), rows);
        assertThat(sandbox.run("SELECT u FROM t", List.of(ResultType.of(ColumnType.BIGINT))))
                .containsExactly(new Object[] {1L});
    }
}
