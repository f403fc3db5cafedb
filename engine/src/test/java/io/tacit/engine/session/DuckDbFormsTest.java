package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.release.ZeroNoise;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** DuckDB's forms mean what they mean in DuckDB: the same text, there and here without noise, has the same answer. */
@org.jspecify.annotations.NullUnmarked
class DuckDbFormsTest {
    private static final String DATES =
            "(SELECT DATE '2024-01-31' AS d, DATE '2024-07-06' AS e, 1 AS n UNION ALL SELECT DATE '2024-02-29', DATE"
                    + " '2023-12-31', -12 UNION ALL SELECT NULL, DATE '2024-01-01', NULL) AS q";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT code FROM countries SEMI JOIN (VALUES ('FR'), ('FR'), (NULL)) AS v(c) ON countries.code = v.c",
                "SELECT code FROM countries ANTI JOIN (VALUES ('FR'), ('FR'), (NULL)) AS v(c) ON countries.code = v.c",
                "SELECT * FROM countries SEMI JOIN (SELECT 'Europe' AS continent) AS v USING (continent)",
                "SELECT * FROM countries ANTI JOIN (SELECT 'Europe' AS continent) AS v USING (continent)",
                "SELECT a.code, b.name FROM countries AS a SEMI JOIN (SELECT 'Europe' AS continent) AS v USING (continent)"
                        + " JOIN countries AS b USING (continent) ANTI JOIN (SELECT 'FR' AS c) AS w ON b.code = w.c",
                "SELECT COUNT(*) FROM customers SEMI JOIN orders USING (customer)",
                "SELECT COUNT(DISTINCT c.customer) FROM customers AS c ANTI JOIN orders AS o ON c.customer = o.customer AND o.amount >"
                        + " 50",
                "SELECT c.segment, COUNT(*) FROM orders AS o JOIN customers AS c USING (customer) SEMI JOIN orders AS p ON"
                        + " p.customer = o.customer AND p.amount > o.amount GROUP BY c.segment",
                "SELECT DISTINCT ON (continent) continent, name FROM countries ORDER BY continent, name DESC",
                "SELECT DISTINCT ON (1) continent AS c, name AS m FROM countries ORDER BY c, 2",
                "SELECT country, COUNT(*) FROM (SELECT DISTINCT ON (customer) customer, country FROM orders ORDER BY"
                        + " customer, placed DESC, order_id) AS o GROUP BY country",
                "SELECT * EXCLUDE (continent) REPLACE (UPPER(name) AS name) FROM countries",
                "SELECT a.* EXCLUDE (name) REPLACE (LOWER(a.code) AS code) FROM countries AS a JOIN countries AS b USING (code)",
                "SELECT * EXCLUDE (name) FROM countries AS a JOIN (SELECT 'FR' AS code, 1 AS x) AS b USING (code)",
                "SELECT * EXCLUDE (x) FROM countries AS a RIGHT JOIN (SELECT 'XX' AS code, 1 AS x) AS b USING (code)",
                "SELECT * EXCLUDE (b.x) FROM countries AS a FULL JOIN (SELECT 'XX' AS code, 1 AS x) AS b USING (code)",
                "SELECT * REPLACE (x + 1 AS x) FROM countries AS a NATURAL LEFT JOIN (SELECT 'FR' AS code, 1 AS x) AS b",
                "SELECT *, COUNT(*) FROM (SELECT continent FROM countries) AS c GROUP BY ALL",
                "SELECT * EXCLUDE (name), COUNT(*) FROM countries GROUP BY ALL",
                "SELECT *, COUNT(*) FROM (SELECT country, segment FROM customers WHERE country <> 'BR') AS c GROUP BY"
                        + " ALL",
                "SELECT * FROM countries ORDER BY ALL LIMIT 2",
                "SELECT d + INTERVAL (n) DAY, d + INTERVAL (n) MONTH, d - INTERVAL (n + 1) WEEK, d + INTERVAL (q.n) QUARTER,"
                        + " d + INTERVAL (-n) YEAR FROM DATES",
                "SELECT DATE_DIFF('day', d, q.e), DATE_DIFF('month', q.d, q.e), DATE_DIFF('week', q.d, q.e),"
                        + " DATE_TRUNC('quarter', q.d) FROM DATES",
                "SELECT CAST('2024-05-06 07:08:09' AS DATETIME), '2024-05-06 07:08:09'::DATETIME",
                "SELECT q.name FROM (countries AS a JOIN (SELECT 'FR' AS code) AS b USING (code)) AS q"
            })
    void theSameTextHasTheSameAnswer(String form) throws SQLException {
        String sql = form.replace("DATES", DATES);
        List<String> here = new ArrayList<>();
        try (TacitSession session = TacitSession.open(
                SampleTables.all(),
                new Defaults(new BigDecimal("20"), new BigDecimal("0.5"), 5, 0.95),
                new DuckDbSettings(1024, 1, message -> {}),
                ZeroNoise::new)) {
            session.query(sql).rows().forEach(row -> here.add(texts(row.values())));
        }
        assertThat(here).isNotEmpty().containsExactlyInAnyOrderElementsOf(there(sql));
    }

    private static List<String> there(String sql) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Connection duckDb = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = duckDb.createStatement()) {
            for (String table : List.of("countries", "customers", "orders")) {
                statement.execute("CREATE TABLE " + table + " AS FROM 'src/test/resources/iq/data/" + table + ".csv'");
            }
            try (ResultSet found = statement.executeQuery(sql)) {
                while (found.next()) {
                    List<Object> values = new ArrayList<>();
                    for (int i = 1; i <= found.getMetaData().getColumnCount(); i++) {
                        values.add(found.getObject(i));
                    }
                    rows.add(texts(values));
                }
            }
        }
        return rows;
    }

    /** A timestamp at midnight is written as the date that it is: DuckDB moves a date to a timestamp. */
    private static String texts(List<?> values) {
        return values.stream()
                .map(value -> value instanceof java.sql.Timestamp time
                        ? time.toLocalDateTime().toString()
                        : String.valueOf(value))
                .map(text -> text.replace("T00:00", ""))
                .toList()
                .toString();
    }
}
