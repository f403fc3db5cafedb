package io.tacit.engine.structure;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Domain;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.RowBounds;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.ownership.PrivateAggregation;
import io.tacit.engine.sql.SqlToRelation;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexInputRef;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Expressions, steps, joins and set operations over columns of few values, of which one person has every combination, NULL
 * and declared ends among them: no key takes more values, no group has more rows and nobody is in more groups than the
 * structure says. What is simple is known exactly.
 */
@NullUnmarked
class ValuesOfSmallDomainsTest {
    private static final Catalog CATALOG = new Catalog(List.of(
            new Table(
                    "t",
                    List.of(
                            new Column("uid", ColumnType.BIGINT, false),
                            Column.nullable("f", ColumnType.BOOLEAN),
                            Column.nullable("g", ColumnType.BOOLEAN),
                            new Column("h", ColumnType.BOOLEAN, false),
                            Column.nullable("k", ColumnType.VARCHAR).among(new Domain(List.of("a", "b"))),
                            within(Column.nullable("x", ColumnType.INTEGER), "-1", "1"),
                            within(Column.nullable("y", ColumnType.decimal(4, 1)), "-0.2", "0.3"),
                            Column.nullable("z", ColumnType.INTEGER)),
                    new Protection.UnitColumn("uid")),
            new Table(
                    "s",
                    List.of(
                            new Column("uid", ColumnType.BIGINT, false),
                            Column.nullable("f", ColumnType.BOOLEAN),
                            Column.nullable("g", ColumnType.BOOLEAN),
                            new Column("h", ColumnType.BOOLEAN, false),
                            Column.nullable("k", ColumnType.VARCHAR).among(new Domain(List.of("a", "b")))),
                    new Protection.UnitColumn("uid")),
            new Table(
                            "u",
                            List.of(
                                    new Column("uid", ColumnType.BIGINT, false),
                                    Column.nullable("oid", ColumnType.INTEGER),
                                    new Column("line", ColumnType.INTEGER, false),
                                    within(Column.nullable("x", ColumnType.INTEGER), "0", "1"),
                                    within(Column.nullable("r", ColumnType.DOUBLE), "0", "1")),
                            new Protection.UnitColumn("uid"))
                    .unique(List.of(List.of("oid"), List.of("line"))),
            new Table(
                    "p",
                    List.of(
                            new Column("uid", ColumnType.BIGINT, false),
                            new Column("id", ColumnType.INTEGER, false),
                            new Column("ref", ColumnType.INTEGER, false),
                            new Column("other", ColumnType.INTEGER, false)),
                    new Protection.UnitColumn("uid")),
            new Table(
                    "r",
                    List.of(new Column("ref", ColumnType.INTEGER, false), new Column("id", ColumnType.INTEGER, false)),
                    new Protection.ForeignKey("ref", "p", "id"))));

    private static Connection connection;

    private static Column within(Column column, String low, String high) {
        return column.within(new RowBounds(new BigDecimal(low), new BigDecimal(high)));
    }

