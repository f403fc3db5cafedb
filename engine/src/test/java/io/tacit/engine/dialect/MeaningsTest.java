package io.tacit.engine.dialect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.backend.TestServer;
import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.dialect.duckdb.DuckDbDialect;
import io.tacit.engine.dialect.postgres.PostgresDialect;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.sql.ColumnTypes;
import io.tacit.engine.sql.SqlToRelation;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.calcite.rel.RelNode;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What each function and operator of a row means, in each engine, over pairs of values: the same as reckoned in Java. */
@NullUnmarked
class MeaningsTest {
    /** So many ends of a DOUBLE's last digits may differ, where no rule says what they are. */
    private static final double NEAR = 1e-12;

    private static final int AT_ONCE = 12;
    private static final int KEYS = 2;
    private static final int ROWS = 17;
    private static final Map<String, ColumnType> TYPES = Map.of(
            "i", ColumnType.INTEGER,
            "b", ColumnType.BIGINT,
            "n", ColumnType.decimal(6, 2),
            "x", ColumnType.DOUBLE,
            "s", ColumnType.VARCHAR,
            "f", ColumnType.BOOLEAN,
            "d", ColumnType.DATE,
            "ts", ColumnType.TIMESTAMP,
            "t", ColumnType.TIME);
    /** What PostgreSQL is known to lack: nothing of it is compared there. */
    private static final List<String> LACKING = List.of(
            "ARRAY",
            "SPLIT(",
            "JSON_",
            "EVEN",
            "GAMMA",
            "LOG2",
            "NEXTAFTER",
            "POWER(a.x, b.i)",
            "^",
            "SIMILAR",
            "REGEXP_",
            "LEFT(a.s, -1)",
            "RIGHT(a.s, -2)",
            "REPLACE(a.s, b.s, '-')");

    private static final SqlToRelation ANALYZER = analyzer();

    private static List<String> columns() {
        return List.copyOf(new TreeMap<>(TYPES).keySet());
    }

    private static SqlToRelation analyzer() {
        List<Column> columns = new ArrayList<>(List.of(Column.nullable("k", ColumnType.INTEGER)));
        columns().forEach(name -> columns.add(Column.nullable(name, TYPES.get(name))));
        return new SqlToRelation(new Catalog(List.of(new Table("edge", columns, new Protection.Public()))));
    }

    private static boolean isLacking(Meanings.Expression expression) {
        return LACKING.stream().anyMatch(expression.sql()::contains);
    }

    /** Expressions of one query. */
    private record Query(List<Meanings.Expression> expressions, RelNode relation) {
        static Query of(List<Meanings.Expression> expressions) {
            String list = expressions.stream().map(Meanings.Expression::sql).collect(Collectors.joining(", "));
            return new Query(
                    expressions,
                    ANALYZER.analyze("SELECT a.k, b.k, " + list + " FROM edge a, edge b")
                            .relation());
        }

        ColumnType type(int expression) {
            return ColumnTypes.fromCalcite(
                    relation.getRowType().getFieldList().get(expression + KEYS).getType());
        }

        String sql(Dialect dialect) {
            List<String> columns = new ArrayList<>(List.of("c0", "c1"));
            for (int i = 0; i < expressions.size(); i++) {
                String column = "c" + (i + KEYS);
                columns.add(
                        dialect == PostgresDialect.DIALECT
                                ? "CAST(" + column + " AS text)"
                                : type(i).kind() == ColumnType.Kind.DOUBLE
                                        ? "format('{:.17g}', " + column + ")"
                                        : "CAST(" + column + " AS VARCHAR)");
            }
            return "SELECT " + String.join(", ", columns) + " FROM ("
                    + RelationToSql.overPeople(dialect).sql(relation) + ") AS q";
        }
    }

    private static List<Query> queries(boolean lacking) {
        List<Meanings.Expression> some = Meanings.all().stream()
                .filter(expression -> isLacking(expression) == lacking)
                .toList();
        List<Query> queries = new ArrayList<>();
        for (int from = 0; from < some.size(); from += AT_ONCE) {
            queries.add(Query.of(some.subList(from, Math.min(from + AT_ONCE, some.size()))));
        }
        return queries;
    }

    /** The rows' values: of each column in their order, NULL behind them, from the beginning again. */
    private static List<Map<String, Object>> rows() {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (int row = 0; row < ROWS; row++) {
            Map<String, Object> values = new HashMap<>();
            for (String column : columns()) {
                List<Object> all = Meanings.VALUES.get(column);
                int place = row % (all.size() + 1);
                values.put(column, place == all.size() ? null : all.get(place));
            }
            rows.add(values);
        }
        return rows;
    }

