package io.tacit.engine.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.dialect.RelationToSql;
import io.tacit.engine.dialect.duckdb.DuckDbDialect;
import io.tacit.engine.refusal.Refusal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexVisitorImpl;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Each function says how long a text it makes, and over the worst texts makes none that is longer. */
class TextLengthsTest {
    /** The columns: filled and wide are as long as a text that an expression makes; s is a source's own, and longer. */
    private static final Catalog CATALOG = new Catalog(List.of(new Table(
            "worst",
            List.of(
                    Column.nullable("s", ColumnType.VARCHAR),
                    Column.nullable("filled", ColumnType.VARCHAR),
                    Column.nullable("wide", ColumnType.VARCHAR),
                    Column.nullable("commas", ColumnType.VARCHAR),
                    Column.nullable("json", ColumnType.VARCHAR),
                    Column.nullable("n", ColumnType.BIGINT),
                    Column.nullable("m", ColumnType.decimal(38, 37)),
                    Column.nullable("x", ColumnType.DOUBLE),
                    Column.nullable("d", ColumnType.DATE),
                    Column.nullable("ts", ColumnType.TIMESTAMP),
                    Column.nullable("t", ColumnType.TIME)),
            new Protection.Public())));

    /** At least one expression for each operator that makes a text, with operands that make it longest. */
    private static final List<String> WORST = List.of(
            "UPPER(wide)",
            "LOWER(s)",
            "TRIM(filled)",
            "LTRIM(s)",
            "RTRIM(s, 'a')",
            "SUBSTRING(s FROM 2)",
            "SUBSTRING(s FROM 2 FOR 7)",
            "SUBSTRING(s FROM -5 FOR -7)",
            "LEFT(s, 7)",
            "LEFT(s, -7)",
            "RIGHT(s, 7)",
            "SPLIT_PART(s, ',', 1)",
            "s || s",
            "filled || wide",
            "s || n || x",
            "CONCAT(s, s, filled, n, m, x, d, ts, t)",
            "CONCAT(s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s)",
            "CONCAT(n, m, x, d, ts, t)",
            "REPLACE(s, 'a', '')",
            "REPLACE(s, 'a', 'b')",
            "REPLACE(s, 'a', 'bb')",
            "REPLACE(s, 'a', 'bbbbbbbbbbbbbbbbbbbbbbbbb')",
            "REPLACE(s, '', 'bbbbbbbbbbbbb')",
            "REPLACE(s, 'a', filled)",
            "REPLACE(s, filled, wide)",
            "REPLACE(REPLACE(filled, 'a', filled), 'a', wide)",
            "REPLACE('abcabc', 'abc', 'defg')",
            "JSON_VALUE(json, '$[0]')",
            "JSON_EXTRACT_STRING(json, '$')",
            "JSON_EXTRACT_STRING('[1e9,1e15,1e20,1e9]', '$')",
            "SPLIT(commas, ',')[1]",
            "SPLIT(s, 'b')[1]",
            "SPLIT('a,b', ',')[2]",
            "ARRAY[s, filled][1]",
            "CASE WHEN n > 0 THEN s || s ELSE 'short' END",
            "CASE WHEN n > 0 THEN 'short' END",
            "COALESCE(s || s, 'short')",
            "GREATEST(filled, 'b')",
            "LEAST(filled, 'b')",
            "NULLIF(s || s, 'b')",
            "REGEXP_REPLACE(s, 'a', 'bb', 'g')",
            "REGEXP_REPLACE(filled, 'a', 'bbbbbbbbbbbbbbb', 'g')",
            "REGEXP_REPLACE(s, '', 'bbb', 'g')",
            "REGEXP_REPLACE(s, '.*', '\\0\\0\\0')",
            "REGEXP_REPLACE(s, '(.*)', 'b\\1\\0', 'g')",
            "REGEXP_REPLACE('abc', 'b', 'defg')",
            "DAYNAME(DATE '2024-09-04')",
            "MONTHNAME(DATE '2024-09-04')",
            "STRFTIME(TIMESTAMP '2024-09-04 10:20:30', '%c%c%c')",
            "STRFTIME(DATE '2024-09-04', '%A, %B')",
            "CAST(s AS VARCHAR(9))",
            "TRY_CAST(s AS VARCHAR(9))",
            "CAST(n AS VARCHAR)",
            "CAST(m AS VARCHAR)",
            "CAST(x AS VARCHAR)",
            "CAST(d AS VARCHAR)",
            "CAST(ts AS VARCHAR)",
            "CAST(t AS VARCHAR)",
            "CAST(n > 0 AS VARCHAR)");

    private static Connection connection;