    @BeforeAll
    static void create() throws SQLException {
        connection = DriverManager.getConnection("jdbc:duckdb:");
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t AS SELECT CAST(1 AS BIGINT) AS uid, f, g, h, k, CAST(x AS INTEGER) AS x,"
                    + " CAST(y AS DECIMAL(4, 1)) AS y, CAST(z AS INTEGER) AS z FROM (VALUES (TRUE), (FALSE), (NULL)) AS"
                    + " a(f), (VALUES (TRUE), (FALSE), (NULL)) AS b(g), (VALUES (TRUE), (FALSE)) AS c(h), (VALUES ('a'),"
                    + " ('b'), (NULL)) AS d(k), (VALUES (-1), (0), (1), (NULL)) AS e(x), (VALUES (-0.2), (-0.1), (0), (0.1),"
                    + " (0.2), (0.3), (NULL)) AS i(y), (VALUES (-5), (0), (5), (NULL)) AS j(z)");
            statement.execute("CREATE TABLE s AS SELECT DISTINCT uid, f, g, h, k FROM t");
            statement.execute("CREATE TABLE u(uid BIGINT, oid INTEGER, line INTEGER, x INTEGER, r DOUBLE)");
            statement.execute(
                    "INSERT INTO u VALUES (1, NULL, 1, 0, 'NaN'), (1, NULL, 2, 1, 0.5), (1, NULL, 3, NULL, NULL),"
                            + " (1, 4, 4, 0, 0), (1, 5, 5, 1, 1), (2, 6, 6, 1, 1)");
        }
    }

    @AfterAll
    static void close() throws SQLException {
        connection.close();
    }

    /** Expressions of which it is known exactly how many values they take. */
    private static final List<String> EXACT = List.of(
            "f",
            "h",
            "k",
            "x",
            "y",
            "NOT f",
            "NOT h",
            "f IS NULL",
            "f IS NOT NULL",
            "f IS TRUE",
            "f IS NOT FALSE",
            "x IS NULL",
            "SIGN(z)",
            "x + 1",
            "y * 2",
            "-x",
            "k || 'a'",
            "CASE WHEN h THEN 1 ELSE 2 END",
            "CASE WHEN h THEN 1 END",
            "CASE WHEN z > 0 THEN 1 WHEN z < 0 THEN 2 ELSE 1 END",
            "CASE WHEN z > 0 THEN x ELSE 7 END",
            "5",
            "CAST(NULL AS INTEGER)",
            "MIN(x) OVER (PARTITION BY uid)");

    private static final List<String> OTHERS = List.of(
            "f AND g",
            "f OR g",
            "f = g",
            "f IS DISTINCT FROM g",
            "f IS NOT DISTINCT FROM h",
            "(f = g) IS TRUE",
            "(z > 0) IS NOT TRUE",
            "NOT (z > 0)",
            "z > 0",
            "x IN (0, 1)",
            "x BETWEEN 0 AND 1",
            "k LIKE 'a%'",
            "k = 'a'",
            "CASE WHEN f THEN x END",
            "CASE WHEN f THEN x WHEN g THEN 5 ELSE 6 END",
            "CASE WHEN f THEN NULL ELSE x END",
            "CASE WHEN f THEN 'a' ELSE k END",
            "CASE k WHEN 'a' THEN x WHEN 'b' THEN -x END",
            "COALESCE(f, TRUE)",
            "COALESCE(z > 0, h)",
            "COALESCE(x, 9)",
            "COALESCE(x, z)",
            "COALESCE(k, 'c')",
            "NULLIF(x, 0)",
            "NULLIF(k, 'a')",
            "SIGN(x)",
            "SIGN(y)",
            "ABS(x)",
            "ABS(y)",
            "x * x",
            "x + y",
            "x * y",
            "x - x",
            "ROUND(y)",
            "CAST(y AS INTEGER)",
            "FLOOR(y)",
            "CEIL(y)",
            "GREATEST(x, 0)",
            "LEAST(x, y)",
            "MOD(x, 2)",
            "UPPER(k)",
            "CHAR_LENGTH(k)",
            "CAST(h AS INTEGER)",
            "CAST(f AS INTEGER)",
            "MIN(z) OVER (PARTITION BY uid, f)",
            "COUNT(*) OVER (PARTITION BY uid, k)",
            "SUM(x) OVER (PARTITION BY uid, f, g)",
            "MAX(z) OVER (PARTITION BY uid, k, h)",
            "SUM(x) OVER (PARTITION BY uid, f ORDER BY g)",
            "COUNT(*) OVER (PARTITION BY uid, f ORDER BY g ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)",
            "ROW_NUMBER() OVER (PARTITION BY uid, f, g, h, k, x ORDER BY y, z)");

    private static StructureTest.Tally check(List<String> queries) throws SQLException {
        StructureTest.Tally tally = new StructureTest.Tally();
        for (String query : queries) {
            List<PrivateAggregation> releases = StructureTest.releases(query, CATALOG);
            assertThat(releases).as(query).hasSize(1);
            StructureTest.check(connection, releases.get(0), CATALOG, true, tally);
        }
        return tally;
    }

    private static String grouped(String keys, String from) {
        return "SELECT " + keys + ", COUNT(*), COUNT(DISTINCT v) FROM " + from + " GROUP BY " + keys;
    }

    private static String of(String expression) {
        return "(SELECT uid, f, g, h, k, x, y, z, " + expression + " AS w, x AS v FROM t) AS q";
    }

    @Test
    void noExpressionTakesMoreValuesThanItsPartsAllow() throws SQLException {
        List<String> queries = new ArrayList<>();
        for (String expression : OTHERS) {
            queries.add(grouped("w, f", of(expression)));
            queries.add(grouped("w", of(expression) + " WHERE w = w"));
        }
        assertThat(check(queries).known).isGreaterThan(80);
    }

    @Test
    void whatASimpleExpressionTakesIsKnown() throws SQLException {
        for (String expression : EXACT) {
            String query = "SELECT w, COUNT(*) FROM " + of(expression) + " GROUP BY w";
            PrivateAggregation release = StructureTest.releases(query, CATALOG).get(0);
            StructureTest.Tally tally = check(List.of(query));
            // All that is known is reached: the values of the key, and the groups.
            assertThat(tally.known).as(expression).isGreaterThanOrEqualTo(2);
            assertThat(tally.reached).as(expression).isEqualTo(tally.known);
            assertThat(Structure.of(release, CATALOG).keys().get(0).present())
                    .as(expression)
                    .isPresent();
        }
    }

    /** What a foreign key refers to is in one row; the column that refers, and others of its name, may be in several. */
    @Test
    void onlyWhatKeysReferToIsInOneRow() throws SQLException {
        RelNode rows = new SqlToRelation(CATALOG)
                .analyze("SELECT id, ref, other FROM p")
                .relation();
        List<Boolean> one = new ArrayList<>();
        for (int field = 0; field < 3; field++) {
            one.add(Facts.declared(CATALOG)
                    .rows(rows, Fixed.NOTHING.with(RexInputRef.of(field, rows.getRowType())))
                    .isAtMostOne());
        }
        assertThat(one).containsExactly(true, false, false);
    }

    /** A unique column that is equal to one value, or to one value where it is not NULL, is in one row. */
    @Test
    void whatEqualsOneValueIsInOneRow() throws SQLException {
        for (String condition : List.of(
                "oid = 4",
                "4 = oid",
                "oid = CASE WHEN x = 1 THEN 4 END",
                "oid = NULLIF(4, x)",
                "CASE WHEN x = 1 THEN 4 END = oid",
                "oid = line AND line = 4",
                "line = 4 AND oid = line",
                "oid = x + line AND line = 4 AND x = 0",
                "oid IN (4) AND x IS NOT NULL")) {
            String query = "SELECT x, COUNT(*) FROM u WHERE " + condition + " GROUP BY x";
            check(List.of(query));
            assertThat(Structure.of(StructureTest.releases(query, CATALOG).get(0), CATALOG)
                            .rows())
                    .as(condition)
                    .hasValue(1);
        }
    }

    /** A column that is shown twice is one column: what is known of either is known of both. */
    @Test
    void whatIsKnownOfAColumnIsKnownOfItsCopy() throws SQLException {
        for (String keys : List.of("m", "o", "m, o", "o, m")) {
            for (String condition : List.of("m IS NOT NULL", "o IS NOT NULL", "m > 1", "o > 1")) {
                String query = "SELECT " + keys + ", COUNT(*) FROM (SELECT uid, oid AS m, oid AS o FROM u) AS q WHERE "
                        + condition + " GROUP BY " + keys;
                check(List.of(query));
                OptionalLong rows = Structure.of(
                                StructureTest.releases(query, CATALOG).get(0), CATALOG)
                        .rowsPerGroup();
                if (keys.contains(condition.substring(0, 1))) {
                    assertThat(rows).as(query).hasValue(1);
                }
            }
        }
    }

    /** A person is in the groups of each set: of a CUBE, those of every choice of keys. */
    @Test
    void groupsOfCubesAreAddedUp() {
        List<String> keys = List.of("f", "g", "h", "k", "x", "z > 0");
        List<Integer> values = List.of(3, 3, 2, 3, 4, 3);
        long groups = 1;
        for (int i = 0; i < keys.size(); i++) {
            // Beside each of its values a key may be left out.
            groups *= values.get(i) + 1;
            String query = "SELECT COUNT(*) FROM t GROUP BY CUBE(" + String.join(", ", keys.subList(0, i + 1)) + ")";
            Structure structure =
                    Structure.of(StructureTest.releases(query, CATALOG).get(0), CATALOG);
            assertThat(structure.sets()).as(query).isEqualTo(2 << i);
            assertThat(structure.groups()).as(query).hasValue(groups);
        }
    }

    /** Of two lists of values the shorter one holds, whichever comes first. */
    @Test
    void theShorterOfTwoListsHolds() throws SQLException {
        for (String condition :
                List.of("z IN (0, 5) AND z IN (0, 5, 7, 8)", "z IN (0, 5, 7, 8) AND z IN (0, 5)", "z IN (0, 5)")) {
            String query = "SELECT z, COUNT(*) FROM t WHERE " + condition + " GROUP BY z";
            check(List.of(query));
            assertThat(Structure.of(StructureTest.releases(query, CATALOG).get(0), CATALOG)
                            .groups())
                    .as(condition)
                    .hasValue(2);
        }
    }

    /** NULL is no row's own: a unique key that may be NULL says nothing of the group of NULL. */
    @Test
    void groupsOfNullHaveAnyNumberOfRows() throws SQLException {
        List<String> queries = new ArrayList<>();
        for (String from : List.of(
                "(SELECT *, x AS v FROM u) AS q",
                "(SELECT *, x AS v FROM u WHERE oid IS NOT DISTINCT FROM NULLIF(4, x + 4)) AS q",
                "(SELECT *, x AS v FROM u WHERE oid = 4 OR oid IS NULL) AS q",
                "(SELECT *, x AS v FROM u WHERE oid IS NULL) AS q",
                "(SELECT *, x AS v FROM u WHERE x = 1 OR oid IS NULL) AS q",
                "(SELECT *, x AS v FROM u WHERE COALESCE(oid, 4) = 4) AS q",
                "(SELECT a.uid, a.oid, a.line, a.r, b.x, b.x AS v FROM u AS a LEFT JOIN u AS b ON a.uid = b.uid AND a.oid = b.oid) AS q",
                "(SELECT b.uid, b.oid, a.line, a.r, b.x, b.x AS v FROM u AS a RIGHT JOIN u AS b ON a.uid = b.uid AND a.oid = b.oid) AS q",
                "(SELECT uid, oid, line, r, MIN(x) AS x, MAX(x) AS v FROM u GROUP BY uid, oid, line, r) AS q",
                "(SELECT uid, oid, MAX(line) AS line, MAX(r) AS r, MIN(x) AS x, MIN(x) FILTER (WHERE x > 0) AS v FROM u"
                        + " GROUP BY uid, oid) AS q",
                "(SELECT uid, oid, line, r, x, x AS v FROM u UNION SELECT uid, oid, line, r, x, x FROM u WHERE x = 0) AS q",
                "(SELECT uid, oid, line, r, x, x AS v FROM u UNION ALL SELECT uid, oid, line, r, x, x FROM u WHERE x = 0)"
                        + " AS q",
                "(SELECT uid, oid, line, r, x, x AS v FROM u INTERSECT SELECT uid, oid, line, r, x, x FROM u WHERE x = 0)"
                        + " AS q",
                "(SELECT uid, oid, line, r, x, x AS v FROM u EXCEPT SELECT uid, oid, line, r, x, x FROM u WHERE x = 0) AS q")) {
            for (String keys : List.of(
                    "oid", "line", "x", "r", "oid, x", "x, oid", "oid, line", "COALESCE(oid, 4)", "r, oid", "x, r")) {
                queries.add(grouped(keys, from));
            }
        }
        assertThat(check(queries).known).isGreaterThan(200);
    }

    private static final List<String> OPERATIONS =
            List.of("UNION", "UNION ALL", "INTERSECT", "EXCEPT", "INTERSECT ALL", "EXCEPT ALL");

    /** Joins and set operations of rows of few values, of which each side may lack a partner or hold NULL. */
    @Test
    void joinsAndSetOperationsTakeTheValuesOfBothSides() throws SQLException {
        List<String> queries = new ArrayList<>();
        List<String> sides = List.of(
                "(SELECT uid, f, k, COUNT(*) AS n FROM s GROUP BY uid, f, k)",
                "(SELECT DISTINCT uid, g AS f, k, 1 AS n FROM s WHERE g)",
                "(SELECT DISTINCT uid, NOT h AS f, k, 2 AS n FROM s WHERE k = 'a' OR k IS NULL)",
                "(SELECT DISTINCT uid, f, CASE WHEN h THEN 'a' END AS k, 3 AS n FROM s)",
                "(SELECT uid, CAST(NULL AS BOOLEAN) AS f, MAX(k) AS k, 4 AS n FROM s GROUP BY uid)",
                "(SELECT uid, f, k, 5 AS n FROM s)");
        for (String one : sides) {
            for (String other : sides.subList(sides.indexOf(one), sides.size())) {
                for (String kind : List.of("JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN")) {
                    String more = List.of("", " AND a.f = b.f", " AND a.k = b.k AND a.f", " AND NOT b.f")
                            .get(queries.size() * 7 / 5 % 4);
                    queries.add(grouped(
                            "af, bf, bk",
                            "(SELECT COALESCE(a.uid, b.uid) AS uid, a.f AS af, b.f AS bf, b.k AS bk, a.k AS v FROM "
                                    + one + " AS a " + kind + " " + other + " AS b ON a.uid = b.uid" + more
                                    + ") AS q"));
                }
                for (String operation : OPERATIONS) {
                    queries.add(grouped(
                            "f, k",
                            "(SELECT uid, f, k, k AS v FROM " + one + " AS a " + operation
                                    + " SELECT uid, f, k, k FROM " + other + " AS b) AS q"));
                }
            }
        }
        assertThat(check(queries).known).isGreaterThan(300);
    }
}
