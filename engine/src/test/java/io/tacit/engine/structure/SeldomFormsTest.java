package io.tacit.engine.structure;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.ownership.PrivateAggregation;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/**
 * Keys that random queries seldom have: what a row outside decides, aggregates and windows that may be NULL, and numbers of
 * rows that more than one join or condition decides. Each is a key alone and with the others; nobody has more values, groups
 * or rows than the structure says, counted in the data.
 */
@NullUnmarked
class SeldomFormsTest {
    /** The keys, and what they are of. */
    private record Form(String relation, List<String> keys) {
        private List<String> queries() {
            List<String> queries = new ArrayList<>();
            List<String> all = new ArrayList<>(keys);
            if (keys.size() > 1) {
                all.add(String.join(", ", keys));
            }
            for (String key : all) {
                queries.add("SELECT " + key + ", COUNT(*) FROM " + relation + " GROUP BY " + key);
            }
            return queries;
        }
    }

    private static Form of(String relation, String... keys) {
        return new Form(relation, List.of(keys));
    }

    /** Values that are made of each row by itself, or of other rows for each row. */
    private static final List<Form> OF_EACH_ROW = List.of(
            of("orders AS o, LATERAL (SELECT o.amount * 2 AS y, o.amount > 1 AS z) AS l", "l.y", "l.z"),
            of("orders AS o, LATERAL (SELECT CASE WHEN o.amount > 1 THEN 1 ELSE 0 END AS y) AS l", "l.y", "o.kind"),
            of("orders AS o LEFT JOIN LATERAL (SELECT o.kind AS y) AS l ON TRUE", "l.y", "o.kind"),
            of("orders AS o, UNNEST(SPLIT(COALESCE(o.kind, '?') || ',b', ',')) AS u(y)", "u.y", "o.kind"),
            of(
                    "customers AS c, LATERAL (SELECT o.kind AS y, o.amount AS z FROM orders AS o WHERE o.uid = c.uid) AS l",
                    "l.y",
                    "l.z",
                    "c.country"),
            of(
                    "orders AS o, LATERAL (SELECT n.code AS y FROM nations AS n WHERE CHAR_LENGTH(n.code) = o.amount) AS l",
                    "l.y"),
            of(
                    "(SELECT uid, amount, (SELECT MAX(w) FROM (VALUES (0), (1), (2)) AS v(w) WHERE w < o.amount) AS y,"
                            + " (SELECT MAX(w) FROM (VALUES (0), (1), (2)) AS v(w)) AS same,"
                            + " EXISTS (SELECT 1 FROM (VALUES (0), (2)) AS v(w) WHERE w = o.amount) AS z,"
                            + " amount IN (SELECT w FROM (VALUES (0), (2)) AS v(w)) AS i FROM orders AS o) AS q",
                    "y",
                    "same",
                    "z",
                    "i"),
            of(
                    "(SELECT uid, (SELECT SUM(p.amount) FROM orders AS p WHERE p.uid = o.uid AND p.oid < o.oid) AS y,"
                            + " (SELECT COUNT(*) FROM orders AS p WHERE p.uid = o.uid) AS z FROM orders AS o) AS q",
                    "y",
                    "z"));