    private static void fill(Connection connection, boolean server) throws SQLException {
        List<String> declared = new ArrayList<>(List.of("k integer"));
        for (String column : columns()) {
            ColumnType type = TYPES.get(column);
            declared.add(column + " "
                    + (type.kind() == ColumnType.Kind.DOUBLE
                            ? "double precision"
                            : type.kind() == ColumnType.Kind.VARCHAR && server ? "text COLLATE \"C\"" : type.sql()));
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE edge (" + String.join(", ", declared) + ")");
        }
        List<Map<String, Object>> rows = rows();
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO edge VALUES (?" + ", ?".repeat(TYPES.size()) + ")")) {
            for (int row = 0; row < ROWS; row++) {
                insert.setInt(1, row);
                for (int i = 0; i < TYPES.size(); i++) {
                    insert.setObject(i + 2, rows.get(row).get(columns().get(i)));
                }
                insert.executeUpdate();
            }
        }
    }

    /** The value that a result of a type holds of a reckoned one: rounded, and NULL where it does not fit. */
    private static Object fitted(Object value, ColumnType type) {
        if (value instanceof BigInteger whole) {
            return fitted(new BigDecimal(whole), type);
        }
        if (value instanceof Double real && type.kind() != ColumnType.Kind.DOUBLE) {
            return Double.isFinite(real) ? fitted(new BigDecimal(real), type) : null;
        }
        if (value instanceof Double real && real.isNaN()) {
            // Columns have none, and arithmetic of infinities has NULL in its place (decision 085).
            return null;
        }
        if (!(value instanceof Number) || value instanceof Double) {
            return value;
        }
        BigDecimal exact = Meanings.exact(value);
        return switch (type.kind()) {
            case DOUBLE -> exact.doubleValue();
            case INTEGER -> within(exact, BigDecimal.valueOf(Integer.MIN_VALUE), BigDecimal.valueOf(Integer.MAX_VALUE));
            case BIGINT -> within(exact, BigDecimal.valueOf(Long.MIN_VALUE), BigDecimal.valueOf(Long.MAX_VALUE));
            case DECIMAL -> {
                BigDecimal most =
                        new BigDecimal(BigInteger.TEN.pow(type.precision()).subtract(BigInteger.ONE), type.scale());
                yield within(exact.setScale(type.scale(), RoundingMode.HALF_UP), most.negate(), most);
            }
            default -> throw new IllegalStateException(type + " of " + value);
        };
    }

    private static BigDecimal within(BigDecimal value, BigDecimal least, BigDecimal most) {
        BigDecimal whole = least.scale() > 0 ? value : value.setScale(0, RoundingMode.HALF_UP);
        return whole.compareTo(least) < 0 || whole.compareTo(most) > 0 ? null : whole;
    }

    private static boolean isThat(Object expected, String read, ColumnType type) {
        if (expected == Meanings.ANY) {
            return true;
        }
        if (expected == null || read == null) {
            return expected == null && read == null;
        }
        return switch (type.kind()) {
            case DOUBLE ->
                isNear(
                        (Double) expected,
                        Double.parseDouble(read.replace("inf", "Infinity").replace("nan", "NaN")));
            case INTEGER, BIGINT, DECIMAL -> ((BigDecimal) expected).compareTo(new BigDecimal(read)) == 0;
            case BOOLEAN -> expected.equals(read.startsWith("t"));
            case VARCHAR -> expected.equals(read);
            case DATE -> expected.equals(LocalDate.parse(read));
            case TIME -> expected.equals(LocalTime.parse(read));
            case TIMESTAMP -> expected.equals(LocalDateTime.parse(read.replace(' ', 'T')));
        };
    }

    private static boolean isNear(double expected, double read) {
        return Double.compare(expected + 0.0, read + 0.0) == 0
                || Math.abs(expected - read) <= NEAR * Math.abs(expected);
    }

    private static void areAsReckoned(Connection connection, Dialect dialect, List<Query> queries) throws SQLException {
        List<Map<String, Object>> rows = rows();
        Map<String, String> differences = new TreeMap<>();
        for (Query query : queries) {
            int read = 0;
            try (Statement statement = connection.createStatement();
                    ResultSet result = statement.executeQuery(query.sql(dialect))) {
                while (result.next()) {
                    read++;
                    Map<String, Object> a = rows.get(result.getInt(1));
                    Map<String, Object> b = rows.get(result.getInt(2));
                    for (int i = 0; i < query.expressions().size(); i++) {
                        Meanings.Expression expression = query.expressions().get(i);
                        Object expected = fitted(expression.meaning().of(a, b), query.type(i));
                        String value = result.getString(i + KEYS + 1);
                        if (!isThat(expected, value, query.type(i))) {
                            differences.put(
                                    expression.sql(), "of " + a + ", " + b + " is " + value + ", not " + expected);
                        }
                    }
                }
            }
            assertThat(read).isEqualTo(ROWS * ROWS);
        }
        assertThat(differences).isEmpty();
    }

    @Test
    void eachMeansThatOnDuckDb() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:")) {
            fill(connection, false);
            areAsReckoned(connection, DuckDbDialect.DIALECT, queries(false));
            areAsReckoned(connection, DuckDbDialect.DIALECT, queries(true));
        }
    }

    @Tag("process")
    @Test
    void eachMeansThatOnPostgres() throws SQLException {
        try (Connection connection = DriverManager.getConnection(TestServer.database())) {
            fill(connection, true);
            areAsReckoned(connection, PostgresDialect.DIALECT, queries(false));
        }
        for (Meanings.Expression expression : Meanings.all()) {
            if (isLacking(expression)) {
                Query query = Query.of(List.of(expression));
                assertThatThrownBy(() -> query.sql(PostgresDialect.DIALECT))
                        .as(expression.sql())
                        .isInstanceOf(Refusal.class);
            }
        }
    }
}
