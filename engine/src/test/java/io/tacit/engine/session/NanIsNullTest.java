package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.backend.TestServer;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.release.ZeroNoise;
import io.tacit.engine.walk.Walk;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * NaN is NULL wherever it stands and however it came to be: what is asked of a table with NaN has the answer of the same table with
 * NULL in its place. Walked are values that are or become NaN × predicates × places of predicates, and the values × places of
 * values, over a CSV file, Parquet, a DuckDB database and PostgreSQL.
 */
@Tag("walk")
@NullUnmarked
class NanIsNullTest {
    private static final DuckDbSettings ONE_THREAD = new DuckDbSettings(256, 1, message -> {});
    private static final Defaults DEFAULTS = new Defaults(new BigDecimal("20"), new BigDecimal("0.5"), 100, 0.95);

    /** What is NaN somewhere in the table t, and the column of the table e that has NULL there. */
    private static final Map<String, String> VALUES = new LinkedHashMap<>();

    static {
        VALUES.put("x", "x");
        VALUES.put("(m - m)", "none");
        VALUES.put("(-m + m)", "none");
        VALUES.put("(m + m - m - m)", "none");
        VALUES.put("(m * zero)", "none");
        VALUES.put("(m * (zero + zero) * 3)", "none");
        VALUES.put("(zero * m + k - k)", "none");
        VALUES.put("(m / m - 1)", "CASE WHEN m <> 0 THEN none END");
        VALUES.put("(m * 1e308 * 1e308 - m * 1e308 * 1e308)", "far");
        VALUES.put("CAST(s AS DOUBLE)", "x");
        VALUES.put("(CAST(s AS DOUBLE) + 0)", "x");
    }

    private static final List<String> PREDICATES = List.of(
            "X = 1",
            "X <> 1",
            "X > 1",
            "X >= 1e300",
            "X < 1",
            "X <= 2",
            "X = X",
            "X <> X",
            "X = y",
            "X > y",
            "y >= X",
            "X IN (1, 2)",
            "X NOT IN (1, 2)",
            "X BETWEEN 0 AND 1",
            "X NOT BETWEEN 0 AND 1",
            "y BETWEEN X AND 5",
            "X IS NULL",
            "X IS NOT NULL",
            "X IS DISTINCT FROM 1",
            "X IS NOT DISTINCT FROM y",
            "X IS NOT DISTINCT FROM NULL",
            "COALESCE(X, -1) = -1",
            "NULLIF(X, 1) IS NULL",
            "NULLIF(1, X) IS NULL",
            "GREATEST(X, 0.5e0) > 0.75",
            "LEAST(X, 0.5e0) < 0.75",
            "CASE X WHEN 1 THEN TRUE ELSE FALSE END",
            "CASE WHEN X > 1 THEN FALSE ELSE TRUE END",
            "ABS(X) > 1",
            "-X < 0",
            "X + 1 > 1",
            "SIGN(X) = 0",
            "FLOOR(X) = 0",
            "ROUND(X) IS NULL",
            "SQRT(X) IS NULL",
            "EXP(X) > 1",
            "CAST(X AS INTEGER) IS NULL",
            "CAST(X AS DECIMAL(9, 2)) IS NULL",
            "CAST(X AS BOOLEAN)",
            "CAST(X AS VARCHAR) = 'nan'",
            "CONCAT(X, 'a') = 'a'",
            "ISNAN(X)",
            "NOT ISNAN(X)",
            "ISFINITE(X)",
            "ISINF(X)",
            "X > 1 OR X <= 1",
            "NOT (X > 1)",
            "(X > 1) IS UNKNOWN",
            "X = ANY (SELECT v FROM pub)",
            "X NOT IN (SELECT v FROM pub WHERE v IS NOT NULL)",
            "X > ALL (SELECT v FROM pub WHERE v IS NOT NULL)");

