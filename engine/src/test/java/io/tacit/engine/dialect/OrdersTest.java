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
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelFieldCollation;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Rows stand in the order that a query names, in each engine: by each type, up or down, NULL first or last, or where nothing is
 * said: NULL is the greatest value then, last where the order rises and first where it falls.
 */
@NullUnmarked
class OrdersTest {
    /** Different values of a type, the least first; what is in one text, parted by a bar, is equal. */
    private static final Map<ColumnType, List<String>> RISING = new LinkedHashMap<>();

    static {
        RISING.put(ColumnType.BOOLEAN, List.of("false", "true"));
        RISING.put(ColumnType.INTEGER, List.of("-2147483648", "-10", "-9", "0", "7", "12", "2147483647"));
        RISING.put(ColumnType.BIGINT, List.of("-9223372036854775808", "-1", "0", "9", "10", "9223372036854775807"));
        RISING.put(ColumnType.decimal(9, 2), List.of("-10.00", "-9.99", "-0.01", "0.00", "0.10", "9.00", "10.00"));
        RISING.put(
                ColumnType.DOUBLE,
                List.of("-Infinity", "-1e300", "-2.5", "-5e-324", "-0.0|0.0", "5e-324", "9", "10", "Infinity", "NaN"));
        RISING.put(
                ColumnType.VARCHAR,
                List.of("", " ", "10", "9", "A", "B", "Z", "a", "a ", "ab", "b", "z", "É", "é", "\uffee", "😀"));
        RISING.put(ColumnType.DATE, List.of("0001-01-01", "1969-12-31", "1970-01-01", "2024-02-29", "9999-12-31"));
        RISING.put(ColumnType.TIME, List.of("00:00:00", "00:00:00.000001", "09:00:00", "10:00:00", "23:59:59.999999"));
        RISING.put(
                ColumnType.TIMESTAMP,
                List.of(
                        "0001-01-01 00:00:00",
                        "1969-12-31 23:59:59.999999",
                        "1970-01-01 00:00:00",
                        "2024-02-29 10:00:00"));
    }

    private static final List<String> DIRECTIONS = List.of("", " ASC", " DESC");
    private static final List<String> NULLS = List.of("", " NULLS FIRST", " NULLS LAST");

    /** A row: where its value stands among the type's others, or NULL; and its number. */
    private record Row(Integer place, int id) {}

    private static List<Row> rows(List<String> rising) {
        List<Row> rows = new ArrayList<>();
        for (int place = 0; place < rising.size(); place++) {
            for (int i = 0; i < rising.get(place).split("\\|", -1).length; i++) {
                rows.add(new Row(place, 0));
            }
            rows.add(new Row(place, 0));
        }
        rows.add(new Row(null, 0));
        rows.add(new Row(null, 0));
        Collections.shuffle(rows, new Random(rising.size()));
        return IntStream.range(0, rows.size())
                .mapToObj(id -> new Row(rows.get(id).place(), id))
                .toList();
    }

    private static String table(ColumnType type) {
        return "of_" + type.kind().name().toLowerCase(Locale.ROOT);
    }

    private static Catalog catalog() {
        List<Table> tables = new ArrayList<>();
        for (ColumnType type : RISING.keySet()) {
            tables.add(new Table(
                    table(type),
                    List.of(Column.nullable("id", ColumnType.INTEGER), Column.nullable("v", type)),
                    new Protection.Public()));
        }
        return new Catalog(tables);
    }

    private static List<Integer> ids(List<Row> rows, String direction, String nulls) {
        boolean falls = direction.equals(" DESC");
        boolean first = nulls.equals(" NULLS FIRST") || nulls.isEmpty() && falls;
        Comparator<Integer> present = falls ? Comparator.reverseOrder() : Comparator.naturalOrder();
        return rows.stream()
                .sorted(Comparator.comparing(
                                Row::place, first ? Comparator.nullsFirst(present) : Comparator.nullsLast(present))
                        .thenComparing(Row::id, Comparator.reverseOrder()))
                .map(Row::id)
                .toList();
    }

