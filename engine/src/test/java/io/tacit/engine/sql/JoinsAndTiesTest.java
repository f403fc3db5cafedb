package io.tacit.engine.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.refusal.Refusal;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.junit.jupiter.api.Test;

/** Semi-joins, ties and first rows have the plan of what they stand for, or are refused. */
class JoinsAndTiesTest {
    private static final SqlToRelation ANALYZER = new SqlToRelation(new Catalog(List.of(
            new Table(
                    "a",
                    List.of(
                            Column.nullable("k", ColumnType.INTEGER),
                            Column.nullable("n", ColumnType.INTEGER),
                            Column.nullable("d", ColumnType.DATE)),
                    new Protection.Public()),
            new Table(
                    "b",
                    List.of(Column.nullable("k", ColumnType.INTEGER), Column.nullable("m", ColumnType.INTEGER)),
                    new Protection.Public()))));

    private final List<String> wrong = new ArrayList<>();

    private static String plan(String query) {
        try {
            return RelOptUtil.toString(ANALYZER.analyze(query).relation()).replaceAll("\\$cor[0-9]+", "\\$cor");
        } catch (Refusal refusal) {
            return refusal.code().code() + " " + refusal.rule();
        }
    }

    private void same(String plain, String... spellings) {
        String expected = plan(plain);
        assertThat(expected).as(plain).startsWith("Logical");
        for (String spelling : spellings) {
            String found = plan(spelling);
            if (!found.equals(expected)) {
                wrong.add(spelling + " is " + found + " and not " + expected);
            }
        }
    }

    private static void refused(String query) {
        assertThat(plan(query)).as(query).startsWith("TCT-");
    }

    @Test
    void semiJoinsAreExists() {
        for (boolean anti : List.of(false, true)) {
            String join = anti ? " ANTI JOIN " : " SEMI JOIN ";
            String exists = anti ? " WHERE NOT EXISTS " : " WHERE EXISTS ";
            String rows = exists + "(SELECT * FROM b WHERE a.k = b.k)";
            same(
                    "SELECT n FROM a" + rows,
                    "SELECT n FROM a" + join + "b ON a.k = b.k",
                    "SELECT n FROM a LEFT" + join + "b ON a.k = b.k",
                    "SELECT a.n FROM a" + join + "b USING (k)",
                    "SELECT n FROM a NATURAL" + join + "b",
                    "SELECT a.n FROM a" + join + "b AS c ON a.k = c.k",
                    "SELECT a.n FROM a" + join + "b AS c USING (k)");
            same("SELECT k, n, d FROM a" + rows, "SELECT * FROM a" + join + "b ON a.k = b.k");
            same(
                    "SELECT n FROM a" + exists + "(SELECT * FROM b WHERE b.k = a.k AND b.m > 5 AND a.n < b.m)",
                    "SELECT n FROM a" + join + "b ON b.k = a.k AND b.m > 5 AND a.n < b.m",
                    "SELECT n FROM a" + join + "b ON b.k = a.k AND m > 5 AND n < m");
            for (String first : List.of("x", "k")) {
                same(
                        "SELECT n FROM a" + exists + "(SELECT * FROM (SELECT k AS " + first
                                + ", m AS y FROM b) AS c WHERE c." + first + " = a.k)",
                        "SELECT n FROM a" + join + "(SELECT * FROM b) AS c(" + first + ", y) ON c." + first + " = a.k",
                        "SELECT n FROM a" + join + "b AS c(" + first + ", y) ON c." + first + " = a.k");
            }
            same(
                    "SELECT n FROM a" + exists + "(SELECT * FROM (SELECT m AS x FROM b) AS c WHERE c.x = a.k)",
                    "SELECT n FROM a" + join + "(SELECT m FROM b) AS c(x) ON c.x = a.k");
            same(
                    "SELECT n FROM (SELECT * FROM a" + rows + ") AS a JOIN b ON a.n = b.m",
                    "SELECT n FROM (SELECT * FROM a" + join + "b ON a.k = b.k) AS a JOIN b ON a.n = b.m");
            for (String each : List.of(
                    "SELECT m FROM a" + join + "b ON a.k = b.k",
                    "SELECT b.k FROM a" + join + "b ON a.k = b.k",
                    "SELECT b.* FROM a" + join + "b ON a.k = b.k",
                    "SELECT n FROM a" + join + "b ON a.k = b.k WHERE m > 1",
                    "SELECT x FROM a" + join + "(SELECT m FROM b) AS c(x) ON c.x = a.k",
                    "SELECT n FROM a" + join + "(b AS c CROSS JOIN b AS e) ON a.k = c.k",
                    "SELECT n FROM a" + join + "b ON a.k IN (SELECT k FROM b)")) {
                refused(each);
            }
        }
        assertThat(wrong).isEmpty();
    }