    @BeforeAll
    static void create() throws SQLException {
        connection = DriverManager.getConnection("jdbc:duckdb:");
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE worst AS SELECT repeat('a', 30000) AS s, repeat('a', 10000) AS filled,"
                    + " repeat('ı', 10000) AS wide, repeat(',', 10000) AS commas,"
                    + " '[' || repeat('1e9,-1e15,1e15,', 800) || '1e15]' AS json,"
                    + " CAST('-9223372036854775808' AS BIGINT) AS n,"
                    + " CAST('-9." + "9".repeat(37) + "' AS DECIMAL(38,37)) AS m,"
                    + " CAST('-2.2250738585072014e-308' AS DOUBLE) AS x,"
                    + " CAST('5877642-06-25 (BC)' AS DATE) AS d,"
                    + " CAST('290309-12-22 (BC) 00:00:00.123456' AS TIMESTAMP)"
                    + " AS ts, CAST('23:59:59.999999' AS TIME) AS t");
        }
    }

    @AfterAll
    static void close() throws SQLException {
        connection.close();
    }

    @Test
    void eachFunctionThatMakesATextIsTriedHere() {
        Set<ScalarFunction> tried = new HashSet<>();
        for (String expression : WORST) {
            expression(expression).accept(new RexVisitorImpl<Void>(true) {
                @Override
                public Void visitCall(RexCall call) {
                    ScalarFunctions.of(call.getOperator()).ifPresent(tried::add);
                    return super.visitCall(call);
                }
            });
        }
        List<ScalarFunction> missing = ScalarFunctions.all().stream()
                .filter(function ->
                        !function.specification().length().equals(TextLength.NONE) && !tried.contains(function))
                .toList();
        // The report is a released column by the time that a query runs; combinations are only counted.
        assertThat(missing).containsExactly(TextFunction.TUPLE, ReleasedFunction.REPORT);
    }

    private static RexNode expression(String sql) {
        AnalyzedQuery query = analyze(sql);
        return ((Project) query.relation()).getProjects().get(0);
    }

    private static AnalyzedQuery analyze(String sql) {
        return new SqlToRelation(CATALOG)
                .analyze(
                        "SELECT " + sql + " AS made FROM worst",
                        query -> RelationToSql.check(DuckDbDialect.DIALECT, query));
    }

    @Test
    void noTextIsLongerThanItsBound() throws SQLException {
        for (String expression : WORST) {
            AnalyzedQuery query = analyze(expression);
            long bound = new FieldLengths().of(query.relation(), 0);
            // A source's own text is as long as it is.
            long most = bound == TextLengths.UNKNOWN ? 30_000 : bound;
            try (Statement statement = connection.createStatement();
                    ResultSet result = statement.executeQuery("SELECT COALESCE(length(c0), 0) FROM ("
                            + RelationToSql.overPeople(DuckDbDialect.DIALECT).sql(query.relation()) + ") AS made")) {
                assertThat(result.next()).isTrue();
                assertThat(result.getLong(1)).as(expression).isLessThanOrEqualTo(most);
            }
        }
    }

    /** A source's own text is never cut, and what stays short is never NULL. */
    @Test
    void whatIsShortStaysWhole() throws SQLException {
        assertThat(length("LOWER(s)")).isEqualTo(30_000);
        assertThat(length("REPLACE(s, 'a', 'b')")).isEqualTo(30_000);
        assertThat(length("s || s")).isEqualTo(10_000);
        assertThat(length("REPLACE(s, 'a', 'bb')")).isEqualTo(10_000);
        assertThat(length("REPLACE(LEFT(s, 3000), 'a', 'bb')")).isEqualTo(6_000);
        assertThat(length("REPLACE(LEFT(s, 30), LEFT(s, 10), LEFT(s, 20))")).isEqualTo(60);
        assertThat(length("REPLACE('x {name} y', '{name}', LEFT(s, 2000))")).isEqualTo(2_004);
        assertThat(length("SPLIT(REPLACE(LEFT(commas, 999), ',', 'ab,'), ',')[1]"))
                .isEqualTo(2);
        assertThat(length("CARDINALITY(SPLIT(LEFT(commas, 999), ','))")).isEqualTo(4);
        assertThat(length("CARDINALITY(SPLIT(LEFT(commas, 999), ''))")).isEqualTo(3);
        assertThat(length("SPLIT(s, 'b')[1]")).isEqualTo(30_000);
    }

    @Test
    void whatCouldBecomeVeryLongIsNull() throws SQLException {
        assertThat(length("REPLACE(filled, 'a', filled)")).isNull();
        assertThat(length("SPLIT(commas, ',')[1]")).isNull();
        assertThat(length("SPLIT(filled, '')[1]")).isNull();
    }

    private static @Nullable Long length(String expression) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SELECT length(CAST(c0 AS VARCHAR)) FROM ("
                        + RelationToSql.overPeople(DuckDbDialect.DIALECT)
                                .sql(analyze(expression).relation()) + ") AS made")) {
            assertThat(result.next()).isTrue();
            long length = result.getLong(1);
            return result.wasNull() ? null : length;
        }
    }

    /** However few of them a text has, calls add up. */
    @Test
    void manyLongTextsOfOneRowAreRefused() {
        analyze("CONCAT(s" + ", s".repeat(100) + ")");
        assertThatThrownBy(() -> analyze("CONCAT(s" + ", s".repeat(1_000) + ")"))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("TCT-S06");
        analyze("LEFT(s, 9)" + " || LEFT(s, 10)".repeat(100));
        assertThatThrownBy(() -> analyze("UPPER(s || s)" + " || UPPER(s || s)".repeat(100)))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("TCT-S06");
        assertThatThrownBy(() -> analyze("ARRAY['a'" + ", 'a'".repeat(1_000) + "][1]"))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("TCT-S06");
    }

    /** The next SELECT knows how long a text is that the one before has made. */
    @Test
    void lengthsTravelThroughRelations() {
        AnalyzedQuery query = new SqlToRelation(CATALOG)
                .analyze("SELECT a || b AS c, a, s FROM (SELECT LEFT(s, 5) AS a, MAX(LEFT(s, 6)) AS b, s FROM worst"
                        + " GROUP BY LEFT(s, 5), s) AS v WHERE a <> 'x' UNION ALL SELECT 'abcdefghijklmno', 'p', 'q'");
        FieldLengths lengths = new FieldLengths();
        assertThat(lengths.of(query.relation(), 0)).isEqualTo(15);
        assertThat(lengths.of(query.relation(), 1)).isEqualTo(5);
        assertThat(lengths.of(query.relation(), 2)).isEqualTo(TextLengths.UNKNOWN);
    }
}
