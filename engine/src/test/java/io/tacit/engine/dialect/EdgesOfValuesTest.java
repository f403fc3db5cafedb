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
import io.tacit.engine.sql.RealFunction;
import io.tacit.engine.sql.SqlToRelation;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Values at which an engine's own functions raise errors, count from the other end or make NaN: NULL, or what is reckoned. */
@NullUnmarked
class EdgesOfValuesTest {
    private static final Map<String, Long> SECONDS = Map.of(
            "YEAR", 31_556_952L, "MONTH", 2_629_746L, "DAY", 86_400L, "HOUR", 3_600L, "MINUTE", 60L, "SECOND", 1L);

    private static final SqlToRelation ANALYZER = new SqlToRelation(new Catalog(List.of(new Table(
            "t",
            List.of(
                    Column.nullable("n", ColumnType.BIGINT),
                    Column.nullable("m", ColumnType.INTEGER),
                    Column.nullable("x", ColumnType.DOUBLE),
                    Column.nullable("y", ColumnType.DOUBLE),
                    Column.nullable("s", ColumnType.VARCHAR),
                    Column.nullable("d", ColumnType.DATE),
                    Column.nullable("ts", ColumnType.TIMESTAMP)),
            new Protection.Public()))));

    private static Optional<String> sql(Dialect dialect, String query) {
        try {
            return Optional.of(RelationToSql.overPeople(dialect)
                    .sql(ANALYZER.analyze(query).relation()));
        } catch (Refusal refusal) {
            return Optional.empty();
        }
    }

