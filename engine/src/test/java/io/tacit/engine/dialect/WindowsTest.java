package io.tacit.engine.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.backend.TestServer;
import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.dialect.duckdb.DuckDbDialect;
import io.tacit.engine.dialect.postgres.PostgresDialect;
import io.tacit.engine.sql.SqlToRelation;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelNode;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Window functions in each engine, over parts of rows, orders and frames, against the same reckoned row by row. */
@NullUnmarked
class WindowsTest {
    private static final int ROWS = 14;
    private static final double NEAR = 1e-9;
    private static final int FIRST = -100;
    private static final int LAST = 100;

    /** A row; NULL is a part and a value like others. */
    private record Row(int id, Integer part, Integer x, Double r) {}

    private static final List<Row> TABLE = IntStream.range(0, ROWS)
            .mapToObj(id -> new Row(
                    id,
                    id % 3 == 2 ? null : id % 3,
                    id % 5 == 4 ? null : (Integer) (id * 7 % 4 - 1),
                    id % 7 == 3 ? null : id * 5 % 9 / 2.0))
            .toList();

    /** An order: as it is written, and as it is. */
    private record Order(String sql, Comparator<Row> comparator) {}

    private static final Comparator<Integer> RISING = Comparator.nullsLast(Comparator.naturalOrder());
    private static final Comparator<Integer> FALLING = Comparator.nullsLast(Comparator.reverseOrder());
    /** The last one has ties. */
    private static final List<Order> ORDERS = List.of(
            new Order("id", Comparator.comparing(Row::id)),
            new Order(
                    "x DESC NULLS LAST, id DESC",
                    Comparator.comparing(Row::x, FALLING).thenComparing(Row::id, FALLING)),
            new Order("x", Comparator.comparing(Row::x, RISING)));

    /** A frame: as it is written, and from which row to which, counted from the current one. */
    private record Frame(String sql, int from, int to) {}

    private static final List<Frame> FRAMES = List.of(
            new Frame("", FIRST, 0),
            new Frame(" ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW", FIRST, 0),
            new Frame(" ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING", FIRST, LAST),
            new Frame(" ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING", FIRST, -1),
            new Frame(" ROWS BETWEEN 3 PRECEDING AND 2 PRECEDING", -3, -2),
            new Frame(" ROWS BETWEEN 1 PRECEDING AND 2 FOLLOWING", -1, 2),
            new Frame(" ROWS BETWEEN CURRENT ROW AND 1 FOLLOWING", 0, 1),
            new Frame(" ROWS BETWEEN 2 FOLLOWING AND UNBOUNDED FOLLOWING", 2, LAST));

    private interface Framed {
        Double of(List<Row> frame);
    }

    private interface Placed {
        Double of(List<Row> part, int place, Comparator<Row> order);
    }

    private static Double number(Number value) {
        return value == null ? null : (Double) value.doubleValue();
    }

    private static List<Double> known(List<Row> frame, boolean real) {
        return frame.stream()
                .map(row -> real ? row.r() : number(row.x()))
                .filter(Objects::nonNull)
                .toList();
    }

    private static Double sum(List<Double> values) {
        return values.isEmpty()
                ? null
                : (Double) values.stream().mapToDouble(value -> value).sum();
    }

    private static Double extreme(List<Double> values, int sign) {
        return values.stream().max(Comparator.comparing(value -> sign * value)).orElse(null);
    }

    private static final Map<String, Framed> FRAMED = new LinkedHashMap<>();

    static {
        FRAMED.put("COUNT(*)", frame -> number(frame.size()));
        FRAMED.put("COUNT(x)", frame -> number(known(frame, false).size()));
        FRAMED.put("SUM(x)", frame -> sum(known(frame, false)));
        FRAMED.put("SUM(r)", frame -> sum(known(frame, true)));
        FRAMED.put("AVG(x)", frame -> average(known(frame, false)));
        FRAMED.put("AVG(r)", frame -> average(known(frame, true)));
        FRAMED.put("MIN(x)", frame -> extreme(known(frame, false), -1));
        FRAMED.put("MAX(x)", frame -> extreme(known(frame, false), 1));
        FRAMED.put("MAX(r)", frame -> extreme(known(frame, true), 1));
    }

