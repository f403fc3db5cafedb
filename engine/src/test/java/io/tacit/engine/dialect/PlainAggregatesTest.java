package io.tacit.engine.dialect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Aggregates of plain SQL in each engine, over groups of few values, and in all their windows: the same as reckoned in Java. */
@NullUnmarked
class PlainAggregatesTest {
    private static final double NEAR = 1e-12;

    /** Which of the values each group has, by number; the last one has nothing but NULL. */
    private static final List<List<Integer>> GROUPS =
            List.of(List.of(0, 1, 2, 3, 4, 5), List.of(2, 1, 0), List.of(5, 3, 4), List.of(1), List.of(5, 5));

    private static final int ALL = GROUPS.size();

    private static final Catalog CATALOG = new Catalog(List.of(new Table(
            "t",
            List.of(
                    Column.nullable("g", ColumnType.INTEGER),
                    Column.nullable("i", ColumnType.INTEGER),
                    Column.nullable("n", ColumnType.decimal(6, 2)),
                    Column.nullable("w", ColumnType.decimal(38, 2)),
                    Column.nullable("x", ColumnType.DOUBLE),
                    Column.nullable("y", ColumnType.DOUBLE),
                    Column.nullable("s", ColumnType.VARCHAR),
                    Column.nullable("f", ColumnType.BOOLEAN),
                    Column.nullable("d", ColumnType.DATE),
                    Column.nullable("ts", ColumnType.TIMESTAMP)),
            new Protection.Public())));

    /** The aggregates that PostgreSQL lacks. */
    private static final List<String> LACKING = List.of(
            "VAR",
            "STDDEV",
            "MEDIAN",
            "PERCENTILE_CONT",
            "COVAR",
            "CORR",
            "REGR",
            "SUM(DISTINCT x)",
            "AVG(DISTINCT x)");

    private record Query(List<String> aggregates, String sql) {}

    /** A query of some aggregates behind the group, for each group and for all rows together. */
    private static Query grouped(List<String> aggregates) {
        return new Query(
                aggregates,
                "SELECT CASE WHEN GROUPING(g) = 1 THEN " + ALL + " ELSE g END, " + String.join(", ", aggregates)
                        + " FROM t GROUP BY ROLLUP(g)");
    }

    /** The same of windows, of which one is all rows. */
    private static List<Query> windows(List<String> aggregates) {
        String each =
                aggregates.stream().map(one -> one + " OVER (PARTITION BY g)").collect(Collectors.joining(", "));
        String all = aggregates.stream().map(one -> one + " OVER ()").collect(Collectors.joining(", "));
        return List.of(
                new Query(aggregates, "SELECT g, " + each + " FROM t"),
                new Query(aggregates, "SELECT " + ALL + ", " + all + " FROM t"));
    }