    /** A rank is counted before QUALIFY, and a limit behind it; the number of an output is none of a list with a star. */
    @Test
    void tiesAreCountedOverTheRowsThatAreLeft() {
        for (String direction : List.of("", " DESC", " NULLS LAST", " DESC NULLS FIRST")) {
            same(
                    "SELECT n, d FROM a QUALIFY RANK() OVER (ORDER BY d" + direction + ", n" + direction
                            + ") <= 2 ORDER BY d" + direction + ", n" + direction,
                    "SELECT n, d FROM a ORDER BY d" + direction + ", n" + direction + " LIMIT 2 WITH TIES",
                    "SELECT n, d FROM a ORDER BY 2" + direction + ", 1" + direction + " LIMIT 2 WITH TIES");
            same(
                    "SELECT n, -k AS k FROM a QUALIFY ROW_NUMBER() OVER (PARTITION BY n ORDER BY n" + direction + ", -k"
                            + direction + ") = 1 ORDER BY n" + direction + ", 2" + direction,
                    "SELECT DISTINCT ON (n) n, -k AS k FROM a ORDER BY n" + direction + ", k" + direction,
                    "SELECT DISTINCT ON (1) n, -k AS k FROM a ORDER BY 1" + direction + ", 2" + direction,
                    "SELECT DISTINCT ON (N) n, -k AS k FROM a ORDER BY N" + direction + ", K" + direction);
        }
        assertThat(wrong).isEmpty();
        for (String each : List.of(
                "SELECT n FROM a QUALIFY ROW_NUMBER() OVER (ORDER BY d) > 2 ORDER BY n LIMIT 2 WITH TIES",
                "SELECT *, n + 1 AS m FROM a ORDER BY 1 LIMIT 2 WITH TIES",
                "SELECT *, n + 1 AS m FROM a ORDER BY 2 LIMIT 2 WITH TIES",
                "SELECT a.*, n + 1 AS m FROM a ORDER BY 2 LIMIT 2 WITH TIES",
                "SELECT * EXCLUDE (d), n + 1 AS m FROM a ORDER BY 2 LIMIT 2 WITH TIES",
                "SELECT n FROM a ORDER BY 2 LIMIT 2 WITH TIES",
                "SELECT n FROM a ORDER BY 0 LIMIT 2 WITH TIES",
                "SELECT * FROM a ORDER BY ALL LIMIT 2 WITH TIES")) {
            refused(each);
        }
    }

