package io.tacit.engine.answer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.ResultType;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Unmarked: compilers before 22 lose the annotations of array elements in class files. */
@NullUnmarked
class SandboxTest {
    private static final DuckDbSettings SETTINGS = new DuckDbSettings(256, 2, message -> {});

    @TempDir
    Path folder;

    @Test
    void returnsValuesAsTheirTypesSay() {
        List<ColumnType> types = List.of(
                ColumnType.BOOLEAN,
                ColumnType.INTEGER,
                ColumnType.BIGINT,
                ColumnType.decimal(38, 2),
                ColumnType.DOUBLE,
                ColumnType.VARCHAR,
                ColumnType.DATE,
                ColumnType.TIME,
                ColumnType.TIMESTAMP);

        Object[] values = {
            true,
            -7,
            1L << 40,
            new BigDecimal("123456789012345678901234567890.25"),
            0.1,
            "ä \"€'",
            LocalDate.of(2011, 10, 6),
            LocalTime.of(16, 20, 0, 5000),
            LocalDateTime.of(1969, 12, 31, 23, 59, 59, 999_999_000)
        };

        Object[] keys = {
            "true",
            "-7",
            "1099511627776",
            "123456789012345678901234567890.25",
            "0.1",
            "ä \"€'",
            "2011-10-06",
            "16:20:00.000005",
            "1969-12-31 23:59:59.999999"
        };
        Object[] nulls = new Object[types.size()];
        try (Sandbox sandbox = Sandbox.open(List.of(), SETTINGS)) {
            sandbox.load("values", types, 0, List.of(values, nulls));
            assertThat(sandbox.run("SELECT * FROM \"values\"", ResultTypes.of(types)))
                    .containsExactly(values, nulls);
            sandbox.load("keys", types, types.size(), List.of(nulls, keys));
            assertThat(sandbox.run("SELECT * FROM keys", ResultTypes.of(types))).containsExactly(values, nulls);
        }
    }

    @Test
    void readsArraysExactlyAlsoAtTimesThatTheComputersZoneDoesNotHave() {
        java.util.TimeZone zone = java.util.TimeZone.getDefault();
        java.util.TimeZone.setDefault(java.util.TimeZone.getTimeZone("Europe/Berlin"));
        try (Sandbox sandbox = Sandbox.open(List.of(), SETTINGS)) {
            List<ResultType> types = new ArrayList<>();
            for (ColumnType type : List.of(
                    ColumnType.TIMESTAMP,
                    ColumnType.DATE,
                    ColumnType.TIME,
                    ColumnType.decimal(5, 2),
                    ColumnType.DOUBLE)) {
                types.add(new ResultType(type, true));
            }
            types.add(new ResultType(ColumnType.BIGINT, false));
            String sql = "SELECT [TIMESTAMP '2020-03-29 02:30:00.000001', NULL, TIMESTAMP '0001-01-01 00:00:00'],"
                    + " [DATE '1969-12-31'], [TIME '02:03:04.000005'], [1.25::DECIMAL(5,2)], CAST(NULL AS DOUBLE[]), n"
                    + " FROM range(3) AS r(n) ORDER BY n DESC";
            List<Object[]> rows = sandbox.run(sql, types);
            assertThat(rows.get(0))
                    .containsExactly(
                            java.util.Arrays.asList(
                                    LocalDateTime.of(2020, 3, 29, 2, 30, 0, 1000),
                                    null,
                                    LocalDateTime.of(1, 1, 1, 0, 0)),
                            List.of(LocalDate.of(1969, 12, 31)),
                            List.of(LocalTime.of(2, 3, 4, 5000)),
                            List.of(new BigDecimal("1.25")),
                            null,
                            2L);
            assertThat(rows).extracting(row -> row[5]).containsExactly(2L, 1L, 0L);
        } finally {
            java.util.TimeZone.setDefault(zone);
        }
    }