    private static List<List<String>> rows(Connection connection, String sql) throws SQLException {
        List<List<String>> rows = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            while (result.next()) {
                List<String> row = new ArrayList<>();
                for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                    row.add(String.valueOf(result.getString(i)));
                }
                rows.add(row);
            }
        }
        return rows;
    }

    private static Connection with(Connection connection, String columns, List<String> rows) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(
                    "CREATE TABLE t (n bigint, m integer, x double precision, y double precision, s text, d date,"
                            + " ts timestamp)");
            statement.execute("INSERT INTO t (" + columns + ") VALUES " + String.join(", ", rows));
        }
        return connection;
    }

    private static Connection duckDb(String columns, List<String> rows) throws SQLException {
        return with(DriverManager.getConnection("jdbc:duckdb:"), columns, rows);
    }

    private static Connection postgres(String columns, List<String> rows) throws SQLException {
        return with(DriverManager.getConnection(TestServer.database()), columns, rows);
    }

    @Test
    void anArrayHasNoElementBeforeItsFirstAndAfterItsLast() throws SQLException {
        List<String> places = List.of("(-9223372036854775808)", "(-2)", "(-1)", "(0)", "(1)", "(3)", "(4)", "(NULL)");
        try (Connection connection = duckDb("n", places)) {
            String sql = sql(DuckDbDialect.DIALECT, "SELECT n, ARRAY['a', 'b', 'c'][n] FROM t")
                    .orElseThrow();
            for (List<String> row : rows(connection, sql)) {
                String expected = row.get(0).equals("1") ? "a" : row.get(0).equals("3") ? "c" : "null";
                assertThat(row.get(1)).as(row.get(0)).isEqualTo(expected);
            }
            String unnested = sql(
                            DuckDbDialect.DIALECT,
                            "SELECT u.e, u.o FROM UNNEST(ARRAY['a', 'b', 'c']) WITH ORDINALITY AS u(e, o)")
                    .orElseThrow();
            assertThat(rows(connection, unnested))
                    .containsExactlyInAnyOrder(List.of("a", "1"), List.of("b", "2"), List.of("c", "3"));
        }
    }

    private static final String THREE_NUMBERS = "n, m, x";

    private static List<String> dates() {
        List<String> numbers = new ArrayList<>();
        for (int year : List.of(-1, 0, 1, 4, 1900, 2000, 2023, 2024, 9999, 10_000)) {
            for (int month : List.of(0, 1, 2, 4, 12, 13)) {
                for (int day : List.of(-1, 0, 1, 28, 29, 30, 31, 32)) {
                    numbers.add("(" + year + ", " + month + ", " + day + ")");
                }
            }
        }
        return numbers;
    }

    private static void areDates(Connection connection, Dialect dialect) throws SQLException {
        String query = "SELECT n, m, x, MAKE_DATE(CAST(n AS INTEGER), m, CAST(x AS INTEGER)) FROM t";
        for (List<String> row : rows(connection, sql(dialect, query).orElseThrow())) {
            String expected;
            try {
                int year = Integer.parseInt(row.get(0));
                LocalDate date = LocalDate.of(year, Integer.parseInt(row.get(1)), (int) Double.parseDouble(row.get(2)));
                expected = year >= 1 && year <= 9999 ? date.toString() : "null";
            } catch (DateTimeException none) {
                expected = "null";
            }
            assertThat(row.get(3)).as(row.toString()).isEqualTo(expected);
        }
    }

    @Test
    void aDayThatDoesNotExistIsNullOnDuckDb() throws SQLException {
        try (Connection connection = duckDb(THREE_NUMBERS, dates())) {
            areDates(connection, DuckDbDialect.DIALECT);
        }
    }

    @Tag("process")
    @Test
    void aDayThatDoesNotExistIsNullOnPostgres() throws SQLException {
        try (Connection connection = postgres(THREE_NUMBERS, dates())) {
            areDates(connection, PostgresDialect.DIALECT);
        }
    }

    /** A multiple of an interval, of either sign, is NULL beyond 10,000 years; what leaves the years that an engine has is no error. */
    @Test
    void aMomentMovedTooFarIsNull() throws SQLException {
        List<Long> multiples =
                List.of(0L, 1L, -1L, 36L, -1_000L, 130_000L, Long.MAX_VALUE, Long.MIN_VALUE, 9_223_372_036_855L);
        List<String> rows = multiples.stream()
                .map(n -> "(" + n + ", CAST('2000-02-29 12:00:00' AS timestamp))")
                .toList();
        try (Connection connection = duckDb("n, ts", rows)) {
            for (String unit : List.of("YEAR", "MONTH", "DAY", "HOUR", "MINUTE", "SECOND")) {
                for (int amount : List.of(1, -1, 3)) {
                    String query = "SELECT n, ts + n * INTERVAL '" + amount + "' " + unit + " FROM t";
                    for (List<String> row :
                            rows(connection, sql(DuckDbDialect.DIALECT, query).orElseThrow())) {
                        long n = Long.parseLong(row.get(0));
                        double years = Math.abs((double) n * amount) * SECONDS.get(unit) / SECONDS.get("YEAR");
                        if (years < 1_900) {
                            LocalDateTime from = LocalDateTime.parse("2000-02-29T12:00:00");
                            long units = n * amount;
                            LocalDateTime to = unit.equals("YEAR")
                                    ? from.plusMonths(12 * units)
                                    : unit.equals("MONTH")
                                            ? from.plusMonths(units)
                                            : from.plusSeconds(units * SECONDS.get(unit));
                            assertThat(LocalDateTime.parse(row.get(1).replace(' ', 'T')))
                                    .as(query + row)
                                    .isEqualTo(to);
                        } else if (years > 10_030) {
                            assertThat(row.get(1)).as(query + row).isEqualTo("null");
                        }
                    }
                }
            }
        }
        for (String move : List.of("INTERVAL '4000' YEAR", "INTERVAL '48000' MONTH", "INTERVAL '1460000' DAY(7)")) {
            assertThat(sql(PostgresDialect.DIALECT, "SELECT ts - " + move + " FROM t"))
                    .as(move)
                    .isPresent();
        }
        for (String move : List.of("INTERVAL '4001' YEAR", "INTERVAL '48001' MONTH(5)", "INTERVAL '1460001' DAY(7)")) {
            assertThat(sql(PostgresDialect.DIALECT, "SELECT ts - " + move + " FROM t"))
                    .as(move)
                    .isEmpty();
            assertThat(sql(PostgresDialect.DIALECT, "SELECT d + " + move + " FROM t"))
                    .as(move)
                    .isEmpty();
        }
    }

    private static List<String> pairs() {
        List<String> numbers =
                List.of("0", "-0.0", "1", "-1", "0.5", "2", "1e308", "-1e308", "5e-324", "Infinity", "-Infinity");
        List<String> rows = new ArrayList<>();
        for (String x : numbers) {
            for (String y : numbers) {
                rows.add("(CAST('" + x + "' AS double precision), CAST('" + y + "' AS double precision))");
            }
        }
        return rows;
    }

    private static void areNumbers(Connection connection, Dialect dialect) throws SQLException {
        List<String> expressions = new ArrayList<>(List.of("MOD(x, y)", "x % y", "POWER(x, y)", "ROUND(x, 2)"));
        for (RealFunction function : RealFunction.values()) {
            expressions.add(function.name() + "(x)");
            expressions.add(function.name() + "(x, y)");
        }
        List<String> known = expressions.stream()
                .filter(expression -> !expression.startsWith("IS")
                        && sql(dialect, "SELECT " + expression + " FROM t").isPresent())
                .toList();
        List<List<String>> read = rows(
                connection,
                sql(dialect, "SELECT x, y, " + String.join(", ", known) + " FROM t")
                        .orElseThrow());
        assertThat(read).hasSize(pairs().size());
        for (List<String> row : read) {
            for (int i = 0; i < known.size(); i++) {
                assertThat(row.get(i + 2))
                        .as(known.get(i) + " of " + row.subList(0, 2))
                        .isNotEqualToIgnoringCase("nan");
            }
        }
    }

    @Test
    void noNumberBecomesNanOnDuckDb() throws SQLException {
        try (Connection connection = duckDb("x, y", pairs())) {
            areNumbers(connection, DuckDbDialect.DIALECT);
        }
    }

    @Tag("process")
    @Test
    void noNumberBecomesNanOnPostgres() throws SQLException {
        try (Connection connection = postgres("x, y", pairs())) {
            areNumbers(connection, PostgresDialect.DIALECT);
        }
    }

    @Test
    void whatEnginesReadOtherwiseIsRefused() {
        Map<String, Boolean> paths = Map.ofEntries(
                Map.entry("$", true),
                Map.entry("$.a", true),
                Map.entry("$.a.b_1", true),
                Map.entry("$.\"a b\"", true),
                Map.entry("$[0]", true),
                Map.entry("$.a[12][3].b", true),
                Map.entry("$[*]", false),
                Map.entry("$.*", false),
                Map.entry("$.a[*].b", false),
                Map.entry("$.\"*\"", false),
                Map.entry("$..a", false),
                Map.entry("$[-1]", false),
                Map.entry("$[#-1]", false),
                Map.entry("$[1234567]", false),
                Map.entry("a", false),
                Map.entry("/a", false),
                Map.entry("", false),
                Map.entry("$.a b", false));
        paths.forEach((path, taken) -> {
            for (String function : List.of("JSON_EXTRACT_STRING", "JSON_VALUE")) {
                assertThat(sql(DuckDbDialect.DIALECT, "SELECT " + function + "(s, '" + path + "') FROM t")
                                .isPresent())
                        .as(path)
                        .isEqualTo(taken);
            }
        });
        Map<String, Boolean> places = Map.ofEntries(
                Map.entry("SUBSTRING(s, 1)", true),
                Map.entry("SUBSTRING(s, 0)", false),
                Map.entry("SUBSTRING(s, 0, 3)", false),
                Map.entry("SUBSTRING(s, -1, 3)", false),
                Map.entry("SUBSTRING(s, 1, 0)", true),
                Map.entry("SUBSTRING(s, 1, -1)", false),
                Map.entry("SUBSTRING(s, m)", false),
                Map.entry("LEFT(s, 0)", true),
                Map.entry("LEFT(s, -1)", false),
                Map.entry("RIGHT(s, 10000)", true),
                Map.entry("RIGHT(s, 10001)", false),
                Map.entry("RIGHT(s, m)", false));
        places.forEach((place, taken) -> {
            assertThat(sql(PostgresDialect.DIALECT, "SELECT " + place + " FROM t")
                            .isPresent())
                    .as(place)
                    .isEqualTo(taken);
            assertThat(sql(DuckDbDialect.DIALECT, "SELECT " + place + " FROM t"))
                    .as(place)
                    .isPresent();
        });
    }
}
