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
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.calcite.rel.RelNode;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Joins of every kind between filtered sides, in each engine: the same rows as reckoned row by row. */
@NullUnmarked
class JoinsAsReckonedTest {
    private static final List<List<Integer>> A =
            List.of(row(1, 10), row(1, 20), row(2, 30), row(null, 40), row(3, null));
    private static final List<List<Integer>> B = List.of(row(1, 5), row(2, 6), row(2, 7), row(null, 8), row(4, 9));

    private static final SqlToRelation ANALYZER =
            new SqlToRelation(new Catalog(List.of(table("a", "n"), table("b", "m"))));

    private static List<Integer> row(Integer... values) {
        return Arrays.asList(values);
    }

    private static Table table(String name, String second) {
        return new Table(
                name,
                List.of(Column.nullable("k", ColumnType.INTEGER), Column.nullable(second, ColumnType.INTEGER)),
                new Protection.Public());
    }

    private record Side(String sql, List<List<Integer>> rows) {
        static Side of(String sql, List<List<Integer>> rows, Predicate<List<Integer>> kept) {
            return new Side(sql, rows.stream().filter(kept).toList());
        }
    }

    private static boolean above(Integer value, int least) {
        return value != null && value > least;
    }

    private static boolean isIn(Integer key, List<List<Integer>> rows) {
        return key != null && rows.stream().anyMatch(row -> key.equals(row.get(0)));
    }

    private static final List<Side> LEFT = List.of(
            new Side("a", A),
            Side.of("(SELECT * FROM a WHERE n > 15) AS a", A, row -> above(row.get(1), 15)),
            Side.of("(SELECT * FROM a WHERE k IN (SELECT k FROM b)) AS a", A, row -> isIn(row.get(0), B)));

    private static final List<Side> RIGHT = List.of(
            new Side("b", B),
            Side.of("(SELECT * FROM b WHERE m > 5) AS b", B, row -> above(row.get(1), 5)),
            Side.of(
                    "(SELECT * FROM b WHERE EXISTS (SELECT 1 FROM a WHERE a.k = b.k)) AS b",
                    B,
                    row -> isIn(row.get(0), A)),
            new Side(
                    "(SELECT b.k, c.m FROM b JOIN b AS c ON b.k = c.k) AS b",
                    B.stream()
                            .flatMap(one -> B.stream()
                                    .filter(other ->
                                            one.get(0) != null && one.get(0).equals(other.get(0)))
                                    .map(other -> row(one.get(0), other.get(1))))
                            .toList()));

    private record On(String sql, BiPredicate<List<Integer>, List<Integer>> holds) {}

    private static final BiPredicate<List<Integer>, List<Integer>> EQUAL =
            (a, b) -> a.get(0) != null && a.get(0).equals(b.get(0));

    private static final List<On> CONDITIONS = List.of(
            new On("a.k = b.k", EQUAL),
            new On("a.k = b.k AND m > 6", EQUAL.and((a, b) -> above(b.get(1), 6))),
            new On("a.k = b.k AND n > 15", EQUAL.and((a, b) -> above(a.get(1), 15))));

    private record Kept(String sql, Predicate<List<Integer>> holds) {}

    private static final List<Kept> WHERE = List.of(
            new Kept("", row -> true),
            new Kept(" WHERE n IS NULL", row -> row.get(1) == null),
            new Kept(" WHERE m > 5", row -> above(row.get(3), 5)));

    private static List<List<Integer>> joined(String kind, List<List<Integer>> left, List<List<Integer>> right, On on) {
        List<List<Integer>> rows = new ArrayList<>();
        for (List<Integer> a : left) {
            List<List<Integer>> partners =
                    right.stream().filter(b -> on.holds().test(a, b)).toList();
            partners.forEach(b -> rows.add(row(a.get(0), a.get(1), b.get(0), b.get(1))));
            if (partners.isEmpty() && (kind.equals("LEFT") || kind.equals("FULL"))) {
                rows.add(row(a.get(0), a.get(1), null, null));
            }
        }
        if (kind.equals("RIGHT") || kind.equals("FULL")) {
            right.stream()
                    .filter(b -> left.stream().noneMatch(a -> on.holds().test(a, b)))
                    .forEach(b -> rows.add(row(null, null, b.get(0), b.get(1))));
        }
        return rows;
    }

