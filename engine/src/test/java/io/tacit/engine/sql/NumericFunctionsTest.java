package io.tacit.engine.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.dialect.RelationToSql;
import io.tacit.engine.dialect.duckdb.DuckDbDialect;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.calcite.sql.SqlOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The engine's functions of numbers: each is accepted with the engine's meaning, or refused with a reason. */
class NumericFunctionsTest {
    /** Functions that take a number beside what is none, such as a list. */
    private static final Set<String> OF_OTHER_THINGS = Set.of(
            "ARRAY_EXTRACT",
            "ARRAY_LENGTH",
            "ARRAY_SLICE",
            "LIST_ELEMENT",
            "LIST_EXTRACT",
            "LIST_SLICE",
            "STRUCT_EXTRACT",
            "STRUCT_EXTRACT_AT",
            "JSON_EXTRACT",
            "JSON_EXTRACT_PATH",
            "JSON_EXTRACT_PATH_TEXT");

    private static final List<String> NUMBERS = List.of(
            "NULL",
            "0",
            "1",
            "-1",
            "0.5",
            "-0.5",
            "2",
            "-2",
            "10",
            "27",
            "33",
            "34",
            "170.5",
            "1e308",
            "-1e308",
            "5e-324",
            "3.141592653589793",
            "'Infinity'",
            "'-Infinity'",
            "'NaN'");

    private static final Catalog CATALOG = new Catalog(List.of(new Table(
            "edge",
            List.of(Column.nullable("x", ColumnType.DOUBLE), Column.nullable("y", ColumnType.DOUBLE)),
            new Protection.Public())));

    private static Connection connection;

    @BeforeAll
    static void connect() throws SQLException {
        connection = DriverManager.getConnection("jdbc:duckdb:");
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE edge AS SELECT CAST(v AS DOUBLE) AS x, CAST(w AS DOUBLE) AS y FROM"
                    + " (SELECT unnest([" + texts() + "]) AS v), (SELECT unnest([" + texts() + "]) AS w)");
        }
    }

    private static String texts() {
        return String.join(
                ", ",
                NUMBERS.stream()
                        .map(n -> n.startsWith("'") || n.equals("NULL") ? n : "'" + n + "'")
                        .toList());
    }

    @AfterAll
    static void close() throws SQLException {
        connection.close();
    }

    @Test
    void eachFunctionOfNumbersIsDecided() throws SQLException {
        Set<String> decided = new HashSet<>(OF_OTHER_THINGS);
        decided.addAll(KnownOperators.ALWAYS.functionNames());
        decided.addAll(FunctionForms.names());
        decided.addAll(RefusedFunctions.names());
        Set<String> open = new TreeSet<>();
        int seen = 0;
        try (Statement statement = connection.createStatement();
                ResultSet functions = statement.executeQuery(
                        "SELECT DISTINCT upper(function_name) FROM duckdb_functions() WHERE function_type IN ('scalar',"
                                + " 'macro') AND function_name SIMILAR TO '[a-zA-Z][a-zA-Z0-9_]*' AND"
                                + " (function_name IN ('fdiv', 'fmod') OR len(parameter_types) = 0 AND function_name ="
                                + " 'pi' OR list_has_any(parameter_types, ['DOUBLE', 'BIGINT', 'HUGEINT', 'INTEGER'])"
                                + " AND NOT list_has_any(parameter_types, ['VARCHAR', 'BLOB', 'BIT', 'DATE',"
                                + " 'TIMESTAMP']))")) {
            while (functions.next()) {
                seen++;
                String name = functions.getString(1);
                if (!decided.contains(name)) {
                    open.add(name);
                }
            }
        }
        assertThat(open).isEmpty();
        assertThat(seen).isGreaterThan(80);
    }

    @Test
    void noFunctionIsBothAcceptedAndRefused() {
        Set<String> accepted = new HashSet<>(KnownOperators.ALWAYS.functionNames());
        accepted.addAll(FunctionForms.names());
        assertThat(RefusedFunctions.names()).doesNotContainAnyElementsOf(accepted);
    }

    /**
     * What is accepted has the engine's value wherever that is a number, and NULL or an infinity elsewhere; EXP hands
     * NaN on, as arithmetic does. To base 0 the engine's logarithm is a number, which is none here; and -0.0 is left
     * out, which is 0.0 here.
     */
    @ParameterizedTest
    @MethodSource("calls")
    void meansWhatItMeansInTheEngine(String call) throws SQLException {
        String columns = call.contains("y") ? "x, y" : "x";
        String ours = RelationToSql.overPeople(DuckDbDialect.DIALECT)
                .sql(new SqlToRelation(CATALOG)
                        .analyze("SELECT DISTINCT " + columns + ", " + call + " AS v FROM edge")
                        .relation());
        String theirs = "SELECT DISTINCT " + columns + ", CAST(" + call.toLowerCase(Locale.ROOT)
                + " AS DOUBLE) AS v FROM edge" + (call.equals("LOG(x, y)") ? " WHERE x <> 0" : "");
        List<String> wrong = new ArrayList<>();
        int compared = 0;
        String alike = columns.equals("x")
                ? "a.c0 IS NOT DISTINCT FROM e.x"
                : "a.c0 IS NOT DISTINCT FROM e.x AND a.c1 IS NOT DISTINCT FROM e.y";
        String own = columns.equals("x") ? "a.c1" : "a.c2";
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT CAST(e.x AS VARCHAR), e.v, CAST(" + own
                        + " AS DOUBLE) FROM (" + theirs + ") AS e JOIN (" + ours + ") AS a ON " + alike)) {
            while (rows.next()) {
                compared++;
                double engine = rows.getDouble(2);
                boolean number = !rows.wasNull() && Double.isFinite(engine);
                double answer = rows.getDouble(3);
                boolean none = rows.wasNull();
                boolean handedOn = call.equals("EXP(x)") && Double.isNaN(engine) && Double.isNaN(answer);
                if (number ? none || answer != engine : !none && !Double.isInfinite(answer) && !handedOn) {
                    wrong.add(rows.getString(1) + ": " + engine + " but " + (none ? "NULL" : answer));
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(compared).isGreaterThan(15);
    }

    static List<String> calls() {
        List<String> calls = new ArrayList<>();
        List<SqlOperator> operators = Stream.of(RealFunction.values())
                .flatMap(function -> function.specification().operators().stream())
                .toList();
        for (SqlOperator function : operators) {
            String name = function.getName();
            if (name.startsWith("IS")) {
                continue;
            }
            if (function.getOperandCountRange().isValidCount(0)) {
                calls.add(name + "()");
            }
            if (function.getOperandCountRange().isValidCount(1)) {
                calls.add(name + "(x)");
            }
            if (function.getOperandCountRange().isValidCount(2)) {
                calls.add(name + "(x, y)");
            }
        }
        return calls;
    }
}
