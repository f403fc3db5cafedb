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
import io.tacit.engine.sql.SqlToRelation;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Comparisons with subqueries, as values and as conditions, in each engine: TRUE, FALSE or NULL as reckoned in three values. */
@NullUnmarked
class SubqueriesAsReckonedTest {
    private static final List<Integer> VALUES = Arrays.asList(null, 1, 2);
    /** What the subqueries give, by the number of the set. */
    private static final List<List<List<Integer>>> SETS = List.of(
            List.of(),
            List.of(row(1, 1)),
            List.of(row(1, null)),
            List.of(row(null, null)),
            List.of(row(2, 1), row(1, null)),
            List.of(row(1, 2), row(2, 2)));

    private static final SqlToRelation ANALYZER =
            new SqlToRelation(new Catalog(List.of(table("one", "a", "b"), table("other", "s", "x", "y"))));

    private static Table table(String name, String... columns) {
        return new Table(
                name,
                Arrays.stream(columns)
                        .map(column -> Column.nullable(column, ColumnType.INTEGER))
                        .toList(),
                new Protection.Public());
    }

    private static List<Integer> row(Integer a, Integer b) {
        return Arrays.asList(a, b);
    }

    private static Boolean equal(Integer a, Integer b) {
        return a == null || b == null ? null : (Boolean) a.equals(b);
    }

    private static Boolean above(Integer a, Integer b) {
        return a == null || b == null ? null : (Boolean) (a > b);
    }

    private static Boolean and(Boolean a, Boolean b) {
        return Boolean.FALSE.equals(a) || Boolean.FALSE.equals(b)
                ? Boolean.FALSE
                : a == null ? null : b == null ? null : true;
    }

    private static Boolean not(Boolean a) {
        return a == null ? null : (Boolean) !a;
    }

    private static Boolean any(List<List<Integer>> rows, java.util.function.Function<List<Integer>, Boolean> holds) {
        Boolean none = Boolean.TRUE;
        for (List<Integer> row : rows) {
            none = and(none, not(holds.apply(row)));
        }
        return not(none);
    }

    private interface Meaning extends BiFunction<List<Integer>, List<List<Integer>>, Boolean> {}

    private static Map<String, Meaning> conditions() {
        Meaning in = (one, set) -> any(set, row -> equal(one.get(0), row.get(0)));
        Meaning both = (one, set) -> any(set, row -> and(equal(one.get(0), row.get(0)), equal(one.get(1), row.get(1))));
        Meaning above = (one, set) -> any(set, row -> above(one.get(0), row.get(0)));
        Meaning notAbove = (one, set) -> any(set, row -> not(above(one.get(0), row.get(0))));
        String x = "(SELECT x FROM other WHERE s = %d)";
        String xy = "(SELECT x, y FROM other WHERE s = %d)";
        Map<String, Meaning> conditions = new LinkedHashMap<>();
        conditions.put("a IN " + x, in);
        conditions.put("a NOT IN " + x, (one, set) -> not(in.apply(one, set)));
        conditions.put("NOT (a IN " + x + ")", (one, set) -> not(in.apply(one, set)));
        conditions.put("NOT (a NOT IN " + x + ")", in);
        conditions.put("(a, b) IN " + xy, both);
        conditions.put("(a, b) NOT IN " + xy, (one, set) -> not(both.apply(one, set)));
        conditions.put("NOT ((a, b) IN " + xy + ")", (one, set) -> not(both.apply(one, set)));
        conditions.put(
                "NOT ((a, b) IN " + xy + " AND b = 1)",
                (one, set) -> not(and(both.apply(one, set), equal(one.get(1), 1))));
        conditions.put("a > ANY " + x, above);
        conditions.put("NOT (a > SOME " + x + ")", (one, set) -> not(above.apply(one, set)));
        conditions.put("a > ALL " + x, (one, set) -> not(notAbove.apply(one, set)));
        conditions.put("a = ANY " + x, in);
        conditions.put("a <> ALL " + x, (one, set) -> not(in.apply(one, set)));
        conditions.put(
                "EXISTS (SELECT 1 FROM other WHERE s = %d AND x = a)",
                (one, set) -> Boolean.TRUE.equals(in.apply(one, set)));
        conditions.put(
                "NOT EXISTS (SELECT 1 FROM other WHERE s = %d AND x = a)",
                (one, set) -> !Boolean.TRUE.equals(in.apply(one, set)));
        conditions.put(
                "a = (SELECT x FROM other WHERE s = %d)",
                (one, set) -> set.size() == 1 ? equal(one.get(0), set.get(0).get(0)) : null);
        return conditions;
    }

    private static void areAsReckoned(Connection connection, Dialect dialect) throws SQLException {
        List<String> wrong = new ArrayList<>();
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE one (a integer, b integer)");
            statement.execute("CREATE TABLE other (s integer, x integer, y integer)");
            for (Integer a : VALUES) {
                for (Integer b : VALUES) {
                    statement.execute("INSERT INTO one VALUES (" + a + ", " + b + ")");
                }
            }
            for (int set = 0; set < SETS.size(); set++) {
                for (List<Integer> row : SETS.get(set)) {
                    statement.execute("INSERT INTO other VALUES (" + set + ", " + row.get(0) + ", " + row.get(1) + ")");
                }
            }
            for (Map.Entry<String, Meaning> condition : conditions().entrySet()) {
                for (int set = 0; set < SETS.size(); set++) {
                    String written = String.format(condition.getKey(), set);
                    List<String> values = new ArrayList<>();
                    List<String> kept = new ArrayList<>();
                    for (Integer a : VALUES) {
                        for (Integer b : VALUES) {
                            Boolean holds = condition.getValue().apply(row(a, b), SETS.get(set));
                            values.add(row(a, b) + " " + holds);
                            if (Boolean.TRUE.equals(holds)) {
                                kept.add(row(a, b).toString());
                            }
                        }
                    }
                    String chosen = "SELECT a, b, " + written + " FROM one";
                    List<String> read = read(statement, dialect, chosen, true);
                    if (!read.equals(values.stream().sorted().toList())) {
                        wrong.add(chosen + " is " + read);
                    }
                    String where = "SELECT a, b FROM one WHERE " + written;
                    List<String> rows = read(statement, dialect, where, false);
                    if (!rows.equals(kept.stream().sorted().toList())) {
                        wrong.add(where + " is " + rows);
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    private static List<String> read(Statement statement, Dialect dialect, String query, boolean value)
            throws SQLException {
        List<String> read = new ArrayList<>();
        String sql =
                RelationToSql.overPeople(dialect).sql(ANALYZER.analyze(query).relation());
        try (ResultSet result = statement.executeQuery(sql)) {
            while (result.next()) {
                String row = "[" + result.getString(1) + ", " + result.getString(2) + "]";
                read.add(value ? row + " " + result.getObject(3) : row);
            }
        }
        return read.stream().sorted().toList();
    }

    @Test
    void onDuckDb() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:")) {
            areAsReckoned(connection, DuckDbDialect.DIALECT);
        }
    }

    @Tag("process")
    @Test
    void onPostgres() throws SQLException {
        try (Connection connection = DriverManager.getConnection(TestServer.database())) {
            areAsReckoned(connection, PostgresDialect.DIALECT);
        }
    }
}
