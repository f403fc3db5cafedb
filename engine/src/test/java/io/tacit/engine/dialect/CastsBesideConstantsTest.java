package io.tacit.engine.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.backend.TestServer;
import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.dialect.duckdb.DuckDbDialect;
import io.tacit.engine.dialect.postgres.PostgresDialect;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.sql.SqlToRelation;
import io.tacit.engine.walk.Walk;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What a comparison with a constant counts depends on the values that the cast has alone: those that are NULL elsewhere count
 * nowhere. An engine may compare the column itself with a constant of its own type (duckdb#24241). Walked is each type of a column,
 * with the ends of its range and of each other type's × each type × operators × constants; expected is what the comparison is
 * beside a column that holds the cast values. A day beside a timestamp is compared without a CAST, too.
 */
@Tag("walk")
@NullUnmarked
class CastsBesideConstantsTest {
    /** Values of each type, as DuckDB and PostgreSQL read them; those after a bar are DuckDB's alone. */
    private static final Map<String, String> VALUES = new TreeMap<>(Map.of(
            "BOOLEAN", "true false",
            "INTEGER", "0 1 -1 127 128 -128 -129 255 32767 32768 -32768 -32769 65536 2147483647 -2147483648",
            "BIGINT", "0 7 2147483647 2147483648 -2147483649 9007199254740993 9223372036854775807 -9223372036854775808",
            "DECIMAL(38,0)",
                    "0 7 9223372036854775808 -9223372036854775809 99999999999999999999999999999999999999"
                            + " -99999999999999999999999999999999999999",
            "DECIMAL(9,2)", "0.00 0.49 0.50 1.50 127.50 9999999.99 -9999999.99 255.49",
            "DOUBLE PRECISION",
                    "0 0.5 1.5 127.5 2147483647.5 9223372036854775807 1e18 1e38 1e300 -1e300 1e-320 Infinity -Infinity",
            "TEXT",
                    "0 1 7 127 1e3 true abc 2024-02-30 2024-03-01 12:00:00 nan inf 99999999999999999999 |290309-12-22_(BC)"
                            + " |294247-01-11 |300000-01-01",
            "DATE",
                    "1970-01-01 0001-01-01 9999-12-31 2024-02-29 294246-12-31 294247-01-01 294247-01-10 294247-01-11 300000-01-01"
                            + " 5874897-12-31 |5881580-07-10 4713-01-01_BC |290309-12-21_(BC) |290309-12-22_(BC) |290309-12-23_(BC)"
                            + " |5877642-06-25_(BC)",
            "TIME", "00:00:00 12:00:00 23:59:59.999999",
            "TIMESTAMP",
                    "1970-01-01_00:00:00 2024-02-29_23:59:59.999999 9999-12-31_23:59:59 294246-12-31_23:59:59.999999"
                            + " |4713-01-01_(BC)_00:00:00 |290309-12-22_(BC)_00:00:00 |294247-01-10_04:00:54.775806"));

    private static final List<String> TARGETS = List.of(
            "BOOLEAN",
            "TINYINT",
            "SMALLINT",
            "INTEGER",
            "BIGINT",
            "DECIMAL(3,1)",
            "DECIMAL(9,2)",
            "DECIMAL(38,0)",
            "DECIMAL(38,30)",
            "DOUBLE",
            "VARCHAR",
            "VARCHAR(3)",
            "DATE",
            "TIME",
            "TIMESTAMP");

    private static final List<String> OPERATORS = List.of(
            "C = K",
            "C <> K",
            "C < K",
            "C <= K",
            "C > K",
            "C >= K",
            "K < C",
            "C IN (K)",
            "C IN (K, K)",
            "C NOT IN (K)",
            "C BETWEEN K AND K",
            "C IS DISTINCT FROM K",
            "C IS NOT DISTINCT FROM K",
            "NULLIF(C, K) IS NULL",
            "CASE C WHEN K THEN TRUE ELSE FALSE END",
            "NOT (C > K)",
            "C > K OR C <= K");

    private static final Map<String, List<String>> CONSTANTS = Map.ofEntries(
            Map.entry("BOOLEAN", List.of("TRUE", "FALSE")),
            Map.entry("TINYINT", List.of("0", "127", "-128", "1.5", "200")),
            Map.entry("SMALLINT", List.of("0", "32767", "-32768", "40000")),
            Map.entry("INTEGER", List.of("0", "2147483647", "0.5", "1e0", "3000000000")),
            Map.entry("BIGINT", List.of("0", "7", "9223372036854775807", "1e30", "'7'")),
            Map.entry("DECIMAL(3,1)", List.of("0", "0.5", "99.9", "1e0", "100")),
            Map.entry("DECIMAL(9,2)", List.of("0", "0.49", "9999999.99", "127", "1e0")),
            Map.entry("DECIMAL(38,0)", List.of("0", "7", "99999999999999999999999999999999999999", "0.5", "1e0")),
            Map.entry("DECIMAL(38,30)", List.of("0", "7", "0.5", "99999999")),
            Map.entry("DOUBLE", List.of("0", "0.5", "1e18", "9007199254740993", "1e300", "-1e300")),
            Map.entry("VARCHAR", List.of("''", "'0'", "'127'", "'true'", "'2024-02-29'", "'zzz'")),
            Map.entry("VARCHAR(3)", List.of("''", "'0'", "'127'", "'tru'", "'202'")),
            Map.entry(
                    "DATE",
                    List.of(
                            "DATE '1970-01-01'",
                            "DATE '9999-12-31'",
                            "TIMESTAMP '2024-02-29 00:00:00'",
                            "'2024-03-01'")),
            Map.entry("TIME", List.of("TIME '00:00:00'", "TIME '12:00:00'", "'12:00:00'")),
            Map.entry(
                    "TIMESTAMP",
                    List.of(
                            "TIMESTAMP '1970-01-01 00:00:00'",
                            "TIMESTAMP '2024-02-29 23:59:59.999999'",
                            "TIMESTAMP '9999-12-31 00:00:00'",
                            "DATE '2024-02-29'",
                            "'2024-02-29 12:00:00'")));

    /** @param written whether the CAST is written, or the constant's type asks for it */
    private record Comparison(String from, String to, String operator, String constant, boolean written) {
        String of(String value) {
            return operator.replaceAll("\\bC\\b", java.util.regex.Matcher.quoteReplacement(value))
                    .replaceAll("\\bK\\b", java.util.regex.Matcher.quoteReplacement(constant));
        }
    }

    /** A CAST of each to each, and comparisons for which the types alone ask for one. */
    private static List<Comparison> all() {
        List<Comparison> all = new ArrayList<>();
        for (String from : VALUES.keySet()) {
            for (String to : TARGETS) {
                for (String operator : OPERATORS) {
                    for (String constant : CONSTANTS.get(to)) {
                        all.add(new Comparison(from, to, operator, constant, true));
                        if (from.equals("DATE") && to.equals("TIMESTAMP") && constant.startsWith("TIMESTAMP")) {
                            all.add(new Comparison(from, to, operator, constant, false));
                        }
                    }
                }
            }
        }
        return all;
    }

    private static ColumnType type(String name) {
        return switch (name) {
            case "BOOLEAN" -> ColumnType.BOOLEAN;
            case "TINYINT", "SMALLINT", "INTEGER" -> ColumnType.INTEGER;
            case "BIGINT" -> ColumnType.BIGINT;
            case "DECIMAL(3,1)" -> ColumnType.decimal(3, 1);
            case "DECIMAL(9,2)" -> ColumnType.decimal(9, 2);
            case "DECIMAL(38,0)" -> ColumnType.decimal(38, 0);
            case "DECIMAL(38,30)" -> ColumnType.decimal(38, 30);
            case "DOUBLE", "DOUBLE PRECISION" -> ColumnType.DOUBLE;
            case "DATE" -> ColumnType.DATE;
            case "TIME" -> ColumnType.TIME;
            case "TIMESTAMP" -> ColumnType.TIMESTAMP;
            default -> ColumnType.VARCHAR;
        };
    }

    private static List<String> values(String type, boolean duckDb) {
        List<String> values = new ArrayList<>();
        for (String value : VALUES.get(type).split(" ")) {
            boolean own = value.startsWith("|");
            if (duckDb || !own) {
                String text = value.replace("|", "").replace('_', ' ');
                values.add(duckDb && text.endsWith(" BC") ? text.replace(" BC", " (BC)") : text);
            }
        }
        return values;
    }

    private static String sql(Dialect dialect, Table table, String query) {
        return RelationToSql.overPeople(dialect)
                .sql(new SqlToRelation(new Catalog(List.of(table)))
                        .analyze(query)
                        .relation());
    }

    private static String counted(Statement statement, String sql) throws SQLException {
        try (ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }

    /** Counts a comparison of cast values, and the same of values that were stored after they were cast. */
    private static int compare(Statement statement, Dialect dialect, List<Comparison> comparisons) throws SQLException {
        List<String> wrong = new ArrayList<>();
        Map<String, Boolean> made = new TreeMap<>();
        int answered = 0;
        for (Comparison each : comparisons) {
            String name = "v" + Math.abs((each.from() + each.to()).hashCode());
            Table source = new Table(
                    each.from().replaceAll("\\W", "_"),
                    List.of(Column.nullable("c", type(each.from()))),
                    new Protection.Public());
            Table cast = new Table(name, List.of(Column.nullable("c", type(each.to()))), new Protection.Public());
            String value = each.written() ? "CAST(c AS " + each.to() + ")" : "c";
            try {
                String there = "SELECT COUNT(*) FROM \"" + source.name() + "\" WHERE " + each.of(value);
                String stored = "SELECT COUNT(*) FROM " + name + " WHERE " + each.of("CAST(c AS " + each.to() + ")");
                String values =
                        sql(dialect, source, "SELECT CAST(c AS " + each.to() + ") AS c FROM \"" + source.name() + "\"");
                String counts = sql(dialect, source, there);
                String expected = sql(dialect, cast, stored);
                if (made.put(name, true) == null) {
                    statement.execute("CREATE TABLE " + name + " (c) AS " + values);
                }
                answered++;
                String count = counted(statement, counts);
                if (!count.equals(counted(statement, expected))) {
                    wrong.add(there + ": " + count + ", not " + counted(statement, expected));
                }
            } catch (Refusal refusal) {
                // What cannot be cast or compared here is no comparison.
                made.putIfAbsent("refused", true);
            }
        }
        assertThat(wrong).isEmpty();
        return answered;
    }

    private static void fill(Statement statement, boolean duckDb) throws SQLException {
        for (String type : VALUES.keySet()) {
            String name = "\"" + type.replaceAll("\\W", "_") + "\"";
            statement.execute("CREATE TABLE " + name + " (c " + type + ")");
            for (String value : values(type, duckDb)) {
                statement.execute("INSERT INTO " + name + " VALUES (CAST('" + value + "' AS " + type + "))");
            }
        }
    }

    @Test
    void onDuckDb() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute("SET TimeZone = 'UTC'");
            fill(statement, true);
            List<Comparison> share = Walk.share("casts beside constants", 120, all());
            assertThat(compare(statement, DuckDbDialect.DIALECT, share)).isGreaterThan(share.size() / 4);
        }
    }

    /** The one that DuckDB has, in each form. */
    @Test
    void daysBeyondTimestampsCountNowhere() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            fill(statement, true);
            List<Comparison> days = all().stream()
                    .filter(each -> each.from().equals("DATE") && each.to().equals("TIMESTAMP"))
                    .toList();
            assertThat(compare(statement, DuckDbDialect.DIALECT, days)).isGreaterThan(days.size() / 2);
        }
    }

    @Tag("process")
    @Test
    void onPostgres() throws SQLException {
        try (Connection connection = DriverManager.getConnection(TestServer.database());
                Statement statement = connection.createStatement()) {
            fill(statement, false);
            List<Comparison> share = Walk.share("casts beside constants on a server", 40, all());
            assertThat(compare(statement, PostgresDialect.DIALECT, share)).isPositive();
        }
    }
}
