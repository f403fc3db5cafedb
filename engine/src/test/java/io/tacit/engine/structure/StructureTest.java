package io.tacit.engine.structure;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.dialect.RelationToSql;
import io.tacit.engine.dialect.duckdb.DuckDbDialect;
import io.tacit.engine.ownership.AssignOwners;
import io.tacit.engine.ownership.PrivateAggregation;
import io.tacit.engine.randomqueries.RandomDatabase;
import io.tacit.engine.randomqueries.RandomQueries;
import io.tacit.engine.randomqueries.RandomTable;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.sql.SqlToRelation;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.apache.calcite.rel.RelNode;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** No person has more rows, groups or values than the structure says, counted in the data. */
@NullUnmarked
class StructureTest {
    /** Without anything left out: 20,000. */
    private static final int QUERIES = Integer.getInteger("tacit.structures", 250);

    /** What was counted and what was known, so that the test shows that something is known. */
    static final class Tally {
        int tried;
        int known;
        int reached;
        int proven;

        void add(OptionalLong most, long counted, String what, String sql) {
            tried++;
            if (most.isPresent()) {
                known++;
                reached += most.getAsLong() == counted ? 1 : 0;
                assertThat(counted).as(what + " of\n" + sql).isLessThanOrEqualTo(most.getAsLong());
            }
        }
    }

    private static final List<String> FRAMES = List.of(
            "",
            " ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW",
            " ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING",
            " ROWS BETWEEN 1 PRECEDING AND CURRENT ROW",
            " ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING",
            " RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW",
            " RANGE BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING",
            " RANGE BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING");

