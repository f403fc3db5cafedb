package io.tacit.engine.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.backend.TestServer;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.dialect.duckdb.DuckDbDialect;
import io.tacit.engine.dialect.postgres.PostgresDialect;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Keys of every type: which are one, and what text each has, is the same in each engine, NULL being a key like others. */
class KeysInEnginesTest {
    /** Values of a type as they are written, each with the text of its key; what has one text is one key. */
    private record Keys(ColumnType type, List<List<String>> values) {
        static Keys of(ColumnType type, String... values) {
            List<List<String>> pairs = new ArrayList<>(List.of(List.of("NULL", "null")));
            for (int i = 0; i < values.length; i += 2) {
                pairs.add(List.of("'" + values[i] + "'", values[i + 1]));
            }
            return new Keys(type, pairs);
        }
    }

    private static final List<Keys> ALL = List.of(
            Keys.of(ColumnType.BOOLEAN, "true", "true", "false", "false"),
            Keys.of(ColumnType.INTEGER, "0", "0", "-1", "-1", "2147483647", "2147483647", "007", "7"),
            Keys.of(ColumnType.BIGINT, "0", "0", "-9223372036854775808", "-9223372036854775808"),
            Keys.of(ColumnType.decimal(2, 2), "0", "0.00", "0.50", "0.50", "-0.5", "-0.50", "0.07", "0.07"),
            Keys.of(
                    ColumnType.decimal(38, 38),
                    "0.00000000000000000000000000000000000001",
                    "0.00000000000000000000000000000000000001"),
            Keys.of(
                    ColumnType.decimal(5, 2),
                    "0",
                    "0.00",
                    "-0.05",
                    "-0.05",
                    "999.99",
                    "999.99",
                    "1",
                    "1.00",
                    "1.0",
                    "1.00"),
            Keys.of(ColumnType.decimal(3, 0), "0", "0", "-12", "-12"),
            Keys.of(
                    ColumnType.DOUBLE,
                    "0",
                    "0",
                    "-0.0",
                    "0",
                    "NaN",
                    "null",
                    "Infinity",
                    "inf",
                    "-Infinity",
                    "-inf",
                    "0.1",
                    "0.1",
                    "2417851639229258349412352",
                    "2.4178516392292583e+24",
                    "1e-7",
                    "1e-07",
                    "-1.5",
                    "-1.5"),
            Keys.of(ColumnType.VARCHAR, "", "", "0", "0", "a", "a", "A", "A", "a ", "a ", "ä", "ä", "null", "null "),
            Keys.of(
                    ColumnType.DATE,
                    "1970-01-01",
                    "1970-01-01",
                    "9999-12-31",
                    "9999-12-31",
                    "0001-01-01",
                    "0001-01-01"),
            Keys.of(ColumnType.TIME, "00:00:00", "00:00:00", "23:59:59.999999", "23:59:59.999999", "24:00:00", "null"),
            Keys.of(
                    ColumnType.TIMESTAMP,
                    "1970-01-01 00:00:00",
                    "1970-01-01 00:00:00",
                    "1969-12-31 23:59:59.999999",
                    "1969-12-31 23:59:59.999999",
                    "2024-02-29 10:00:00.5",
                    "2024-02-29 10:00:00.5"));

    private static String typeOf(ColumnType type, Dialect dialect) {
        return type.kind() == ColumnType.Kind.DOUBLE
                ? "double precision"
                : type.kind() == ColumnType.Kind.VARCHAR && dialect == PostgresDialect.DIALECT ? "text" : type.sql();
    }

    private static List<String> differences(Connection connection, Dialect dialect) throws SQLException {
        List<String> wrong = new ArrayList<>();
        KeySql keys = dialect.keys();
        for (Keys all : ALL) {
            List<String> rows = new ArrayList<>();
            for (List<String> value : all.values()) {
                rows.add("(" + rows.size() + ", CAST(" + value.get(0) + " AS " + typeOf(all.type(), dialect) + "))");
            }
            String table = "(SELECT i, " + keys.canonical("v", all.type()) + " AS k FROM (VALUES "
                    + String.join(", ", rows) + ") AS w(i, v))";
            String sql = "SELECT a.i, b.i, " + keys.text("a.k", all.type()) + ", " + keys.same("a.k", "b.k", all.type())
                    + " FROM " + table + " AS a, " + table + " AS b";
            long different =
                    all.values().stream().map(value -> value.get(1)).distinct().count();
            assertThat(count(
                            connection,
                            "SELECT COUNT(DISTINCT " + keys.together(List.of("k", "m"))
                                    + ") FROM (SELECT a.k, b.k AS m FROM " + table + " AS a, " + table + " AS b) AS p"))
                    .as(all.type().sql())
                    .isEqualTo(different * different);
            Map<Integer, String> texts = new HashMap<>();
            try (Statement statement = connection.createStatement();
                    ResultSet result = statement.executeQuery(sql)) {
                while (result.next()) {
                    List<String> a = all.values().get(result.getInt(1));
                    List<String> b = all.values().get(result.getInt(2));
                    boolean same = a.get(1).equals(b.get(1));
                    if (result.getBoolean(4) != same || result.wasNull()) {
                        wrong.add(a + " and " + b + " of " + all.type());
                    }
                    texts.put(result.getInt(1), String.valueOf(result.getString(3)));
                }
            }
            assertThat(texts).hasSize(all.values().size());
            texts.forEach((row, text) -> {
                String expected = all.values().get(row).get(1);
                boolean same = all.type().kind() == ColumnType.Kind.DOUBLE && text.matches("[-0-9].*[0-9]")
                        ? Double.parseDouble(text) == Double.parseDouble(expected)
                        : text.equals(expected) || (text + " ").equals(expected);
                if (!same) {
                    wrong.add(all.values().get(row).get(0) + " of " + all.type() + " is " + text);
                }
            });
        }
        return wrong;
    }

    private static long count(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            result.next();
            return result.getLong(1);
        }
    }

    @Test
    void onDuckDb() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:")) {
            assertThat(differences(connection, DuckDbDialect.DIALECT)).isEmpty();
        }
    }

    @Tag("process")
    @Test
    void onPostgres() throws SQLException {
        try (Connection connection = DriverManager.getConnection(TestServer.database())) {
            assertThat(differences(connection, PostgresDialect.DIALECT)).isEmpty();
        }
    }
}
