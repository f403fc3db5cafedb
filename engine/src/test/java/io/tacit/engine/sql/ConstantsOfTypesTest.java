package io.tacit.engine.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.dialect.RelationToSql;
import io.tacit.engine.dialect.duckdb.DuckDbDialect;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.walk.Walk;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A constant that no row's value can be compared with is refused, and any other is compared. Walked is each type of a column ×
 * each operator that compares × constants of every type, and each type × each text in a CAST, against DuckDB: what is accepted is
 * not NULL there, what is refused is.
 */
@Tag("walk")
@NullUnmarked
class ConstantsOfTypesTest {
    /** Each type with a value of it. */
    private static final Map<String, String> VALUES = Map.of(
            "INTEGER", "7",
            "BIGINT", "7000000000",
            "DECIMAL(15,2)", "7.25",
            "DECIMAL(38,0)", "'1e30'",
            "DOUBLE", "7.5",
            "VARCHAR", "'7'",
            "BOOLEAN", "TRUE",
            "DATE", "DATE '2024-01-07'",
            "TIME", "TIME '07:00:00'",
            "TIMESTAMP", "TIMESTAMP '2024-01-07 07:00:00'");

    private static final Table TABLE = new Table(
            "t",
            List.of(
                    new Column("uid", ColumnType.VARCHAR, false),
                    Column.nullable("INTEGER", ColumnType.INTEGER),
                    Column.nullable("BIGINT", ColumnType.BIGINT),
                    Column.nullable("DECIMAL(15,2)", ColumnType.decimal(15, 2)),
                    Column.nullable("DECIMAL(38,0)", ColumnType.decimal(38, 0)),
                    Column.nullable("DOUBLE", ColumnType.DOUBLE),
                    Column.nullable("VARCHAR", ColumnType.VARCHAR),
                    Column.nullable("BOOLEAN", ColumnType.BOOLEAN),
                    Column.nullable("DATE", ColumnType.DATE),
                    Column.nullable("TIME", ColumnType.TIME),
                    Column.nullable("TIMESTAMP", ColumnType.TIMESTAMP)),
            new Protection.Public());

    private static final Catalog CATALOG = new Catalog(List.of(TABLE));

    /** Operators that are NULL where the constant is: C the column, K the constant. */
    private static final List<String> COMPARING = List.of(
            "C = K",
            "K <> C",
            "C < K",
            "K >= C",
            "C IN (K, K)",
            "C NOT IN (K)",
            "C BETWEEN K AND K",
            "NOT (C = K)",
            "C = K OR C = K",
            "C IN (SELECT K FROM t)",
            "(SELECT K) = C");

    /** Operators that hide a NULL. */
    private static final List<String> HIDING = List.of(
            "CASE C WHEN K THEN TRUE ELSE FALSE END",
            "C IS DISTINCT FROM K",
            "C IS NOT DISTINCT FROM K",
            "NULLIF(C, K) IS NULL",
            "EXISTS (SELECT 1 FROM t AS o WHERE o.C = K)",
            "EXISTS (SELECT 1 FROM t AS o JOIN t AS p ON o.C = K)");

    private static final List<String> TEXTS = List.of(
            "abc",
            "",
            " ",
            "5",
            "-5",
            " 7 ",
            "1.5",
            "1e3",
            "1e-3",
            "1e30",
            "1e400",
            "0x1F",
            "1_000",
            "5.",
            ".5",
            "1,5",
            "$5",
            "--5",
            "1e",
            "99999999999",
            "99999999999999999999999999999999999999",
            "999999999999999999999999999999999999999",
            "true",
            "t",
            "yes",
            "no",
            "2",
            "maybe",
            "inf",
            "nan",
            "-infinity",
            "epoch",
            "yesterday",
            "2024-01-01",
            "2024-1-1",
            "2024/01/01",
            "20240101",
            "2024-02-30",
            "2024-13-01",
            "01.02.2024",
            "2024-01-01 10:00",
            "2024-01-01T10:00:00",
            "2024-01-01 25:00:00",
            "2024-01-01 10:00:00+02",
            "2024-01-01 10:00:00Z",
            "10:00",
            "10:00:00",
            "24:00:00",
            "10:61",
            "noon",
            "4.5.6",
            "١٢",
            "12abc",
            "9999-12-31",
            "0044-03-15 (BC)");

