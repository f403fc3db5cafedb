package io.tacit.engine.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.backend.TestServer;
import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.dialect.Dialect;
import io.tacit.engine.dialect.RelationToSql;
import io.tacit.engine.dialect.duckdb.DuckDbDialect;
import io.tacit.engine.dialect.postgres.PostgresDialect;
import io.tacit.engine.refusal.Refusal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Every function over every pair of edge values on PostgreSQL: it raises no error, gives exactly the type that the algebra
 * says, and the same values as DuckDB, or is refused by its name.
 *
 * <p>One in {@value #USUAL_SHARE} expressions is tried, and others, fewer by {@value #NEWER}, on the newer server; {@code
 * -Dtacit.postgres=1} tries all.
 */
@Tag("process")
class TotalOnServerTest {
    private static final int USUAL_SHARE = 25;
    private static final int SHARE = Integer.getInteger("tacit.postgres", USUAL_SHARE);
    private static final int NEWER = 5;

    /** Values of each column of the table of edges, of which the first row has the first. */
    static final Map<String, List<String>> EDGES = Map.ofEntries(
            Map.entry("f boolean", List.of("true", "false")),
            Map.entry("i integer", List.of("0", "-1", "1", "7", "2147483647", "-2147483648")),
            Map.entry("b bigint", List.of("0", "-1", "3", "9223372036854775807", "-9223372036854775808")),
            Map.entry("n DECIMAL(15,2)", List.of("0", "-1.55", "9999999999999.99", "-9999999999999.99")),
            Map.entry("m DECIMAL(38,0)", List.of("0", "-1", "9".repeat(38), "-" + "9".repeat(38))),
            Map.entry("w DECIMAL(38,37)", List.of("0", "-0.5", "9." + "9".repeat(37))),
            Map.entry(
                    "x double precision",
                    List.of("0", "-0.0", "NaN", "Infinity", "-Infinity", "1e308", "-1e308", "5e-324", "-1.5", "2.5")),
            Map.entry(
                    "s text",
                    List.of(
                            "",
                            "abc",
                            "-1",
                            "1e400",
                            "NaN",
                            "9999-12-31",
                            "\\",
                            "%_",
                            "([",
                            "é\u0301😀",
                            "99999999999999999999999",
                            "x".repeat(300))),
            Map.entry("j text", List.of("", "{\"a\": [1, {\"b\": null}], \"c d\": \"é\"}", "null", "\"x")),
            Map.entry("d date", List.of("2024-02-29", "0001-01-01", "9999-12-31", "4714-11-24 BC", "294246-12-31")),
            Map.entry(
                    "ts timestamp",
                    List.of(
                            "2024-02-29 23:59:59.999999",
                            "0001-01-01 00:00:00",
                            "9999-12-31 23:59:59.999999",
                            "4714-11-24 00:00:00 BC",
                            "294246-12-31 00:00:00")),
            Map.entry("t time", List.of("00:00:00", "23:59:59.999999")));

    static final int ROWS = 13;

    static Catalog catalog() {
        List<Column> columns = new ArrayList<>();
        for (String edge : EDGES.keySet()) {
            String type = edge.substring(edge.indexOf(' ') + 1);
            columns.add(Column.nullable(
                    edge.substring(0, edge.indexOf(' ')),
                    switch (type) {
                        case "double precision" -> ColumnType.DOUBLE;
                        case "text" -> ColumnType.VARCHAR;
                        case "DECIMAL(15,2)" -> ColumnType.decimal(15, 2);
                        case "DECIMAL(38,0)" -> ColumnType.decimal(38, 0);
                        case "DECIMAL(38,37)" -> ColumnType.decimal(38, 37);
                        default -> new ColumnType(ColumnType.Kind.valueOf(type.toUpperCase(Locale.ROOT)), 0, 0);
                    }));
        }
        return new Catalog(List.of(new Table("edge", columns, new Protection.Public())));
    }