    private static Double average(List<Double> values) {
        return values.isEmpty() ? null : (Double) (sum(values) / values.size());
    }

    /** Those that say something of ties only where there are none. */
    private static final Map<String, Placed> PLACED = new LinkedHashMap<>();

    static {
        PLACED.put("ROW_NUMBER()", (part, place, order) -> place + 1.0);
        PLACED.put("NTILE(4)", (part, place, order) -> number(tile(part.size(), place, 4)));
        PLACED.put("LAG(x)", (part, place, order) -> at(part, place - 1, null));
        PLACED.put("LAG(x, 2)", (part, place, order) -> at(part, place - 2, null));
        PLACED.put("LAG(x, 3, -5)", (part, place, order) -> at(part, place - 3, -5.0));
        PLACED.put("LEAD(x)", (part, place, order) -> at(part, place + 1, null));
        PLACED.put("LEAD(x, 2, 9)", (part, place, order) -> at(part, place + 2, 9.0));
        PLACED.put("FIRST_VALUE(x)", (part, place, order) -> at(part, 0, null));
        PLACED.put("LAST_VALUE(x)", (part, place, order) -> at(part, place, null));
    }

    private static final Map<String, Placed> RANKED = new LinkedHashMap<>();

    static {
        RANKED.put("RANK()", (part, place, order) -> 1.0 + before(part, place, order));
        RANKED.put(
                "DENSE_RANK()",
                (part, place, order) -> 1.0
                        + IntStream.range(1, part.size())
                                .filter(i -> order.compare(part.get(i), part.get(place)) <= 0
                                        && order.compare(part.get(i - 1), part.get(i)) < 0)
                                .count());
        RANKED.put(
                "PERCENT_RANK()",
                (part, place, order) -> part.size() == 1 ? 0.0 : before(part, place, order) / (part.size() - 1.0));
        RANKED.put(
                "CUME_DIST()",
                (part, place, order) -> part.stream()
                                .filter(row -> order.compare(row, part.get(place)) <= 0)
                                .count()
                        / (double) part.size());
        // Without a frame the last row is the last of the current row's equals.
        RANKED.put(
                "COUNT(*)",
                (part, place, order) -> number(part.stream()
                        .filter(row -> order.compare(row, part.get(place)) <= 0)
                        .count()));
        RANKED.put(
                "SUM(r)",
                (part, place, order) -> sum(known(
                        part.stream()
                                .filter(row -> order.compare(row, part.get(place)) <= 0)
                                .toList(),
                        true)));
    }

    private static long before(List<Row> part, int place, Comparator<Row> order) {
        return part.stream()
                .filter(row -> order.compare(row, part.get(place)) < 0)
                .count();
    }

    private static Double at(List<Row> part, int place, Double otherwise) {
        return place < 0 || place >= part.size()
                ? otherwise
                : number(part.get(place).x());
    }

    private static int tile(int rows, int place, int tiles) {
        int longer = rows % tiles * (rows / tiles + 1);
        return place < longer
                ? place / (rows / tiles + 1) + 1
                : rows % tiles + (place - longer) / Math.max(1, rows / tiles) + 1;
    }

    /** A query of several windows, and what it gives for each row. */
    private record Query(RelNode relation, List<String> functions, List<List<Double>> expected) {}

    private static final List<Query> QUERIES = queries();

