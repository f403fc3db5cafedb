package io.tacit.engine.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.dialect.RelationToSql;
import io.tacit.engine.dialect.duckdb.DuckDbDialect;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Functions of dates: over every pair of edges what they give is what the engine, or Java, gives. */
class DateFunctionsTest {
    private static final List<String> DAYS = List.of(
            "NULL",
            "0001-01-01",
            "0001-12-31",
            "1899-12-31",
            "1900-01-01",
            "1969-12-29",
            "1969-12-31",
            "1970-01-01",
            "1999-12-31",
            "2000-01-01",
            "2000-02-29",
            "2023-12-31",
            "2024-01-01",
            "2024-01-07",
            "2024-01-08",
            "2024-01-31",
            "2024-02-28",
            "2024-02-29",
            "2024-03-31",
            "2024-12-30",
            "9999-12-30");

    private static final List<String> TIMES = List.of("00:00:00", "13:14:15.161718", "23:59:59.999999");

    private static final Catalog CATALOG = new Catalog(List.of(new Table(
            "edge",
            List.of(
                    Column.nullable("d", ColumnType.DATE),
                    Column.nullable("e", ColumnType.DATE),
                    Column.nullable("t", ColumnType.TIMESTAMP),
                    Column.nullable("u", ColumnType.TIMESTAMP),
                    Column.nullable("n", ColumnType.INTEGER)),
            new Protection.Public())));

    private static Connection connection;

