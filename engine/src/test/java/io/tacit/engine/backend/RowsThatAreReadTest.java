package io.tacit.engine.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tacit.engine.backend.duckdb.DuckDbEngine;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.backend.postgres.PostgresEngine;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which rows of a file and of a server are read, and when: against the same rows counted in Java. */
@NullUnmarked
@Tag("process")
class RowsThatAreReadTest {
    private static final List<String> NAMES = List.of("a", "b", "c");
    private static final DuckDbSettings SETTINGS = new DuckDbSettings(64, 1, message -> {});

    @TempDir
    private Path folder;

    private final DataEngine engine = new PostgresEngine(new DuckDbEngine(SETTINGS), 60, message -> {});
    private final String url = TestServer.database();
    /** Few values, so that some repeat and some are NULL. */
    private final List<Integer[]> rows = rows();

    private static List<Integer[]> rows() {
        Random random = new Random(11);
        return IntStream.range(0, 24)
                .mapToObj(row -> IntStream.range(0, NAMES.size())
                        .mapToObj(column -> random.nextInt(4) == 0 ? null : (Integer) random.nextInt(3 + column))
                        .toArray(Integer[]::new))
                .toList();
    }

    /** The same rows in a file and on a server; some columns are declared to have no NULL. */
    private List<SourceTable> tables(List<String> present) throws Exception {
        List<Column> columns = NAMES.stream()
                .map(name -> new Column(name, ColumnType.INTEGER, !present.contains(name)))
                .toList();
        Path file = folder.resolve("t.csv");
        String csv = rows.stream()
                .map(row -> Arrays.stream(row)
                        .map(value -> value == null ? "" : "" + value)
                        .collect(Collectors.joining(",")))
                .collect(Collectors.joining("\n", "a,b,c\n", "\n"));
        Files.writeString(file, csv);
        String values = rows.stream()
                .map(row -> Arrays.stream(row).map(String::valueOf).collect(Collectors.joining(", ", "(", ")")))
                .collect(Collectors.joining(", "));
        TestServer.run(
                url,
                List.of(
                        "DROP TABLE IF EXISTS t",
                        "CREATE TABLE t (a integer, b integer, c integer)",
                        "INSERT INTO t VALUES " + values));
        Table table = new Table("t", columns, new Protection.Public());
        return List.of(
                new SourceTable(table, new Source.Csv(file, new CsvFormat(',', true))),
                new SourceTable(new Table("t", columns, new Protection.UnitColumn("a")), new Source.Server(url, "t")));
    }

    private static List<List<String>> subsets() {
        return IntStream.range(0, 1 << NAMES.size())
                .mapToObj(bits -> IntStream.range(0, NAMES.size())
                        .filter(i -> (bits >> i & 1) == 1)
                        .mapToObj(NAMES::get)
                        .toList())
                .toList();
    }

    private static List<Integer> values(Integer[] row, List<String> columns) {
        return columns.stream().map(column -> row[NAMES.indexOf(column)]).collect(Collectors.toList());
    }

    /** A row is left out if one of its columns without NULL has none, whichever these are. */
    @Test
    void rowsWithoutAValueThatIsDeclaredAreLeftOut() throws Exception {
        for (List<String> present : subsets()) {
            long expected = rows.stream()
                    .filter(row -> !values(row, present).contains(null))
                    .count();
            for (SourceTable table : tables(present)) {
                try (Backend backend = engine.open(List.of(table))) {
                    assertThat(count(backend, "t")).as(table + " " + present).isEqualTo(expected);
                }
            }
        }
    }

    /** A value of a key that has no NULL in it and occurs more than once is a repeated one, of every set of columns. */
    @Test
    void repeatedValuesOfEachKeyAreCounted() throws Exception {
        Map<DataEngine.Key, Long> expected = new HashMap<>();
        for (List<String> columns : subsets()) {
            Map<String, Integer> times = new TreeMap<>();
            rows.stream()
                    .map(row -> values(row, columns))
                    .filter(values -> !values.contains(null))
                    .forEach(values -> times.merge(values.toString(), 1, Integer::sum));
            if (!columns.isEmpty()) {
                expected.put(
                        new DataEngine.Key("t", columns),
                        times.values().stream().filter(each -> each > 1).count());
            }
        }
        for (SourceTable table : tables(List.of())) {
            assertThat(engine.repeats(List.of(table), List.copyOf(expected.keySet())))
                    .isEqualTo(expected);
        }
    }

    private static String number(Backend backend, String value) {
        return backend.dialect().wholeNumbers().of(value);
    }

    private static long count(Backend backend, String table) {
        long[] rows = new long[1];
        backend.run(
                "SELECT " + number(backend, "count(*)") + " FROM " + table,
                0,
                1,
                (keys, integers) -> rows[0] = integers[0].longValueExact());
        return rows[0];
    }

    private List<String> transactions() {
        return TestServer.texts(
                url,
                "SELECT state FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'tacit' AND"
                        + " state <> 'idle'");
    }