    private static final List<String> OF_PREDICATES = List.of(
            "SELECT COUNT(*) AS n FROM T WHERE P",
            "SELECT COUNT(*) AS n FROM T WHERE NOT (P)",
            "SELECT COUNT(*) FILTER (WHERE P) AS n FROM T",
            "SELECT COUNT(CASE WHEN P THEN NULL ELSE 1 END) AS n, COUNT(CASE WHEN NOT (P) THEN 1 END) AS m FROM T",
            "SELECT P AS c, COUNT(*) AS n FROM T GROUP BY P ORDER BY 1",
            "SELECT COUNT(*) AS n FROM (SELECT uid, k FROM T GROUP BY uid, k, X, y HAVING P) AS a",
            "SELECT COUNT(*) AS n FROM (SELECT uid, COUNT(*) FILTER (WHERE P) AS c FROM T GROUP BY uid) AS a WHERE c > 1",
            "SELECT COUNT(*) AS n FROM T JOIN pub ON T.k = pub.j AND P",
            "SELECT COUNT(pub.j) AS n FROM T LEFT JOIN pub ON T.k = pub.j AND P",
            "SELECT COUNT(*) AS n FROM T WHERE EXISTS (SELECT 1 FROM pub WHERE pub.j = T.k AND P)",
            "SELECT COUNT(*) AS n FROM (SELECT uid, k, ROW_NUMBER() OVER (PARTITION BY uid ORDER BY P, k) AS r FROM T) AS a"
                    + " WHERE r = k");

    private static final List<String> OF_VALUES = List.of(
            "SELECT X AS c, COUNT(*) AS n FROM T GROUP BY X ORDER BY 1",
            "SELECT COUNT(X) AS n, COUNT(*) AS m FROM T",
            "SELECT COUNT(DISTINCT c) AS n FROM (SELECT uid, X AS c FROM T) AS a",
            "SELECT SUM(X) AS n FROM T",
            "SELECT k, AVG(X) AS n FROM T GROUP BY k ORDER BY 1",
            "SELECT MEDIAN(X) AS n FROM T",
            "SELECT c, COUNT(*) AS n FROM (SELECT uid, COUNT(X) AS c FROM T GROUP BY uid) AS a GROUP BY c ORDER BY 1",
            "SELECT c, COUNT(*) AS n FROM (SELECT uid, MAX(X) AS c FROM T GROUP BY uid) AS a GROUP BY c ORDER BY 1",
            "SELECT c, COUNT(*) AS n FROM (SELECT uid, MIN(X) AS c FROM T GROUP BY uid) AS a GROUP BY c ORDER BY 1",
            "SELECT c, COUNT(*) AS n FROM (SELECT uid, SUM(X) AS c FROM T GROUP BY uid) AS a GROUP BY c ORDER BY 1",
            "SELECT c, COUNT(*) AS n FROM (SELECT uid, AVG(X) AS c FROM T GROUP BY uid) AS a GROUP BY c ORDER BY 1",
            "SELECT c, COUNT(*) AS n FROM (SELECT uid, COUNT(DISTINCT X) AS c FROM T GROUP BY uid) AS a GROUP BY c ORDER BY 1",
            "SELECT COUNT(*) AS n FROM (SELECT DISTINCT uid, X AS c FROM T) AS a",
            "SELECT k, COUNT(*) AS n FROM (SELECT uid, k, RANK() OVER (PARTITION BY uid ORDER BY X) AS r FROM T) AS a"
                    + " WHERE r = 1 GROUP BY k ORDER BY 1",
            "SELECT k, COUNT(*) AS n FROM (SELECT uid, k, RANK() OVER (PARTITION BY uid ORDER BY X DESC NULLS LAST) AS r"
                    + " FROM T) AS a WHERE r = 1 GROUP BY k ORDER BY 1",
            "SELECT COUNT(c) AS n FROM (SELECT uid, LAG(X) OVER (PARTITION BY uid ORDER BY k) AS c FROM T) AS a",
            "SELECT c, COUNT(*) AS n FROM (SELECT uid, SUM(X) OVER (PARTITION BY uid ORDER BY k) AS c FROM T) AS a"
                    + " GROUP BY c ORDER BY 1",
            "SELECT COUNT(c) AS n FROM (SELECT uid, STDDEV_POP(X) OVER (PARTITION BY uid ORDER BY k) AS c FROM T) AS a",
            "SELECT SUM(i) OVER () AS n, AVG(-i) OVER () AS m, VAR_POP(i) OVER () AS o, VAR_POP(i) AS p FROM pub GROUP BY i",
            "SELECT SUM(CASE j WHEN 1 THEN i ELSE -i END) AS n, AVG(CASE j WHEN 1 THEN i ELSE -i END) AS m FROM pub",
            "SELECT SUM(CASE j WHEN 1 THEN i ELSE -i END) OVER () AS n FROM pub",
            "SELECT COUNT(*) AS n FROM T JOIN pub ON X = pub.v",
            "SELECT COUNT(pub.j) AS n, COUNT(*) AS m FROM T LEFT JOIN pub ON X = pub.v",
            "SELECT COUNT(*) AS n FROM T AS a JOIN T AS b ON a.uid = b.uid AND a.X = b.X",
            "SELECT COUNT(*) AS n FROM (SELECT uid, X AS c FROM T UNION SELECT uid, y FROM T) AS a",
            "SELECT COUNT(*) AS n FROM (SELECT uid, X AS c FROM T INTERSECT SELECT uid, X FROM T WHERE k > 1) AS a",
            "SELECT COUNT(*) AS n FROM (SELECT uid, X AS c FROM T EXCEPT SELECT uid, X FROM T WHERE k > 1) AS a",
            "SELECT AVG(GREATEST(X, y)) AS n, AVG(LEAST(X, y)) AS m, AVG(COALESCE(X, 5)) AS o FROM T",
            "SELECT v, COUNT(*) AS n FROM pub GROUP BY v ORDER BY 1",
            "SELECT v IS NULL AS c, v > 1 AS d FROM pub ORDER BY j",
            "SELECT SUM(v) AS n, MAX(v) AS m, AVG(i - i) AS o, SUM(i) AS p, AVG(i) AS q FROM pub");

