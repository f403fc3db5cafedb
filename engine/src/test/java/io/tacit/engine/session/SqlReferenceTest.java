package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.release.ZeroNoise;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/**
 * The lines of the SQL reference that say of a form that it is accepted or refused, against what becomes of it: options at
 * their ends and beyond, the table of what GoogleSQL has, joins, short forms and what is refused over people's rows. Each
 * stands behind the words of the reference that say so.
 */
@NullUnmarked
class SqlReferenceTest {
    private static final Path REFERENCE = Path.of("../docs/reference/sql.md");

    /** {@code +} where the reference says that it is accepted, {@code -} where refused; its words; the query. */
    private static final String CLAIMS = """
            + | `epsilon` | 1e-12 to 20 | SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(epsilon = 20) COUNT(*) FROM orders
            + | `epsilon` | 1e-12 to 20 | SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(epsilon = 1e-12) COUNT(*) FROM orders
            - | `epsilon` | 1e-12 to 20 | SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(epsilon = 20.5) COUNT(*) FROM orders
            - | `epsilon` | 1e-12 to 20 | SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(epsilon = 1e-13) COUNT(*) FROM orders
            + | 0 where no groups are selected | SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(delta = 0) COUNT(*) FROM orders
            - | less than 1; 0 where no groups | SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(delta = 1) COUNT(*) FROM orders
            - | less than 1; 0 where no groups | SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(delta = 0) country, COUNT(*) FROM orders GROUP BY country
            + | 1 to 2147483647, or `AUTO` | SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_groups_contributed = 2147483647) country, COUNT(*) FROM orders GROUP BY country
            + | 1 to 2147483647, or `AUTO` | SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_groups_contributed = AUTO) country, COUNT(*) FROM orders GROUP BY country
            - | 1 to 2147483647, or `AUTO` | SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_groups_contributed = 0) country, COUNT(*) FROM orders GROUP BY country
            - | 1 to 2147483647, or `AUTO` | SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_groups_contributed = 2147483648) country, COUNT(*) FROM orders GROUP BY country
            + | `kappa` | SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(kappa = 2) country, COUNT(*) FROM orders GROUP BY country
            + | `report_missing` | SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(report_missing = FALSE) country, COUNT(*) FROM orders GROUP BY country
            + | `max_rows_contributed` | SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_rows_contributed = AUTO) country, COUNT(*) FROM orders GROUP BY country
            - | Refused with it: quantiles | SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_rows_contributed = 3) country, MEDIAN(amount CLAMPED BETWEEN 0 AND 9) FROM orders GROUP BY country
            - | COUNT(DISTINCT …), bounds of COUNT | SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_rows_contributed = 3) country, COUNT(DISTINCT customer) FROM orders GROUP BY country
            - | `noise = GAUSSIAN`, other selections | SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_rows_contributed = 3, noise = GAUSSIAN) country, COUNT(*) FROM orders GROUP BY country
            - | `min_privacy_units_per_group`, `leftovers`, several | SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_rows_contributed = 3, leftovers = 'x') country, COUNT(*) FROM orders GROUP BY country
            + | more than 0, less than 1 | SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(confidence = 0.5) COUNT(*) FROM orders
            - | more than 0, less than 1 | SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(confidence = 1) COUNT(*) FROM orders
            + | `AUTO`, `LAPLACE`, `GAUSSIAN` | SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(noise = LAPLACE) COUNT(*) FROM orders
            - | `AUTO`, `LAPLACE`, `GAUSSIAN` | SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(noise = NONE) COUNT(*) FROM orders
            + | `TRUNCATED_GEOMETRIC` | SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(group_selection_strategy = TRUNCATED_GEOMETRIC) country, COUNT(*) FROM orders GROUP BY country
            + | `LAPLACE_THRESHOLD`, `GAUSSIAN_THRESHOLD` | SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(group_selection_strategy = GAUSSIAN_THRESHOLD) country, COUNT(*) FROM orders GROUP BY country
            - | `PUBLIC_GROUPS` asks that all groups appear | SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(group_selection_strategy = PUBLIC_GROUPS) country, COUNT(*) FROM orders GROUP BY country
            - | less than `epsilon` | SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(group_selection_epsilon = 1) country, COUNT(*) FROM orders GROUP BY country
            - | refused without GROUP BY, where the one row always appears | SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(min_privacy_units_per_group = 5) COUNT(*) FROM orders
            + | `leftovers = 'others'` adds a row | SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(leftovers = 'others') country, COUNT(*) FROM orders GROUP BY country
            - | is refused if it names another column | SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(privacy_unit_column = amount) COUNT(*) FROM orders
            + | the owner declares the person; the option may repeat it | SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(privacy_unit_column = customer) COUNT(*) FROM orders
            - | `k_threshold` | SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(k_threshold = 5) COUNT(*) FROM orders
            - | `anonymization_userid_column` | SELECT WITH ANONYMIZATION OPTIONS(anonymization_userid_column = customer) COUNT(*) FROM orders
            - | `"pencil"` for a text | SELECT COUNT(*) FROM orders WHERE country = "pencil"
            - | `WITH REPORT(FORMAT=PROTO)` | SELECT COUNT(* WITH REPORT(FORMAT=PROTO)) FROM orders
            + | `WITH REPORT(FORMAT=JSON)` | SELECT COUNT(* WITH REPORT(FORMAT=JSON)) FROM orders
            - | `WITH AGGREGATION_THRESHOLD` | SELECT WITH AGGREGATION_THRESHOLD COUNT(*) FROM orders
            + | A public table may be an array of constants | SELECT c, COUNT(o.customer) FROM UNNEST(ARRAY['FR', 'DE']) AS v(c) LEFT JOIN orders o ON o.country = v.c GROUP BY c
            + | A public table may be an array of constants | SELECT c, COUNT(o.customer) FROM UNNEST(['FR', 'DE']) AS v(c) LEFT JOIN orders o ON o.country = v.c GROUP BY c
            + | `public LEFT JOIN private` | SELECT c.code, COUNT(o.customer) FROM countries c LEFT JOIN orders o ON o.country = c.code GROUP BY c.code
            + | or the other way round with RIGHT | SELECT c.code, COUNT(o.customer) FROM orders o RIGHT JOIN countries c ON o.country = c.code GROUP BY c.code
            + | inner, left, right, full, in chains too | SELECT COUNT(*) FROM orders o FULL JOIN customers c ON o.customer = c.customer
            + | (`=` or `IS NOT DISTINCT FROM`) | SELECT COUNT(*) FROM orders o JOIN customers c ON o.customer IS NOT DISTINCT FROM c.customer
            + | inner on anything | SELECT COUNT(*) FROM orders o JOIN countries c ON o.country > c.code
            - | subqueries in the condition of a join | SELECT COUNT(*) FROM orders o JOIN customers c ON o.customer = c.customer AND o.amount > (SELECT MAX(p.amount) FROM orders p WHERE p.customer = c.customer)
            - | LIMIT (the refusal names the keys | SELECT COUNT(*) FROM (SELECT * FROM orders ORDER BY amount LIMIT 5) AS o
            - | OFFSET, TABLESAMPLE, recursion | SELECT COUNT(*) FROM (SELECT * FROM orders ORDER BY amount OFFSET 5) AS o
            - | OFFSET, TABLESAMPLE, recursion | SELECT COUNT(*) FROM orders TABLESAMPLE BERNOULLI (10)
            - | OFFSET, TABLESAMPLE, recursion | WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r WHERE n < 5) SELECT COUNT(*) FROM orders JOIN r ON amount > n
            - | LAST_VALUE among ties | SELECT COUNT(*) FROM (SELECT customer, LAST_VALUE(amount) OVER (PARTITION BY customer ORDER BY placed) AS l FROM orders) AS o WHERE l > 3
            - | VAR and STDDEV in windows | SELECT COUNT(*) FROM (SELECT customer, STDDEV(amount) OVER (PARTITION BY customer) AS l FROM orders) AS o WHERE l > 3
            + | of people's rows with people's rows | SELECT COUNT(*) FROM (SELECT customer FROM orders UNION ALL SELECT customer FROM customers) AS u
            + | the person's column in every branch | SELECT COUNT(*) FROM (SELECT customer FROM orders INTERSECT SELECT customer FROM customers) AS u
            - | the person's column in every branch | SELECT COUNT(*) FROM (SELECT country FROM orders INTERSECT SELECT country FROM customers) AS u
            + | at most 256 sets | SELECT country, segment, COUNT(*) FROM customers GROUP BY CUBE (country, segment)
            + | `SELECT DISTINCT ON (k) … ORDER BY k, t` | SELECT COUNT(*) FROM (SELECT DISTINCT ON (customer) customer, country FROM orders ORDER BY customer, placed) AS o
            + | ROW_NUMBER() OVER (PARTITION BY k | SELECT COUNT(*) FROM (SELECT * FROM orders QUALIFY ROW_NUMBER() OVER (PARTITION BY customer ORDER BY placed) = 1) AS o
            - | partitioned by the person | SELECT COUNT(*) FROM (SELECT customer, ROW_NUMBER() OVER (PARTITION BY country ORDER BY placed) AS n FROM orders) AS o WHERE n = 1
            + | A number about everybody | SELECT COUNT(*) FROM orders WHERE amount > (SELECT AVG(amount CLAMPED BETWEEN 0 AND 9) FROM orders)
            + | SEMI JOIN, ANTI JOIN | SELECT COUNT(*) FROM customers SEMI JOIN orders USING (customer)
            + | `GROUP BY ALL` | SELECT country, COUNT(*) FROM orders GROUP BY ALL
            + | `FROM t SELECT …` and `FROM t` alone | FROM orders SELECT COUNT(*)
            + | `FILTER (x)` without WHERE | SELECT COUNT(*) FILTER (amount > 5) FROM orders
            + | `FETCH FIRST n ROWS WITH TIES` | SELECT country, COUNT(*) AS n FROM orders GROUP BY country ORDER BY n FETCH FIRST 3 ROWS WITH TIES
            + | `* EXCEPT (a, b)` | SELECT * EXCEPT (name) FROM countries
            + | `INTERVAL 1 MONTH` | SELECT COUNT(*) FROM orders WHERE placed < DATE '2024-01-01' + INTERVAL 1 MONTH
            + | A table of WITH that nothing | WITH x AS (SELECT COUNT(*) AS n FROM orders) SELECT COUNT(*) FROM orders
            + | `SIMILAR TO` has the standard's patterns | SELECT COUNT(*) FROM orders WHERE country SIMILAR TO 'F%|D_'
            + | `//` the whole quotient | SELECT COUNT(*) FROM visits WHERE minutes // 5 == 2 ^ 2
            - | `SUMMARIZE t` is refused | SUMMARIZE orders
            + | They show what is declared | DESCRIBE orders
            - | without bounds the query is refused | SELECT MEDIAN(placed) FROM orders
            - | DISTINCT in them is refused over people's rows | SELECT MEDIAN(DISTINCT amount CLAMPED BETWEEN 0 AND 9) FROM orders
            - | Refused is the interval of a key | SELECT country, DP_INTERVAL_LOW(country), COUNT(*) FROM orders GROUP BY country
            - | Refused: other comparisons | SELECT c.code, (SELECT COUNT(*) FROM orders o WHERE o.country > c.code) FROM countries c
            """;