    /** NULL is a value more: of an aggregate over no row, of a row beside a frame, of a side that is not there. */
    private static final List<Form> OR_NULL = List.of(
            of(
                    "(SELECT uid, oid, MIN(CASE WHEN amount > 1 THEN 1 ELSE 2 END) FILTER (WHERE amount <> 1) AS y,"
                            + " MAX(CASE WHEN amount > 1 THEN 1 ELSE 2 END) FILTER (WHERE amount <> 1) AS z,"
                            + " COUNT(*) FILTER (WHERE amount <> 1) AS n FROM orders GROUP BY uid, oid) AS q",
                    "y",
                    "z",
                    "n"),
            of(
                    "(SELECT uid, kind, SUM(CASE WHEN amount > 1 THEN 1 ELSE 0 END) AS y FROM orders GROUP BY uid, kind) AS q",
                    "y"),
            of(
                    "(SELECT uid, LAG(CASE WHEN amount > 1 THEN 1 ELSE 2 END) OVER (PARTITION BY uid ORDER BY day) AS y,"
                            + " MIN(amount) OVER (PARTITION BY uid ORDER BY day ROWS BETWEEN 1 PRECEDING AND 1 PRECEDING) AS z"
                            + " FROM orders) AS q",
                    "y",
                    "z"),
            of(
                    "customers AS c LEFT JOIN (SELECT uid, CASE WHEN amount > 1 THEN 1 ELSE 2 END AS y FROM orders) AS o"
                            + " ON c.uid = o.uid AND o.y = 1",
                    "o.y",
                    "c.vip"),
            of("(SELECT uid, NULLIF(CASE WHEN amount > 1 THEN 1 ELSE 2 END, 2) AS y FROM orders) AS o", "y"),
            of("(SELECT uid, CASE WHEN amount > 1 THEN 1 WHEN amount > 0 THEN 2 END AS y FROM orders) AS o", "y"),
            of(
                    "(SELECT uid, y, CASE WHEN y IS NULL THEN 0 ELSE 1 END AS z FROM (SELECT uid, day, CASE WHEN amount > 1 THEN 1 END"
                            + " AS y FROM orders) AS o WHERE COALESCE(y, 7) > 0) AS q",
                    "y",
                    "z"));

    /** Rows that tie, that several conditions choose, and that both sides of a join keep. */
    private static final List<Form> OF_SEVERAL_ROWS = List.of(
            of(
                    "(SELECT uid, day, RANK() OVER (PARTITION BY uid ORDER BY kind) AS r FROM orders) AS q WHERE r = 1",
                    "day"),
            of(
                    "(SELECT uid, day, DENSE_RANK() OVER (PARTITION BY uid ORDER BY kind) AS r FROM orders) AS q WHERE r = 1",
                    "day"),
            of(
                    "(SELECT uid, day, NTILE(2) OVER (PARTITION BY uid ORDER BY day) AS r FROM orders) AS q WHERE r = 1",
                    "day"),
            of(
                    "(SELECT uid, day, ROW_NUMBER() OVER (PARTITION BY uid, kind ORDER BY day) AS r FROM orders) AS q WHERE r = 1",
                    "day"),
            of("orders WHERE oid = 9007199254740992E0", "day", "kind"),
            of("orders WHERE 9007199254740992E0 = oid AND amount = 1E0", "day", "amount"),
            of("orders WHERE oid = 3 OR amount = 2", "day", "kind"),
            of("orders WHERE (kind = 'web' OR kind IS NULL) AND amount IN (1, 2)", "kind", "amount", "day"),
            of("shifts WHERE place IS NULL OR place = 'a'", "place", "day"),
            of("shifts WHERE place IS NOT DISTINCT FROM 'a' OR place IS NULL", "place", "day"),
            of("(SELECT uid, day, place = 'a' AS y FROM shifts) AS s WHERE COALESCE(y, TRUE)", "y", "day"),
            of(
                    "(SELECT COALESCE(c.uid, s.uid) AS uid, c.country, s.place, s.day FROM customers AS c FULL JOIN"
                            + " (SELECT uid, day, place FROM shifts WHERE place = 'a') AS s ON c.uid = s.uid AND c.age < 1) AS q",
                    "country",
                    "place",
                    "day"),
            of(
                    "(SELECT COALESCE(c.uid, s.uid) AS uid, c.age, s.uid AS other FROM customers AS c FULL JOIN customers AS s"
                            + " ON c.uid = s.uid AND c.age < s.age) AS q",
                    "age",
                    "other"),
            of(
                    "(SELECT COALESCE(c.uid, s.uid) AS uid, c.age, s.uid AS other FROM customers AS c FULL JOIN customers AS s"
                            + " ON c.uid = s.uid AND c.uid = s.age) AS q",
                    "age",
                    "other"),
            of(
                    "(SELECT COALESCE(c.uid, s.uid) AS uid, c.age, s.uid AS other FROM customers AS c FULL JOIN customers AS s"
                            + " ON c.uid = s.uid AND c.age = s.uid) AS q",
                    "age",
                    "other"),
            of(
                    "(SELECT c.uid, s.place FROM customers AS c LEFT JOIN shifts AS s ON c.uid = s.uid AND c.age = 1"
                            + " AND s.place = 'a') AS q",
                    "place"),
            of(
                    "(SELECT uid, oid, day FROM orders UNION SELECT uid, oid, day FROM orders WHERE amount > 1) AS q",
                    "day"),
            of(
                    "(SELECT s.uid, s.place, s.day FROM shifts AS s LEFT JOIN customers AS c ON s.uid = c.uid"
                            + " AND s.place = 'a') AS q",
                    "place",
                    "day"),
            of(
                    "(SELECT s.uid, s.place, s.day FROM customers AS c RIGHT JOIN shifts AS s ON s.uid = c.uid"
                            + " AND s.place = 'a') AS q",
                    "place",
                    "day"),
            of(
                    "(SELECT s.uid, s.place, s.day FROM shifts AS s LEFT JOIN customers AS c ON s.uid = c.uid"
                            + " AND s.place = c.country) AS q",
                    "place",
                    "day"),
            of("(SELECT uid, kind FROM orders INTERSECT SELECT uid, kind FROM orders) AS q", "kind"),
            of("(SELECT uid, kind FROM orders EXCEPT SELECT uid, country FROM customers) AS q", "kind"));