    static List<String> rows(boolean duckDb) {
        List<String> rows = new ArrayList<>();
        for (int row = 0; row < ROWS; row++) {
            List<String> values = new ArrayList<>();
            for (Map.Entry<String, List<String>> edge : EDGES.entrySet()) {
                String name = edge.getKey().substring(0, edge.getKey().indexOf(' '));
                String type = edge.getKey().substring(edge.getKey().indexOf(' ') + 1);
                int place = row % (edge.getValue().size() + 1);
                String value = place == 0 ? "NULL" : "'" + edge.getValue().get(place - 1) + "'";
                String read = duckDb
                        ? value.replace("4714-11-24 00:00:00 BC", "4714-11-24 (BC) 00:00:00")
                                .replace(" BC", " (BC)")
                        : value;
                values.add("CAST(" + read + " AS " + (duckDb ? type.replace("double precision", "DOUBLE") : type)
                        + ") AS " + name);
            }
            rows.add("SELECT " + String.join(", ", values));
        }
        return rows;
    }

    @Test
    void eachIsTotalOfItsTypeAndOfTheSameValues() throws SQLException {
        eachIsTotal(TestServer.database(), SHARE, 0);
    }

    @Test
    void eachIsTotalOnTheNewerServer() throws SQLException {
        eachIsTotal(TestServer.newerDatabase(), SHARE * NEWER, SHARE / 2);
    }

    private static void eachIsTotal(String url, int share, int first) throws SQLException {
        TestServer.run(url, List.of("CREATE TABLE edge AS " + String.join(" UNION ALL ", rows(false))));
        List<String> wrong = new ArrayList<>();
        List<String> lacking = new ArrayList<>();
        int tried = 0;
        try (Connection server = DriverManager.getConnection(url);
                Connection duckDb = DriverManager.getConnection("jdbc:duckdb:")) {
            try (Statement statement = duckDb.createStatement()) {
                statement.execute("CREATE TABLE edge AS " + String.join(" UNION ALL ", rows(true)));
            }
            List<String> all = queries();
            for (int i = first; i < all.size(); i += share) {
                AnalyzedQuery query = new SqlToRelation(catalog()).analyze(all.get(i));
                try {
                    List<String> here = values(duckDb, DuckDbDialect.DIALECT, query);
                    List<String> there = values(server, PostgresDialect.DIALECT, query);
                    tried++;
                    if (!here.equals(there)) {
                        wrong.add(all.get(i) + "\n" + here + "\n" + there);
                    }
                } catch (Refusal refusal) {
                    lacking.add(all.get(i));
                } catch (SQLException error) {
                    wrong.add(all.get(i) + "\n" + error.getMessage());
                }
            }
        }
        assertThat(wrong.stream().limit(Integer.getInteger("tacit.show", 20))).isEmpty();
        assertThat(tried).isGreaterThan(lacking.size() / 2);
    }

    /** Each function over each pair of columns, and each aggregate. */
    static List<String> queries() {
        return Stream.concat(
                        TotalExpressionsTest.expressions()
                                .map(expression ->
                                        "SELECT " + expression.replace("(ts ", "(e1.ts ") + " FROM edge e1, edge e2"),
                        TotalExpressionsTest.aggregates().map(aggregate -> "SELECT " + aggregate + " FROM edge"))
                .toList();
    }

    private static List<String> values(Connection connection, Dialect dialect, AnalyzedQuery query)
            throws SQLException {
        List<String> values = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql(dialect, query))) {
            while (result.next()) {
                values.add(String.valueOf(result.getString(1)));
            }
        }
        return sorted(query, values);
    }

    private static ColumnType type(AnalyzedQuery query) {
        return ColumnTypes.fromCalcite(
                query.relation().getRowType().getFieldList().get(0).getType());
    }

    /** The query whose result is the texts of a query's values. */
    static String sql(Dialect dialect, AnalyzedQuery query) {
        ColumnType column = type(query);
        String sql = RelationToSql.overPeople(dialect).sql(query.relation());
        return "SELECT " + dialect.keys().text(dialect.keys().canonical("c0", column), column) + " FROM (" + sql
                + ") AS q";
    }

    /** Texts in their order, those of DOUBLE as Java writes them. */
    static List<String> sorted(AnalyzedQuery query, List<String> texts) {
        boolean real = type(query).kind() == ColumnType.Kind.DOUBLE;
        return texts.stream()
                .map(text -> real && !text.equals("null") && !text.endsWith("inf")
                        ? Double.valueOf(text).toString()
                        : text)
                .sorted()
                .toList();
    }
}