    /** Each order as that of a query; of one type, also of a part of the rows, of a window, and of a second key behind a first. */
    private static void isInOrder(Connection connection, Dialect dialect) throws SQLException {
        SqlToRelation analyzer = new SqlToRelation(catalog());
        try (Statement statement = connection.createStatement()) {
            for (ColumnType type : RISING.keySet()) {
                List<Row> rows = rows(RISING.get(type));
                statement.execute(create(type, rows, dialect));
                for (String direction : DIRECTIONS) {
                    for (String nulls : NULLS) {
                        List<Integer> expected = ids(rows, direction, nulls);
                        String order = "v" + direction + nulls + ", id DESC";
                        String from = " FROM " + table(type);
                        assertThat(ids(statement, dialect, analyzer, "SELECT id" + from + " ORDER BY " + order))
                                .as(type + order)
                                .isEqualTo(expected);
                        if (type.kind() != ColumnType.Kind.DOUBLE) {
                            continue;
                        }
                        assertThat(ids(
                                        statement,
                                        dialect,
                                        analyzer,
                                        "SELECT id FROM (SELECT id, v" + from + " WHERE id >= 0 ORDER BY " + order
                                                + " LIMIT 3 OFFSET 2) AS q ORDER BY id"))
                                .as(type + order + " LIMIT")
                                .isEqualTo(
                                        expected.subList(2, 5).stream().sorted().toList());
                        assertThat(ids(
                                        statement,
                                        dialect,
                                        analyzer,
                                        "SELECT id FROM (SELECT id, ROW_NUMBER() OVER (ORDER BY " + order + ") AS n"
                                                + from + ") AS q ORDER BY n"))
                                .as(type + order + " OVER")
                                .isEqualTo(expected);
                        assertThat(ids(
                                        statement,
                                        dialect,
                                        analyzer,
                                        "SELECT id" + from + " ORDER BY id >= 0, " + order))
                                .as(type + order + " behind another")
                                .isEqualTo(expected);
                    }
                }
            }
        }
    }

    private static String create(ColumnType type, List<Row> rows, Dialect dialect) {
        boolean server = dialect == PostgresDialect.DIALECT;
        String name = !server
                ? type.sql()
                : switch (type.kind()) {
                    case DOUBLE -> "double precision";
                    case VARCHAR -> "text COLLATE \"C\"";
                    default -> type.sql();
                };
        List<String> values = new ArrayList<>();
        for (Row row : rows) {
            String text = row.place() == null ? null : RISING.get(type).get(row.place());
            String[] equal = text == null ? new String[0] : text.split("\\|", -1);
            values.add(
                    "(" + row.id() + ", " + (text == null ? "NULL" : "'" + equal[row.id() % equal.length] + "'") + ")");
        }
        return "CREATE TABLE " + table(type) + " AS SELECT id, CAST(v AS " + name.replace(" COLLATE \"C\"", "") + ")"
                + (name.contains("COLLATE") ? " COLLATE \"C\"" : "") + " AS v FROM (VALUES " + String.join(", ", values)
                + ") AS t(id, v)";
    }

    private static List<Integer> ids(Statement statement, Dialect dialect, SqlToRelation analyzer, String sql)
            throws SQLException {
        List<Integer> ids = new ArrayList<>();
        String printed =
                RelationToSql.overPeople(dialect).sql(analyzer.analyze(sql).relation());
        try (ResultSet rows = statement.executeQuery(printed)) {
            while (rows.next()) {
                ids.add(new BigDecimal(rows.getString(1)).intValueExact());
            }
        }
        return ids;
    }

    @Test
    void rowsAreInOrderOnDuckDb() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:")) {
            isInOrder(connection, DuckDbDialect.DIALECT);
        }
    }

    @Tag("process")
    @Test
    void rowsAreInOrderOnPostgres() throws SQLException {
        try (Connection connection = DriverManager.getConnection(TestServer.database())) {
            isInOrder(connection, PostgresDialect.DIALECT);
        }
    }

    /** The same of orders that no query wrote. */
    @Test
    void anOrderThatSaysNothingOfNullTakesItForTheGreatest() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            for (RelFieldCollation.Direction direction : RelFieldCollation.Direction.values()) {
                for (RelFieldCollation.NullDirection nulls : RelFieldCollation.NullDirection.values()) {
                    if (direction == RelFieldCollation.Direction.CLUSTERED) {
                        continue;
                    }
                    boolean falls = direction.isDescending();
                    boolean first = switch (nulls) {
                        case FIRST -> true;
                        case LAST -> false;
                        case UNSPECIFIED -> falls;
                    };
                    List<String> read = new ArrayList<>();
                    try (ResultSet rows =
                            statement.executeQuery("SELECT v FROM (VALUES (2), (NULL), (1)) AS t(v) ORDER BY "
                                    + SortSql.key("v", direction, nulls))) {
                        while (rows.next()) {
                            read.add(String.valueOf(rows.getString(1)));
                        }
                    }
                    List<String> expected = new ArrayList<>(falls ? List.of("2", "1") : List.of("1", "2"));
                    expected.add(first ? 0 : 2, "null");
                    assertThat(read).as(direction + " " + nulls).isEqualTo(expected);
                }
            }
        }
    }
}
