package io.tacit.engine.backend.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tacit.engine.backend.Backend;
import io.tacit.engine.backend.InventedTables;
import io.tacit.engine.backend.TestServer;
import io.tacit.engine.backend.duckdb.DuckDbEngine;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.dialect.KeySql;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Made-up tables on a server: every row is read as it was given, whatever the server stores it as, and nothing stays there. */
@NullUnmarked
@Tag("process")
class InventedTablesTest {
    private static final List<Column> COLUMNS = List.of(
            Column.nullable("id", ColumnType.INTEGER),
            Column.nullable("some \"text\"", ColumnType.VARCHAR),
            Column.nullable("b", ColumnType.BOOLEAN),
            Column.nullable("l", ColumnType.BIGINT),
            Column.nullable("n", ColumnType.decimal(9, 2)),
            Column.nullable("x", ColumnType.DOUBLE),
            Column.nullable("d", ColumnType.DATE),
            Column.nullable("o", ColumnType.TIME),
            Column.nullable("t", ColumnType.TIMESTAMP));

    private static final List<String[]> ROWS = List.of(
            new String[] {
                "1",
                "a",
                "true",
                "-9223372036854775808",
                "-0.01",
                "0.1",
                "2024-02-29",
                "23:59:59.5",
                "2024-12-31 23:59:59.5"
            },
            new String[] {
                "-2147483648",
                "A",
                "false",
                "9223372036854775807",
                "1234567.89",
                "-1.5",
                "0001-01-01",
                "00:00:00",
                "0001-01-01 00:00:00"
            },
            new String[] {
                "3", "", null, "0", "0.00", "inf", "9999-12-31", "12:34:56.000001", "1969-12-31 23:59:59.999999"
            },
            new String[] {"4", "a \"quote\", a\\backslash\nand \\.", null, null, null, null, null, null, null},
            new String[] {"5", "NULL", null, null, null, null, null, null, null},
            new String[] {null, null, null, null, null, null, null, null, null});

    private final String url = TestServer.database();
    private final List<String> log = new ArrayList<>();
    private final PostgresEngine engine =
            new PostgresEngine(new DuckDbEngine(new DuckDbSettings(64, 1, message -> {})), 60, log::add);

    private static Table table(String name, List<Column> columns) {
        return new Table(name, columns, new Protection.UnitColumn(columns.get(0).name()));
    }

    private static SourceTable add(InventedTables tables, String name, List<Column> columns, List<String[]> rows) {
        return tables.add(table(name, columns), row -> rows.forEach(row));
    }

    private List<String> read(SourceTable table) {
        List<String> texts = new ArrayList<>();
        List<String> rows = new ArrayList<>();
        try (Backend backend = engine.open(List.of(table))) {
            KeySql keys = backend.dialect().keys();
            for (Column column : table.table().columns()) {
                String name = backend.dialect().literals().name(column.name());
                texts.add(keys.text(keys.canonical(name, column.type()), column.type()));
            }
            backend.run(
                    "SELECT " + String.join(", ", texts) + " FROM \""
                            + table.table().name() + '"',
                    texts.size(),
                    0,
                    (values, none) -> rows.add(Arrays.toString(values)));
        }
        return rows;
    }

    private List<String> schemas() {
        return TestServer.texts(url, "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'tacit%'");
    }

    @ParameterizedTest
    @EnumSource
    void everyRowIsReadAsItWasGiven(InventedTables.Texts texts) {
        try (InventedTables tables = engine.invented(url, texts)) {
            SourceTable each = add(tables, "each", COLUMNS, ROWS);
            List<String[]> many = IntStream.range(0, 2_345)
                    .mapToObj(i -> new String[] {String.valueOf(i)})
                    .toList();
            SourceTable counted = add(tables, "counted", COLUMNS.subList(0, 1), many);
            SourceTable none = add(tables, "none", COLUMNS.subList(0, 1), List.of());
            assertThat(read(each))
                    .containsExactlyInAnyOrderElementsOf(
                            ROWS.stream().map(Arrays::toString).toList());
            assertThat(read(counted))
                    .containsExactlyInAnyOrderElementsOf(
                            many.stream().map(Arrays::toString).toList());
            assertThat(read(none)).isEmpty();
        }
        assertThat(schemas()).isEmpty();
    }

    /** So a test finds out whether somebody relies on how the server compares texts, or on a session's zone. */
    @ParameterizedTest
    @EnumSource
    void theServerStoresThemAsPeopleDo(InventedTables.Texts texts) {
        try (InventedTables tables = engine.invented(url, texts)) {
            add(tables, "each", COLUMNS, ROWS);
            String stored = schemas().get(0) + ".t0";
            assertThat(TestServer.texts(
                            url,
                            "SELECT format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = '" + stored
                                    + "'::regclass AND attname = 't'"))
                    .containsExactly("timestamp with time zone");
            boolean knowsAlike = !TestServer.texts(url, "SELECT 1 FROM pg_collation WHERE collprovider = 'i'")
                    .isEmpty();
            assertThat(TestServer.texts(
                            url,
                            "SELECT count(DISTINCT \"some \"\"text\"\"\") FROM " + stored + " WHERE id IN (1,"
                                    + " -2147483648)"))
                    .containsExactly(texts == InventedTables.Texts.ALIKE && knowsAlike ? "1" : "2");
        }
    }

    /** A value that the server does not take is told to the owner only; what came before and comes after it is there. */
    @Test
    void aRowThatIsNotTakenLeavesTheOthers() {
        try (InventedTables tables = engine.invented(url, InventedTables.Texts.USUAL)) {
            List<Column> one = COLUMNS.subList(0, 1);
            List<String[]> rows = List.of(new String[] {"7"}, new String[] {"8"});
            SourceTable before = add(tables, "before", one, rows);
            Refusal refused = catchThrowableOfType(
                    Refusal.class, () -> add(tables, "wrong", one, List.<String[]>of(new String[] {"secret"})));
            assertThat(refused.code()).isEqualTo(ErrorCode.SOURCE_UNREADABLE);
            assertThat(refused.getMessage()).doesNotContain("secret");
            assertThat(log.toString()).contains("secret");
            IllegalStateException stopped = catchThrowableOfType(
                    IllegalStateException.class,
                    () -> tables.add(table("half", one), row -> {
                        row.accept(new String[] {"9"});
                        throw new IllegalStateException("no more");
                    }));
            assertThat(stopped).hasMessage("no more");
            SourceTable after = add(tables, "after", one, rows);
            assertThat(read(before)).isEqualTo(read(after)).hasSize(2);
        }
        assertThat(schemas()).isEmpty();
    }

    @Test
    void theyGoAwayAlsoWhenTheConnectionWasLost() {
        try (InventedTables tables = engine.invented(url, InventedTables.Texts.ALIKE)) {
            add(tables, "each", COLUMNS, ROWS);
            TestServer.run(
                    url,
                    List.of("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname ="
                            + " current_database() AND pid <> pg_backend_pid()"));
        }
        assertThat(schemas()).isEmpty();
    }
}
