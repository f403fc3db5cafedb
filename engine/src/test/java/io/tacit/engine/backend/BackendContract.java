package io.tacit.engine.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What every back end promises. A member says how its engine writes the few things that SQL does not settle. */
@NullUnmarked
abstract class BackendContract {
    private static final List<String> FOREIGN_TEXTS = List.of(
            "",
            " ",
            "x",
            "1e400",
            "-1e400",
            "99999999999999999999999999999999999999999",
            "-170141183460469231731687303715884105729",
            "nan",
            "-inf",
            "infinity",
            "2024-13-45",
            "2024-02-30 25:61:00",
            "99999999-01-01",
            "24:00:00",
            "0x10",
            "1_000",
            "NULL",
            "'",
            "\\");

    @TempDir
    Path folder;

    /** The engine; what it says goes to the owner's log. */
    abstract DataEngine engine(Consumer<String> ownerLog);

    private static String text(Backend backend, String key, ColumnType type) {
        return backend.dialect().keys().text(key, type);
    }

    /** A whole number as the engine's widest integer. */
    abstract String integer(String number);

    /**
     * Queries of one key and one integer that bind, and fail as soon as they read a row of a text that is no number.
     */
    abstract List<String> failing(String table, String column);

    /** A query of one key and one integer that takes longer than anybody waits. */
    abstract String endless();

    /** Different values of a type, NULL too, as far as the engine has them. */
    List<Object> edges(ColumnType type) {
        return KeyEdges.of(type);
    }

    /** Which places of a search are tried, of {@link Searches#PLACES}. */
    List<Integer> searches() {
        return IntStream.range(0, Searches.PLACES).boxed().toList();
    }

    /** Whether a column of texts may be declared to be of this type. */
    boolean readsTextAs(ColumnType type) {
        return true;
    }

    /**
     * A table t of people's rows.
     *
     * @param csv its rows, below a line of names
     * @param texts whether its columns hold texts, of whatever type they are declared to be
     */
    SourceTable table(String csv, boolean texts, Column... columns) throws Exception {
        Path file = Files.writeString(folder.resolve("t.csv"), csv);
        return new SourceTable(
                new Table("t", List.of(columns), new Protection.UnitColumn("id")),
                new Source.Csv(file, new CsvFormat(',', true)));
    }

    private Backend open(SourceTable... tables) {
        return engine(message -> {}).open(List.of(tables));
    }

    static Stream<ColumnType> types() {
        return KeyEdges.types();
    }

    /** Keys go out as text and in again as values: nothing is lost, and equal keys have one text. */
    @ParameterizedTest
    @MethodSource("types")
    void keysOutAndInIsTheIdentity(ColumnType type) {
        List<Object> values = edges(type);
        try (Backend backend = open()) {
            List<Column> columns = List.of(Column.nullable("id", ColumnType.INTEGER), Column.nullable("k", type));
            backend.createWorkTable("given", columns);
            backend.fillWorkTable("given", numbered(values));
            String[] texts = new String[values.size()];
            String sql = "SELECT " + text(backend, "k", type) + ", " + integer("id") + " FROM given";
            backend.run(sql, 1, 1, (keys, integers) -> texts[integers[0].intValueExact()] = keys[0]);
            List<Object> read = new ArrayList<>();
            for (String text : texts) {
                read.add(text == null ? null : KeyText.value(text, type));
            }
            assertThat(read).isEqualTo(values);
            assertThat(texts).doesNotHaveDuplicates();
            backend.createWorkTable("back", columns);
            backend.fillWorkTable("back", numbered(read));
            String same = "SELECT 'same', " + integer("count(*)") + " FROM given JOIN back ON given.id = back.id"
                    + " AND given.k IS NOT DISTINCT FROM back.k";
            assertThat(rows(backend, same)).containsExactly("[same][" + values.size() + "]");
            // Each is the same as itself and as no other, NULL among them.
            String pairs = "SELECT CASE WHEN given.id = back.id THEN 'itself' ELSE 'another' END, "
                    + integer("count(*)") + " FROM given JOIN back ON "
                    + backend.dialect().keys().same("given.k", "back.k", type) + " GROUP BY 1";
            assertThat(rows(backend, pairs))
                    .isEqualTo(values.isEmpty() ? List.of() : List.of("[itself][" + values.size() + "]"));
        }
    }

