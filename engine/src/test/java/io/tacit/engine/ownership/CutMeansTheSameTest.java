package io.tacit.engine.ownership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.dialect.RelationToSql;
import io.tacit.engine.dialect.duckdb.DuckDbDialect;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.sql.ColumnTypes;
import io.tacit.engine.sql.SqlToRelation;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.sql.SqlKind;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A query that is cut, its releases computed without noise and the remainder over them, gives what plain DuckDB gives of
 * the query as it is written: subqueries that look a group up, grouping sets, releases over releases.
 */
@NullUnmarked
class CutMeansTheSameTest {
    private static Connection connection;

    @BeforeAll
    static void open() throws SQLException {
        connection = OwnedRowsTest.asDeclared();
    }

    @AfterAll
    static void close() throws SQLException {
        connection.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT p.k, (SELECT COUNT(*) FROM a WHERE a.x = p.k) AS n FROM pub AS p",
                "SELECT p.k, (SELECT SUM(a.y) FROM a WHERE p.k = a.x) AS n FROM pub AS p",
                "SELECT p.v, (SELECT COUNT(*) FROM a WHERE a.x = p.v) AS n FROM pub AS p",
                "SELECT p.v, (SELECT SUM(x) FROM a WHERE a.x = p.v) AS n FROM pub AS p",
                "SELECT p.k, (SELECT COUNT(*) + 1 FROM a WHERE a.x = p.k AND a.y > 1) AS n FROM pub AS p",
                "SELECT p.k, (SELECT MAX(x) - MIN(x) FROM a WHERE a.x = p.k) AS n FROM pub AS p",
                "SELECT p.k, p.v, (SELECT COUNT(*) FROM a WHERE a.x = p.k AND p.v < 25) AS n FROM pub AS p",
                "SELECT p.k, p.v, (SELECT SUM(x) FROM a WHERE a.x = p.k AND p.v < 25) AS n FROM pub AS p",
                "SELECT p.k, (SELECT COUNT(*) FROM a JOIN b ON a.uid = b.uid WHERE a.x = p.k AND b.x = p.k) AS n FROM"
                        + " pub AS p",
                "SELECT p.k, (SELECT COUNT(*) FROM a JOIN b ON a.uid = b.uid AND b.x = p.k) AS n FROM pub AS p",
                "SELECT p.k, (SELECT COUNT(b.x) FROM a LEFT JOIN b ON a.uid = b.uid WHERE a.x = p.k) AS n FROM pub AS"
                        + " p",
                "SELECT p.k, (SELECT AVG(m) FROM (SELECT uid, COUNT(*) AS m FROM a WHERE a.x = p.k GROUP BY uid) AS q)"
                        + " AS n FROM pub AS p",
                "SELECT p.k, (SELECT SUM(m) FROM (SELECT uid, x, COUNT(*) AS m FROM a GROUP BY uid, x) AS q WHERE q.x"
                        + " = p.k) AS n FROM pub AS p",
                "SELECT p.k, (SELECT COUNT(*) FROM (SELECT * FROM a WHERE x = p.k) AS q JOIN (SELECT * FROM b WHERE 10"
                        + " * x = p.v) AS r ON q.uid = r.uid) AS n FROM pub AS p",
                "SELECT p.k FROM pub AS p WHERE EXISTS (SELECT 1 FROM a WHERE a.x = p.k GROUP BY a.y HAVING COUNT(*) >"
                        + " 1)",
                "SELECT p.k FROM pub AS p WHERE p.v IN (SELECT 10 * COUNT(*) FROM a WHERE a.x = p.k GROUP BY a.uid +"
                        + " 0)",
                "SELECT p.k FROM pub AS p WHERE p.k < (SELECT COUNT(*) FROM a WHERE a.x = p.k)",
                "SELECT p.k FROM pub AS p WHERE p.v > 10 AND 1 < (SELECT COUNT(*) FROM a WHERE a.x = p.k)",
                "SELECT p.k FROM pub AS p WHERE p.v > 10 OR 1 < (SELECT COUNT(*) FROM a WHERE a.x = p.k)",
                "SELECT p.k FROM pub AS p WHERE NOT (p.v > 10 AND 1 < (SELECT COUNT(*) FROM a WHERE a.x = p.k))",
                "SELECT p.k, NULLIF(p.v, 10) > 5 AND 1 < (SELECT COUNT(*) FROM a WHERE a.x = p.k) AS t FROM pub AS p",
                "SELECT a.x, COUNT(*) AS n FROM a LEFT JOIN (SELECT k FROM pub WHERE v = 20) AS r ON a.x = r.k WHERE 0"
                        + " < (SELECT COUNT(*) FROM d WHERE d.x = COALESCE(r.k, 2)) GROUP BY a.x",
                "SELECT a.x, COUNT(*) AS n FROM (SELECT k FROM pub WHERE v = 20) AS r RIGHT JOIN a ON a.x = r.k WHERE"
                        + " 0 < (SELECT COUNT(*) FROM d WHERE d.x = CASE WHEN r.k IS NULL THEN 1 ELSE r.k END) GROUP BY"
                        + " a.x",
                "SELECT p.k, CASE WHEN p.v > 10 THEN 1 ELSE (SELECT COUNT(*) FROM a WHERE a.x = p.k) END AS n FROM pub"
                        + " AS p",
                "SELECT q.k, (SELECT COUNT(*) FROM a WHERE a.x = q.k) AS n FROM (SELECT k + 1 AS k FROM pub WHERE v <"
                        + " 30) AS q",
                "SELECT q.x, (SELECT COUNT(*) FROM b WHERE b.x = q.x) AS n FROM (SELECT x, COUNT(*) AS m FROM a GROUP"
                        + " BY x) AS q",
                "SELECT p.k, l.n FROM pub AS p, LATERAL (SELECT COUNT(*) AS n FROM a WHERE a.x = p.k) AS l",
                "SELECT x, y, COUNT(*) AS n, SUM(x) AS s FROM a GROUP BY ROLLUP(x, y)",
                "SELECT x, y, GROUPING(x) AS gx, GROUPING(x, y) AS gb, COUNT(*) AS n FROM a GROUP BY CUBE(x, y)",
                "SELECT y, x, GROUPING(y, x) AS g, COUNT(x) AS n FROM a GROUP BY GROUPING SETS ((x), (y), (y, x))",
                "SELECT COALESCE(x, -1) AS i, MAX(y) AS m FROM a GROUP BY GROUPING SETS ((COALESCE(x, -1)), ())",
                "SELECT x, COUNT(*) AS n FROM a GROUP BY x UNION ALL SELECT x, COUNT(*) FROM b GROUP BY x",
                "SELECT x, COUNT(*) AS n FROM a GROUP BY x UNION ALL SELECT x, COUNT(*) FROM a GROUP BY x",
                "SELECT a.x, COUNT(*) AS n FROM a WHERE a.x < (SELECT COUNT(*) FROM b) GROUP BY a.x",
                "SELECT COUNT(*) AS n FROM a JOIN (SELECT x, COUNT(*) AS m FROM b GROUP BY x) AS q ON a.x = q.x AND"
                        + " q.m > 1",
                "SELECT q.m, COUNT(*) AS n FROM (SELECT uid, COUNT(*) AS m FROM a GROUP BY uid) AS q GROUP BY q.m",
                "SELECT q.m, q.g, COUNT(*) AS n FROM (SELECT uid, GROUPING(uid) AS g, MAX(x) AS m FROM a GROUP BY uid)"
                        + " AS q GROUP BY q.m, q.g",
                "SELECT x, COUNT(*) AS n FROM a GROUP BY x HAVING COUNT(*) > 1 AND x IN (SELECT k FROM pub)",
                "SELECT x, RANK() OVER (ORDER BY COUNT(*) DESC, x) AS r FROM a GROUP BY x",
                "SELECT SUM(n) AS s FROM (SELECT x, COUNT(*) AS n FROM a GROUP BY x) AS q",
                "SELECT p.k, p.v, (SELECT COUNT(*) FROM d WHERE d.n = p.k AND 10 * d.x = p.v) AS n FROM pub AS p",
                "SELECT p.k, p.v, (SELECT COUNT(*) FROM d WHERE 10 * d.x = p.v AND p.k = d.n) AS n FROM pub AS p",
                "SELECT p.k, p.v, (SELECT COUNT(*) FROM d WHERE 10 * d.x = p.v AND d.x = p.k AND 2 * d.n = p.k + 1) AS"
                        + " n FROM pub AS p",
                "SELECT p.k, p.v, (SELECT SUM(q.n) FROM (SELECT * FROM d WHERE d.n = p.k) AS q WHERE 10 * q.x = p.v)"
                        + " AS n FROM pub AS p",
                "SELECT p.k, p.v, (SELECT COUNT(*) FROM (SELECT x, uid FROM b WHERE b.x = p.k) AS q JOIN (SELECT uid,"
                        + " x FROM a WHERE 10 * a.x = p.v) AS r ON q.uid = r.uid AND 3 - q.x = p.k) AS n FROM pub AS p",
                "SELECT p.k, p.v, (SELECT COUNT(*) FROM (SELECT x, uid FROM b WHERE b.x = p.k) AS q JOIN (SELECT uid,"
                        + " x FROM a WHERE 10 * a.x = p.v) AS r ON q.uid = r.uid AND q.x + 1 = p.k + 1) AS n FROM pub AS"
                        + " p",
                "SELECT p.k, p.v, (SELECT MAX(q.m) + MIN(q.c) FROM (SELECT uid, x, MAX(oid) AS m, COUNT(*) AS c FROM b"
                        + " WHERE 10 * b.x = p.v GROUP BY uid, x) AS q WHERE q.x = p.k) AS n FROM pub AS p",
                "SELECT p.k, p.v, (SELECT MAX(q.m) FROM (SELECT x, uid, MAX(oid) AS m FROM b WHERE 10 * b.x = p.v AND"
                        + " b.x = p.k GROUP BY x, uid) AS q) AS n FROM pub AS p",
                "SELECT p.k, p.v, (SELECT COUNT(*) FROM (SELECT uid, COUNT(*) AS c, MAX(y) AS m FROM a WHERE 10 * a.x"
                        + " = p.v GROUP BY uid) AS q WHERE q.c = p.k) AS n FROM pub AS p",
                "SELECT p.k, (SELECT COUNT(*) FROM (SELECT uid, COUNT(*) AS c FROM a WHERE a.x = p.k GROUP BY uid"
                        + " HAVING MAX(y) > 1) AS q JOIN (SELECT uid, MAX(x) AS m FROM b WHERE b.x = p.k GROUP BY uid) AS"
                        + " r ON q.uid = r.uid) AS n FROM pub AS p",
                "SELECT p.k, p.v, (SELECT COUNT(*) FROM (SELECT * FROM a WHERE a.x = p.k) AS q LEFT JOIN b ON q.uid ="
                        + " b.uid WHERE 10 * b.x = p.v) AS n FROM pub AS p",
                "SELECT p.k, p.v, (SELECT SUM(b.x) FROM b RIGHT JOIN (SELECT * FROM a WHERE a.x = p.k) AS q ON q.uid ="
                        + " b.uid WHERE 10 * q.x = p.v) AS n FROM pub AS p",
                "SELECT p.k, (SELECT COUNT(*) FROM a WHERE a.x + 1 = p.k * 2) AS n FROM pub AS p",
                "SELECT p.k, p.v, (SELECT COUNT(*) FROM a WHERE p.k * 10 = p.v) AS n FROM pub AS p",
                "SELECT p.v, (SELECT SUM(x) FROM b WHERE b.oid = p.v) AS n FROM pub AS p",
                "SELECT p.k, (SELECT SUM(x) FROM b WHERE b.oid = CAST(p.v AS DECIMAL(20, 2))) AS n FROM pub AS p",
                "SELECT p.k, (SELECT COUNT(*) FROM d WHERE d.h = CASE WHEN p.k = 1 THEN 'a' ELSE 'b' END) AS n FROM"
                        + " pub AS p",
                "SELECT q.k, (SELECT COUNT(*) FROM a WHERE a.x = q.k) AS n FROM (SELECT NULLIF(k, 2) AS k FROM pub) AS"
                        + " q",
                "SELECT p.k, (SELECT COUNT(*) FROM a WHERE NULLIF(a.x, 2) = p.k) AS n FROM pub AS p",
                "SELECT p.k, (SELECT COUNT(*) FROM a WHERE a.x = p.k AND a.uid IN (SELECT uid FROM b WHERE b.x = 2))"
                        + " AS n FROM pub AS p",
                "SELECT p.v, (SELECT COALESCE(SUM(x), 0) + COUNT(*) + COUNT(y) FROM a WHERE a.x = p.v) AS n FROM pub"
                        + " AS p",
                "SELECT p.k, l.s, l.n, l.c FROM pub AS p, LATERAL (SELECT SUM(y) AS s, COUNT(*) AS n, COUNT(y) AS c"
                        + " FROM a WHERE 10 * a.x = p.v) AS l",
                "SELECT p.k, p.v, l.y, l.n FROM pub AS p, LATERAL (SELECT a.y, COUNT(*) AS n, SUM(x) AS s FROM a WHERE"
                        + " a.x = p.k AND 10 * a.x = p.v GROUP BY a.y) AS l",
                "SELECT p.k FROM pub AS p WHERE EXISTS (SELECT 1 FROM a WHERE a.x = p.k AND 10 * a.x = p.v GROUP BY"
                        + " a.y, a.x HAVING SUM(a.x) > 1)",
                "SELECT pub.k, COUNT(a.y) AS n, SUM(a.x) AS s FROM pub LEFT JOIN a ON a.x = pub.k GROUP BY pub.k",
                "SELECT pub.k + 1 AS k, COUNT(a.y) AS n FROM a RIGHT JOIN pub ON a.x = pub.k WHERE pub.v < 30 AND"
                        + " pub.k > 1 GROUP BY pub.k + 1",
                "SELECT pub.v, pub.k, MAX(a.y) AS m FROM pub LEFT JOIN a ON a.x = pub.k AND a.y > 1 WHERE pub.k < 3"
                        + " AND pub.v <> 10 GROUP BY pub.v, pub.k",
                "SELECT k, v, COUNT(x) AS n, GROUPING(v) AS g FROM (SELECT pub.v, a.x, pub.k FROM a RIGHT JOIN pub ON"
                        + " a.x = pub.k) AS q GROUP BY GROUPING SETS ((k), (v, k))",
                "SELECT v, COUNT(x) AS n FROM (SELECT pub.v, a.x FROM pub LEFT JOIN a ON a.x = pub.k) AS q GROUP BY"
                        + " ROLLUP(v)",
                "SELECT q.m, COUNT(a.y) AS n FROM (SELECT x, COUNT(*) AS m FROM b GROUP BY x) AS q LEFT JOIN a ON a.x"
                        + " = q.x GROUP BY q.m",
                "SELECT d.x, COUNT(*) AS n FROM d GROUP BY d.x",
            })
    void theAnswerIsThatOfTheQuery(String sql) throws SQLException {
        CutQuery cut = AssignOwners.cut(new SqlToRelation(OwnedRowsTest.CATALOG).analyze(sql), OwnedRowsTest.CATALOG);
        assertThat(cut.releases()).isNotEmpty();
        List<String> released = new ArrayList<>();
        for (PrivateAggregation release : cut.releases()) {
            RelNode exact = LogicalAggregate.create(release.input(), List.of(), release.keys(), null, release.calls());
            String columns = release.rowType().getFieldList().stream()
                    .map(field -> "CAST(c" + field.getIndex() + " AS "
                            + ColumnTypes.fromCalcite(field.getType()).sql() + ") AS c" + field.getIndex())
                    .collect(Collectors.joining(", "));
            String names = IntStream.range(0, release.rowType().getFieldCount())
                    .mapToObj(i -> "c" + i)
                    .collect(Collectors.joining(", "));
            String exactRows = "SELECT " + columns + " FROM ("
                    + RelationToSql.overPeople(DuckDbDialect.DIALECT).sql(exact) + ") AS e(" + names + ")";
            released.add("\"" + release.name() + "\" AS ("
                    + release.publicKeys()
                            .map(keys -> inGroups(release, keys, exactRows))
                            .orElse(exactRows)
                    + ")");
        }
        String remainder = "WITH " + String.join(", ", released) + " "
                + RelationToSql.overReleased(DuckDbDialect.DIALECT).sql(cut.remainder());
        assertThat(rows(remainder)).as(remainder).isEqualTo(rows(sql));
    }

    /** All public groups, those of nobody with a count of 0. */
    private static String inGroups(PrivateAggregation release, RelNode keys, String exactRows) {
        int count = release.keys().cardinality();
        List<String> shown = new ArrayList<>();
        for (int i = 0; i < release.rowType().getFieldCount(); i++) {
            boolean counts = i >= count
                    && release.calls().get(i - count).getAggregation().getKind() == SqlKind.COUNT;
            shown.add((i < count ? "g.c" + i : counts ? "COALESCE(e.c" + i + ", 0)" : "e.c" + i) + " AS c" + i);
        }
        String names = IntStream.range(0, count).mapToObj(i -> "c" + i).collect(Collectors.joining(", "));
        String same = IntStream.range(0, count)
                .mapToObj(i -> "g.c" + i + " IS NOT DISTINCT FROM e.c" + i)
                .collect(Collectors.joining(" AND "));
        return "SELECT " + String.join(", ", shown) + " FROM (SELECT DISTINCT * FROM ("
                + RelationToSql.overReleased(DuckDbDialect.DIALECT).sql(keys) + ") AS k(" + names
                + ")) AS g LEFT JOIN ("
                + exactRows + ") AS e ON " + same;
    }

    /**
     * A subquery over the rows of an outer join, whose ON condition says nothing of the rows that are kept whether they
     * meet it or not: what is looked up is there for each of them. Of every kind of join, of people with public rows, the
     * other way round and of people with people; the value is of either side, and so is what the condition is on.
     */
    @Test
    void conditionsOfOuterJoinsLeaveNoValueOut() throws SQLException {
        String people = "(a JOIN pub AS p ON a.x = p.k)";
        Map<String, Integer> answered = new TreeMap<>();
        for (String kind : List.of("INNER", "LEFT", "RIGHT", "FULL")) {
            for (String from : List.of(
                    people + " % JOIN pub AS r ON p.k <= r.k",
                    "pub AS r % JOIN " + people + " ON p.k <= r.k",
                    people + " % JOIN (b JOIN pub AS r ON b.x = r.k) ON a.uid = b.uid")) {
                for (String value : List.of("p.k", "r.k")) {
                    for (String on : List.of("p.v > 15", "p.k <> 2", "r.v > 15", "r.k <> 2")) {
                        String sql = "SELECT a.x, COUNT(*) AS n FROM " + from.replace("%", kind) + " AND " + on
                                + " WHERE 0 < (SELECT COUNT(*) FROM d WHERE d.x = " + value + ") GROUP BY a.x";
                        try {
                            theAnswerIsThatOfTheQuery(sql);
                            answered.merge(kind, 1, Integer::sum);
                        } catch (Refusal refusal) {
                            assertThat(refusal.code()).as(sql).isIn(ErrorCode.JOIN_KIND, ErrorCode.SUBQUERY);
                        }
                    }
                }
            }
        }
        assertThat(answered).isEqualTo(Map.of("INNER", 24, "LEFT", 16, "RIGHT", 16, "FULL", 8));
    }

    /** What depends on the row outside in another way than by equalities would be released once for each row. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "COUNT(*) FROM a LEFT JOIN (SELECT * FROM b WHERE b.x = p.k) AS q ON a.uid = q.uid",
                "COUNT(*) FROM (SELECT * FROM b WHERE b.x = p.k) AS q RIGHT JOIN a ON a.uid = q.uid",
                "COUNT(*) FROM (SELECT * FROM b WHERE b.x = p.k) AS q FULL JOIN a ON a.uid = q.uid",
                "COUNT(*) FROM a LEFT JOIN (SELECT * FROM b WHERE p.v > 10) AS q ON a.uid = q.uid",
                "COUNT(*) FROM (SELECT * FROM b WHERE p.v > 10) AS q RIGHT JOIN a ON a.uid = q.uid",
                "COUNT(*) FROM (SELECT * FROM b WHERE p.v > 10) AS q FULL JOIN a ON a.uid = q.uid",
                "COUNT(*) FROM a FULL JOIN (SELECT * FROM b WHERE p.v > 10) AS q ON a.uid = q.uid",
                "COUNT(*) FROM a LEFT JOIN b ON a.uid = b.uid AND b.x = p.k",
                "COUNT(*) FROM a WHERE a.x < p.k",
                "COUNT(*) FROM a WHERE a.x = p.k OR a.y > 1",
                "COUNT(*) FROM a WHERE NOT a.x = p.k",
                "COUNT(*) FROM a WHERE a.y = p.k",
                "COUNT(*) FROM a WHERE a.x + p.k = 2",
                "SUM(a.x - p.k) FROM a",
                "SUM(q.m) FROM (SELECT uid, MAX(x + p.k) AS m FROM a GROUP BY uid) AS q",
                // A window, a step over everything and a set operation look at rows that an equality above would leave
                // out.
                "COUNT(*) FROM (SELECT ROW_NUMBER() OVER (PARTITION BY uid ORDER BY x, y) AS r FROM a WHERE a.x = p.k) AS"
                        + " q WHERE q.r = 1",
                "SUM(q.s) FROM (SELECT SUM(y) OVER (PARTITION BY uid) AS s FROM a WHERE a.x = p.k) AS q",
                "COUNT(*) FROM (SELECT uid, x FROM a WHERE a.x = p.k UNION ALL SELECT uid, x FROM b) AS q",
                "COUNT(*) FROM (SELECT uid, x FROM a WHERE a.x = p.k INTERSECT SELECT uid, x FROM b WHERE b.x = p.k) AS q",
                "COUNT(*) FROM (SELECT uid, x FROM a EXCEPT SELECT uid, x FROM b WHERE b.x = p.k) AS q",
            })
    void whatIsNoEqualityIsRefused(String subquery) {
        String sql = "SELECT p.k, (SELECT " + subquery + ") AS n FROM pub AS p";
        assertThatThrownBy(() ->
                        AssignOwners.cut(new SqlToRelation(OwnedRowsTest.CATALOG).analyze(sql), OwnedRowsTest.CATALOG))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.SUBQUERY));
    }

    /** The rows as texts, sorted; numbers without zeros at their end. */
    private static String rows(String sql) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(sql)) {
            int width = found.getMetaData().getColumnCount();
            while (found.next()) {
                List<String> row = new ArrayList<>();
                for (int i = 1; i <= width; i++) {
                    Object value = found.getObject(i);
                    row.add(value instanceof Number number ? String.valueOf(number.doubleValue()) : value + "");
                }
                rows.add(String.join(", ", row));
            }
        }
        return rows.stream().sorted().collect(Collectors.joining("\n"));
    }
}
