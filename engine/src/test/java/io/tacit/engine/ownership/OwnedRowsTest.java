package io.tacit.engine.ownership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.dialect.RelationToSql;
import io.tacit.engine.dialect.duckdb.DuckDbDialect;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.sql.ColumnTypes;
import io.tacit.engine.sql.SqlToRelation;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Every form in which rows of people meet other rows, with what is said of it: it is refused with that code, or each row
 * that a release reads belongs to one person and depends on nobody else's. That is tried: without the rows of one person,
 * and with all others in another order, exactly that person's rows are gone. Over tables that are as they are declared the
 * rows are those of plain SQL.
 *
 * <p>A form makes two columns, {@code k} and {@code v}. Tables {@code a} and {@code b} have the person, {@code c} finds it
 * through {@code b.oid}, which is not unique although it should be; in {@code d} it is in two columns; {@code pub} is
 * public. There are rows of nobody.
 */
@NullUnmarked
class OwnedRowsTest {
    static final Catalog CATALOG = new Catalog(List.of(
            table("a", new Protection.UnitColumn("uid"), "uid BIGINT", "x INTEGER", "y DOUBLE"),
            table("b", new Protection.UnitColumn("uid"), "uid BIGINT", "oid BIGINT", "x INTEGER"),
            table("c", new Protection.ForeignKey("oid", "b", "oid"), "oid BIGINT", "z INTEGER"),
            table("d", new Protection.UnitColumn(List.of("h", "n")), "h VARCHAR", "n INTEGER", "x INTEGER"),
            table("pub", new Protection.Public(), "k INTEGER", "v INTEGER")));

    private static final List<String> ROWS = List.of(
            "a VALUES (1, 1, 0), (1, 2, 1.5), (1, 2, 1.5), (2, 1, 0), (2, 3, 2.5), (3, 2, 1.5), (NULL, 1, 9), (4,"
                    + " NULL, NULL), (4, 2, 7)",
            "b VALUES (1, 10, 1), (1, 11, 2), (2, 20, 1), (2, 10, 2), (3, 30, 3), (3, NULL, 1), (1, NULL, 2), (NULL,"
                    + " 40, 1), (4, 41, 2)",
            "c VALUES (10, 1), (10, 2), (11, 1), (20, 3), (30, 2), (NULL, 5), (99, 1), (41, 1), (40, 2)",
            "d VALUES ('a', 1, 1), ('a', 2, 1), ('b', 1, 2), ('b', 2, 2), (NULL, 1, 1), ('a', 1, 3), ('b', NULL, 2)",
            "pub VALUES (1, 10), (2, 10), (3, 20), (1, 30)");

    /** Of four people those who are left out, one at a time: the two who share an order. */
    private static final List<Integer> PEOPLE = List.of(1, 2);

    /** Whether every form is asked with every kind of join: {@code -Dtacit.joins.share=1}. */
    private static final boolean ALL = Integer.getInteger("tacit.joins.share", 19) == 1;

    /** Both columns as keys that are nobody's, whatever they are. */
    private static final String TEXTS = "COALESCE(CAST(k AS VARCHAR), '-'), COALESCE(CAST(v AS VARCHAR), '-')";

    /** One database for each choice of rows. */
    private static final Map<String, Connection> DATABASES = new HashMap<>();

    private static Table table(String name, Protection protection, String... columns) {
        List<Column> all = Stream.of(columns)
                .map(column -> column.split(" "))
                .map(column -> Column.nullable(
                        column[0],
                        Map.of(
                                        "BIGINT", ColumnType.BIGINT,
                                        "INTEGER", ColumnType.INTEGER,
                                        "DOUBLE", ColumnType.DOUBLE,
                                        "VARCHAR", ColumnType.VARCHAR)
                                .get(column[1])))
                .toList();
        return new Table(name, all, protection);
    }

    @BeforeAll
    static void create() throws SQLException {
        List<String> everybody =
                ROWS.stream().map(rows -> "INSERT INTO " + rows).toList();
        fill("everybody", everybody);
        for (int person : PEOPLE) {
            List<String> without = new ArrayList<>(everybody);
            without.add("DELETE FROM a WHERE uid = " + person);
            without.add("DELETE FROM b WHERE uid = " + person);
            without.add("DELETE FROM d WHERE h = 'a' AND n = " + person);
            for (Table table : CATALOG.tables()) {
                without.add("CREATE TABLE t AS SELECT * FROM " + table.name() + " ORDER BY rowid DESC");
                without.add("DROP TABLE " + table.name());
                without.add("ALTER TABLE t RENAME TO " + table.name());
            }
            fill("without_" + person, without);
        }
        fill("declared", declared());
    }

    /** A database in which the tables are as they are declared, without rows of nobody. */
    static Connection asDeclared() throws SQLException {
        return filled(declared());
    }

    private static List<String> declared() {
        List<String> declared =
                new ArrayList<>(ROWS.stream().map(rows -> "INSERT INTO " + rows).toList());
        declared.add("DELETE FROM a WHERE uid IS NULL");
        declared.add("DELETE FROM b WHERE uid IS NULL OR uid = 2 AND oid = 10");
        declared.add("DELETE FROM c WHERE oid IS NULL OR oid NOT IN (SELECT oid FROM b WHERE oid IS NOT NULL)");
        declared.add("DELETE FROM d WHERE h IS NULL OR n IS NULL");
        return declared;
    }

    private static void fill(String name, List<String> statements) throws SQLException {
        DATABASES.put(name, filled(statements));
    }

    private static Connection filled(List<String> statements) throws SQLException {
        Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        execute(connection, "SET threads = 1");
        for (Table table : CATALOG.tables()) {
            String columns = table.columns().stream()
                    .map(column -> column.name() + " " + column.type().sql())
                    .collect(Collectors.joining(", "));
            execute(connection, "CREATE TABLE " + table.name() + " (" + columns + ")");
        }
        for (String statement : statements) {
            execute(connection, statement);
        }
        return connection;
    }