    private static List<Object[]> numbered(List<Object> values) {
        List<Object[]> rows = new ArrayList<>();
        values.forEach(value -> rows.add(new Object[] {rows.size(), value}));
        return rows;
    }

    /**
     * Whatever a file holds, a value is one of its column's type or NULL; where NULL cannot be, the row is left out.
     */
    @ParameterizedTest
    @MethodSource("types")
    void whatIsNoValueOfItsTypeIsNull(ColumnType type) throws Exception {
        StringBuilder lines = new StringBuilder("id,v,w\n");
        for (int i = 0; i < FOREIGN_TEXTS.size(); i++) {
            String quoted = '"' + FOREIGN_TEXTS.get(i) + '"';
            lines.append(i)
                    .append(',')
                    .append(quoted)
                    .append(',')
                    .append(quoted)
                    .append('\n');
        }
        if (!readsTextAs(type)) {
            SourceTable refused = table("id,v\n1,x\n", true, Column.nullable("v", type));
            assertThatThrownBy(() -> open(refused)).isInstanceOf(Refusal.class);
            return;
        }
        SourceTable table = table(
                lines.toString(),
                true,
                Column.nullable("id", ColumnType.INTEGER),
                Column.nullable("v", type),
                new Column("w", type, false));
        try (Backend backend = open(table)) {
            // A DOUBLE may be NaN in a table; in a key it is NULL.
            String key = backend.dialect().keys().canonical("w", type);
            String sql = "SELECT " + text(backend, key, type) + ", " + integer("count(*)") + ", " + integer("count(v)")
                    + " FROM t GROUP BY " + key;
            backend.run(sql, 1, 2, (keys, integers) -> {
                assertThat(integers[0]).isEqualTo(integers[1]);
                if (keys[0] != null) {
                    assertThat(KeyText.value(keys[0], type)).isNotNull();
                } else {
                    assertThat(type.kind()).isEqualTo(ColumnType.Kind.DOUBLE);
                }
            });
        }
    }

    /** Of columns that are declared to have no NULL, a single one that has makes its row none: of all sets of NULLs. */
    @Test
    void aRowNeedsAllValuesThatCannotBeNull() throws Exception {
        StringBuilder lines = new StringBuilder("id,a,b,c\n");
        for (int nulls = 0; nulls < 8; nulls++) {
            lines.append(nulls);
            for (int column = 0; column < 3; column++) {
                lines.append((nulls >> column & 1) == 0 ? ",5" : ",");
            }
            lines.append('\n');
        }
        for (int needed : List.of(0, 5, 7)) {
            SourceTable table = table(
                    lines.toString(),
                    false,
                    Column.nullable("id", ColumnType.INTEGER),
                    new Column("a", ColumnType.INTEGER, (needed & 1) == 0),
                    new Column("b", ColumnType.INTEGER, (needed & 2) == 0),
                    new Column("c", ColumnType.INTEGER, (needed & 4) == 0));
            try (Backend backend = open(table)) {
                List<String> present = IntStream.range(0, 8)
                        .filter(nulls -> (nulls & needed) == 0)
                        .mapToObj(nulls -> "[k][" + nulls + "]")
                        .toList();
                assertThat(rows(backend, "SELECT 'k', " + integer("id") + " FROM t"))
                        .as("columns " + needed)
                        .isEqualTo(present);
            }
        }
    }