    private record Query(String sql, RelNode relation, List<String> expected) {}

    private static List<Query> queries() {
        List<Query> queries = new ArrayList<>();
        for (String kind : List.of("INNER", "LEFT", "RIGHT", "FULL")) {
            for (Side left : LEFT) {
                for (Side right : RIGHT) {
                    // PostgreSQL has no full join but on equal columns.
                    for (On on : kind.equals("FULL") ? CONDITIONS.subList(0, 1) : CONDITIONS) {
                        Kept where = WHERE.get(queries.size() % WHERE.size());
                        String sql = "SELECT b.m, a.n, a.k, b.k FROM " + left.sql() + " " + kind + " JOIN "
                                + right.sql() + " ON " + on.sql() + where.sql();
                        queries.add(new Query(
                                sql,
                                ANALYZER.analyze(sql).relation(),
                                joined(kind, left.rows(), right.rows(), on).stream()
                                        .filter(where.holds())
                                        .map(row -> row(row.get(3), row.get(1), row.get(0), row.get(2))
                                                .toString())
                                        .sorted()
                                        .toList()));
                    }
                }
            }
        }
        String turned = "SELECT d, c, b, a FROM (VALUES (1, 2, 3, 4), (5, 6, 7, 8)) AS t(a, b, c, d) ORDER BY a";
        queries.add(new Query(turned, ANALYZER.analyze(turned).relation(), List.of("[4, 3, 2, 1]", "[8, 7, 6, 5]")));
        // Columns of a query, in another order and left out.
        for (String list : List.of("m, s, k, s", "k, m, s, m")) {
            String sql = "SELECT " + list + " FROM (SELECT k, m, m + 1 AS s, -m AS t FROM b) AS q";
            queries.add(new Query(
                    sql,
                    ANALYZER.analyze(sql).relation(),
                    B.stream()
                            .map(row -> list.startsWith("m")
                                    ? row(row.get(1), row.get(1) + 1, row.get(0), row.get(1) + 1)
                                    : row(row.get(0), row.get(1), row.get(1) + 1, row.get(1)))
                            .map(List::toString)
                            .sorted()
                            .toList()));
        }
        return queries;
    }

    private static void areAsReckoned(Connection connection, Dialect dialect) throws SQLException {
        List<String> wrong = new ArrayList<>();
        try (Statement statement = connection.createStatement()) {
            for (String table : List.of("a", "b")) {
                statement.execute(
                        "CREATE TABLE " + table + " (k integer, " + (table.equals("a") ? "n" : "m") + " integer)");
                statement.execute("INSERT INTO " + table + " VALUES "
                        + (table.equals("a") ? A : B)
                                .stream()
                                        .map(row ->
                                                row.toString().replace('[', '(').replace(']', ')'))
                                        .collect(Collectors.joining(", ")));
            }
            for (Query query : queries()) {
                List<String> read = new ArrayList<>();
                try (ResultSet result =
                        statement.executeQuery(RelationToSql.overPeople(dialect).sql(query.relation()))) {
                    while (result.next()) {
                        read.add(Stream.of(
                                        result.getObject(1),
                                        result.getObject(2),
                                        result.getObject(3),
                                        result.getObject(4))
                                .map(String::valueOf)
                                .toList()
                                .toString());
                    }
                }
                if (!read.stream().sorted().toList().equals(query.expected())) {
                    wrong.add(query.sql() + " is " + read + ", not " + query.expected());
                }
            }
        }
        assertThat(wrong).isEmpty();
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