    @AfterAll
    static void close() throws SQLException {
        for (Connection connection : DATABASES.values()) {
            connection.close();
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static List<List<Object>> rows(String database, String sql) throws SQLException {
        List<List<Object>> all = new ArrayList<>();
        try (Statement statement = DATABASES.get(database).createStatement();
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

    private static Map<String, Long> counted(Stream<List<Object>> rows) {
        return rows.collect(Collectors.groupingBy(String::valueOf, TreeMap::new, Collectors.counting()));
    }

    /** What is wrong with a form that must be accepted, or refused with a code; empty for nothing. */
    private static String wrong(String expected, String form) throws SQLException {
        List<PrivateAggregation> releases;
        try {
            String sql = "SELECT " + TEXTS + ", COUNT(*) AS n FROM (" + form + ") AS q GROUP BY " + TEXTS;
            releases = AssignOwners.cut(new SqlToRelation(CATALOG).analyze(sql), CATALOG)
                    .releases();
        } catch (Refusal refusal) {
            String code = refusal.code().code().substring("TCT-".length());
            // The check after the cut finds only what a rule forgot; it can neither say where nor what to write.
            boolean byRule = !String.valueOf(refusal.getMessage()).contains("nothing protects them")
                    && refusal.position().isPresent();
            return byRule && code.equals(expected)
                    ? ""
                    : code + ", not " + expected + ": " + form + "\n  " + refusal.getMessage();
        }
        if (expected.length() == "X00".length()) {
            return "accepted, not " + expected + ": " + form;
        }
        StringBuilder wrong = new StringBuilder();
        for (PrivateAggregation release : releases) {
            wrong.append(dependence(release, releases));
        }
        boolean plain = expected.equals("ok");
        if (wrong.isEmpty() && plain) {
            assertThat(releases).as(form).hasSize(1);
            wrong.append(meaning(releases.get(0), form));
        }
        return wrong.isEmpty() ? "" : form + wrong;
    }

    /** How rows of a release depend on others' rows or on their order, which is turned around without a person. */
    private static String dependence(PrivateAggregation release, List<PrivateAggregation> releases)
            throws SQLException {
        String sql =
                withReleased(RelationToSql.overPeople(DuckDbDialect.DIALECT).sql(release.input()), release, releases);
        List<List<Object>> everybody = rows("everybody", sql);
        if (everybody.stream().anyMatch(row -> row.get(release.unit()) == null)) {
            return "\n  rows of nobody";
        }
        for (int person : PEOPLE) {
            List<String> names = List.of(String.valueOf(person), "1:a1:" + person);
            Map<String, Long> others =
                    counted(everybody.stream().filter(row -> !names.contains(String.valueOf(row.get(release.unit())))));
            Map<String, Long> left = counted(rows("without_" + person, sql).stream());
            if (!left.equals(others)) {
                return "\n  without person " + person + ": " + left + ", not " + others + "\n  " + sql;
            }
        }
        return "";
    }

    private static String meaning(PrivateAggregation release, String form) throws SQLException {
        List<Integer> keys = release.keys().asList();
        Map<String, Long> actual = counted(
                rows("declared", RelationToSql.overPeople(DuckDbDialect.DIALECT).sql(release.input())).stream()
                        .map(row -> List.of(row.get(keys.get(0)), row.get(keys.get(1)))));
        Map<String, Long> expected =
                counted(rows("declared", "SELECT " + TEXTS + " FROM (" + form + ") AS q").stream());
        return actual.equals(expected) ? "" : "\n  gives " + actual + ", not " + expected;
    }

    /** The query over the releases before this one, of which each has three rows. */
    private static String withReleased(String sql, PrivateAggregation release, List<PrivateAggregation> releases) {
        List<String> tables = new ArrayList<>();
        for (PrivateAggregation earlier : releases) {
            if (release.reads().contains(earlier.name())) {
                String rows = IntStream.rangeClosed(1, 3)
                        .mapToObj(row -> earlier.rowType().getFieldList().stream()
                                .map(field -> "CAST('" + row + "' AS "
                                        + ColumnTypes.fromCalcite(field.getType())
                                                .sql() + ") AS c" + field.getIndex())
                                .collect(Collectors.joining(", ", "SELECT ", "")))
                        .collect(Collectors.joining(" UNION ALL "));
                tables.add("\"" + earlier.name() + "\" AS (" + rows + ")");
            }
        }
        return tables.isEmpty() ? sql : "WITH " + String.join(", ", tables) + " " + sql;
    }

    /**
     * The forms of a text, one in each line behind what is expected: {@code ok}, {@code some} where plain SQL means other
     * rows or several releases are made, or a code.
     */
    private static void check(String text) throws SQLException {
        List<String> failures = new ArrayList<>();
        for (String line : text.lines().toList()) {
            int blank = line.indexOf(' ');
            failures.add(wrong(line.substring(0, blank), line.substring(blank).strip()));
        }
        failures.removeIf(String::isEmpty);
        assertThat(String.join("\n", failures)).isEmpty();
    }

    private static final String JOINED = "SELECT a.x AS k, b.x AS v FROM a %s b ON %s";

    private static final List<String> KINDS = List.of("JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN");

    /** The kinds of joins for one of the forms that are the same for each kind. */
    private static List<String> kinds(int form) {
        return ALL ? KINDS : List.of(KINDS.get((form + 3) % KINDS.size()));
    }

    @Test
    void joinsOfEveryKindAreOnThePerson() throws SQLException {
        StringBuilder forms = new StringBuilder();
        for (String kind : KINDS) {
            for (String same : List.of("a.uid = b.uid", "a.uid = b.uid AND a.x <= b.x")) {
                forms.append("ok ").append(String.format(JOINED, kind, same)).append('\n');
            }
        }
        List<String> sames = List.of(
                "b.uid = a.uid",
                "a.x = b.x AND (b.uid = a.uid)",
                "a.uid IS NOT DISTINCT FROM b.uid",
                "(a.uid IS NULL AND b.uid IS NULL) OR (a.uid = b.uid) IS TRUE",
                "CAST(a.uid AS DECIMAL(20, 0)) = b.uid",
                "a.uid = b.uid AND a.uid <> b.oid");
        for (int i = 0; i < sames.size(); i++) {
            for (String kind : kinds(i)) {
                forms.append("ok ")
                        .append(String.format(JOINED, kind, sames.get(i)))
                        .append('\n');
            }
        }
        List<String> others = List.of(
                "a.x = b.x",
                "a.uid = b.x",
                "a.x = b.uid",
                "a.uid = b.oid",
                "TRUE",
                "a.uid = b.uid OR a.x = b.x",
                "a.uid = b.uid OR FALSE",
                "NOT a.uid <> b.uid",
                "a.uid <= b.uid AND a.uid >= b.uid",
                "a.uid + 0 = b.uid",
                "COALESCE(a.uid, 0) = b.uid",
                "CAST(a.uid AS DOUBLE) = b.uid",
                "CAST(a.uid AS VARCHAR) = CAST(b.uid AS VARCHAR)",
                "CAST(a.uid AS INTEGER) = b.uid",
                "a.uid IS NOT DISTINCT FROM b.oid",
                "(a.uid = b.uid) IS NOT FALSE",
                "a.uid = 1 AND b.uid = 1",
                "(a.x IS NULL AND b.x IS NULL) OR (a.uid = b.uid) IS TRUE",
                "(a.uid IS NULL AND b.x IS NULL) OR (a.uid = b.uid) IS TRUE",
                "(a.uid IS NULL AND b.uid IS NULL) OR (a.uid = b.uid) IS NOT FALSE",
                "(a.uid IS NULL AND b.uid IS NULL) OR (a.uid = b.oid) IS TRUE");
        for (int i = 0; i < others.size(); i++) {
            for (String kind : kinds(i)) {
                forms.append("J01 ")
                        .append(String.format(JOINED, kind, others.get(i)))
                        .append('\n');
            }
        }
        check(forms.toString());
    }

    /** Keys of one table that lead to the person; NULL in them is nobody's in particular. */
    @Test
    void joinsAreOnKeysThatLeadToOnePerson() throws SQLException {
        StringBuilder forms = new StringBuilder();
        for (String kind : ALL ? KINDS : List.of("JOIN", "FULL JOIN")) {
            forms.append("ok SELECT b.x AS k, c.z AS v FROM b ").append(kind).append(" c ON b.oid = c.oid\n");
            forms.append("ok SELECT e.z AS k, c.z AS v FROM c AS e ")
                    .append(kind)
                    .append(" c ON e.oid = c.oid\n");
            forms.append("ok SELECT e.x AS k, d.x AS v FROM d AS e ")
                    .append(kind)
                    .append(" d ON e.h = d.h AND e.n = d.n\n");
        }
        List<String> others = List.of(
                "b % c ON b.x = c.z",
                "b % c ON b.uid = c.oid",
                "(SELECT oid, x FROM b) AS b % (SELECT oid AS o, x AS z FROM b) AS c ON b.oid IS NOT DISTINCT FROM c.o",
                "d AS b % (SELECT h, n, x AS z FROM d) AS c ON b.h = c.h",
                "d AS b % (SELECT h, n, x AS z FROM d) AS c ON b.n = c.n AND b.x = c.z",
                "d AS b % (SELECT h, n, x AS z FROM d) AS c ON b.h = c.h OR b.n = c.n");
        for (int i = 0; i < others.size(); i++) {
            for (String kind : kinds(i)) {
                forms.append("J01 SELECT b.x AS k, c.z AS v FROM ")
                        .append(others.get(i).replace("%", kind))
                        .append('\n');
            }
        }
        check(forms.toString());
    }

    @Test
    void joinsThatFollowAnotherAreOnThePersonOfEveryRow() throws SQLException {
        check("""
            ok SELECT a.x AS k, e.y AS v FROM a LEFT JOIN b ON a.uid = b.uid JOIN a AS e ON e.uid = a.uid
            ok SELECT a.x AS k, e.y AS v FROM a LEFT JOIN b ON a.uid = b.uid JOIN a AS e ON e.uid = b.uid
            ok SELECT a.x AS k, e.y AS v FROM a RIGHT JOIN b ON a.uid = b.uid JOIN a AS e ON e.uid = b.uid
            ok SELECT a.x AS k, e.y AS v FROM a FULL JOIN b ON a.uid = b.uid JOIN a AS e ON e.uid = COALESCE(a.uid, b.uid)
            ok SELECT a.x AS k, e.y AS v FROM a FULL JOIN b ON a.uid = b.uid LEFT JOIN a AS e ON e.uid = COALESCE(b.uid, a.uid)
            ok SELECT a.x AS k, e.y AS v FROM a FULL JOIN b USING (uid) FULL JOIN a AS e USING (uid)
            ok SELECT a.x AS k, b.x AS v FROM a, b WHERE a.uid = b.uid
            ok SELECT a.x AS k, e.x AS v FROM a, b, b AS e WHERE a.uid = b.uid AND e.uid = b.uid
            ok SELECT a.x AS k, c.z AS v FROM a, b, c WHERE a.uid = b.uid AND c.oid = b.oid
            J01 SELECT a.x AS k, b.x AS v FROM a, b WHERE a.x = b.x
            J01 SELECT a.x AS k, b.x AS v FROM a, b WHERE a.uid = b.uid OR a.x = 1
            J01 SELECT a.x AS k, e.x AS v FROM a, b, b AS e WHERE a.uid = b.uid AND e.x = b.x
            J01 SELECT a.x AS k, e.y AS v FROM a FULL JOIN b ON a.uid = b.uid JOIN a AS e ON e.uid = COALESCE(a.uid, b.oid)
            ok SELECT q.x AS k, r.x AS v FROM (SELECT b.uid AS w, a.x FROM a LEFT JOIN b ON a.uid = b.uid) AS q JOIN (SELECT b.uid AS w, a.x FROM a LEFT JOIN b ON a.uid = b.uid) AS r ON q.w = r.w
            J01 SELECT q.x AS k, r.x AS v FROM (SELECT b.uid AS w, a.x FROM a LEFT JOIN b ON a.uid = b.uid) AS q JOIN (SELECT b.uid AS w, a.x FROM a LEFT JOIN b ON a.uid = b.uid) AS r ON q.w IS NOT DISTINCT FROM r.w
            ok SELECT q.x AS k, e.y AS v FROM (SELECT a.uid AS u, a.uid AS t, b.uid AS w, a.x FROM a FULL JOIN b ON a.uid = b.uid) AS q JOIN a AS e ON e.uid = COALESCE(q.u, q.w)
            ok SELECT q.x AS k, e.y AS v FROM a AS e LEFT JOIN (SELECT a.uid AS u, a.uid AS t, b.uid AS w, a.x FROM a FULL JOIN b ON a.uid = b.uid) AS q ON e.uid = COALESCE(q.u, q.w) AND e.x <= q.x
            ok SELECT q.x AS k, e.y AS v FROM (SELECT a.uid AS u, a.uid AS t, b.uid AS w, a.x FROM a FULL JOIN b ON a.uid = b.uid) AS q JOIN a AS e ON e.uid = COALESCE(q.w, q.t)
            ok SELECT q.x AS k, e.y AS v FROM a AS e LEFT JOIN (SELECT a.uid AS u, a.uid AS t, b.uid AS w, a.x FROM a FULL JOIN b ON a.uid = b.uid) AS q ON e.uid = COALESCE(q.w, q.t) AND e.x <= q.x
            J01 SELECT q.x AS k, e.y AS v FROM a AS e JOIN (SELECT a.uid AS u, a.uid AS t, b.uid AS w, a.x FROM a FULL JOIN b ON a.uid = b.uid) AS q ON e.uid = COALESCE(q.u, q.x)
            ok SELECT e.x AS k, d.x AS v FROM d AS e JOIN d ON e.h IS NOT DISTINCT FROM d.h AND e.n IS NOT DISTINCT FROM d.n
            J01 SELECT e.x AS k, d.x AS v FROM d AS e JOIN d ON e.h IS NOT DISTINCT FROM d.h AND e.n IS NOT DISTINCT FROM d.x
            J01 SELECT q.k, b.x AS v FROM (SELECT x AS uid, x AS k FROM a) AS q JOIN b ON q.uid = b.uid
            J01 SELECT q.k, b.x AS v FROM (SELECT -uid AS uid, x AS k FROM a) AS q JOIN b ON q.uid = b.uid
            J01 SELECT q.k, b.x AS v FROM (SELECT MAX(uid) AS uid, x AS k FROM a GROUP BY uid, x) AS q JOIN b ON q.uid = b.uid
            ok SELECT q.k, b.x AS v FROM (SELECT uid AS w, MAX(x) AS k FROM a GROUP BY uid) AS q JOIN b ON q.w = b.uid
            ok SELECT q.k, b.x AS v FROM (SELECT x AS k, uid AS w, COUNT(*) AS i FROM a GROUP BY x, uid) AS q JOIN b ON q.w = b.uid
            J01 SELECT q.k, b.x AS v FROM (SELECT x AS k, uid AS w, COUNT(*) AS i FROM a GROUP BY x, uid) AS q JOIN b ON q.k = b.uid
            J01 SELECT q.k, b.x AS v FROM (SELECT uid AS w, COUNT(*) AS k FROM a GROUP BY uid) AS q JOIN b ON q.k = b.uid
            """);
    }

    /**
     * Tables with commas between them, in every order, and equalities of persons in WHERE: each joins the tables that it
     * compares, wherever their columns are.
     */
    @Test
    void equalitiesInWhereJoinWhatTheyCompare() throws SQLException {
        StringBuilder forms = new StringBuilder();
        List<String> tables = List.of("a", "(SELECT x, uid FROM b) AS e", "pub");
        for (List<Integer> order : List.of(
                List.of(0, 1, 2),
                List.of(0, 2, 1),
                List.of(1, 0, 2),
                List.of(1, 2, 0),
                List.of(2, 0, 1),
                List.of(2, 1, 0))) {
            String from = order.stream().map(tables::get).collect(Collectors.joining(", "));
            for (String where : List.of(
                    "ok e.uid = a.uid AND a.x = pub.k",
                    "ok pub.v > e.x AND a.uid = e.uid",
                    "J01 a.uid = pub.k AND pub.k = e.uid",
                    "J01 a.uid = e.x AND a.x = pub.k")) {
                int blank = where.indexOf(' ');
                forms.append(where, 0, blank)
                        .append(" SELECT a.x AS k, e.x AS v FROM ")
                        .append(from)
                        .append(" WHERE")
                        .append(where.substring(blank))
                        .append('\n');
            }
        }
        check(forms.toString());
    }

    @Test
    void joinsWithPublicRowsKeepNoStrangers() throws SQLException {
        check("""
            ok SELECT a.x AS k, pub.v FROM a JOIN pub ON a.x = pub.k
            ok SELECT a.x AS k, pub.v FROM pub JOIN a ON a.x < pub.k
            ok SELECT a.x AS k, pub.v FROM a LEFT JOIN pub ON a.x = pub.k
            ok SELECT a.x AS k, pub.v FROM pub RIGHT JOIN a ON a.x = pub.k
            ok SELECT a.x AS k, pub.v FROM a, pub
            ok SELECT a.uid AS k, pub.v FROM a JOIN pub ON a.uid = pub.k JOIN b ON b.uid = a.uid
            J01 SELECT a.uid AS k, pub.v FROM a JOIN pub ON a.uid = pub.k JOIN b ON b.uid = pub.k
            J02 SELECT a.x AS k, pub.v FROM a FULL JOIN pub ON a.x = pub.k
            J02 SELECT a.x AS k, pub.v FROM a RIGHT JOIN pub ON a.x = pub.k
            J02 SELECT a.x AS k, pub.v FROM pub LEFT JOIN a ON a.x = pub.k
            some SELECT pub.k, pub.v FROM pub LEFT JOIN a ON a.x = pub.k
            some SELECT pub.k, pub.v FROM a RIGHT JOIN pub ON a.x = pub.k WHERE pub.v < 30
            some SELECT pub.k + 1 AS k, pub.v FROM pub LEFT JOIN a ON a.x = pub.k WHERE a.x > 1
            J02 SELECT pub.k, pub.v FROM pub LEFT JOIN a ON a.x = pub.k WHERE a.x IS NULL
            J02 SELECT pub.k, pub.v FROM pub LEFT JOIN a ON a.x = pub.k WHERE COALESCE(a.x, 0) = 0
            J02 SELECT pub.k, pub.v FROM pub LEFT JOIN a ON a.x = pub.k WHERE a.x = 2 OR pub.v = 10
            J02 SELECT pub.k, pub.v FROM pub LEFT JOIN a ON a.x = pub.k WHERE NOT (a.x = 2 AND pub.k = 1)
            J02 SELECT pub.k, pub.v FROM pub LEFT JOIN a ON a.x = pub.k WHERE CASE WHEN pub.k = 1 THEN TRUE ELSE a.x = 2 END
            J02 SELECT pub.k, pub.v FROM pub LEFT JOIN a ON a.x = pub.k WHERE (a.x = pub.k) IS NOT TRUE
            some SELECT pub.k, pub.v FROM pub LEFT JOIN a ON a.x = pub.k WHERE a.x = 2 OR a.y > 1
            some SELECT pub.k, pub.v FROM pub LEFT JOIN a ON a.x = pub.k WHERE 10 * a.x > pub.v AND pub.k < 3
            J02 SELECT pub.k, pub.v FROM pub LEFT JOIN a ON a.x = pub.k JOIN b ON a.uid = b.uid
            J02 SELECT pub.k, COUNT(*) OVER (PARTITION BY a.uid) AS v FROM pub LEFT JOIN a ON a.x = pub.k
            J02 SELECT pub.k, COUNT(*) AS v FROM pub LEFT JOIN a ON a.x = pub.k GROUP BY pub.k, a.uid
            U01 SELECT pub.k, pub.v FROM pub LEFT JOIN a ON a.x = pub.k UNION ALL SELECT x, x FROM a
            ok SELECT a.x AS k, q.v FROM a JOIN (SELECT k, v FROM pub ORDER BY k LIMIT 2) AS q ON a.x >= q.k
            some SELECT a.x AS k, q.v FROM a JOIN (SELECT k, v FROM pub ORDER BY k LIMIT 1) AS q ON a.x >= q.k
            some SELECT a.x AS k, q.v FROM a JOIN (SELECT k, v FROM pub ORDER BY k OFFSET 1) AS q ON a.x >= q.k
            some SELECT a.x AS k, q.v FROM a JOIN (SELECT k, v FROM pub ORDER BY k DESC OFFSET 3) AS q ON a.x >= q.k
            some SELECT a.x AS k, q.v FROM a JOIN (SELECT k, v FROM pub OFFSET 2) AS q ON a.x >= q.k
            some SELECT a.x AS k, q.v FROM a JOIN (SELECT k, v FROM pub ORDER BY k LIMIT 1 OFFSET 1) AS q ON a.x >= q.k
            some SELECT a.x AS k, (SELECT v FROM pub ORDER BY k LIMIT 1) AS v FROM a
            some SELECT a.x AS k, a.y AS v FROM a WHERE a.x * 10 IN (SELECT v FROM pub ORDER BY k OFFSET 3)
            ok SELECT a.x AS k, q.n AS v FROM a JOIN (SELECT k, COUNT(*) AS n FROM pub GROUP BY k) AS q ON a.x >= q.k
            Q01 SELECT a.x AS k, q.v FROM a JOIN (SELECT k, ROW_NUMBER() OVER (ORDER BY k) AS v FROM pub) AS q ON a.x >= q.k
            Q01 SELECT a.x AS k, q.v FROM a JOIN (SELECT STDDEV_POP(CAST(v AS DOUBLE)) AS v FROM pub) AS q ON TRUE
            some SELECT a.x AS k, q.n AS v FROM a JOIN (SELECT x, COUNT(*) AS n FROM b GROUP BY x) AS q ON a.x = q.x
            some SELECT q.x AS k, q.n AS v FROM (SELECT x, COUNT(*) AS n FROM b GROUP BY x) AS q LEFT JOIN a ON a.x = q.x
            """);
    }

    private static final List<String> OPERATIONS =
            List.of("UNION", "INTERSECT", "EXCEPT", "INTERSECT ALL", "EXCEPT ALL", "UNION ALL");

    @Test
    void setOperationsCompareRowsOfOnePerson() throws SQLException {
        StringBuilder forms = new StringBuilder();
        for (String operation : OPERATIONS) {
            String alone = operation.equals("UNION ALL") ? "ok " : "U01 ";
            List<String> pairs = List.of(
                    "ok SELECT uid AS k, x AS v FROM a % SELECT uid, x FROM b",
                    "ok SELECT x AS k, uid AS v FROM a % SELECT x, uid FROM b",
                    "ok SELECT h AS k, n AS v FROM d % SELECT h, n FROM d WHERE x > 1",
                    alone + "SELECT x AS k, x AS v FROM a % SELECT x, x FROM b",
                    alone + "SELECT uid AS k, x AS v FROM a % SELECT oid, x FROM b",
                    alone + "SELECT uid AS k, x AS v FROM a % SELECT x, uid FROM b",
                    alone + "SELECT uid AS k, x AS v FROM a % SELECT uid + 0, x FROM b",
                    alone + "SELECT h AS k, x AS v FROM d % SELECT h, x FROM d",
                    alone + "SELECT n AS k, x AS v FROM d % SELECT n, x FROM d",
                    "ok SELECT uid AS k, x AS v FROM a % SELECT uid, x FROM b % SELECT uid, x FROM a WHERE x > 1",
                    alone + "SELECT uid AS k, uid AS v FROM a % SELECT x, uid FROM b % SELECT uid, x FROM a",
                    alone + "SELECT uid AS k, x AS v FROM a % SELECT x, uid FROM b % SELECT uid, x FROM a",
                    alone + "SELECT uid AS k, x AS v FROM a % SELECT uid, x FROM b % SELECT oid, x FROM b",
                    "U01 SELECT uid AS k, x AS v FROM a % SELECT k, v FROM pub",
                    "U01 SELECT k, v FROM pub % SELECT uid AS k, x AS v FROM a",
                    "U01 SELECT h AS k, n AS v FROM d % SELECT 'a', x FROM a");
            for (int i = 0; i < pairs.size(); i++) {
                if (ALL
                        || i == 0
                        || i % OPERATIONS.size() == OPERATIONS.indexOf(operation)
                        || operation.equals("UNION")) {
                    forms.append(pairs.get(i).replace("%", operation)).append('\n');
                }
            }
        }
        check(forms.toString());
    }

    @Test
    void stepsAreOfOnePerson() throws SQLException {
        check("""
            ok SELECT uid AS k, COUNT(*) AS v FROM a GROUP BY uid
            ok SELECT MAX(x) AS k, SUM(x) AS v FROM a GROUP BY uid
            ok SELECT x AS k, COUNT(*) AS v FROM a GROUP BY uid, x
            ok SELECT MIN(x) AS k, MEDIAN(x) AS v FROM a GROUP BY uid
            ok SELECT COUNT(z) AS k, MAX(z) AS v FROM c GROUP BY oid
            ok SELECT h AS k, COUNT(*) AS v FROM d GROUP BY h, n
            ok SELECT MAX(x) AS k, COUNT(DISTINCT x) AS v FROM a GROUP BY uid HAVING COUNT(*) > 1
            ok SELECT DISTINCT uid AS k, x AS v FROM a
            ok SELECT MAX(q.m) AS k, SUM(q.m) AS v FROM (SELECT uid, MAX(x) AS m FROM a GROUP BY uid, x) AS q GROUP BY uid
            ok SELECT COALESCE(a.uid, b.uid) AS k, COUNT(b.x) AS v FROM a FULL JOIN b ON a.uid = b.uid GROUP BY COALESCE(a.uid, b.uid)
            ok SELECT GROUPING(uid) AS k, COUNT(*) AS v FROM a GROUP BY uid
            A04 SELECT MAX(x) AS k, BOOL_AND(x > 1) AS v, REGR_SLOPE(x, x) AS w FROM a GROUP BY uid
            A04 SELECT MAX(x) AS k, VAR_POP(x) AS v FROM a GROUP BY uid
            A04 SELECT MAX(x) AS k, MODE(x) AS v FROM a GROUP BY uid
            A04 SELECT MAX(x) AS k, SUM(x, contribution_bounds_per_group => (0, 1)) AS v FROM a GROUP BY uid
            G01 SELECT x AS k, COUNT(*) AS v FROM a GROUP BY ROLLUP(uid, x)
            """);
    }

    @Test
    void windowsAreOfOnePersonAndOfOneOrder() throws SQLException {
        check("""
            ok SELECT x AS k, COUNT(*) OVER (PARTITION BY uid) AS v FROM a
            ok SELECT x AS k, RANK() OVER (PARTITION BY uid ORDER BY x) AS v FROM a
            ok SELECT x AS k, DENSE_RANK() OVER (PARTITION BY uid, x ORDER BY y) AS v FROM a
            some SELECT x AS k, ROW_NUMBER() OVER (PARTITION BY uid ORDER BY x) AS v FROM a
            some SELECT y AS k, ROW_NUMBER() OVER (PARTITION BY uid ORDER BY x) AS v FROM a
            some SELECT y AS k, LAG(x) OVER (PARTITION BY uid ORDER BY uid) AS v FROM a
            some SELECT x AS k, LEAD(y) OVER (PARTITION BY uid ORDER BY uid) AS v FROM a
            some SELECT z AS k, NTILE(2) OVER (PARTITION BY oid ORDER BY oid) AS v FROM c
            some SELECT y AS k, SUM(x) OVER (PARTITION BY uid ORDER BY uid ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS v FROM a
            some SELECT y AS k, COUNT(*) OVER (PARTITION BY uid ORDER BY uid ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING) AS v FROM a
            some SELECT y AS k, FIRST_VALUE(x) OVER (PARTITION BY uid ORDER BY uid) AS v FROM a
            some SELECT y AS k, LAST_VALUE(x) OVER (PARTITION BY uid ORDER BY uid ROWS BETWEEN CURRENT ROW AND 1 FOLLOWING) AS v FROM a
            W01 SELECT y AS k, LAST_VALUE(x) OVER (PARTITION BY uid ORDER BY uid) AS v FROM a
            ok SELECT x AS k, COUNT(*) OVER (PARTITION BY h, n) AS v FROM d
            ok SELECT z AS k, COUNT(*) OVER (PARTITION BY oid) AS v FROM c
            ok SELECT z AS k, SUM(z) OVER (PARTITION BY oid ORDER BY z) AS v FROM c
            W01 SELECT x AS k, COUNT(*) OVER (PARTITION BY h) AS v FROM d
            ok SELECT q.x AS k, COUNT(*) OVER (PARTITION BY COALESCE(q.u, q.w)) AS v FROM (SELECT a.uid AS u, a.uid AS t, b.uid AS w, a.x FROM a FULL JOIN b ON a.uid = b.uid) AS q
            ok SELECT q.x AS k, COUNT(*) OVER (PARTITION BY COALESCE(q.w, q.t)) AS v FROM (SELECT a.uid AS u, a.uid AS t, b.uid AS w, a.x FROM a FULL JOIN b ON a.uid = b.uid) AS q
            ok SELECT q.x AS k, COUNT(*) OVER (PARTITION BY COALESCE(q.u, q.w)) AS v FROM pub JOIN (SELECT a.uid AS u, a.uid AS t, b.uid AS w, a.x FROM a FULL JOIN b ON a.uid = b.uid) AS q ON pub.k = q.x
            ok SELECT q.x AS k, COUNT(*) OVER (PARTITION BY COALESCE(q.w, q.t)) AS v FROM pub JOIN (SELECT a.uid AS u, a.uid AS t, b.uid AS w, a.x FROM a FULL JOIN b ON a.uid = b.uid) AS q ON pub.k = q.x
            W01 SELECT q.x AS k, COUNT(*) OVER (PARTITION BY COALESCE(q.u, q.t)) AS v FROM (SELECT a.uid AS u, a.uid AS t, b.uid AS w, a.x FROM a FULL JOIN b ON a.uid = b.uid) AS q
            W01 SELECT x AS k, COUNT(*) OVER () AS v FROM a
            W01 SELECT x AS k, COUNT(*) OVER (PARTITION BY x) AS v FROM a
            W01 SELECT x AS k, COUNT(*) OVER (PARTITION BY uid + 0) AS v FROM a
            W01 SELECT a.x AS k, COUNT(*) OVER (PARTITION BY b.uid) AS v FROM a LEFT JOIN b ON a.uid = b.uid
            ok SELECT a.x AS k, COUNT(*) OVER (PARTITION BY a.uid) AS v FROM a LEFT JOIN b ON a.uid = b.uid
            W01 SELECT ROW_NUMBER() OVER (PARTITION BY uid ORDER BY x) AS k, ROW_NUMBER() OVER (PARTITION BY uid ORDER BY y) AS v FROM a
            some SELECT ROW_NUMBER() OVER (PARTITION BY uid ORDER BY x) AS k, RANK() OVER (PARTITION BY uid ORDER BY y) AS v FROM a
            some SELECT x AS k, y AS v FROM a QUALIFY ROW_NUMBER() OVER (PARTITION BY uid ORDER BY uid) = 1
            W01 SELECT x AS k, y AS v FROM a QUALIFY ROW_NUMBER() OVER (PARTITION BY x ORDER BY uid) = 1
            L01 SELECT x AS k, y AS v FROM a ORDER BY x LIMIT 2
            L01 SELECT x AS k, y AS v FROM a ORDER BY x OFFSET 1
            L01 SELECT x AS k, y AS v FROM a LIMIT 1 OFFSET 1
            ok SELECT x AS k, y AS v FROM (SELECT x, y FROM a ORDER BY x) AS o
            """);
    }

    /** Every frame of every kind of function, in an order in which tied rows are the same row: as plain SQL has it. */
    @Test
    void windowsKeepTheirFrames() throws SQLException {
        List<String> frames = List.of(
                "ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW",
                "ROWS BETWEEN UNBOUNDED PRECEDING AND 1 FOLLOWING",
                "ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING",
                "ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING",
                "ROWS BETWEEN 1 PRECEDING AND UNBOUNDED FOLLOWING",
                "ROWS BETWEEN 1 FOLLOWING AND 2 FOLLOWING",
                "ROWS BETWEEN 2 PRECEDING AND 1 PRECEDING",
                "RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW",
                "RANGE BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING",
                "RANGE BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING");
        List<String> functions = List.of("SUM(x)", "COUNT(x)", "MIN(y)", "MAX(y)", "FIRST_VALUE(x)", "LAST_VALUE(x)");
        StringBuilder forms = new StringBuilder();
        for (String frame : frames) {
            for (String function : functions) {
                // The last of tied rows is one that the engine chooses.
                boolean tied = function.startsWith("LAST_VALUE") && frame.endsWith("CURRENT ROW");
                forms.append(tied && frame.startsWith("RANGE") ? "W01" : "ok")
                        .append(" SELECT y AS k, ")
                        .append(function)
                        .append(" OVER (PARTITION BY uid ORDER BY x, y ")
                        .append(frame)
                        .append(") AS v FROM a\n");
            }
        }
        for (String function : List.of(
                "LAG(x)",
                "LAG(x, 2)",
                "LEAD(x, 1, 7)",
                "ROW_NUMBER()",
                "NTILE(2)",
                "RANK()",
                "DENSE_RANK()",
                "PERCENT_RANK()",
                "CUME_DIST()")) {
            forms.append("ok SELECT y AS k, ")
                    .append(function)
                    .append(" OVER (PARTITION BY uid ORDER BY y, x) AS v FROM a\n");
        }
        check(forms.toString());
    }

    /** What no engine is asked for is still in the window when it is one person's, so that it is refused and not lost. */
    @Test
    void whatNoWindowMayHaveIsNotLost() {
        for (String window : List.of(
                "SUM(x) OVER (PARTITION BY uid ORDER BY x ROWS BETWEEN 1 PRECEDING AND CURRENT ROW EXCLUDE CURRENT"
                        + " ROW)",
                "SUM(x) OVER (PARTITION BY uid ORDER BY x ROWS BETWEEN 1 PRECEDING AND CURRENT ROW EXCLUDE TIES)",
                "MAX(x) OVER (PARTITION BY uid ORDER BY x RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW EXCLUDE"
                        + " GROUP)",
                "SUM(x) OVER (PARTITION BY uid ORDER BY x RANGE BETWEEN 1 PRECEDING AND CURRENT ROW)",
                "NTILE(x) OVER (PARTITION BY uid ORDER BY x)",
                "LAG(x, x) OVER (PARTITION BY uid ORDER BY x)")) {
            String sql = "SELECT SUM(v) FROM (SELECT " + window + " AS v FROM a) AS q";
            assertThatThrownBy(() -> {
                        CutQuery cut = AssignOwners.cut(new SqlToRelation(CATALOG).analyze(sql), CATALOG);
                        RelationToSql.overPeople(DuckDbDialect.DIALECT)
                                .sql(cut.releases().get(0).input());
                    })
                    .as(window)
                    .isInstanceOfSatisfying(
                            Refusal.class, refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.WINDOW));
        }
    }

    @Test
    void subqueriesReadRowsOfTheSamePersonOnly() throws SQLException {
        StringBuilder forms = new StringBuilder();
        for (String exists : List.of("EXISTS", "NOT EXISTS")) {
            for (String line : List.of(
                    "ok b WHERE b.uid = a.uid",
                    "ok b WHERE a.uid = b.uid AND b.x < a.x",
                    "ok b WHERE b.x = a.x AND CAST(b.uid AS DECIMAL(20, 0)) = a.uid",
                    "ok b JOIN c ON b.oid = c.oid WHERE b.uid = a.uid",
                    "ok b LEFT JOIN c ON b.oid = c.oid WHERE b.uid = a.uid AND c.z > 1",
                    "ok b RIGHT JOIN a AS e ON b.uid = e.uid WHERE e.uid = a.uid",
                    "ok b WHERE b.uid = a.uid AND EXISTS (SELECT * FROM c WHERE c.oid = b.oid AND c.z = a.x)",
                    "ok b WHERE EXISTS (SELECT * FROM a AS e WHERE e.uid = b.uid AND e.x > a.x) AND b.uid = a.uid",
                    "ok (SELECT * FROM b WHERE b.x > 1) AS q WHERE q.uid = a.uid",
                    "ok (SELECT uid, MAX(x) AS m FROM b GROUP BY uid) AS q WHERE q.uid = a.uid AND q.m > a.x",
                    "ok (SELECT * FROM b WHERE b.uid = a.uid) AS q, LATERAL (SELECT e.x AS w FROM a AS e WHERE e.uid ="
                            + " q.uid) AS l WHERE l.w > a.x",
                    "ok (SELECT * FROM b WHERE b.uid = a.uid) AS q, UNNEST(ARRAY[q.x, 2]) AS u(w) WHERE u.w > a.x",
                    "ok pub WHERE pub.k = a.x",
                    "Q01 b AS q, UNNEST(ARRAY[q.x, 2]) AS u(w) WHERE u.w > a.x",
                    "Q01 b",
                    "Q01 b WHERE b.x = a.x",
                    "Q01 b WHERE b.uid = a.x",
                    "Q01 b WHERE b.x = a.uid",
                    "Q01 b WHERE b.oid = a.uid",
                    "Q01 b WHERE b.uid = a.uid OR b.x = a.x",
                    "Q01 b WHERE NOT b.uid <> a.uid",
                    "Q01 b WHERE b.uid <= a.uid",
                    "Q01 b WHERE b.uid = a.uid + 0",
                    "Q01 b WHERE b.uid + a.uid = a.uid + a.uid",
                    "Q01 b WHERE COALESCE(b.uid, a.uid) = a.uid",
                    "Q01 b WHERE b.uid = b.uid AND a.uid = a.uid",
                    "Q01 b JOIN c ON b.oid = c.oid WHERE c.z = a.x",
                    "Q01 (SELECT * FROM b WHERE b.uid = a.uid) AS q RIGHT JOIN c ON q.oid = c.oid",
                    "Q01 (SELECT * FROM b WHERE b.uid = a.uid UNION ALL SELECT * FROM b) AS q")) {
                int blank = line.indexOf(' ');
                if (exists.startsWith("NOT") && (!line.startsWith("ok") || !ALL && line.contains("JOIN"))) {
                    continue;
                }
                forms.append(line, 0, blank)
                        .append(" SELECT a.x AS k, a.y AS v FROM a WHERE ")
                        .append(exists)
                        .append(" (SELECT * FROM")
                        .append(line.substring(blank))
                        .append(")\n");
            }
        }
        check(forms.toString());
    }

    /**
     * A subquery joins or combines two relations of which none, one or both are restricted to the person outside: it is
     * accepted where every row that comes out is that person's.
     */
    @Test
    void rowsOfTheSamePersonComeFromEverySideThatIsKept() throws SQLException {
        StringBuilder forms = new StringBuilder();
        for (boolean one : List.of(true, false)) {
            for (boolean other : List.of(true, false)) {
                String left = "(SELECT * FROM b" + (one ? " WHERE b.uid = a.uid" : "") + ")";
                String right = "(SELECT * FROM b AS c" + (other ? " WHERE a.uid = c.uid" : "") + ")";
                for (String kind : KINDS) {
                    boolean accepted = switch (kind) {
                        case "LEFT JOIN" -> one;
                        case "RIGHT JOIN" -> other;
                        case "FULL JOIN" -> one && other;
                        default -> one || other;
                    };
                    forms.append(accepted ? "ok" : "Q01")
                            .append(" SELECT a.x AS k, a.y AS v FROM a WHERE EXISTS (SELECT * FROM ")
                            .append(left + " AS q " + kind + " " + right)
                            .append(" AS r ON q.uid = r.uid AND q.x < r.x WHERE COALESCE(q.x, r.x) > 1)\n");
                }
                for (String operation : OPERATIONS) {
                    boolean accepted = one && other;
                    forms.append(accepted ? "ok" : "Q01")
                            .append(" SELECT a.x AS k, a.y AS v FROM a WHERE EXISTS (")
                            .append(left, 1, left.length() - 1)
                            .append(" " + operation + " ")
                            .append(right, 1, right.length() - 1)
                            .append(")\n");
                }
            }
        }
        check(forms.toString());
    }

    @Test
    void valuesOfSubqueriesAreOfTheSamePersonOrOfEverybody() throws SQLException {
        StringBuilder forms = new StringBuilder();
        for (String line : List.of(
                "ok a.uid IN (SELECT uid FROM b)",
                "ok a.uid NOT IN (SELECT uid FROM b WHERE x > 1)",
                "ok (a.uid, a.x) IN (SELECT uid, x FROM b)",
                "ok a.x IN (SELECT x FROM b WHERE b.uid = a.uid)",
                "ok a.x > ALL (SELECT x FROM b WHERE b.uid = a.uid)",
                "ok a.x >= ANY (SELECT x FROM b WHERE b.uid = a.uid)",
                "ok a.x > (SELECT MIN(x) FROM b WHERE b.uid = a.uid)",
                "ok a.x IN (SELECT k FROM pub)",
                "ok a.x > (SELECT MIN(k) FROM pub WHERE pub.k = a.x OR pub.v > 10)",
                "ok a.uid IN (SELECT uid FROM b GROUP BY uid HAVING COUNT(*) > 1)",
                "ok 1 < (SELECT COUNT(*) FROM b WHERE b.uid = a.uid)",
                "Q01 a.x IN (SELECT x FROM b)",
                "Q01 a.uid IN (SELECT x FROM b)",
                "Q01 a.uid IN (SELECT oid FROM b)",
                "Q01 a.x IN (SELECT uid FROM b)",
                "Q01 (a.x, a.uid) IN (SELECT uid, x FROM b)",
                "Q01 a.uid + 0 IN (SELECT uid FROM b)",
                "Q01 a.uid > ALL (SELECT uid FROM b)",
                "Q01 a.uid >= ANY (SELECT uid FROM b)",
                "Q01 a.x > ALL (SELECT x FROM b)",
                "Q01 a.x > (SELECT x FROM b)",
                "some a.x > (SELECT MIN(x) FROM b)",
                "some a.x > (SELECT COUNT(*) FROM b WHERE b.x > 1)",
                "some a.x IN (SELECT x FROM b GROUP BY x)")) {
            int blank = line.indexOf(' ');
            String condition = line.substring(blank);
            forms.append(line, 0, blank)
                    .append(" SELECT a.x AS k, a.y AS v FROM a WHERE")
                    .append(condition)
                    .append('\n');
            if (ALL && !line.startsWith("some") || line.contains("uid IN") || line.contains("ALL")) {
                forms.append(line, 0, blank)
                        .append(" SELECT a.x AS k, CASE WHEN")
                        .append(condition)
                        .append(" THEN 1 ELSE 0 END AS v FROM a\n");
            }
        }
        forms.append("""
            ok SELECT x AS k, y AS v FROM d AS e CROSS JOIN (SELECT 1.5 AS y) AS i WHERE (e.h, e.n) IN (SELECT h, n FROM d WHERE x > 1)
            Q01 SELECT x AS k, n AS v FROM d AS e WHERE e.h IN (SELECT h FROM d WHERE x > 1)
            Q01 SELECT x AS k, n AS v FROM d AS e WHERE EXISTS (SELECT * FROM d WHERE d.h = e.h)
            ok SELECT x AS k, n AS v FROM d AS e WHERE EXISTS (SELECT * FROM d WHERE d.h = e.h AND d.n = e.n AND d.x > e.x)
            Q01 SELECT a.x AS k, b.x AS v FROM a JOIN b ON a.uid = b.uid AND EXISTS (SELECT * FROM b AS e WHERE e.uid = a.uid)
            ok SELECT a.x AS k, (SELECT MAX(x) FROM b WHERE b.uid = a.uid) AS v FROM a
            Q01 SELECT a.x AS k, (SELECT MAX(x) FROM b WHERE b.x = a.x GROUP BY uid) AS v FROM a
            some SELECT pub.k, (SELECT COUNT(*) FROM a WHERE a.x = pub.k) AS v FROM pub JOIN a AS e ON e.x = pub.k
            """);
        check(forms.toString());
    }

    @Test
    void lateralRowsAreOfTheSamePerson() throws SQLException {
        check("""
            ok SELECT a.x AS k, l.x AS v FROM a, LATERAL (SELECT b.x FROM b WHERE b.uid = a.uid) AS l
            ok SELECT a.x AS k, l.x AS v FROM a LEFT JOIN LATERAL (SELECT b.x FROM b WHERE b.uid = a.uid AND b.x < a.x) AS l ON TRUE
            ok SELECT a.x AS k, l.n AS v FROM a, LATERAL (SELECT COUNT(*) AS n FROM b WHERE b.uid = a.uid) AS l
            ok SELECT a.x AS k, l.v FROM a, LATERAL (SELECT pub.v FROM pub WHERE pub.k = a.x) AS l
            ok SELECT a.x AS k, u.e AS v FROM a, UNNEST(ARRAY[a.x, 1]) AS u(e)
            J02 SELECT a.x AS k, l.x AS v FROM a, LATERAL (SELECT b.x FROM b WHERE b.x = a.x) AS l
            J02 SELECT a.x AS k, l.x AS v FROM a, LATERAL (SELECT b.x FROM b WHERE b.uid = a.x) AS l
            J01 SELECT a.x AS k, l.x AS v FROM a, LATERAL (SELECT b.x FROM b) AS l
            J02 SELECT a.x AS k, l.x AS v FROM a, LATERAL (SELECT b.x FROM b WHERE b.uid = a.uid OR b.x = 1) AS l
            J02 SELECT pub.k, l.x AS v FROM pub, LATERAL (SELECT a.x FROM a WHERE a.x = pub.k) AS l
            J02 SELECT a.x AS k, l.x AS v FROM a, LATERAL (SELECT b.x FROM b WHERE b.uid = a.uid UNION ALL SELECT x FROM b) AS l
            """);
    }
}