    /** Each query reads the rows of its own beginning, whatever came before; nothing stays open on the server. */
    @Test
    void aQuerySeesWhatWasWrittenBeforeIt() throws Exception {
        SourceTable table = tables(List.of()).get(1);
        try (Backend backend = engine.open(List.of(table))) {
            assertThat(transactions()).isEmpty();
            long before = count(backend, "t");
            assertThat(transactions()).isEmpty();
            TestServer.run(url, List.of("INSERT INTO t VALUES (1, 1, 1)"));
            assertThat(count(backend, "t")).isEqualTo(before + 1);
            backend.check("SELECT " + number(backend, "a") + " FROM t", 0, 1);
            TestServer.run(url, List.of("INSERT INTO t VALUES (1, 1, 1)"));
            assertThat(transactions()).isEmpty();
            assertThat(count(backend, "t")).isEqualTo(before + 2);
            for (String wrong : List.of("SELECT CAST(1 / (a - a) AS numeric) FROM t", "SELECT CAST(1 AS bigint)")) {
                assertThat(code(backend, wrong)).isEqualTo(ErrorCode.ENGINE);
                assertThat(transactions()).isEmpty();
            }
            TestServer.run(url, List.of("INSERT INTO t VALUES (1, 1, 1)"));
            assertThat(count(backend, "t")).isEqualTo(before + 3);
        }
    }

    private static ErrorCode code(Backend backend, String sql) {
        return catchThrowableOfType(Refusal.class, () -> backend.run(sql, 0, 1, (keys, integers) -> {}))
                .code();
    }

    /** A state is a whole number, or the query is refused: none is cut, and none is NULL. */
    @Test
    void noStateIsRounded() throws Exception {
        for (SourceTable table : tables(List.of())) {
            try (Backend backend = engine.open(List.of(table))) {
                List<String> wrong = table.source() instanceof Source.Server
                        ? List.of("CAST(1.5 AS numeric)", "CAST(NULL AS numeric)", "CAST('NaN' AS numeric)", "1")
                        : List.of("CAST(1.5 AS DECIMAL(3,1))", "CAST(NULL AS HUGEINT)", "CAST(1 AS DOUBLE)", "1");
                for (String state : wrong) {
                    assertThat(code(backend, "SELECT " + state)).as(state).isEqualTo(ErrorCode.ENGINE);
                }
            }
        }
    }

    /** Rows of ours keep to their own tables and columns, in whatever order a query names them. */
    @Test
    void workTablesAreNotMixedUp() throws Exception {
        List<Column> two = List.of(Column.nullable("k", ColumnType.VARCHAR), Column.nullable("n", ColumnType.BIGINT));
        List<Column> three = List.of(
                Column.nullable("n", ColumnType.BIGINT),
                Column.nullable("k", ColumnType.VARCHAR),
                Column.nullable("l", ColumnType.VARCHAR));
        for (SourceTable table : tables(List.of())) {
            try (Backend backend = engine.open(List.of(table))) {
                backend.createWorkTable("first", two);
                backend.createWorkTable("second", three);
                backend.createWorkTable("first_again", two);
                backend.fillWorkTable("second", List.<Object[]>of(new Object[] {7L, "k7", "l7"}));
                backend.fillWorkTable("first_again", List.<Object[]>of(new Object[] {"again", 9L}));
                backend.fillWorkTable("first", List.<Object[]>of(new Object[] {"k5", 5L}));
                for (List<String> order : List.of(
                        List.of("first", "second", "first_again"),
                        List.of("second", "first_again", "first"),
                        List.of("first_again", "first", "second"))) {
                    List<String> read = new ArrayList<>();
                    backend.run(
                            "SELECT first.k, second.k, second.l, first_again.k, " + number(backend, "first.n") + ", "
                                    + number(backend, "second.n") + ", " + number(backend, "first_again.n") + " FROM "
                                    + String.join(" CROSS JOIN ", order),
                            4,
                            3,
                            (keys, integers) -> read.add(Arrays.toString(keys) + Arrays.toString(integers)));
                    assertThat(read).containsExactly("[k5, k7, l7, again][5, 7, 9]");
                }
                backend.dropWorkTable("first");
                assertThat(count(backend, "first_again")).isEqualTo(1);
                assertThat(code(backend, "SELECT " + number(backend, "n") + " FROM first"))
                        .isEqualTo(ErrorCode.ENGINE);
            }
        }
    }

    /** A row of ours that a column cannot hold is refused, and not changed until it fits. */
    @Test
    void noRowOfOursIsChanged() throws Exception {
        Map<ColumnType, List<Object>> wrong = Map.of(
                ColumnType.INTEGER,
                List.of(2_147_483_648L, -2_147_483_649L, 1.0, "1", true),
                ColumnType.BIGINT,
                List.of(new BigInteger("9223372036854775808"), 1.0, new BigDecimal("0.5")),
                ColumnType.decimal(9, 2),
                List.of(1.5, 1.5f, "1"),
                ColumnType.BOOLEAN,
                List.of(1, "true"),
                ColumnType.DATE,
                List.of("2024-01-01", 1),
                ColumnType.VARCHAR,
                List.of(1, true));
        for (SourceTable table : tables(List.of())) {
            try (Backend backend = engine.open(List.of(table))) {
                wrong.forEach((type, values) -> {
                    backend.createWorkTable("ours", List.of(Column.nullable("v", type)));
                    for (Object value : values) {
                        assertThatThrownBy(() -> backend.fillWorkTable("ours", List.<Object[]>of(new Object[] {value})))
                                .as(type + " " + value)
                                .isInstanceOf(IllegalArgumentException.class);
                    }
                    assertThat(count(backend, "ours")).isZero();
                });
            }
        }
    }
}
