package io.tacit.engine.session;

import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.randomqueries.RandomDatabase;
import io.tacit.engine.randomqueries.RandomQuery;
import io.tacit.engine.release.EveryGroup;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** One database, asked through sessions without noise and directly. */
@org.jspecify.annotations.NullUnmarked
final class Compared implements AutoCloseable {
    private final Connection plain;
    private final List<SourceTable> tables;
    private final Map<Long, TacitSession> sessions = new HashMap<>();
    private final Map<RandomQuery, Answer> answers = new HashMap<>();
    private final StringBuilder log = new StringBuilder();

    Compared(RandomDatabase database, Path folder) throws SQLException {
        plain = DriverManager.getConnection("jdbc:duckdb:");
        database.create(plain);
        tables = database.write(plain, folder);
        database.withoutNan(plain);
    }

    /**
     * What came of a query.
     *
     * @param rows how many the plain query gives
     * @param difference empty where there is none
     */
    record Outcome(int rows, String difference) {}

    Outcome compare(RandomQuery query) {
        return compare(query, UnaryOperator.identity());
    }

    /**
     * Compares both answers.
     *
     * @param mistake made in the plain text, to see whether it is found
     */
    Outcome compare(RandomQuery query, UnaryOperator<String> mistake) {
        String sql = "";
        String plainSql = "";
        try {
            log.setLength(0);
            long groups = 1;
            while (groups < number(query.mostGroups())) {
                groups *= 2;
            }
            sql = query.tacit(groups);
            Answer answer = answers.get(query);
            if (answer == null) {
                answer = sessions.computeIfAbsent(groups, this::open).query(sql);
                answers.put(query, answer);
            }
            Long threshold = answer.releases().get(0).threshold();
            plainSql = mistake.apply(query.plain(threshold == null ? 1 : threshold));
            List<List<Object>> expected = rows(plainSql);
            List<List<Object>> actual = answer.rows().stream()
                    .map(row -> (List<Object>) new ArrayList<Object>(row.values()))
                    .toList();
            String difference = SameRows.difference(expected, actual, query.rounding());
            return new Outcome(expected.size(), difference.isEmpty() ? "" : both(sql, plainSql) + difference);
        } catch (SQLException | RuntimeException failure) {
            return new Outcome(0, both(sql, plainSql.isEmpty() ? query.plain(1) : plainSql) + failure + " " + log);
        }
    }

    private static String both(String tacit, String plain) {
        return "Tacit: " + tacit + "\nplain: " + plain + "\n";
    }

    private TacitSession open(long groups) {
        Defaults slack = new Defaults(new BigDecimal("20"), new BigDecimal("0.9"), groups, 0.95);
        return TacitSession.open(
                tables, slack, new DuckDbSettings(1024, 2, message -> log.append(message)), EveryGroup::new);
    }

    private long number(String sql) throws SQLException {
        return ((Number) rows(sql).get(0).get(0)).longValue();
    }

    private List<List<Object>> rows(String sql) throws SQLException {
        List<List<Object>> rows = new ArrayList<>();
        try (Statement statement = plain.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            int width = result.getMetaData().getColumnCount();
            while (result.next()) {
                List<Object> row = new ArrayList<>();
                for (int i = 1; i <= width; i++) {
                    row.add(result.getObject(i));
                }
                rows.add(row);
            }
        }
        return rows;
    }

    @Override
    public void close() throws SQLException {
        sessions.values().forEach(TacitSession::close);
        plain.close();
    }
}
