package io.tacit.engine.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.backend.Backend;
import io.tacit.engine.backend.TestServer;
import io.tacit.engine.backend.duckdb.DuckDbEngine;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.backend.postgres.PostgresEngine;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.dialect.postgres.PostgresDialect;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.source.DeclareSource;
import io.tacit.engine.walk.Walk;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Every function over a column of a PostgreSQL table in which one person holds the ends of its type: nothing fails, and other
 * people's values are what they are without that person. The list: all types that are read, by all expressions that name a
 * column of the type.
 */
@NullUnmarked
@Tag("walk")
@Tag("process")
class HostileOnServerTest {
    private static final int AT_ONCE = 40;

    /** A type, two usual values, and those at its ends. */
    private record Sample(String type, List<String> usual, List<String> hostile) {}

    private static Sample of(String type, List<String> usual, String... hostile) {
        return new Sample(type, usual, List.of(hostile));
    }

    private static final List<Sample> ALL = List.of(
            of("boolean", List.of("true", "false"), "true"),
            of("smallint", List.of("7", "8"), "-32768", "32767"),
            of("integer", List.of("7", "8"), "-2147483648", "2147483647"),
            of("bigint", List.of("7", "8"), "-9223372036854775808", "9223372036854775807"),
            of("numeric(38,0)", List.of("7", "8"), "NaN", "9".repeat(38), "-" + "9".repeat(38)),
            of("numeric(38,38)", List.of("0.7", "0.8"), "NaN", "0." + "9".repeat(38), "-0." + "0".repeat(37) + "1"),
            of("numeric(4,2)", List.of("7", "8"), "NaN", "99.99", "-99.99"),
            of("real", List.of("7", "8"), "NaN", "Infinity", "-Infinity", "-0", "1e-45", "3.4028235e38"),
            of(
                    "double precision",
                    List.of("7", "8"),
                    "NaN",
                    "Infinity",
                    "-Infinity",
                    "-0",
                    "5e-324",
                    "-1.7976931348623157e308"),
            of("text", List.of("A", "B"), "", "\uFFFF", "\u0001", "\\", "%_([", "9".repeat(500), "NaN", "294276-12-31"),
            of("character varying(3)", List.of("A", "B"), "", "  "),
            of("character(3)", List.of("A", "B"), "", "\uFFFF"),
            of(
                    "uuid",
                    List.of("00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"),
                    "00000000-0000-0000-0000-000000000000",
                    "ffffffff-ffff-ffff-ffff-ffffffffffff"),
            of("json", List.of("{}", "[]"), "1e999999", "\"\\ud800\"", "\"\\u0000\""),
            of(
                    "date",
                    List.of("2024-01-01", "2024-01-02"),
                    "infinity",
                    "-infinity",
                    "4714-11-24 BC",
                    "5874897-12-31",
                    "294247-01-01",
                    "294246-12-31"),
            of("time without time zone", List.of("12:00", "13:00"), "24:00", "00:00", "23:59:59.999999"),
            of("time with time zone", List.of("12:00+00", "13:00+00"), "24:00+15:59", "00:00-15:59", "24:00-15:59"),
            of(
                    "timestamp without time zone",
                    List.of("2024-01-01", "2024-01-02"),
                    "infinity",
                    "-infinity",
                    "4714-11-24 00:00:00 BC",
                    "294276-12-31 23:59:59.999999",
                    "294247-01-01",
                    "294246-12-31 23:59:59.999999"),
            of(
                    "timestamp with time zone",
                    List.of("2024-01-01", "2024-01-02"),
                    "infinity",
                    "-infinity",
                    "4714-11-24 00:00:00+00 BC",
                    "294276-12-31 23:59:59.999999+00"));

    private final String url = TestServer.database();
    private final PostgresEngine engine =
            new PostgresEngine(new DuckDbEngine(new DuckDbSettings(256, 1, message -> {})), 600, message -> {});
    private int runs;

    private SourceTable table(Sample sample, int number, boolean whole) {
        String name = (whole ? "d" : "e") + number;
        List<String> rows = new ArrayList<>();
        for (int id = 0; id < 8; id++) {
            rows.add("(" + id + ", " + quoted(sample.usual().get(id % 2)) + ")");
        }
        if (whole) {
            sample.hostile().forEach(value -> rows.add(4, "(99, " + quoted(value) + ")"));
        }
        TestServer.run(
                url,
                List.of(
                        "CREATE TABLE " + name + " (id integer, v " + sample.type() + ")",
                        "INSERT INTO " + name + " VALUES " + String.join(", ", rows)));
        return DeclareSource.onServer(name, url, name, new Protection.UnitColumn("id"), Map.of(), engine)
                .table();
    }

    private static String quoted(String value) {
        return "'" + value.replace("'", "''") + "'";
    }

    @Test
    void everyFunctionOverEveryTypeOfTheServer() {
        int number = 0;
        for (Sample sample : Walk.share("hostile on server", 4, ALL)) {
            number++;
            SourceTable with = table(sample, number, true);
            SourceTable without = table(sample, number, false);
            ColumnType type = with.table().column("v").orElseThrow().type();
            List<String> expressions = Walk.share(
                    "hostile on server " + sample.type(), 60, PrintedExpressions.of(type, PostgresDialect.DIALECT));
            Map<String, String> values = values(with, type, expressions);
            assertThat(values).isNotEmpty();
            Map<String, String> others = values(without, type, expressions);
            assertThat(values.keySet()).isEqualTo(others.keySet());
            values.forEach((key, value) ->
                    assertThat(value).as(sample.type() + ": " + key).isEqualTo(others.get(key)));
        }
        System.out.println("hostile on server: " + number + " types, " + runs + " expressions over rows");
    }

    private Map<String, String> values(SourceTable table, ColumnType type, List<String> expressions) {
        Map<String, String> values = new TreeMap<>();
        try (Backend backend = engine.open(List.of(table))) {
            for (int from = 0; from < expressions.size(); from += AT_ONCE) {
                some(
                        backend,
                        table,
                        type,
                        expressions.subList(from, Math.min(from + AT_ONCE, expressions.size())),
                        values);
            }
        }
        return values;
    }

    private void some(
            Backend backend, SourceTable table, ColumnType type, List<String> expressions, Map<String, String> values) {
        runs += expressions.size();
        String keys = Stream.concat(
                        Stream.of("CAST(t1.id AS text)"),
                        expressions.stream().map(sql -> "md5(CAST(" + sql + " AS text))"))
                .reduce((all, one) -> all + ", " + one)
                .orElseThrow();
        String columns = PrintedExpressions.columns(type, "id", "v");
        String sql = "SELECT " + keys + " FROM (SELECT " + columns + " FROM "
                + table.table().name() + ") t1";
        try {
            backend.run(sql, expressions.size() + 1, 0, (row, integers) -> {
                if (!"99".equals(row[0])) {
                    for (int i = 0; i < expressions.size(); i++) {
                        values.put(row[0] + " " + expressions.get(i), String.valueOf(row[i + 1]));
                    }
                }
            });
        } catch (Refusal failed) {
            if (expressions.size() == 1) {
                throw new AssertionError(type + ": " + expressions.get(0), failed);
            }
            int half = expressions.size() / 2;
            some(backend, table, type, expressions.subList(0, half), values);
            some(backend, table, type, expressions.subList(half, expressions.size()), values);
        }
    }
}