    private static List<Query> queries() {
        SqlToRelation analyzer = new SqlToRelation(new Catalog(List.of(new Table(
                "t",
                List.of(
                        Column.nullable("id", ColumnType.INTEGER),
                        Column.nullable("part", ColumnType.INTEGER),
                        Column.nullable("x", ColumnType.INTEGER),
                        Column.nullable("r", ColumnType.DOUBLE)),
                new Protection.Public()))));
        List<Query> queries = new ArrayList<>();
        for (String part : List.of("", "PARTITION BY part ")) {
            for (Order order : ORDERS) {
                boolean ties = order.sql().equals("x");
                String over = part + "ORDER BY " + order.sql();
                Map<String, Placed> all = new LinkedHashMap<>(RANKED);
                if (!ties) {
                    all.putAll(PLACED);
                }
                queries.add(query(analyzer, over, all, !part.isEmpty(), order));
                for (Frame frame : ties ? List.<Frame>of() : FRAMES) {
                    Map<String, Placed> framed = new LinkedHashMap<>();
                    FRAMED.forEach((function, meaning) ->
                            framed.put(function, (rows, place, sorted) -> meaning.of(within(rows, place, frame))));
                    queries.add(query(analyzer, over + frame.sql(), framed, !part.isEmpty(), order));
                }
            }
            Map<String, Placed> whole = new LinkedHashMap<>();
            FRAMED.forEach((function, meaning) -> whole.put(function, (rows, place, sorted) -> meaning.of(rows)));
            queries.add(query(analyzer, part, whole, !part.isEmpty(), ORDERS.get(0)));
        }
        return queries;
    }

    private static List<Row> within(List<Row> rows, int place, Frame frame) {
        int from = Math.max(0, place + frame.from());
        int to = Math.min(rows.size(), place + frame.to() + 1);
        return from < to ? rows.subList(from, to) : List.of();
    }

    private static Query query(
            SqlToRelation analyzer, String over, Map<String, Placed> functions, boolean parted, Order order) {
        String list = functions.keySet().stream()
                .map(function -> function + " OVER (" + over + ")")
                .collect(Collectors.joining(", "));
        List<List<Double>> expected = new ArrayList<>();
        for (Row row : TABLE) {
            List<Row> part = TABLE.stream()
                    .filter(other -> !parted || Objects.equals(other.part(), row.part()))
                    .sorted(order.comparator())
                    .toList();
            List<Double> values = new ArrayList<>();
            functions
                    .values()
                    .forEach(function -> values.add(function.of(part, part.indexOf(row), order.comparator())));
            expected.add(values);
        }
        return new Query(
                analyzer.analyze("SELECT id, " + list + " FROM t").relation(),
                functions.keySet().stream()
                        .map(function -> function + " OVER (" + over + ")")
                        .toList(),
                expected);
    }

    private static void areAsReckoned(Connection connection, Dialect dialect) throws SQLException {
        List<String> differences = new ArrayList<>();
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t (id integer, part integer, x integer, r double precision)");
            statement.execute("INSERT INTO t VALUES "
                    + TABLE.stream()
                            .sorted(Comparator.comparing(row -> row.id() * 5 % ROWS))
                            .map(row -> "(" + row.id() + ", " + row.part() + ", " + row.x() + ", " + row.r() + ")")
                            .collect(Collectors.joining(", ")));
            for (Query query : QUERIES) {
                int read = 0;
                try (ResultSet result =
                        statement.executeQuery(RelationToSql.overPeople(dialect).sql(query.relation()))) {
                    while (result.next()) {
                        read++;
                        for (int i = 0; i < query.functions().size(); i++) {
                            Double expected =
                                    query.expected().get(result.getInt(1)).get(i);
                            String value = result.getString(i + 2);
                            boolean same = expected == null
                                    ? value == null
                                    : value != null && Math.abs(expected - Double.parseDouble(value)) < NEAR;
                            if (!same) {
                                differences.add(query.functions().get(i) + " of row " + result.getInt(1) + " is "
                                        + value + ", not " + expected);
                            }
                        }
                    }
                }
                assertThat(read).isEqualTo(ROWS);
            }
        }
        assertThat(differences).isEmpty();
    }

    @Test
    void windowsAreAsReckonedOnDuckDb() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:")) {
            areAsReckoned(connection, DuckDbDialect.DIALECT);
        }
    }

    @Tag("process")
    @Test
    void windowsAreAsReckonedOnPostgres() throws SQLException {
        try (Connection connection = DriverManager.getConnection(TestServer.database())) {
            areAsReckoned(connection, PostgresDialect.DIALECT);
        }
    }
}
