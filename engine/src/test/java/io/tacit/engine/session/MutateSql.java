package io.tacit.engine.session;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Damages queries token by token, and now and then character by character. */
@org.jspecify.annotations.NullUnmarked
final class MutateSql {
    private static final Pattern TOKEN = Pattern.compile(
            "'(?:[^']|'')*'|\"[^\"]*\"|[\\p{L}_][\\p{L}\\p{N}_$]*|\\d[\\w.]*|<=|>=|<>|=>|::|\\|\\||--.*|\\s+|.",
            Pattern.DOTALL);

    private static final List<String> PIECES = List.of(
            "(",
            ")",
            "[",
            "]",
            "{",
            "}",
            ",",
            ".",
            ";",
            "'",
            "\"",
            "`",
            "*",
            "?",
            ":x",
            "@x",
            "$1",
            "\\",
            "=>",
            "::",
            "||",
            "-",
            "--",
            "/*",
            "*/",
            "//",
            "é",
            "😀",
            "\u0301",
            "\u200b",
            "\u00a0",
            "\ufeff",
            "\ud800",
            "\uffff",
            "\t",
            "\r\n",
            "\n",
            "0",
            "-1",
            "1e999",
            "1e-999",
            "1e308",
            "0.5",
            "2147483647",
            "2147483648",
            "-9223372036854775808",
            "9223372036854775808",
            "99999999999999999999999999999999999999",
            "999999999999999999999999999999999999999",
            "0." + "0".repeat(60) + "1",
            "x'0g'",
            "X'AB'",
            "U&'\\0041'",
            "N'x'",
            "_utf8'x'",
            "''",
            "'\\'",
            "'%'",
            "NULL",
            "TRUE",
            "DATE '2024-02-30'",
            "DATE '2024-01-31'",
            "TIME '25:00:00'",
            "TIMESTAMP '2024-01-31 00:00:00'",
            "INTERVAL '1' MONTH",
            "INTERVAL '1-2' YEAR TO MONTH",
            "INTERVAL '99999999999' DAY",
            "CURRENT_DATE",
            "ARRAY[1, 2]",
            "MAP['a', 1]",
            "ROW(1, 2)",
            "MULTISET[1]",
            "CAST(NULL AS INTEGER)",
            "CAST(1 AS ROW(a INTEGER))",
            "JSON '{}'",
            "SELECT",
            "DISTINCT",
            "ALL",
            "FROM",
            "WHERE",
            "GROUP BY",
            "GROUP BY ()",
            "HAVING",
            "QUALIFY",
            "ORDER BY",
            "LIMIT 1",
            "OFFSET 1",
            "FETCH FIRST 1 ROWS ONLY",
            "WITH",
            "WITH RECURSIVE r AS (SELECT 1)",
            "WITH ANONYMIZATION",
            "WITH DIFFERENTIAL_PRIVACY",
            "OPTIONS()",
            "OPTIONS(epsilon = 1)",
            "OPTIONS(kappa = 2)",
            "UNION",
            "UNION ALL",
            "INTERSECT",
            "EXCEPT",
            "EXPLAIN PRIVACY",
            "VALUES (1, 2)",
            "TABLE visits",
            "UNNEST(ARRAY[1])",
            "LATERAL",
            "CROSS JOIN",
            "NATURAL JOIN",
            "LEFT JOIN",
            "FULL JOIN",
            "SEMI JOIN",
            "ASOF JOIN",
            "ON TRUE",
            "USING (customer)",
            "TABLESAMPLE BERNOULLI(10)",
            "FOR SYSTEM_TIME AS OF CURRENT_TIMESTAMP",
            "MATCH_RECOGNIZE (PATTERN (A) DEFINE A AS TRUE)",
            "PIVOT (COUNT(*) FOR day IN (1, 2))",
            "UNPIVOT (x FOR y IN (day))",
            "TUMBLE(entered, INTERVAL '1' DAY)",
            "WINDOW w AS (PARTITION BY 1)",
            "OVER (ORDER BY 1)",
            "OVER w",
            "IGNORE NULLS",
            "FILTER (WHERE TRUE)",
            "WITHIN GROUP (ORDER BY 1)",
            "WITHIN DISTINCT (day)",
            "ROLLUP(1, 2)",
            "CUBE(1, 2)",
            "GROUPING SETS ((), 1)",
            "CLAMPED BETWEEN 0 AND 1",
            "CLAMPED",
            "contribution_bounds_per_group => (0, 1)",
            "WITH REPORT(FORMAT=JSON)",
            "COUNT(*)",
            "SUM(1)",
            "ANON_COUNT(*, 0, 5)",
            "ANON_QUANTILES(day, 4)[ORDINAL(1)]",
            "MEDIAN(day)",
            "COUNT(DISTINCT visitor)",
            "LISTAGG('x')",
            "ANY_VALUE(1)",
            "COLLECT(1)",
            "GROUPING(1)",
            "RAND()",
            "NEXT VALUE FOR s",
            "CASE WHEN",
            "CASE",
            "WHEN",
            "THEN",
            "ELSE",
            "END",
            "NOT",
            "AND",
            "OR",
            "IS NULL",
            "IN (1)",
            "IN (SELECT 1)",
            "EXISTS (SELECT 1)",
            "= ANY (SELECT 1)",
            "BETWEEN",
            "LIKE '%'",
            "SIMILAR TO '('",
            "ESCAPE '!'",
            "DP_INTERVAL_LOW(n)",
            "AS",
            "DESC",
            "NULLS FIRST",
            "DEFAULT",
            "CURSOR",
            "PERIOD (DATE '2024-01-01', DATE '2024-01-02')",
            "OVERLAPS",
            "SYMMETRIC",
            "COLLATE latin1$sv$3",
            "AT TIME ZONE 'UTC'",
            "{fn ABS(1)}",
            "{d '2024-01-01'}",
            "TRIM(BOTH FROM '')",
            "INSERT INTO",
            "SET",
            "DESCRIBE",
            "rowid",
            "released_0",
            "visits.*",
            "\"table name\"",
            "day",
            "visitor",
            "customer");

