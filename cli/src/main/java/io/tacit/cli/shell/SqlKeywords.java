package io.tacit.cli.shell;

import java.util.Set;

/** The keywords that are offered and shown in colour: those that queries are made of, not all that the grammar knows. */
final class SqlKeywords {
    static final Set<String> ALL = Set.of(
            ("SELECT FROM WHERE GROUP BY HAVING ORDER LIMIT OFFSET WITH AS AND OR NOT IN EXISTS BETWEEN LIKE ILIKE IS"
                            + " NULL TRUE FALSE CASE WHEN THEN ELSE END DISTINCT ALL ASC DESC NULLS FIRST LAST JOIN LEFT RIGHT"
                            + " FULL OUTER INNER CROSS ON USING UNION INTERSECT EXCEPT VALUES ROLLUP CUBE GROUPING SETS OVER"
                            + " PARTITION ROWS RANGE FILTER QUALIFY CAST INTERVAL DATE TIME TIMESTAMP EXTRACT YEAR MONTH DAY HOUR"
                            + " MINUTE SECOND INTEGER BIGINT DECIMAL DOUBLE VARCHAR BOOLEAN DIFFERENTIAL_PRIVACY ANONYMIZATION"
                            + " OPTIONS EXPLAIN PRIVACY FRESH SHOW TABLES COLUMNS DESCRIBE LATERAL UNNEST")
                    .split(" "));

    private SqlKeywords() {}
}