    /** A question of the table with NaN and that of the table with NULL. */
    private record Question(String nan, String none) {
        static Question of(String place, String value, String counterpart) {
            return new Question(asked(place, value, "t", "pub"), asked(place, counterpart, "e", "pube"));
        }

        private static String asked(String place, String value, String table, String names) {
            String own = place.contains("a.X")
                    ? place.replace("FROM T ", "FROM (SELECT uid, V AS w FROM T) ")
                            .replace("JOIN T ", "JOIN (SELECT uid, V AS w FROM T) ")
                            .replace(".X", ".w")
                    : place;
            return own.replaceAll("\\bpub\\b", names)
                    .replaceAll("\\b[XV]\\b", value)
                    .replaceAll("\\bT\\b", table);
        }
    }

    @TempDir
    private Path folder;

    private static List<Question> ofPredicates() {
        List<Question> all = new ArrayList<>();
        VALUES.forEach((value, counterpart) -> {
            for (String predicate : PREDICATES) {
                OF_PREDICATES.forEach(
                        place -> all.add(Question.of(place.replaceAll("\\bP\\b", predicate), value, counterpart)));
            }
        });
        return all;
    }

    private static List<Question> ofValues() {
        List<Question> all = new ArrayList<>();
        VALUES.forEach(
                (value, counterpart) -> OF_VALUES.forEach(place -> all.add(Question.of(place, value, counterpart))));
        return all;
    }