    private final SplittableRandom random;
    private final List<String> seeds;

    MutateSql(SplittableRandom random, List<String> seeds) {
        this.random = random;
        this.seeds = seeds;
    }

    /** A damaged query. */
    String next() {
        List<String> tokens = tokens(pick(seeds));
        int changes = random.nextBoolean() ? 1 : 2 + random.nextInt(3);
        for (int i = 0; i < changes; i++) {
            change(tokens);
        }
        String text = String.join("", tokens);
        return random.nextInt(10) == 0 ? characters(text) : text;
    }

    private void change(List<String> tokens) {
        if (tokens.isEmpty()) {
            tokens.add(pick(PIECES));
            return;
        }
        int at = random.nextInt(tokens.size());
        int other = random.nextInt(tokens.size());
        switch (random.nextInt(9)) {
            case 0 -> tokens.remove(at);
            case 1 -> tokens.add(at, tokens.get(at) + " ");
            case 2 -> tokens.set(at, tokens.set(other, tokens.get(at)));
            case 3 -> tokens.set(at, pick(PIECES));
            case 4 -> tokens.add(at, " " + pick(PIECES) + " ");
            case 5 -> tokens.set(at, tokens.get(other));
            case 6 -> tokens.addAll(at, part(tokens(pick(seeds)), 12));
            case 7 -> part(tokens, 8).clear();
            default -> tokens.addAll(at, List.copyOf(part(tokens, 30)));
        }
    }

    private List<String> part(List<String> tokens, int most) {
        int from = random.nextInt(tokens.size());
        return tokens.subList(from, Math.min(tokens.size(), from + 1 + random.nextInt(most)));
    }

    private String characters(String text) {
        StringBuilder changed = new StringBuilder(text);
        for (int i = random.nextInt(4); i >= 0 && !changed.isEmpty(); i--) {
            int at = random.nextInt(changed.length());
            switch (random.nextInt(3)) {
                case 0 -> changed.deleteCharAt(at);
                case 1 -> changed.insert(at, (char) random.nextInt(random.nextBoolean() ? 128 : 65_536));
                default -> changed.setCharAt(at, (char) (32 + random.nextInt(96)));
            }
        }
        return changed.toString();
    }

    private static List<String> tokens(String text) {
        List<String> tokens = new ArrayList<>();
        Matcher matcher = TOKEN.matcher(text);
        while (matcher.find()) {
            tokens.add(matcher.group());
        }
        return tokens;
    }

    private String pick(List<String> list) {
        return list.get(random.nextInt(list.size()));
    }
}