    private record Claim(boolean accepted, String words, String sql) {
        static Claim of(String line) {
            int query = line.lastIndexOf(" | ");
            return new Claim(line.startsWith("+"), line.substring(4, query), line.substring(query + 3));
        }
    }

    @Test
    void whatTheReferenceSaysOfAFormIsSo() throws IOException {
        String reference = Files.readString(REFERENCE).replaceAll("\\s+", " ");
        List<String> wrong = new ArrayList<>();
        try (TacitSession session = TacitSession.open(
                SampleTables.all(), Defaults.STANDARD, new DuckDbSettings(512, 1, message -> {}), ZeroNoise::new)) {
            for (Claim claim : CLAIMS.lines().map(Claim::of).toList()) {
                if (!reference.contains(claim.words())) {
                    wrong.add("the reference does not say: " + claim.words());
                }
                String told = told(session, claim.sql());
                if (told.isEmpty() != claim.accepted()) {
                    wrong.add(claim + " " + told);
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    /** Why a query is refused; empty where it is not. */
    private static String told(TacitSession session, String sql) {
        try {
            if (sql.startsWith("SUMMARIZE") || sql.startsWith("DESCRIBE")) {
                session.query(sql);
            } else {
                session.explain(sql);
            }
            return "";
        } catch (Refusal refusal) {
            return refusal.getMessage();
        }
    }
}