    /** Rows of 30 people, five each; NaN stands in a third of them. */
    private static List<String> rows(boolean nan) {
        List<String> numbers = List.of("NaN", "1", "0.25", "NULL", "Infinity", "NaN", "2", "-1", "-Infinity");
        List<String> ends = List.of("Infinity", "1", "-Infinity", "0", "3");
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < 150; i++) {
            String number = numbers.get(i % numbers.size());
            String x = real(number.equals("NaN") && !nan ? "NULL" : number);
            String end = ends.get(i * 7 / 3 % ends.size());
            String none = end.contains("Infinity") ? "NULL" : "0";
            rows.add("(" + i / 5 + ", " + i % 5 + ", " + x + ", "
                    + real(List.of("0.25", "1", "2").get(i % 3)) + ", "
                    + real(end) + ", " + real("0") + ", " + (number.equals("NULL") ? "NULL" : "'" + number + "'")
                    + (nan ? "" : ", " + real(none) + ", " + real(end.equals("0") ? "0" : "NULL")) + ")");
        }
        return rows;
    }

    private static String real(String number) {
        return number.equals("NULL") ? "CAST(NULL AS double precision)" : "CAST('" + number + "' AS double precision)";
    }

    private static List<String> publicRows(boolean nan) {
        String none = real(nan ? "NaN" : "NULL");
        return List.of(
                "(1, " + real("1") + ", " + real("Infinity") + ")",
                "(2, " + none + ", " + real("Infinity") + ")",
                "(3, " + real("0.25") + ", " + real("Infinity") + ")",
                "(4, " + none + ", " + real("Infinity") + ")");
    }

    private static final String COLUMNS =
            "uid integer, k integer, x double precision, y double precision, m double precision,"
                    + " zero double precision, s text";

    private static void fill(Statement statement, String prefix) throws SQLException {
        statement.execute("CREATE TABLE " + prefix + "t (" + COLUMNS + ")");
        statement.execute(
                "CREATE TABLE " + prefix + "e (" + COLUMNS + ", none double precision, far double precision)");
        for (String name : List.of("pub", "pube")) {
            statement.execute("CREATE TABLE " + prefix + name + " (j integer, v double precision, i double precision)");
            statement.execute(
                    "INSERT INTO " + prefix + name + " VALUES " + String.join(", ", publicRows(name.equals("pub"))));
        }
        statement.execute("INSERT INTO " + prefix + "t VALUES " + String.join(", ", rows(true)));
        statement.execute("INSERT INTO " + prefix + "e VALUES " + String.join(", ", rows(false)));
    }

    private static List<SourceTable> tables(Function<String, Source> sources) {
        List<Column> columns = List.of(
                Column.nullable("uid", ColumnType.INTEGER),
                Column.nullable("k", ColumnType.INTEGER),
                Column.nullable("x", ColumnType.DOUBLE),
                Column.nullable("y", ColumnType.DOUBLE),
                Column.nullable("m", ColumnType.DOUBLE),
                Column.nullable("zero", ColumnType.DOUBLE),
                Column.nullable("s", ColumnType.VARCHAR));
        List<Column> more = Stream.concat(
                        columns.stream(),
                        Stream.of(
                                Column.nullable("none", ColumnType.DOUBLE), Column.nullable("far", ColumnType.DOUBLE)))
                .toList();
        List<Column> facts = List.of(
                Column.nullable("j", ColumnType.INTEGER),
                Column.nullable("v", ColumnType.DOUBLE),
                Column.nullable("i", ColumnType.DOUBLE));
        Protection person = new Protection.UnitColumn("uid");
        return List.of(
                new SourceTable(new Table("t", columns, person), sources.apply("t")),
                new SourceTable(new Table("e", more, person), sources.apply("e")),
                new SourceTable(new Table("pub", facts, new Protection.Public()), sources.apply("pub")),
                new SourceTable(new Table("pube", facts, new Protection.Public()), sources.apply("pube")));
    }

    private static String answer(TacitSession session, String sql) {
        try {
            return AnswerText.of(session.query(sql)).replaceAll("(?m)^-0(\\.0)?\\b", "0$1");
        } catch (Refusal refusal) {
            return "refused: " + refusal.code();
        }
    }

    private static int ask(List<SourceTable> tables, List<Question> questions) {
        List<String> wrong = new ArrayList<>();
        int answered = 0;
        try (TacitSession session = TacitSession.open(tables, DEFAULTS, ONE_THREAD, ZeroNoise::new)) {
            for (Question question : questions) {
                String found = answer(session, question.nan());
                String expected = answer(session, question.none());
                if (!found.equals(expected) || found.contains("NaN")) {
                    wrong.add(question.nan() + "\n" + found + "instead of\n" + expected);
                }
                answered += found.startsWith("refused") ? 0 : 1;
            }
        }
        assertThat(wrong).hasToString("[]");
        return answered;
    }

    private void inFiles(String kind, Function<String, Source> sources, int most) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute("ATTACH '" + folder.resolve("all.duckdb") + "' AS f");
            fill(statement, "f.");
            for (String name : List.of("t", "e", "pub", "pube")) {
                statement.execute("COPY f." + name + " TO '" + folder.resolve(name + ".csv") + "' (HEADER)");
                statement.execute(
                        "COPY f." + name + " TO '" + folder.resolve(name + ".parquet") + "' (FORMAT parquet)");
            }
        }
        List<Question> questions = new ArrayList<>(Walk.share("NaN in predicates of " + kind, most, ofPredicates()));
        questions.addAll(Walk.share("NaN in places of " + kind, most, ofValues()));
        assertThat(ask(tables(sources), questions)).isGreaterThan(questions.size() / 2);
    }

    @Test
    void inTextFiles() throws SQLException {
        inFiles("CSV", name -> new Source.Csv(folder.resolve(name + ".csv"), new CsvFormat(',', true)), 7);
    }

    @Test
    void inParquet() throws SQLException {
        inFiles("Parquet", name -> new Source.Parquet(folder.resolve(name + ".parquet")), 3);
    }

    @Test
    void inADatabase() throws SQLException {
        inFiles("DuckDB", name -> new Source.DuckDb(folder.resolve("all.duckdb"), name), 4);
    }

    @Test
    void aRowWithNanIsLeftOutWhereADoubleIsDeclaredToHaveNoNull() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + folder.resolve("w.duckdb"));
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "CREATE TABLE t AS SELECT range AS uid, CASE WHEN range < 40 THEN CAST('NaN' AS DOUBLE) ELSE"
                            + " 1 END AS x FROM range(100)");
        }
        List<Integer> counts = new ArrayList<>();
        for (boolean nullable : List.of(true, false)) {
            List<Column> columns =
                    List.of(Column.nullable("uid", ColumnType.BIGINT), new Column("x", ColumnType.DOUBLE, nullable));
            SourceTable table = new SourceTable(
                    new Table("t", columns, new Protection.UnitColumn("uid")),
                    new Source.DuckDb(folder.resolve("w.duckdb"), "t"));
            try (TacitSession session = TacitSession.open(List.of(table), DEFAULTS, ONE_THREAD, ZeroNoise::new)) {
                session.query("SELECT COUNT(*) AS n, COUNT(x) AS m FROM t")
                        .rows()
                        .get(0)
                        .values()
                        .forEach(value -> counts.add(((Number) value).intValue()));
            }
        }
        assertThat(counts).containsExactly(100, 60, 60, 60);
    }

    @Tag("process")
    @Test
    void onPostgres() throws SQLException {
        String url = TestServer.database();
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            fill(statement, "");
        }
        List<Question> questions = new ArrayList<>(Walk.share("NaN in predicates on a server", 6, ofPredicates()));
        questions.addAll(Walk.share("NaN in places on a server", 5, ofValues()));
        assertThat(ask(tables(name -> new Source.Server(url, name)), questions)).isGreaterThan(questions.size() / 3);
    }
}