    /** Few values of each side of every join, whose rows without a partner have NULL beside them. */
    private static List<Form> ofEitherSide() {
        List<Form> forms = new ArrayList<>();
        for (String join : List.of("JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN")) {
            for (String few :
                    List.of("CASE WHEN amount > 1 THEN 1 ELSE 2 END", "COALESCE(kind, 'web')", "amount = 1")) {
                String side = "(SELECT uid, day, " + few + " AS y FROM orders)";
                forms.add(of(
                        "(SELECT COALESCE(a.uid, b.uid) AS uid, a.y AS y, b.y AS z, a.y IS NULL AS n FROM " + side
                                + " AS a " + join + " " + side + " AS b ON a.uid = b.uid AND a.day < b.day) AS q",
                        "y",
                        "z",
                        "n"));
            }
        }
        return forms;
    }

    private static void check(List<Form> forms, int known) throws SQLException {
        StructureTest.Tally tally = new StructureTest.Tally();
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:")) {
            ShopTables.create(connection, true);
            try (Statement statement = connection.createStatement()) {
                statement.execute("INSERT INTO shifts SELECT 1, DATE '2024-01-01' + CAST(range AS INTEGER),"
                        + " CASE WHEN range < 3 THEN chr(CAST(97 + range AS INTEGER)) END FROM range(6)");
                // Two whole numbers that are equal to one DOUBLE.
                statement.execute("INSERT INTO orders SELECT 9007199254740992 + range, 1, 'web', DATE '2024-01-01'"
                        + " + CAST(range AS INTEGER), 1 FROM range(2)");
            }
            for (Form form : forms) {
                for (String query : form.queries()) {
                    List<PrivateAggregation> releases = StructureTest.releases(query, ShopTables.CATALOG);
                    assertThat(releases).as(query).isNotEmpty();
                    for (PrivateAggregation release : releases) {
                        StructureTest.check(connection, release, ShopTables.CATALOG, true, tally);
                    }
                }
            }
        }
        assertThat(tally.known).isGreaterThan(known);
    }

    @Test
    void whatEachRowDecidesIsNotTheSameInAllRows() throws SQLException {
        check(OF_EACH_ROW, 0);
    }

    @Test
    void nullIsAValueMore() throws SQLException {
        check(OR_NULL, 0);
    }

    @Test
    void eitherSideOfAJoinMayBeMissing() throws SQLException {
        check(ofEitherSide(), 0);
    }

    @Test
    void rowsAreCountedWhereverTheyComeFrom() throws SQLException {
        check(OF_SEVERAL_ROWS, 0);
    }
}