    @Test
    void theOrderOfRowsChangesNothing() throws Exception {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            lines.add(i + ",g" + i % 7 + "," + i * 31 % 1009);
        }
        String sql = "SELECT g, " + integer("count(*)") + ", " + integer("sum(x)") + " FROM t GROUP BY g";
        List<List<String>> answers = new ArrayList<>();
        for (int seed = 0; seed < 3; seed++) {
            Collections.shuffle(lines, new Random(seed));
            SourceTable table = table(
                    "id,g,x\n" + String.join("\n", lines) + "\n",
                    false,
                    Column.nullable("id", ColumnType.INTEGER),
                    Column.nullable("g", ColumnType.VARCHAR),
                    Column.nullable("x", ColumnType.INTEGER));
            try (Backend backend = open(table)) {
                answers.add(rows(backend, sql, 2));
            }
        }
        assertThat(answers.get(0)).hasSize(7);
        assertThat(answers).containsOnly(answers.get(0));
    }

    @Test
    void integersAreExact() {
        BigInteger large = BigInteger.ONE.shiftLeft(126);
        try (Backend backend = open()) {
            for (BigInteger value : List.of(large, large.negate(), large.subtract(BigInteger.ONE), BigInteger.ZERO)) {
                assertThat(rows(backend, "SELECT 'k', " + integer("'" + value + "'")))
                        .containsExactly("[k][" + value + "]");
            }
        }
    }

    @Test
    void aCheckBindsAndRunsNothing() throws Exception {
        SourceTable table = texts("x");
        try (Backend backend = open(table)) {
            for (String failing : failing("t", "v")) {
                backend.check(failing, 1, 1);
            }
            for (String wrong : List.of(
                    "SELECT 'k', CAST(1 AS BIGINT)",
                    "SELECT " + integer("1") + ", 'k'",
                    "SELECT 'k'",
                    "SELECT 'k', " + integer("1") + ", " + integer("1"))) {
                assertThat(refusal(backend, wrong)).as(wrong).isEqualTo(ErrorCode.ENGINE);
            }
            for (String wrong : List.of("SELECT nothing FROM nowhere", "SELEKT")) {
                assertThat(refusal(backend, wrong)).as(wrong).isEqualTo(unbound());
            }
        }
    }

    private static ErrorCode refusal(Backend backend, String wrong) {
        return catchThrowableOfType(Refusal.class, () -> backend.check(wrong, 1, 1))
                .code();
    }

    /** The refusal of a query that names what is not there. */
    ErrorCode unbound() {
        return ErrorCode.ENGINE;
    }

    /** One message whatever went wrong, without a value; the owner's log has the rest. */
    @Test
    void allFailuresAreAlike() throws Exception {
        List<String> log = new ArrayList<>();
        List<String> second = new ArrayList<>();
        try (Backend backend = engine(log::add).alsoTelling(second::add).open(List.of(texts("secret42")))) {
            // An engine may say more when it opens tables.
            log.clear();
            second.clear();
            List<String> queries = new ArrayList<>(failing("t", "v"));
            queries.add("SELECT 'k', CAST(NULL AS BIGINT) + " + integer("1"));
            queries.add("SELECT nothing FROM nowhere");
            queries.add("SELEKT");
            List<String> messages = new ArrayList<>();
            for (String sql : queries) {
                Refusal refusal =
                        catchThrowableOfType(Refusal.class, () -> backend.run(sql, 1, 1, (keys, integers) -> {}));
                assertThat(refusal.code()).as(sql).isEqualTo(ErrorCode.ENGINE);
                assertThat(refusal).hasNoCause();
                messages.add(refusal.getMessage());
            }
            assertThat(messages).containsOnly(messages.get(0));
            assertThat(messages.get(0)).doesNotContain("secret42");
            assertThat(log).hasSize(queries.size()).isEqualTo(second);
            assertThat(rows(backend, "SELECT 'k', " + integer("1"))).containsExactly("[k][1]");
        }
    }

    @Test
    void workTablesAreDeclaredThenFilledThenDropped() {
        List<Column> columns =
                List.of(Column.nullable("k", ColumnType.VARCHAR), Column.nullable("n", ColumnType.BIGINT));
        String read = "SELECT k, " + integer("n") + " FROM work_1 WHERE n IS NOT NULL";
        try (Backend backend = open()) {
            backend.createWorkTable("work_1", columns);
            backend.check(read, 1, 1);
            assertThat(rows(backend, read)).isEmpty();
            backend.fillWorkTable("work_1", List.<Object[]>of(new Object[] {"a", 1L}, new Object[] {null, 2L}));
            backend.fillWorkTable("work_1", List.<Object[]>of(new Object[] {"b", 3L}, new Object[] {"c", null}));
            assertThat(rows(backend, read)).containsExactlyInAnyOrder("[a][1]", "[null][2]", "[b][3]");
            backend.createWorkTable("work_1", columns);
            assertThat(rows(backend, read)).isEmpty();
            for (Object[] wrong : List.<Object[]>of(
                    new Object[] {"a"}, new Object[] {"a", "b"}, new Object[] {1L, 1L}, new Object[] {"a", 0.5})) {
                assertThatThrownBy(() -> backend.fillWorkTable("work_1", List.<Object[]>of(wrong)))
                        .isInstanceOf(IllegalArgumentException.class);
            }
            assertThatThrownBy(() -> backend.fillWorkTable("work_2", List.of()))
                    .isInstanceOf(IllegalArgumentException.class);
            backend.dropWorkTable("work_1");
            backend.dropWorkTable("work_1");
            assertThatThrownBy(() -> backend.check(read, 1, 1)).isInstanceOf(Refusal.class);
        }
    }

    @Test
    void cancelStopsTheRunningQueryOnly() throws InterruptedException {
        try (Backend backend = open()) {
            backend.cancel();
            AtomicBoolean ended = new AtomicBoolean();
            // Before the query has begun there is nothing to stop, and nobody knows how long that takes.
            Thread canceller = new Thread(() -> {
                while (!ended.get()) {
                    pause();
                    backend.cancel();
                }
            });
            canceller.start();
            Refusal refusal =
                    catchThrowableOfType(Refusal.class, () -> backend.run(endless(), 1, 1, (keys, integers) -> {}));
            ended.set(true);
            canceller.join();
            assertThat(refusal.code()).isEqualTo(ErrorCode.CANCELLED);
            assertThat(rows(backend, "SELECT 'k', " + integer("1"))).containsExactly("[k][1]");
        }
    }

    /** Engines that find rows with a join say FALSE where SQL says NULL. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aSearchAmongValuesKnowsNull(boolean not) {
        try (Backend backend = open()) {
            backend.createWorkTable("searched", Searches.COLUMNS);
            backend.fillWorkTable("searched", Searches.ROWS);
            List<String> rows = new ArrayList<>();
            backend.run(
                    Searches.sql(backend.dialect(), not, searches()),
                    2,
                    0,
                    (keys, integers) -> rows.add(keys[0] + " " + keys[1]));
            rows.sort(null);
            assertThat(rows).isEqualTo(Searches.expected(not, searches()));
        }
    }

    private static void pause() {
        try {
            Thread.sleep(300);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private SourceTable texts(String value) throws Exception {
        return table(
                "id,v\n1," + value + "\n",
                false,
                Column.nullable("id", ColumnType.INTEGER),
                Column.nullable("v", ColumnType.VARCHAR));
    }

    private static List<String> rows(Backend backend, String sql) {
        return rows(backend, sql, 1);
    }

    private static List<String> rows(Backend backend, String sql, int integerCount) {
        List<String> rows = new ArrayList<>();
        backend.run(
                sql, 1, integerCount, (keys, integers) -> rows.add(Arrays.toString(keys) + Arrays.toString(integers)));
        rows.sort(null);
        return rows;
    }
}