    private static final List<String> OTHERS = List.of(
            "5",
            "-5",
            "1.5",
            "99999999999",
            "1e30",
            "TRUE",
            "DATE '2024-01-01'",
            "TIME '10:00:00'",
            "TIMESTAMP '2024-01-01 00:00:00'",
            "CAST('abc' AS INTEGER)",
            "CAST(300 AS TINYINT)",
            "CAST(-99999999999 AS INTEGER)",
            "CAST(123.4 AS DECIMAL(3,1))",
            "CAST(99.99 AS DECIMAL(3,1))",
            "CAST(1e30 AS BIGINT)");

    private record Comparison(String type, String operator, String constant) {
        String text() {
            return operator.replace("C", "\"" + type + "\"")
                    .replace("\"" + type + "\"ASE", "CASE")
                    .replace("DISTIN\"" + type + "\"T", "DISTINCT")
                    .replace("SELE\"" + type + "\"T", "SELECT")
                    .replace("K", constant);
        }
    }

    private static Connection connection;

    @BeforeAll
    static void open() throws SQLException {
        connection = DriverManager.getConnection("jdbc:duckdb:");
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET TimeZone = 'UTC'");
            List<String> columns = new ArrayList<>();
            VALUES.forEach((type, value) -> columns.add("CAST(" + value + " AS " + type + ") AS \"" + type + "\""));
            statement.execute("CREATE TABLE t AS SELECT 'p' AS uid, " + String.join(", ", columns));
        }
    }

    @AfterAll
    static void close() throws SQLException {
        connection.close();
    }

    private static @Nullable String answer(String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT CAST(COLUMNS(*) AS VARCHAR) FROM (" + sql + ")")) {
            row.next();
            return row.getString(1);
        }
    }

    private static @Nullable String run(String condition) throws SQLException {
        AnalyzedQuery query = new SqlToRelation(CATALOG)
                .analyze(
                        "SELECT " + condition + " AS c FROM t",
                        analyzed -> RelationToSql.check(DuckDbDialect.DIALECT, analyzed));
        return answer(RelationToSql.overReleased(DuckDbDialect.DIALECT).sql(query.relation()));
    }

    private static Optional<Refusal> refusal(String condition) {
        return Optional.ofNullable(catchThrowableOfType(Refusal.class, () -> run(condition)));
    }

    private static List<String> constants() {
        List<String> constants = new ArrayList<>(OTHERS);
        TEXTS.forEach(text -> constants.add("'" + text + "'"));
        return constants;
    }

    private static List<Comparison> comparisons(List<String> operators) {
        List<Comparison> all = new ArrayList<>();
        for (String type : VALUES.keySet().stream().sorted().toList()) {
            for (String operator : operators) {
                constants().forEach(constant -> all.add(new Comparison(type, operator, constant)));
            }
        }
        return all;
    }

    @Test
    void whatIsComparedIsNotNullAndWhatIsRefusedWouldBe() throws SQLException {
        int refused = 0;
        for (Comparison each : Walk.share("constants compared", 200, comparisons(COMPARING))) {
            // A text that a subquery makes is compared with 19 digits before the point, whichever column it meets.
            if (each.type().equals("DECIMAL(38,0)") && each.operator().contains("SELECT")) {
                continue;
            }
            Optional<Refusal> refusal = refusal(each.text());
            if (refusal.isEmpty()) {
                if (!each.type().equals("VARCHAR")) {
                    assertThat(run(each.text())).as(each.text()).isNotNull();
                }
            } else {
                refused++;
                assertThat(refusal.get().code())
                        .as(each.text() + " " + refusal.get().getMessage())
                        .isIn(ErrorCode.ARGUMENT_TYPE, ErrorCode.INVALID_QUERY);
                // NaN is NULL, which DuckDB does not know.
                if (each.constant().startsWith("'") && !each.constant().equals("'nan'")) {
                    assertThat(answer("SELECT TRY_CAST(" + each.constant() + " AS " + each.type() + ")"))
                            .as(each.text())
                            .isNull();
                }
            }
        }
        assertThat(refused).isPositive();
    }

    /** CASE, IS DISTINCT FROM, NULLIF, conditions of subqueries and of joins refuse what = refuses. */
    @Test
    void whatHidesNullRefusesTheSame() {
        for (Comparison each : Walk.share("constants hidden", 100, comparisons(HIDING))) {
            boolean equal = refusal(new Comparison(each.type(), "C = K", each.constant()).text())
                    .isPresent();
            Optional<Refusal> refusal = refusal(each.text());
            if (equal || each.constant().startsWith("'") && !each.operator().contains("NULLIF")) {
                assertThat(refusal.isPresent())
                        .as(each.text() + refusal.map(Refusal::getMessage).orElse(""))
                        .isEqualTo(equal);
            }
        }
    }

    /** A written CAST of a constant text is refused where no engine reads the text as the type; TRY_CAST is NULL. */
    @Test
    void aCastThatFailsForEveryRowIsRefused() throws SQLException {
        List<Comparison> all = new ArrayList<>();
        for (String type : VALUES.keySet().stream().sorted().toList()) {
            TEXTS.forEach(text -> all.add(new Comparison(type, "CAST(K AS T)", "'" + text + "'")));
        }
        for (Comparison each : Walk.share("constants cast", 100, all)) {
            String tried = "TRY_CAST(" + each.constant() + " AS " + each.type() + ")";
            // An offset is not dropped, as DuckDB alone would do.
            String value = each.constant().equals("'nan'")
                    ? null
                    : answer("SELECT "
                            + (each.type().equals("TIMESTAMP")
                                    ? "CAST(TRY_CAST(" + each.constant() + " AS TIMESTAMPTZ) AS TIMESTAMP)"
                                    : tried));
            assertThat(run(tried)).as(tried).isEqualTo(value);
            Optional<Refusal> refusal = refusal(tried.substring("TRY_".length()));
            boolean readElsewhere = List.of("'0x1F'", "'10:00:00+02'", "'t'").contains(each.constant());
            if (!readElsewhere || value != null) {
                assertThat(refusal.isPresent()).as(tried).isEqualTo(value == null);
            }
        }
    }

    @Test
    void aRefusalSaysTheTypeAndWhatToWrite() {
        Refusal refusal = refusal("\"INTEGER\" = 'abc'").orElseThrow();

        assertThat(refusal.rule()).contains("'abc'", "an INTEGER", "the type of INTEGER");
        assertThat(refusal.advice()).contains("as in 42", "CAST(INTEGER AS VARCHAR)");
        assertThat(refusal.position().orElseThrow().column()).isEqualTo(20);
        Refusal types = refusal("\"DATE\" > 5").orElseThrow();
        assertThat(types.rule()).contains("DATE and INTEGER");
        assertThat(types.advice()).contains("DATE '2024-12-31'", "as in 42");
        Refusal list = refusal("\"DATE\" IN (5, 6)").orElseThrow();
        assertThat(list.rule()).contains("DATE and INTEGER");
    }

    /** 1.5 beside whole numbers is 1.5, in quotes too: no column of whole numbers has it, and none is taken for 2. */
    @Test
    void aNumberInQuotesIsThatNumber() throws SQLException {
        assertThat(run("\"INTEGER\" = '7'")).isEqualTo("true");
        assertThat(run("\"INTEGER\" = '6.9'")).isEqualTo("false");
        assertThat(run("\"INTEGER\" IN ('6.9', '8')")).isEqualTo("false");
        assertThat(run("\"DECIMAL(15,2)\" = '7.249'")).isEqualTo("false");
        assertThat(run("\"DECIMAL(38,0)\" > '5'")).isEqualTo("true");
        assertThat(run("\"DECIMAL(38,0)\" IN ('1e30')")).isEqualTo("true");
    }
}
