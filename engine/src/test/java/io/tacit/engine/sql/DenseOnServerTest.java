package io.tacit.engine.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.backend.TestServer;
import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.dialect.Dialect;
import io.tacit.engine.dialect.duckdb.DuckDbDialect;
import io.tacit.engine.dialect.postgres.PostgresDialect;
import io.tacit.engine.refusal.Refusal;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Functions whose values have many edges, over many values: on PostgreSQL each gives what it gives on DuckDB. {@link
 * TotalOnServerTest} holds all functions over few values.
 *
 * <p>Of the texts of all characters one in {@value #USUAL_SHARE} is tried; {@code -Dtacit.postgres=1} tries all.
 */
@Tag("process")
class DenseOnServerTest {
    private static final int USUAL_SHARE = 25;
    private static final int SHARE = Integer.getInteger("tacit.postgres", USUAL_SHARE);
    private static final int CHARACTERS = 500;
    private static final int RANDOM = 300;

    /** How many signs % a pattern may have. */
    private static final int MOST_SIGNS = 200;

    private static final List<String> REAL = List.of(
            "LN", "LOG10", "EXP", "CBRT", "SIN", "COS", "TAN", "COT", "ASIN", "ACOS", "ATAN", "SINH", "COSH", "TANH",
            "ASINH", "ACOSH", "ATANH", "DEGREES", "RADIANS");

    private static final List<String> MOMENTS = List.of(
            "0001-01-01 00:00:00",
            "0001-01-07 23:59:59.999999",
            "0099-12-31 23:59:59.999999",
            "0100-01-01 00:00:00",
            "1582-10-10 10:10:10.5",
            "1899-12-31 12:00:00",
            "1960-02-29 04:05:06.7",
            "1969-12-29 00:00:00",
            "1969-12-31 23:30:00.5",
            "1969-12-31 23:59:59.999999",
            "1970-01-01 00:00:00",
            "1970-01-01 00:10:00.25",
            "1999-12-31 23:59:59.9995",
            "2000-01-01 00:00:00",
            "2000-03-31 13:00:00",
            "2001-01-01 00:00:00",
            "2023-01-31 00:00:00.000001",
            "2024-02-29 23:59:59.999999",
            "2024-12-30 11:59:59",
            "2025-12-31 12:34:56.000789",
            "9999-12-31 23:59:59.999999",
            "10000-01-01 00:00:00");

    /** Every character as a part of a text, and a text of all letters that change. */
    private static List<String> texts() throws IOException {
        List<String> texts = new ArrayList<>();
        for (int from = 1; from <= Character.MAX_CODE_POINT; from += CHARACTERS * SHARE) {
            int[] characters = IntStream.range(from, Math.min(from + CHARACTERS, Character.MAX_CODE_POINT + 1))
                    .filter(character -> character < Character.MIN_SURROGATE || character > Character.MAX_SURROGATE)
                    .toArray();
            texts.add(new String(characters, 0, characters.length));
        }
        for (String function : List.of("upper", "lower")) {
            try (InputStream file =
                    Objects.requireNonNull(PostgresDialect.class.getResourceAsStream(function + ".letters"))) {
                texts.addAll(new String(file.readAllBytes(), StandardCharsets.UTF_8)
                        .lines()
                        .toList());
            }
        }
        texts.addAll(List.of(
                "",
                "Straße in İzmir",
                "\u0130I\u0131i",
                "ÀÉÎõü ΑΣΟΣ ЖЗИ",
                "a,b,,c",
                ",",
                "😀,😀",
                "Ünïcodé – ǅ",
                "Привет, мир",
                "Σίσυφος ΐ",
                "漢字かな ﬁ",
                "漢字 abc, Δ ж é"));
        return texts;
    }

    private static List<Double> numbers() {
        List<Double> numbers = new ArrayList<>();
        for (double edge : List.of(
                0.0,
                -0.0,
                0.5,
                1.0,
                2.0,
                Math.PI,
                64.0,
                700.0,
                708.3964185322641,
                709.782712893384,
                744.5,
                745.1332191019411,
                750.0,
                1e16,
                1e22,
                1e300,
                Double.MAX_VALUE,
                Double.MIN_VALUE,
                Double.MIN_NORMAL,
                Double.POSITIVE_INFINITY)) {
            for (double near : List.of(edge, Math.nextUp(edge), Math.nextDown(edge))) {
                numbers.add(near);
                numbers.add(-near);
            }
        }
        numbers.add(Double.NaN);
        Random random = new Random(7);
        for (int i = 0; i < RANDOM; i++) {
            numbers.add(random.nextGaussian());
            numbers.add(random.nextGaussian() * 1_000);
            numbers.add(Double.longBitsToDouble(random.nextLong()));
        }
        return numbers;
    }

    private static Stream<String> queries() {
        List<String> list = new ArrayList<>();
        REAL.forEach(function -> list.add("SELECT " + function + "(x) FROM number"));
        list.add("SELECT LOG(2, x) FROM number");
        list.add("SELECT LOG(x, 10) FROM number");
        list.add("SELECT ATAN2(x, 1.5) FROM number");
        for (String unit : DateFunction.UNITS) {
            list.add("SELECT DATEDIFF('" + unit + "', a.ts, b.ts) FROM moment a, moment b");
            list.add("SELECT TIMESTAMPDIFF(" + unit + ", a.ts, b.ts) FROM moment a, moment b");
        }
        for (char letter : DateFormat.LETTERS.toCharArray()) {
            list.add("SELECT STRFTIME(ts, '''\"\\é%" + letter + "%" + letter + "😀%d') FROM moment");
        }
        for (char letter : DateFormat.SHORT_LETTERS.toCharArray()) {
            list.add("SELECT STRFTIME(ts, '%-" + letter + "%" + letter + "') FROM moment");
        }
        list.add("SELECT MAKE_DATE(YEAR(a.ts), MONTH(b.ts), EXTRACT(DAY FROM a.ts)) FROM moment a, moment b");
        list.addAll(List.of(
                "SELECT UPPER(s) FROM word",
                "SELECT LOWER(s) FROM word",
                "SELECT s ILIKE '%i%É%' FROM word",
                "SELECT UPPER(s) ILIKE LOWER(s) FROM word",
                "SELECT s NOT ILIKE '%!_%' ESCAPE '!' FROM word"));
        for (int part : List.of(-2_000_000_000, -3, -1, 0, 1, 2, 4, 2_000_000_000)) {
            list.add("SELECT SPLIT_PART(s, ',', " + part + ") FROM word");
            list.add("SELECT SPLIT_PART(s, '', " + part + ") FROM word");
        }
        return list.stream();
    }

    private static Catalog catalog() {
        return new Catalog(List.of(
                table("number", "x", ColumnType.DOUBLE),
                table("moment", "ts", new ColumnType(ColumnType.Kind.TIMESTAMP, 0, 0)),
                table("word", "s", ColumnType.VARCHAR)));
    }

    private static Table table(String name, String column, ColumnType type) {
        return new Table(name, List.of(Column.nullable(column, type)), new Protection.Public());
    }

    @Test
    void eachGivesTheSameAsDuckDb() throws SQLException, IOException {
        String url = TestServer.database();
        List<String> wrong = new ArrayList<>();
        try (Connection server = DriverManager.getConnection(url);
                Connection duckDb = DriverManager.getConnection("jdbc:duckdb:")) {
            fill(server, "double precision");
            fill(duckDb, "DOUBLE");
            for (String sql : queries().toList()) {
                AnalyzedQuery query = new SqlToRelation(catalog()).analyze(sql);
                List<String> here = values(duckDb, DuckDbDialect.DIALECT, query);
                List<String> there = values(server, PostgresDialect.DIALECT, query);
                assertThat(here).isNotEmpty();
                for (int i = 0; i < here.size(); i++) {
                    if (!here.get(i).equals(there.get(i))) {
                        wrong.add(sql + " row " + i + ": " + here.get(i) + " / " + there.get(i));
                    }
                }
            }
        }
        assertThat(wrong.stream().limit(Integer.getInteger("tacit.show", 20))).isEmpty();
    }

    /** PostgreSQL goes through a pattern on the stack, one step deeper for each percent sign. */
    @Test
    void aPatternOfARowWithManySignsIsNoError() throws SQLException {
        String url = TestServer.database();
        TestServer.run(
                url,
                List.of("CREATE TABLE word AS SELECT repeat('ab', 100000) AS s UNION ALL SELECT repeat('a%', 100000)"
                        + " UNION ALL SELECT repeat('a%', " + MOST_SIGNS + ")"));
        try (Connection server = DriverManager.getConnection(url)) {
            for (String like : List.of("LIKE", "ILIKE", "NOT LIKE", "NOT ILIKE")) {
                AnalyzedQuery query = new SqlToRelation(catalog())
                        .analyze("SELECT a.s " + like + " b.s FROM word a, word b WHERE a.s LIKE 'abab%'");
                assertThat(values(server, PostgresDialect.DIALECT, query))
                        .containsExactlyInAnyOrder(
                                String.valueOf(!like.startsWith("NOT")),
                                String.valueOf(!like.startsWith("NOT")),
                                "null");
            }
        }
    }

    @Test
    void aConstantPatternHasFewSigns() {
        for (String like : List.of("LIKE", "NOT ILIKE")) {
            String pattern = "a%".repeat(MOST_SIGNS);
            AnalyzedQuery most =
                    new SqlToRelation(catalog()).analyze("SELECT s " + like + " '" + pattern + "' FROM word");
            assertThat(TotalOnServerTest.sql(PostgresDialect.DIALECT, most)).contains(pattern);
            AnalyzedQuery more =
                    new SqlToRelation(catalog()).analyze("SELECT s " + like + " '" + pattern + "%' FROM word");
            assertThatThrownBy(() -> TotalOnServerTest.sql(PostgresDialect.DIALECT, more))
                    .isInstanceOf(Refusal.class)
                    .hasMessageContaining("signs %");
        }
    }

    private static void fill(Connection connection, String real) throws SQLException, IOException {
        fill(connection, "number", "x " + real, numbers(), Types.DOUBLE);
        fill(connection, "moment", "ts timestamp", MOMENTS, Types.VARCHAR);
        fill(connection, "word", "s text", texts(), Types.VARCHAR);
    }

    /** A table of the values and one NULL. */
    private static void fill(Connection connection, String table, String column, List<?> values, int type)
            throws SQLException {
        String name = column.substring(0, column.indexOf(' '));
        String cast = column.substring(column.indexOf(' ') + 1);
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE " + table + " (" + column + ")");
            statement.execute("INSERT INTO " + table + " VALUES (NULL)");
        }
        try (PreparedStatement insert = connection.prepareStatement(
                "INSERT INTO " + table + " (" + name + ") SELECT CAST(? AS " + cast + ")")) {
            for (Object value : values) {
                insert.setObject(1, value, type);
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    private static List<String> values(Connection connection, Dialect dialect, AnalyzedQuery query)
            throws SQLException {
        List<String> values = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(TotalOnServerTest.sql(dialect, query))) {
            while (result.next()) {
                values.add(String.valueOf(result.getString(1)));
            }
        }
        return TotalOnServerTest.sorted(query, values);
    }
}