    @BeforeAll
    static void create() throws SQLException {
        connection = DriverManager.getConnection("jdbc:duckdb:");
        String days =
                "(SELECT NULLIF(v, 'NULL') AS v FROM (SELECT unnest(['" + String.join("', '", DAYS) + "']) AS v))";
        String times = "(SELECT unnest(['" + String.join("', '", TIMES) + "']) AS w)";
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE edge AS SELECT CAST(a.v AS DATE) AS d, CAST(b.v AS DATE) AS e,"
                    + " CAST(a.v || ' ' || x.w AS TIMESTAMP) AS t, CAST(b.v || ' ' || y.w AS TIMESTAMP) AS u, n FROM "
                    + days
                    + " AS a, " + days + " AS b, " + times + " AS x, " + times
                    + " AS y, (SELECT unnest([NULL, 0, 1, -1, 31, 400]) AS n) AS z WHERE a.v IS NULL = (b.v IS NULL)");
        }
    }

    @AfterAll
    static void close() throws SQLException {
        connection.close();
    }

    static List<String[]> pairs() {
        List<String[]> pairs = new ArrayList<>();
        for (String unit : DateFunction.UNITS) {
            String dates = "date_diff('" + unit + "', d, e)";
            pairs.add(new String[] {"DATEDIFF('" + unit + "', d, e)", dates});
            pairs.add(new String[] {"DATEDIFF('" + unit + "s', t, u)", "date_diff('" + unit + "', t, u)"});
            pairs.add(new String[] {"DATEDIFF('" + unit + "', d, u)", "date_diff('" + unit + "', d, u)"});
            if (!unit.equals("week")) {
                pairs.add(new String[] {"DATEDIFF(" + unit + ", d, e)", dates});
                pairs.add(new String[] {"DATE_DIFF(e, d, " + unit + ")", dates});
                pairs.add(new String[] {"DATETIME_DIFF(u, t, " + unit + ")", "date_diff('" + unit + "', t, u)"});
            }
        }
        Map<String, String> others = Map.ofEntries(
                Map.entry("d - e", "d - e"),
                Map.entry("DATEDIFF(e, d)", "e - d"),
                Map.entry("d + n", "d + n"),
                Map.entry("n + d", "d + n"),
                Map.entry("d - n", "d - n"),
                Map.entry("d + 30", "d + 30"),
                Map.entry(
                        "DATE_DIFF(e, d, ISOWEEK)", "(date_trunc('week', e)::DATE - date_trunc('week', d)::DATE) // 7"),
                Map.entry(
                        "DATE_DIFF(e, d, WEEK)",
                        "(date_trunc('week', e + 1)::DATE - date_trunc('week', d + 1)::DATE) // 7"),
                Map.entry("t + n * INTERVAL '1' MONTH", "t + to_months(n)"),
                Map.entry("d + n * INTERVAL '1' MONTH", "(d + to_months(n))::DATE"),
                Map.entry("DATEADD(quarter, n, d)", "(d + to_months(3 * n))::DATE"),
                Map.entry("t - INTERVAL '1' HOUR * n", "t - to_hours(n)"),
                Map.entry("DATE_ADD(d, INTERVAL '2' MONTH)", "(d + INTERVAL 2 MONTH)::DATE"),
                Map.entry("DATE_SUB(t, INTERVAL '2' SECOND)", "t - INTERVAL 2 SECOND"),
                Map.entry("LAST_DAY(t)", "last_day(t)"),
                Map.entry("DAYNAME(d)", "dayname(d)"),
                Map.entry("MONTHNAME(t)", "monthname(t)"),
                Map.entry("MAKE_DATE(YEAR(d), MONTH(d), DAY(d))", "d"),
                Map.entry("EPOCH(d)", "epoch(d)::BIGINT"));
        others.forEach((ours, theirs) -> pairs.add(new String[] {ours, theirs}));
        for (char letter : DateFormat.LETTERS.toCharArray()) {
            pairs.add(new String[] {"STRFTIME(t, '%" + letter + "')", "strftime(t, '%" + letter + "')"});
            pairs.add(new String[] {"STRFTIME('%" + letter + "', d)", "strftime(d, '%" + letter + "')"});
        }
        for (char letter : DateFormat.SHORT_LETTERS.toCharArray()) {
            pairs.add(new String[] {"STRFTIME(t, '%-" + letter + "')", "strftime(t, '%-" + letter + "')"});
        }
        return pairs;
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void meansWhatItMeansInTheEngine(String ours, String theirs) throws SQLException {
        String sql = RelationToSql.overPeople(DuckDbDialect.DIALECT)
                .sql(new SqlToRelation(CATALOG)
                        .analyze("SELECT d, e, t, u, n, " + ours + " FROM edge")
                        .relation());
        try (Statement statement = connection.createStatement();
                ResultSet rows =
                        statement.executeQuery("SELECT COUNT(*), COUNT(*) FILTER (WHERE c5 IS DISTINCT FROM v),"
                                + " first(c0 || ' ' || c3 || ': ' || c5 || ' ' || v) FILTER (WHERE c5 IS DISTINCT FROM v)"
                                + " FROM (SELECT *, "
                                + theirs
                                + " AS v FROM (" + sql
                                + ") AS q, LATERAL (SELECT c0 AS d, c1 AS e, c2 AS t, c3 AS u, c4 AS n))")) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getInt(1)).isGreaterThan(1000);
            assertThat(rows.getInt(2)).as(rows.getString(3)).isZero();
        }
    }

    /** Whole units as Java counts them. */
    @ParameterizedTest
    @MethodSource("units")
    void wholeUnitsPass(String name, ChronoUnit unit, long units) throws SQLException {
        String sql = RelationToSql.overPeople(DuckDbDialect.DIALECT)
                .sql(new SqlToRelation(CATALOG)
                        .analyze("SELECT t, u, TIMESTAMPDIFF(" + name + ", t, u), TIMESTAMP_DIFF(u, t, " + name
                                + "), TIMESTAMPDIFF(" + name + ", d, e), d, e FROM edge WHERE n = 0")
                        .relation());
        int compared = 0;
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                LocalDateTime from = rows.getObject(1, LocalDateTime.class);
                LocalDateTime to = rows.getObject(2, LocalDateTime.class);
                if (from == null || to == null) {
                    assertThat(rows.getObject(3)).isNull();
                    continue;
                }
                compared++;
                assertThat(rows.getLong(3)).as(name + " " + from + " " + to).isEqualTo(passed(unit, from, to) / units);
                assertThat(rows.getLong(4)).isEqualTo(rows.getLong(3));
                long days = passed(
                        unit,
                        from.toLocalDate().atStartOfDay(),
                        to.toLocalDate().atStartOfDay());
                assertThat(rows.getLong(5)).isEqualTo(days / units);
            }
        }
        assertThat(compared).isGreaterThan(1000);
    }

    /** Counted from the earlier one; backward from the end of a month Java would count another number of months. */
    private static long passed(ChronoUnit unit, LocalDateTime from, LocalDateTime to) {
        return from.isAfter(to) ? -unit.between(to, from) : unit.between(from, to);
    }

    static List<Object[]> units() {
        return List.of(
                new Object[] {"MILLENNIUM", ChronoUnit.MONTHS, 12_000L},
                new Object[] {"CENTURY", ChronoUnit.MONTHS, 1_200L},
                new Object[] {"DECADE", ChronoUnit.MONTHS, 120L},
                new Object[] {"YEAR", ChronoUnit.MONTHS, 12L},
                new Object[] {"QUARTER", ChronoUnit.MONTHS, 3L},
                new Object[] {"MONTH", ChronoUnit.MONTHS, 1L},
                new Object[] {"WEEK", ChronoUnit.MICROS, 604_800_000_000L},
                new Object[] {"DAY", ChronoUnit.MICROS, 86_400_000_000L},
                new Object[] {"HOUR", ChronoUnit.MICROS, 3_600_000_000L},
                new Object[] {"MINUTE", ChronoUnit.MICROS, 60_000_000L},
                new Object[] {"SECOND", ChronoUnit.MICROS, 1_000_000L},
                new Object[] {"MILLISECOND", ChronoUnit.MICROS, 1_000L},
                new Object[] {"MICROSECOND", ChronoUnit.MICROS, 1L});
    }

    @Test
    void eachFunctionOfDatesIsDecided() throws SQLException {
        Set<String> decided = new HashSet<>(KnownOperators.ALWAYS.functionNames());
        decided.addAll(Set.of("CURRENT_DATE", "JSON_COPY_STRFTIME_IF_DATE", "JSON_COPY_STRFTIME_IF_TIMESTAMP"));
        decided.addAll(FunctionForms.names());
        decided.addAll(RefusedFunctions.names());
        Set<String> open = new TreeSet<>();
        int seen = 0;
        try (Statement statement = connection.createStatement();
                ResultSet functions = statement.executeQuery(
                        "SELECT DISTINCT upper(function_name) FROM duckdb_functions() WHERE function_type IN"
                                + " ('scalar', 'macro') AND function_name SIMILAR TO '[a-z][a-z_]*' AND (function_name IN"
                                + " ('ago', 'days_in_month', 'strptime', 'try_strptime') OR list_has_any(parameter_types,"
                                + " ['DATE', 'TIMESTAMP', 'TIME', 'INTERVAL']) OR return_type IN ('DATE', 'TIME',"
                                + " 'TIMESTAMP'))")) {
            while (functions.next()) {
                seen++;
                if (!decided.contains(functions.getString(1))) {
                    open.add(functions.getString(1));
                }
            }
        }
        assertThat(open).isEmpty();
        assertThat(seen).isGreaterThan(60);
    }
}