    /** A column and an output share a name: within an expression it is the column, alone in ORDER BY the output. */
    @Test
    void namesOfColumnsAndOutputs() {
        for (String direction : List.of("", " DESC", " NULLS FIRST")) {
            same(
                    "SELECT -n AS n FROM a ORDER BY ABS(a.n)" + direction + ", n" + direction,
                    "SELECT -n AS n FROM a ORDER BY ABS(n)" + direction + ", n" + direction,
                    "SELECT -n AS n FROM a ORDER BY ABS(N)" + direction + ", 1" + direction);
            same(
                    "SELECT k, SUM(n) AS n FROM a GROUP BY k ORDER BY n" + direction,
                    "SELECT k, SUM(n) AS n FROM a GROUP BY k ORDER BY SUM(n)" + direction,
                    "SELECT k, SUM(n) AS n FROM a GROUP BY k ORDER BY SUM(a.n)" + direction);
            same(
                    "SELECT k, -SUM(n) AS n FROM a GROUP BY k QUALIFY RANK() OVER (ORDER BY -SUM(a.n)" + direction
                            + ") <= 2 ORDER BY n" + direction,
                    "SELECT k, -SUM(n) AS n FROM a GROUP BY k ORDER BY n" + direction + " LIMIT 2 WITH TIES",
                    "SELECT k, -SUM(n) AS n FROM a GROUP BY k ORDER BY 2" + direction + " LIMIT 2 WITH TIES");
            same(
                    "SELECT -k AS k, COUNT(*) AS n FROM a GROUP BY -k QUALIFY RANK() OVER (ORDER BY -a.k" + direction
                            + ") <= 2 ORDER BY k" + direction,
                    "SELECT -k AS k, COUNT(*) AS n FROM a GROUP BY -k ORDER BY k" + direction + " LIMIT 2 WITH TIES",
                    "SELECT -k AS k, COUNT(*) AS n FROM a GROUP BY 1 ORDER BY 1" + direction + " LIMIT 2 WITH TIES");
        }
        same(
                "SELECT -n AS n FROM a QUALIFY ROW_NUMBER() OVER (PARTITION BY a.n ORDER BY a.n + 1) = 1",
                "SELECT -n AS n FROM a QUALIFY ROW_NUMBER() OVER (PARTITION BY n ORDER BY n + 1) = 1");
        same(
                "SELECT k, SUM(n) AS n FROM a GROUP BY k QUALIFY RANK() OVER (ORDER BY SUM(a.n) FILTER (WHERE a.n > 1)) = 1",
                "SELECT k, SUM(n) AS n FROM a GROUP BY k QUALIFY RANK() OVER (ORDER BY SUM(n) FILTER (WHERE n > 1)) = 1");
        same(
                "SELECT k, SUM(n) AS n FROM a GROUP BY k QUALIFY SUM(SUM(a.n)) OVER (PARTITION BY a.k ORDER BY SUM(a.n)) > 1",
                "SELECT k, SUM(n) AS n FROM a GROUP BY k QUALIFY SUM(SUM(n)) OVER (PARTITION BY k ORDER BY SUM(n)) > 1",
                "SELECT k, SUM(n) AS n FROM a GROUP BY k QUALIFY SUM(n) OVER (PARTITION BY k ORDER BY n) > 1");
        same(
                "SELECT -a.k AS k, a.n AS m FROM a JOIN b ON a.k = b.k ORDER BY ABS(a.k), k",
                "SELECT -k AS k, n AS m FROM a JOIN b USING (k) ORDER BY ABS(k), k");
        same(
                "SELECT k, COUNT(*) AS n FROM a GROUP BY k ORDER BY -COUNT(*), n",
                "SELECT k, COUNT(*) AS n FROM a GROUP BY k ORDER BY -n, n");
        assertThat(wrong).isEmpty();
    }

    /** A column that USING merges outside of a subquery is no column of a table inside that has the same name. */
    @Test
    void mergedColumnsOutsideAreNotTakenForThoseInside() {
        same(
                "SELECT a.n FROM a JOIN b ON a.k = b.k WHERE EXISTS (SELECT * FROM (SELECT m FROM b) AS c WHERE c.m = a.k)",
                "SELECT a.n FROM a JOIN b USING (k) WHERE EXISTS (SELECT * FROM (SELECT m FROM b) AS c WHERE c.m = k)");
        assertThat(wrong).isEmpty();
        for (String each : List.of(
                "SELECT a.n FROM a JOIN b USING (k) WHERE EXISTS (SELECT * FROM (SELECT m FROM b) AS a WHERE a.m = k)",
                "SELECT a.n FROM a RIGHT JOIN b USING (k) WHERE EXISTS (SELECT * FROM (SELECT m FROM b) AS b WHERE b.m = k)",
                "SELECT a.n FROM a FULL JOIN b USING (k) WHERE a.n IN (SELECT m + k FROM (SELECT m FROM b) AS b)",
                "SELECT k FROM a JOIN b USING (k) JOIN b AS c ON TRUE")) {
            refused(each);
        }
    }
}
