package io.tacit.engine.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Layout changes blanks between tokens and nothing else. */
class SqlLayoutTest {
    @Test
    void stagesAndSubqueriesAreIndented() {
        assertThat(
                        SqlLayout.of(
                                "WITH /* the rows */ \"a\" AS (SELECT t1.\"x\" AS u FROM \"v\" AS t1 INNER JOIN \"w\" AS t2"
                                        + " ON t1.\"x\" IS NOT DISTINCT FROM t2.\"x\" WHERE t1.\"x\" IN (SELECT 1 AS c0)),"
                                        + " /* the sums */ \"b\" AS (SELECT u, COUNT(*) FILTER (WHERE u > 1) FROM \"a\" GROUP BY u)"
                                        + " /* all */ SELECT * FROM \"b\" UNION ALL (SELECT lag(u) OVER (ORDER BY u) FROM \"b\")"))
                .isEqualTo("""
                        WITH
                        /* the rows */
                        "a" AS (
                          SELECT t1."x" AS u
                          FROM "v" AS t1
                            INNER JOIN "w" AS t2 ON t1."x" IS NOT DISTINCT FROM t2."x"
                          WHERE t1."x" IN (
                            SELECT 1 AS c0
                          )
                        ),
                        /* the sums */
                        "b" AS (
                          SELECT u, COUNT(*) FILTER (WHERE u > 1)
                          FROM "a"
                          GROUP BY u
                        )
                        /* all */
                        SELECT *
                        FROM "b"
                        UNION ALL (
                          SELECT lag(u) OVER (ORDER BY u)
                          FROM "b"
                        )""");
    }

    @Test
    void longListsHaveOneItemOnEachLine() {
        String item = "a".repeat(60);
        assertThat(SqlLayout.of("SELECT f(" + item + ", 1), " + item + " FROM t WHERE " + item + " AND " + item))
                .isEqualTo("SELECT\n  f(" + item + ", 1),\n  " + item + "\nFROM t\nWHERE " + item + "\n  AND " + item);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT 'it''s  FROM\n  WHERE (SELECT' AS c0 FROM \"a  FROM \"\"\n b\" AS t1 WHERE t1.\"  x\" = ' ' || '/* ' ",
                "SELECT '' AS c0, '''' AS c1, ''',' AS c2, \"\"\"\" AS c3 FROM (VALUES ('('), (')'), ('-- x')) AS t1(c0)",
                "SELECT ((((1)))) AS c0 WHERE ((SELECT 1) = 1) /* a 'quote */ UNION SELECT 'b' /* \" */",
                "SELECT 'open",
                "SELECT ) ( ) FROM",
                "",
            })
    void onlyBlanksBetweenTokensChange(String sql) {
        assertThat(withoutBlanks(SqlLayout.of(sql))).isEqualTo(withoutBlanks(sql));
    }

    @Test
    void layoutOfALayoutIsTheSame() {
        String once = SqlLayout.of("WITH /* x */ a AS (SELECT 1 AS c0) SELECT (SELECT MAX(c0) FROM a), "
                + "b, ".repeat(60) + "1 FROM a WHERE x IN (SELECT 1) AND " + "c AND ".repeat(30) + "TRUE");
        assertThat(SqlLayout.of(once)).isEqualTo(once);
    }

    /** Depth and length cost no more than they must: this would not end otherwise. */
    @Test
    void deepTextsStaySmall() {
        String deep = "SELECT * FROM (".repeat(2_000) + "SELECT 1 AS c0" + ") AS t".repeat(2_000);
        assertThat(SqlLayout.of(deep).length()).isLessThan(10 * deep.length());
        String brackets = "SELECT " + "(".repeat(200_000) + "1" + ")".repeat(200_000);
        assertThat(SqlLayout.of(brackets)).hasSizeLessThan(2 * brackets.length());
    }

    /** Blanks outside of quotes and comments go, by another reading of quotes than the layout's own. */
    private static String withoutBlanks(String sql) {
        StringBuilder text = new StringBuilder();
        String end = "";
        for (int i = 0; i < sql.length(); i++) {
            String rest = sql.substring(i, Math.min(sql.length(), i + 2)).toLowerCase(Locale.ROOT);
            char c = sql.charAt(i);
            if (end.isEmpty()) {
                end = c == '\'' || c == '"' ? String.valueOf(c) : rest.equals("/*") ? "*/" : "";
                if (!Character.isWhitespace(c)) {
                    text.append(c);
                }
            } else {
                text.append(c);
                end = rest.startsWith(end)
                                || end.equals("*/") && text.toString().endsWith("*/")
                        ? ""
                        : end;
            }
        }
        return text.toString();
    }
}
