package io.tacit.engine.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Table;
import io.tacit.engine.dialect.RelationToSql;
import io.tacit.engine.dialect.duckdb.DuckDbDialect;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Thousands of damaged queries: each is read or refused, and nothing else ever comes out. */
@Tag("fuzz")
class MutatedTextTest {
    private static final int MUTANTS = 3_000;

    private static final List<String> SEEDS = List.of(
            "SELECT WITH ANONYMIZATION OPTIONS(epsilon = 1, kappa = 2) day, ANON_COUNT(*, 0, 5) AS c FROM visits GROUP BY day",
            "SELECT day, SUM(paid, contribution_bounds_per_group => (0, 1e2)) FILTER (WHERE name LIKE 'a%') FROM visits v JOIN"
                    + " weekdays w ON v.day = w.number WHERE paid > 1.5 GROUP BY day HAVING COUNT(*) > 3 ORDER BY 2 DESC LIMIT 5",
            "WITH u AS (SELECT visitor, COUNT(*) AS n FROM visits GROUP BY visitor) SELECT WITH DIFFERENTIAL_PRIVACY n,"
                    + " AVG(n CLAMPED BETWEEN 0 AND 9) FROM u GROUP BY n",
            "EXPLAIN PRIVACY SELECT CASE WHEN day IN (1, 2) THEN 'a' ELSE name || 'b' END AS k, COUNT(DISTINCT visitor) FROM"
                    + " visits WHERE EXISTS (SELECT * FROM weekdays WHERE number = day) GROUP BY 1",
            "SELECT DATE_TRUNC('month', DATE '2024-01-31' + INTERVAL '1' MONTH), EXTRACT(YEAR FROM CURRENT_DATE),"
                    + " CAST('x' AS INTEGER)::DOUBLE / 0, SUBSTRING('abc' FROM 2), (SELECT MAX(label) FROM weekdays)",
            "SELECT number, RANK() OVER (PARTITION BY label ORDER BY number ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM"
                    + " weekdays UNION ALL SELECT 1, 2 EXCEPT (SELECT 3, 4) ORDER BY 1 NULLS FIRST OFFSET 1",
            "SELECT day, MEDIAN(paid), PERCENTILE_CONT(0.25) WITHIN GROUP (ORDER BY paid DESC NULLS LAST) FILTER (WHERE"
                    + " paid > 1), APPROX_QUANTILES(paid, 4)[OFFSET(3)], QUANTILE_CONT(day, 1/2), APPROX_COUNT_DISTINCT(name)"
                    + " FROM visits GROUP BY day HAVING MAX(paid) > 3",
            "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(noise = GAUSSIAN, max_groups_contributed = AUTO,"
                    + " group_selection_strategy = TRUNCATED_GEOMETRIC, min_privacy_units_per_group = 5)"
                    + " ANON_NTILE(day, 0.5, 0, 7), ANON_QUANTILES(day, 4 CLAMPED BETWEEN 0 AND 7)[ORDINAL(2)],"
                    + " MIN(day, contribution_bounds_per_row => (0, 7), epsilon => 0.5) FROM visits");

    private static final List<String> PIECES = List.of(
            "(",
            ")",
            ",",
            "'",
            "\"",
            "*",
            "=>",
            "::",
            "NULL",
            "SELECT",
            "FROM",
            "WITH",
            "GROUP BY",
            "OVER",
            "ANONYMIZATION",
            "OPTIONS",
            "CLAMPED",
            "NOT",
            "-",
            "1e999",
            "é",
            "\\",
            "--",
            "/*",
            ";",
            "[",
            "?",
            ".",
            "INTERVAL",
            "ROW",
            "ALL",
            "UNNEST",
            "TABLE",
            "LATERAL",
            "CUBE",
            "DISTINCT",
            "{",
            "AS",
            "CASE",
            "END",
            "99999999999999999999",
            "U&'x'",
            "]",
            "OFFSET(",
            "ORDINAL",
            "WITHIN GROUP (ORDER BY day)",
            "PERCENTILE_CONT",
            "MEDIAN(",
            "APPROX_QUANTILES(day, 4)[1]",
            "ANON_QUANTILES",
            "CLAMPED BETWEEN 0 AND 1",
            "epsilon =>",
            "DESC",
            "FILTER (WHERE TRUE)",
            "0.5",
            "AUTO");

    private Connection connection;

    @BeforeEach
    void create() throws SQLException {
        connection = DriverManager.getConnection("jdbc:duckdb:");
        try (Statement statement = connection.createStatement()) {
            for (Table table : VisitTables.CATALOG.tables()) {
                List<String> columns = table.columns().stream()
                        .map(column -> DuckDbDialect.DIALECT.literals().name(column.name()) + " "
                                + column.type().sql())
                        .toList();
                statement.execute("CREATE TABLE " + table.name() + "(" + String.join(", ", columns) + ")");
            }
        }
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    @Test
    void onlyRefusalsComeOut() throws SQLException {
        SplittableRandom random = new SplittableRandom(20241121);
        int read = 0;
        int refused = 0;
        for (int i = 0; i < MUTANTS; i++) {
            String text = mutate(SEEDS.get(random.nextInt(SEEDS.size())), random);
            try {
                AnalyzedQuery query = VisitTables.analyze(text);
                assertThat(query.columnNames()).isNotEmpty();
                read++;
                bind(query, text);
            } catch (Refusal refusal) {
                assertThat(refusal.getMessage()).as(text).isNotBlank();
                assertThat(refusal.rule()).as(text).isNotBlank();
                refused++;
            } catch (Throwable other) {
                throw new AssertionError("not a refusal: " + text, other);
            }
        }
        assertThat(read).isGreaterThan(MUTANTS / 100);
        assertThat(refused).isGreaterThan(MUTANTS / 2);
    }

    /** What is accepted can be bound by the engine; aggregates with privacy parameters are not for it. */
    private void bind(AnalyzedQuery query, String text) throws SQLException {
        String sql;
        try {
            sql = RelationToSql.overReleased(DuckDbDialect.DIALECT).sql(query.relation());
        } catch (Refusal refusal) {
            assertThat(refusal.code()).as(text).isEqualTo(ErrorCode.AGGREGATE);
            return;
        }
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            assertThat(statement.getMetaData().getColumnCount())
                    .as(text)
                    .isEqualTo(query.columnNames().size());
        } catch (SQLException error) {
            throw new AssertionError("does not bind: " + text + "\n" + sql, error);
        }
    }

    private static String mutate(String seed, SplittableRandom random) {
        StringBuilder text = new StringBuilder(seed);
        int changes = 1 + random.nextInt(3);
        for (int i = 0; i < changes; i++) {
            int from = random.nextInt(text.length());
            int to = Math.min(text.length(), from + random.nextInt(8));
            switch (random.nextInt(4)) {
                case 0 -> text.delete(from, to);
                case 1 -> text.insert(from, " " + PIECES.get(random.nextInt(PIECES.size())) + " ");
                case 2 -> text.insert(from, text.substring(from, to));
                default -> text.replace(from, to, PIECES.get(random.nextInt(PIECES.size())));
            }
            if (text.isEmpty()) {
                text.append('x');
            }
        }
        return text.toString();
    }
}