    @Test
    void widensNumbersExactlyAndRefusesOthers() {
        List<ColumnType> types = List.of(ColumnType.BIGINT, ColumnType.decimal(38, 2), ColumnType.DOUBLE);
        try (Sandbox sandbox = Sandbox.open(List.of(), SETTINGS)) {
            sandbox.load("r", types, 0, rows(new Object[] {BigInteger.valueOf(5), 7L, new BigDecimal("0.25")}));
            assertThat(sandbox.run("SELECT c0::HUGEINT, c1 + c0, 1::TINYINT FROM r", ResultTypes.of(types)))
                    .containsExactly(new Object[] {5L, new BigDecimal("12.00"), 1.0});
            BigInteger large = BigInteger.ONE.shiftLeft(63);
            assertThatThrownBy(() -> sandbox.load("r", types, 0, rows(new Object[] {large, null, null})))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> sandbox.load("r", types, 0, rows(new Object[] {"5", null, null})))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void rowsComeInKeyOrderWhateverOrderTheyArriveIn() {
        List<ColumnType> types = List.of(ColumnType.INTEGER, ColumnType.VARCHAR, ColumnType.DOUBLE);
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            rows.add(new Object[] {Integer.toString(i / 2), i % 2 == 0 ? "b" : "B", (double) i});
        }
        rows.add(new Object[] {null, "a", -1.0});
        rows.add(new Object[] {"3", null, -2.0});
        Collections.shuffle(rows, new java.util.Random(5));
        try (Sandbox sandbox = Sandbox.open(List.of(), SETTINGS)) {
            sandbox.load("r", types, 2, rows);
            List<Object[]> all = sandbox.run("SELECT c0, c1, c2 FROM r WHERE c2 > -9", ResultTypes.of(types));
            assertThat(all).hasSize(5_002);
            assertThat(all.get(0)).containsExactly(0, "B", 1.0);
            assertThat(all.get(1)).containsExactly(0, "b", 0.0);
            assertThat(all.get(8)).containsExactly(3, null, -2.0);
            assertThat(all.get(5_001)).containsExactly(null, "a", -1.0);
            for (int i = 9; i < 5_001; i++) {
                int pair = (i - 1) / 2;
                assertThat(all.get(i)[0]).isEqualTo(pair);
            }
        }
    }

    @Test
    void queriesAreCheckedBeforeAnythingIsReleased() {
        List<ColumnType> types = List.of(ColumnType.VARCHAR, ColumnType.BIGINT);
        try (Sandbox sandbox = Sandbox.open(List.of(), SETTINGS)) {
            sandbox.declare("r", types);
            sandbox.check("SELECT c0, c1 + 1 FROM r", ResultTypes.of(types));
            for (String sql : List.of("SELECT c1, c0 FROM r", "SELECT c0 FROM r", "SELECT c0, c9 FROM r")) {
                Refusal refusal = catchThrowableOfType(Refusal.class, () -> sandbox.check(sql, ResultTypes.of(types)));
                assertThat(refusal.code()).isEqualTo(ErrorCode.ENGINE);
            }
            sandbox.load("r", types, 1, rows(new Object[] {"x", 41L}));
            assertThat(sandbox.run("SELECT c0, c1 + 1 FROM r", ResultTypes.of(types)))
                    .containsExactly(new Object[] {"x", 42L});
        }
    }

    @Test
    void noPrivateTableMayEnterAndPublicOnesAreThere() throws IOException {
        Path file = Files.writeString(folder.resolve("p.csv"), "name,n\na,1\nb,2\n");
        List<Column> columns =
                List.of(Column.nullable("name", ColumnType.VARCHAR), Column.nullable("n", ColumnType.INTEGER));
        Source source = new Source.Csv(file, new CsvFormat(',', true));
        SourceTable open = new SourceTable(new Table("p", columns, new Protection.Public()), source);
        SourceTable closed = new SourceTable(new Table("p", columns, new Protection.UnitColumn("name")), source);
        assertThatThrownBy(() -> Sandbox.open(List.of(closed), SETTINGS)).isInstanceOf(IllegalArgumentException.class);
        try (Sandbox sandbox = Sandbox.open(List.of(open), SETTINGS)) {
            assertThat(sandbox.run(
                            "SELECT name, n FROM p ORDER BY n DESC",
                            ResultTypes.of(List.of(ColumnType.VARCHAR, ColumnType.INTEGER))))
                    .containsExactly(new Object[] {"b", 2}, new Object[] {"a", 1});
            assertThatThrownBy(() -> sandbox.run(
                            "SELECT content FROM read_text(" + "'" + file + "')",
                            ResultTypes.of(List.of(ColumnType.VARCHAR))))
                    .isInstanceOf(Refusal.class);
        }
    }

    private static List<Object[]> rows(Object[] row) {
        List<Object[]> rows = new ArrayList<>();
        rows.add(row);
        return rows;
    }
}