    @Test
    void nobodyHasMoreThanTheStructureSays() throws SQLException {
        Tally tally = new Tally();
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:")) {
            ShopTables.create(connection, true);
            for (int seed = 0; seed < QUERIES; seed++) {
                for (PrivateAggregation release :
                        releases(new RandomPlans(new Random(seed)).query(), ShopTables.CATALOG)) {
                    check(connection, release, ShopTables.CATALOG, true, tally);
                }
            }
        }
        assertThat(tally.tried).isGreaterThan(5 * QUERIES);
        assertThat(tally.known).isGreaterThan(tally.tried / 4);
        assertThat(tally.reached).isGreaterThan(tally.known / 3);
        assertThat(tally.proven).isGreaterThan(QUERIES / 20);
    }

    /**
     * Keys that are not unique, and rows beside the declared values: what is proven without declarations still holds.
     */
    @Test
    void whatIsProvenHoldsOfAnyData() throws SQLException {
        Tally tally = new Tally();
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:")) {
            ShopTables.create(connection, false);
            for (int seed = 0; seed < QUERIES; seed++) {
                for (PrivateAggregation release :
                        releases(new RandomPlans(new Random(seed)).query(), ShopTables.CATALOG)) {
                    check(connection, release, ShopTables.CATALOG, false, tally);
                }
            }
        }
        assertThat(tally.proven).isGreaterThan(QUERIES / 20);
    }

    /** The random queries of the other tests too, which know other operators and values. */
    @Test
    void otherRandomQueriesToo() throws SQLException {
        Tally tally = new Tally();
        for (int data = 0; data < 4; data++) {
            SplittableRandom random = new SplittableRandom(data);
            RandomDatabase database = new RandomDatabase(random, 12);
            Catalog catalog = new Catalog(
                    database.tables().stream().map(RandomTable::table).toList());
            try (Connection connection = DriverManager.getConnection("jdbc:duckdb:")) {
                database.create(connection);
                RandomQueries queries = RandomQueries.slack(random, database);
                for (int i = 0; i < QUERIES / 20; i++) {
                    for (PrivateAggregation release : releases(queries.next().tacit(5), catalog)) {
                        check(connection, release, catalog, true, tally);
                    }
                }
            }
        }
        assertThat(tally.known).isGreaterThan(tally.tried / 20);
    }

    /** Rows seem to be fewer than they are where NULL is filled in, or a value has several literals. */
    @Test
    void nothingIsProvenOfWhatOnlySeemsSo() throws SQLException {
        String all = "(SELECT uid, day FROM orders GROUP BY uid, day) AS b";
        String people = "(SELECT uid FROM orders GROUP BY uid) AS p";
        List<String> queries = List.of(
                "SELECT b.day, COUNT(*) FROM (SELECT uid, MAX(day) AS day FROM orders WHERE uid = 3 GROUP BY uid) AS a"
                        + " FULL JOIN " + all + " ON a.uid = b.uid AND a.day = b.day"
                        + " WHERE COALESCE(a.day, DATE '1999-01-01') = DATE '1999-01-01' GROUP BY b.day",
                "SELECT b.day, COUNT(*) FROM " + all + " FULL JOIN (SELECT uid, MAX(day) AS day FROM orders"
                        + " WHERE uid = 3 GROUP BY uid) AS a ON a.uid = b.uid AND a.day = b.day"
                        + " WHERE COALESCE(a.day, DATE '1999-01-01') = DATE '1999-01-01' GROUP BY b.day",
                "SELECT k, COUNT(*) FROM " + people + " CROSS JOIN (VALUES (TIMESTAMP '2024-01-01 00:00:00', 'a'),"
                        + " (TIMESTAMP '2024-01-01 00:00:00.0', 'b')) AS v(t, k)"
                        + " WHERE t = TIMESTAMP '2024-01-01 00:00:00' GROUP BY k",
                "SELECT k, COUNT(*) FROM " + people + " CROSS JOIN (VALUES (1, 'a'), (1.0, 'b')) AS v(n, k)"
                        + " WHERE n = 1 GROUP BY k",
                "SELECT code, COUNT(*) FROM " + people
                        + " CROSS JOIN (SELECT code FROM nations LIMIT 4294967297) AS n GROUP BY code");
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:")) {
            ShopTables.create(connection, false);
            for (String query : queries) {
                List<PrivateAggregation> releases = releases(query, ShopTables.CATALOG);
                assertThat(releases).as(query).hasSize(1);
                PrivateAggregation release = releases.get(0);
                String sql = RelationToSql.overPeople(DuckDbDialect.DIALECT).sql(release.input());
                Map<Object, Long> counted = rows(connection, sql).stream()
                        .filter(row -> row.get(release.unit()) != null)
                        .collect(Collectors.groupingBy(row -> row.get(release.unit()), Collectors.counting()));
                assertThat(Collections.max(counted.values()))
                        .as(query)
                        .isGreaterThan(1)
                        .isLessThanOrEqualTo(Structure.of(release, ShopTables.CATALOG)
                                .provenRows()
                                .orElse(Long.MAX_VALUE));
            }
        }
    }

    /** Each aggregate as a window with each frame, with and without an order and a partition, over people's rows. */
    @Test
    void noWindowOfAPersonHasMoreValues() throws SQLException {
        Tally tally = new Tally();
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:")) {
            ShopTables.create(connection, true);
            for (String window : windows("PARTITION BY uid", "kind")) {
                String query = "SELECT w, COUNT(*) FROM (SELECT " + window + " AS w FROM orders) AS o GROUP BY w";
                for (PrivateAggregation release : releases(query, ShopTables.CATALOG)) {
                    check(connection, release, ShopTables.CATALOG, true, tally);
                }
            }
        }
        assertThat(tally.known).isGreaterThan(30);
        assertThat(tally.reached).isGreaterThan(10);
    }

    /** The same over public rows, before anything is made of the relation: each judgement holds by itself. */
    @Test
    void noWindowHasMoreValues() throws SQLException {
        Tally tally = new Tally();
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:")) {
            ShopTables.create(connection, true);
            List<String> windows = new ArrayList<>(windows("", "code"));
            windows.addAll(windows("PARTITION BY continent", "code"));
            for (String window : windows) {
                RelNode relation = new SqlToRelation(ShopTables.CATALOG)
                        .analyze("SELECT " + window + " AS w FROM nations")
                        .relation();
                OptionalLong most = Facts.declared(ShopTables.CATALOG)
                        .values(relation, Fixed.NOTHING, 0)
                        .all()
                        .known();
                String sql = RelationToSql.overPeople(DuckDbDialect.DIALECT).sql(relation);
                tally.add(most, Set.copyOf(rows(connection, sql)).size(), "values", sql);
            }
        }
        assertThat(tally.tried).isEqualTo(2 * 5 * (4 + 1 + FRAMES.size()));
        assertThat(tally.reached).isGreaterThan(10);
    }

    /** What each condition between columns with NULLs leaves of the rows of a group: NULL is one of the groups. */
    @Test
    void noConditionLeavesMoreThanItSays() throws SQLException {
        Tally tally = new Tally();
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:")) {
            ShopTables.create(connection, true);
            try (Statement statement = connection.createStatement()) {
                statement.execute("INSERT INTO shifts SELECT 1, DATE '2024-01-01' + CAST(range AS INTEGER),"
                        + " CASE WHEN range < 3 THEN chr(CAST(97 + range AS INTEGER)) END FROM range(6)");
            }
            for (String condition : List.of(
                    "place = NULLIF(place, 'x')",
                    "place <> NULLIF(place, 'x') || 'a'",
                    "place < NULLIF(place, 'x') || 'a'",
                    "place <= NULLIF(place, 'x')",
                    "place || 'a' > NULLIF(place, 'x')",
                    "place >= NULLIF(place, 'x')",
                    "place IS DISTINCT FROM 'a'",
                    "place IS NOT DISTINCT FROM NULLIF(place, 'x')",
                    "place IS NULL",
                    "place IS NOT NULL",
                    "place IN ('a', 'b')",
                    "place NOT IN ('a', 'b')",
                    "place = 'a' OR place = 'b'",
                    "NOT (place = 'a')",
                    "(place = 'a') IS NOT TRUE")) {
                String query = "SELECT place, COUNT(*) FROM shifts WHERE " + condition + " GROUP BY place";
                List<PrivateAggregation> releases = releases(query, ShopTables.CATALOG);
                for (PrivateAggregation release : releases) {
                    check(connection, release, ShopTables.CATALOG, true, tally);
                }
            }
        }
        assertThat(tally.known).isGreaterThan(10);
    }

    /** Each kind of join with a side that is empty: rows that a join keeps are there without a match. */
    @Test
    void noJoinWithAnEmptySideHasMoreRows() throws SQLException {
        Tally tally = new Tally();
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:")) {
            ShopTables.create(connection, true);
            for (String kind : List.of("JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN")) {
                for (String never : List.of(
                        "customers WHERE FALSE",
                        "customers WHERE uid = 3 AND uid = 4",
                        "customers WHERE uid IN (SELECT 1 WHERE FALSE)",
                        "customers JOIN (SELECT code FROM nations LIMIT 0) AS n ON TRUE")) {
                    String full = "(SELECT uid, country FROM customers) AS a";
                    String empty = "(SELECT uid, country FROM " + never + ") AS b";
                    for (String sides : List.of(full + " " + kind + " " + empty, empty + " " + kind + " " + full)) {
                        for (PrivateAggregation release : releases(
                                "SELECT a.country, COUNT(*) FROM " + sides + " ON a.uid = b.uid GROUP BY a.country",
                                ShopTables.CATALOG)) {
                            check(connection, release, ShopTables.CATALOG, true, tally);
                        }
                    }
                }
            }
        }
        assertThat(tally.known).isGreaterThan(50);
    }

    private static List<String> windows(String partition, String column) {
        List<String> windows = new ArrayList<>();
        for (String aggregate : List.of("COUNT(%s)", "SUM(LENGTH(%s))", "AVG(LENGTH(%s))", "MIN(%s)", "MAX(%s)")) {
            for (String order : List.of("", " ORDER BY %s")) {
                for (String frame : FRAMES) {
                    if (!order.isEmpty() || !frame.contains("RANGE")) {
                        windows.add((aggregate + " OVER (" + partition + order + frame + ")").replace("%s", column));
                    }
                }
            }
        }
        return windows;
    }

    static List<PrivateAggregation> releases(String sql, Catalog catalog) {
        try {
            return AssignOwners.cut(new SqlToRelation(catalog).analyze(sql), catalog)
                    .releases();
        } catch (Refusal refused) {
            // Such as two kinds of joins that leave the person unknown.
            return List.of();
        }
    }

    static void check(
            Connection connection, PrivateAggregation release, Catalog catalog, boolean asDeclared, Tally tally)
            throws SQLException {
        Structure structure = Structure.of(release, catalog);
        String sql = RelationToSql.overPeople(DuckDbDialect.DIALECT).sql(release.input());
        List<List<Object>> rows = rows(connection, sql);
        int unit = release.unit();
        List<Integer> keys = release.keys().asList();
        Map<Object, List<List<Object>>> people = new HashMap<>();
        Map<Object, List<List<Object>>> groups = new HashMap<>();
        for (List<Object> row : rows) {
            if (row.get(unit) != null) {
                people.computeIfAbsent(row.get(unit), any -> new ArrayList<>()).add(row);
                List<Object> group = new ArrayList<>(some(row, keys));
                group.add(row.get(unit));
                groups.computeIfAbsent(group, any -> new ArrayList<>()).add(row);
            }
        }
        long most = largest(people.values());
        tally.proven += structure.provenRows().isPresent() ? 1 : 0;
        tally.add(structure.provenRows(), most, "proven rows", sql);
        if (!asDeclared) {
            return;
        }
        tally.add(structure.rows(), most, "rows", sql);
        tally.add(structure.rowsPerGroup(), largest(groups.values()), "rows in a group", sql);
        tally.add(structure.groups(), different(people.values(), keys), "groups", sql);
        for (int i = 0; i < keys.size(); i++) {
            tally.add(
                    structure.keys().get(i).values(),
                    different(people.values(), List.of(keys.get(i))),
                    "key " + i,
                    sql);
        }
        structure.differentValues().forEach((field, values) -> {
            long present = groups.values().stream()
                    .mapToLong(group -> group.stream()
                            .map(row -> row.get(field))
                            .filter(java.util.Objects::nonNull)
                            .distinct()
                            .count())
                    .max()
                    .orElse(0);
            tally.add(OptionalLong.of(values), present, "different values of " + field, sql);
        });
    }

    private static long largest(Collection<List<List<Object>>> lists) {
        return lists.stream().mapToLong(List::size).max().orElse(0);
    }

    private static long different(Collection<List<List<Object>>> people, List<Integer> fields) {
        long most = 0;
        for (List<List<Object>> rows : people) {
            Set<List<Object>> seen = new HashSet<>();
            rows.forEach(row -> seen.add(some(row, fields)));
            most = Math.max(most, seen.size());
        }
        return most;
    }

    private static List<Object> some(List<Object> row, List<Integer> fields) {
        List<Object> some = new ArrayList<>();
        fields.forEach(field -> some.add(row.get(field)));
        return some;
    }

    private static List<List<Object>> rows(Connection connection, String sql) throws SQLException {
        List<List<Object>> all = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(sql)) {
            int width = found.getMetaData().getColumnCount();
            while (found.next()) {
                List<Object> row = new ArrayList<>();
                for (int i = 1; i <= width; i++) {
                    Object value = found.getObject(i);
                    row.add(value instanceof Double real && real == 0 ? Double.valueOf(0) : value);
                }
                all.add(row);
            }
        }
        return all;
    }
}
