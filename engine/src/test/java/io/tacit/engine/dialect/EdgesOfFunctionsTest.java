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
import io.tacit.engine.sql.AnalyzedQuery;
import io.tacit.engine.sql.RealFunction;
import io.tacit.engine.sql.SqlToRelation;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Edges at which an engine's own functions say something else: both zeros, texts that are cut, and by what a day is moved. */
class EdgesOfFunctionsTest {
    private static final Catalog CATALOG = new Catalog(List.of(new Table(
            "t",
            List.of(
                    Column.nullable("x", ColumnType.DOUBLE),
                    Column.nullable("s", ColumnType.VARCHAR),
                    Column.nullable("n", ColumnType.INTEGER),
                    Column.nullable("d", ColumnType.DATE),
                    Column.nullable("ts", ColumnType.TIMESTAMP)),
            new Protection.Public())));

    private static final List<String> TEXTS = List.of("", "a", "äb", "abc", "ab d", "😀bcde", "abcdef");

    private static final SqlToRelation ANALYZER = new SqlToRelation(CATALOG);

    private static Optional<String> sql(Dialect dialect, String list) {
        try {
            AnalyzedQuery query = ANALYZER.analyze("SELECT " + list + " FROM t");
            return Optional.of(RelationToSql.overPeople(dialect).sql(query.relation()));
        } catch (Refusal refusal) {
            return Optional.empty();
        }
    }

    private static Connection duckDb() throws SQLException {
        return filled(DriverManager.getConnection("jdbc:duckdb:"));
    }

    private static Connection postgres() throws SQLException {
        return filled(DriverManager.getConnection(TestServer.database()));
    }

    /** Two rows of zeros, and one for each text. */
    private static Connection filled(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t (x double precision, s text, n integer, d date, ts timestamp)");
            statement.execute(
                    "INSERT INTO t (x) VALUES (CAST('0.0' AS double precision)), (CAST('-0.0' AS double precision))");
            for (String text : TEXTS) {
                statement.execute("INSERT INTO t (s, n) VALUES ('" + text + "', -1234)");
            }
        }
        return connection;
    }

    private static List<String> column(Connection connection, String sql) throws SQLException {
        List<String> values = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            while (result.next()) {
                values.add(String.valueOf(result.getString(1)));
            }
        }
        return values;
    }

    private static List<String> ofZero() {
        List<String> expressions = new ArrayList<>(List.of(
                "x + 1.5e0",
                "x - 2",
                "3 * x",
                "1 / x",
                "x / 2",
                "MOD(x, 2)",
                "MOD(2, x)",
                "-x",
                "ABS(x)",
                "SIGN(x)",
                "ROUND(x)",
                "ROUND(x, 1)",
                "FLOOR(x)",
                "CEIL(x)",
                "TRUNC(x)",
                "CAST(x AS VARCHAR)",
                "CAST(x AS INTEGER)",
                "CAST(x AS DECIMAL(3, 1))",
                "CAST(x AS BOOLEAN)",
                "x = 0",
                "x < 0",
                "x IS DISTINCT FROM 0",
                "NULLIF(x, 0)",
                "CONCAT(x, 'a')",
                "POWER(x, -1)",
                "POWER(x, 3)",
                "POWER(2, x)"));
        for (RealFunction function : RealFunction.values()) {
            for (String arguments : List.of("(x)", "(x, -2)", "(x, x)")) {
                expressions.add(function.name() + arguments);
            }
        }
        return expressions;
    }

    private static void zerosAreOne(Connection connection, Dialect dialect, int most) throws SQLException {
        List<String> known = ofZero().stream()
                .filter(expression -> sql(dialect, expression).isPresent())
                .toList();
        assertThat(known).hasSizeGreaterThan(most);
        String all = sql(dialect, String.join(", ", known)).orElseThrow() + " WHERE s IS NULL";
        List<String> wrong = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(all)) {
            List<List<String>> rows = new ArrayList<>();
            while (result.next()) {
                List<String> row = new ArrayList<>();
                for (int i = 0; i < known.size(); i++) {
                    row.add(String.valueOf(result.getString(i + 1)).replaceFirst("^-0(\\.0)?$", "0$1"));
                }
                rows.add(row);
            }
            for (int i = 0; i < known.size(); i++) {
                if (!rows.get(0).get(i).equals(rows.get(1).get(i))) {
                    wrong.add(known.get(i) + " is " + rows.get(0).get(i) + " and "
                            + rows.get(1).get(i));
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void bothZerosAreOneValueOnDuckDb() throws SQLException {
        try (Connection connection = duckDb()) {
            zerosAreOne(connection, DuckDbDialect.DIALECT, 45);
        }
    }

    @Tag("process")
    @Test
    void bothZerosAreOneValueOnPostgres() throws SQLException {
        try (Connection connection = postgres()) {
            zerosAreOne(connection, PostgresDialect.DIALECT, 30);
        }
    }

    private static void areCut(Connection connection, Dialect dialect) throws SQLException {
        for (int first = 1; first < 6; first++) {
            for (int second = 1; second < 6; second++) {
                int least = Math.min(first, second);
                String sql = sql(dialect, "CAST(CAST(s AS VARCHAR(" + first + ")) AS VARCHAR(" + second + "))")
                        .orElseThrow();
                assertThat(column(connection, sql + " WHERE s IS NOT NULL"))
                        .as(sql)
                        .containsExactlyInAnyOrderElementsOf(TEXTS.stream()
                                .map(text -> text.substring(
                                        0,
                                        text.offsetByCodePoints(
                                                0, Math.min(least, text.codePointCount(0, text.length())))))
                                .toList());
            }
            String number = sql(dialect, "CAST(n AS VARCHAR(" + first + "))").orElseThrow();
            assertThat(column(connection, number + " WHERE n IS NOT NULL")).containsOnly("-1234".substring(0, first));
        }
    }

    @Test
    void textsAreCutToTheirDeclaredLengthsOnDuckDb() throws SQLException {
        try (Connection connection = duckDb()) {
            areCut(connection, DuckDbDialect.DIALECT);
        }
    }

    @Tag("process")
    @Test
    void textsAreCutToTheirDeclaredLengthsOnPostgres() throws SQLException {
        try (Connection connection = postgres()) {
            areCut(connection, PostgresDialect.DIALECT);
        }
    }

    /** A day has no hours by which it could be moved, unless they are whole days; a timestamp has. */
    @Test
    void aDayIsMovedByWholeDays() {
        for (String unit : List.of("YEAR", "MONTH", "DAY", "HOUR", "MINUTE", "SECOND")) {
            boolean days = List.of("YEAR", "MONTH", "DAY").contains(unit);
            for (String amount : List.of("-1", "24", "36")) {
                boolean whole = days || unit.equals("HOUR") && Integer.parseInt(amount) % 24 == 0;
                for (String form :
                        List.of("%s - INTERVAL '%s' %s", "%s + n * INTERVAL '%s' %s", "%s + INTERVAL '%s' %s * n ")) {
                    for (String moved : List.of("d", "ts")) {
                        String expression = String.format(form, moved, amount, unit);
                        assertThat(sql(DuckDbDialect.DIALECT, expression).isPresent())
                                .as(expression)
                                .isEqualTo(whole || moved.equals("ts"));
                        assertThat(sql(PostgresDialect.DIALECT, expression).isPresent())
                                .as(expression)
                                .isEqualTo((whole || moved.equals("ts")) && !form.contains("n "));
                    }
                }
            }
        }
    }
}
