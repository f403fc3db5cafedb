package io.tacit.engine.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.dialect.RelationToSql;
import io.tacit.engine.dialect.duckdb.DuckDbDialect;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Chains of many links mean what they mean link by link, just below the length at which they are bracketed anew and above it. */
class LongChainsTest {
    private static final List<Integer> LENGTHS = List.of(63, 65);
    private static final int VALUES = 7;

    private static List<Integer> answer(Connection connection, String query) throws SQLException {
        String sql = RelationToSql.overReleased(DuckDbDialect.DIALECT)
                .sql(new SqlToRelation(new Catalog(List.of())).analyze(query).relation());
        List<Integer> values = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            while (result.next()) {
                values.add(result.getInt(1));
            }
        }
        return values.stream().sorted().toList();
    }

    /** What a set operation makes of two lists of values. */
    private static List<Integer> made(List<Integer> left, String operation, List<Integer> right) {
        boolean all = operation.endsWith(" ALL");
        List<Integer> made = new ArrayList<>(all ? left : new TreeSet<>(left));
        if (operation.startsWith("UNION")) {
            made.addAll(right);
        } else {
            right.forEach(value -> made.remove(value));
        }
        return all ? made : List.copyOf(new TreeSet<>(made));
    }

    @Test
    void ofSetOperations() throws SQLException {
        Random random = new Random(5);
        List<String> operations = List.of("UNION ALL", "UNION", "EXCEPT ALL", "EXCEPT");
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:")) {
            for (int length : LENGTHS) {
                // Of one operation after the other, of two of which one comes seldom, and of all.
                for (int kind = 0; kind < 8; kind++) {
                    List<Integer> expected = List.of();
                    StringBuilder query = new StringBuilder();
                    for (int link = 0; link < length; link++) {
                        String operation = operations.get(
                                kind < 4 ? kind : kind < 8 && random.nextInt(30) > 0 ? kind - 4 : random.nextInt(4));
                        // What is taken away one by one must be there many times first.
                        List<Integer> values = IntStream.range(0, link == 0 ? 3 * length : 1)
                                .mapToObj(value -> random.nextInt(VALUES))
                                .toList();
                        query.append(link == 0 ? "" : " " + operation + " ")
                                .append("SELECT n FROM (VALUES ")
                                .append(values.stream()
                                        .map(value -> "(" + value + ")")
                                        .collect(Collectors.joining(", ")))
                                .append(") AS t(n)");
                        expected = link == 0 ? values : made(expected, operation, values);
                    }
                    assertThat(answer(connection, query.toString()))
                            .as(query.toString())
                            .isEqualTo(expected.stream().sorted().toList());
                }
            }
        }
    }

    @Test
    void ofConditions() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:")) {
            for (int length : LENGTHS) {
                List<String> equal = IntStream.range(0, length)
                        .mapToObj(value -> "n = " + value * 2)
                        .toList();
                List<String> different =
                        equal.stream().map(each -> each.replace("=", "<>")).toList();
                String all = "SELECT n FROM (VALUES "
                        + IntStream.range(0, 2 * length)
                                .mapToObj(value -> "(" + value + ")")
                                .collect(Collectors.joining(", "))
                        + ") AS t(n) WHERE ";
                List<Integer> even =
                        IntStream.range(0, length).mapToObj(value -> value * 2).toList();
                List<Integer> odd = even.stream().map(value -> value + 1).toList();
                assertThat(answer(connection, all + String.join(" OR ", equal))).isEqualTo(even);
                assertThat(answer(connection, all + String.join(" AND ", different)))
                        .isEqualTo(odd);
                assertThat(answer(connection, all + "NOT (" + String.join(" OR ", equal) + ")"))
                        .isEqualTo(odd);
                // AND binds tighter than OR.
                assertThat(answer(connection, all + String.join(" OR ", equal) + " AND n > 0"))
                        .isEqualTo(even);
                assertThat(answer(connection, all + "n = 0 AND " + String.join(" AND ", different) + " OR n = 1"))
                        .isEqualTo(List.of(1));
            }
        }
    }
}