    private static void fill(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(
                    "CREATE TABLE t (g integer, i integer, n decimal(6,2), w decimal(38,2), x double precision,"
                            + " y double precision, s text, f boolean, d date, ts timestamp)");
        }
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO t VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
            for (int group = 0; group < ALL; group++) {
                for (int value : GROUPS.get(group)) {
                    insert.setInt(1, group);
                    for (int column = 0; column < AggregatesInJava.COLUMNS.size(); column++) {
                        insert.setObject(
                                column + 2,
                                AggregatesInJava.VALUES
                                        .get(AggregatesInJava.COLUMNS.get(column))
                                        .get(value));
                    }
                    insert.executeUpdate();
                }
            }
        }
    }

    private static List<Integer> rows(int group) {
        return group < ALL
                ? GROUPS.get(group)
                : IntStream.range(0, ALL)
                        .boxed()
                        .flatMap(each -> GROUPS.get(each).stream())
                        .toList();
    }

    private static boolean isThat(Object expected, String read) {
        if (expected == null || read == null) {
            return expected == null && read == null;
        }
        if (expected instanceof Double real) {
            double other = Double.parseDouble(read);
            return Double.compare(real + 0.0, other) == 0
                    || Math.abs(real - other) <= NEAR * Math.max(1, Math.abs(real));
        }
        return expected instanceof BigDecimal exact
                ? exact.compareTo(new BigDecimal(read)) == 0
                : expected instanceof Boolean truth
                        ? truth.equals(read.startsWith("t"))
                        : expected instanceof LocalDate day
                                ? day.equals(LocalDate.parse(read.substring(0, 10)))
                                : expected instanceof LocalDateTime time
                                        ? time.equals(LocalDateTime.parse(read.replace(' ', 'T')))
                                        : expected.equals(read);
    }

    private static Map<String, String> differences(Connection connection, RelationToSql printer, List<Query> queries)
            throws SQLException {
        Map<String, String> differences = new TreeMap<>();
        for (Query query : queries) {
            int read = 0;
            String sql =
                    printer.sql(new SqlToRelation(CATALOG).analyze(query.sql()).relation());
            try (Statement statement = connection.createStatement();
                    ResultSet result = statement.executeQuery(sql)) {
                while (result.next()) {
                    read++;
                    int group = result.getInt(1);
                    for (int i = 0; i < query.aggregates().size(); i++) {
                        String aggregate = query.aggregates().get(i);
                        Object expected = AggregatesInJava.ALL.get(aggregate).of(rows(group));
                        String value = result.getString(i + 2);
                        if (!isThat(expected, value)) {
                            differences.put(
                                    aggregate + " of " + query.sql().replaceAll(".*FROM t", ""),
                                    "of " + rows(group) + " is " + value + ", not " + expected);
                        }
                    }
                }
            }
            assertThat(read).isGreaterThan(ALL);
        }
        return differences;
    }

    private static List<String> aggregates(boolean lacking) {
        return AggregatesInJava.ALL.keySet().stream()
                .filter(name -> LACKING.stream().anyMatch(name::startsWith) == lacking)
                .toList();
    }

    /** Those that may have a window: no quantile, none of two columns and none with FILTER. */
    private static List<String> inWindows(List<String> aggregates) {
        return aggregates.stream()
                .filter(name -> !name.matches("(MEDIAN|PERCENTILE|CO|REGR|BOOL).*|.*(FILTER| s\\)|\\)\\)).*")
                        || name.startsWith("COUNT(") && !name.contains(", ") && !name.contains("FILTER"))
                .toList();
    }

    @Test
    void areAsReckonedOnDuckDb() throws SQLException {
        List<String> all = new ArrayList<>(aggregates(false));
        all.addAll(aggregates(true));
        List<Query> queries = new ArrayList<>(List.of(grouped(all)));
        queries.addAll(windows(inWindows(all)));
        List<String> finite =
                all.stream().filter(name -> !name.matches("(SUM|AVG)\\(y\\)")).toList();
        List<Query> released = new ArrayList<>(List.of(grouped(finite)));
        released.addAll(windows(inWindows(finite)));
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:")) {
            fill(connection);
            assertThat(differences(connection, RelationToSql.overPeople(DuckDbDialect.DIALECT), queries))
                    .isEmpty();
            assertThat(differences(connection, RelationToSql.overReleased(DuckDbDialect.DIALECT), released))
                    .isEmpty();
        }
    }

    @Tag("process")
    @Test
    void areAsReckonedOnPostgres() throws SQLException {
        List<Query> queries = new ArrayList<>(List.of(grouped(aggregates(false))));
        queries.addAll(windows(inWindows(aggregates(false)).stream()
                .filter(name -> !name.contains("DISTINCT") && !name.contains("(f)"))
                .toList()));
        try (Connection connection = DriverManager.getConnection(TestServer.database())) {
            fill(connection);
            assertThat(differences(connection, RelationToSql.overPeople(PostgresDialect.DIALECT), queries))
                    .isEmpty();
        }
        for (String aggregate : aggregates(true)) {
            Query query = grouped(List.of(aggregate));
            assertThatThrownBy(() -> RelationToSql.overPeople(PostgresDialect.DIALECT)
                            .sql(new SqlToRelation(CATALOG).analyze(query.sql()).relation()))
                    .as(aggregate)
                    .isInstanceOf(Refusal.class);
        }
    }
}
