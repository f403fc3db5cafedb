package io.tacit.engine.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.dialect.RelationToSql;
import io.tacit.engine.dialect.duckdb.DuckDbDialect;
import io.tacit.engine.refusal.Refusal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How columns are called that the text gives no name, and what a word means that is both a column and a unit of time. */
@NullUnmarked
class NamesOfOutputsTest {
    private static List<String> names(String sql) {
        return VisitTables.analyze(sql).columnNames();
    }

    /** Each unnamed value: by its function, through what stands around it, or by its place. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        day                                  | day
        "Money spent (euros)"                | Money spent (euros)
        ABS(day)                             | abs
        Abs(day) + 1                         | column_1
        -day                                 | column_1
        CASE WHEN day > 0 THEN 1 END         | column_1
        1                                    | column_1
        CAST(day AS DOUBLE)                  | column_1
        CAST(ABS(day) AS DOUBLE)             | abs
        ABS(day)::BIGINT                     | abs
        SUM(day) OVER ()                     | sum
        CAST(SUM(day) OVER () AS DOUBLE)     | sum
        IFNULL(day, 0)                       | coalesce
        CURRENT_DATE                         | column_1
        """)
    void aValueIsCalledAfterItsFunction(String value, String name) {
        assertThat(names("SELECT " + value + " FROM visits")).containsExactly(name);
        assertThat(names("WITH w AS (SELECT 1 AS one) SELECT " + value + " FROM visits ORDER BY 1 LIMIT 3"))
                .containsExactly(name);
        assertThat(names("SELECT " + value + " FROM visits UNION ALL (SELECT " + value + " AS other FROM visits)"))
                .containsExactly(name);
        assertThat(names("SELECT " + value + " AS d FROM visits")).containsExactly("d");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        COUNT(*)                                                    | count
        COUNT(DISTINCT day)                                         | count
        COUNTIF(day > 0)                                            | count
        SUM(day) FILTER (WHERE day > 0)                             | sum
        SUM(day, contribution_bounds_per_group => (0, 9))           | sum
        ANON_SUM(day, 0, 9)                                         | sum
        STDDEV(day)                                                 | stddev
        MEDIAN(day)                                                 | median
        QUANTILE_CONT(day, 0.5)                                     | median
        PERCENTILE_CONT(0.9) WITHIN GROUP (ORDER BY day)            | quantile
        QUANTILE_CONT(day, [0.1, 0.9])                              | quantiles
        QUANTILE_CONT(day, [0.1, 0.9]) FILTER (WHERE day > 0)       | quantiles
        APPROX_QUANTILES(day, 4)                                    | quantiles
        MODE(name)                                                  | mode
        COUNT(*) + 1                                                | column_1
        """)
    void anAggregateIsCalledAfterItsFunction(String value, String name) {
        assertThat(names("SELECT " + value + " FROM visits")).containsExactly(name);
    }

    /** No two columns of an answer have one name, and who comes first keeps his. */
    @Test
    void noNameIsGivenTwice() {
        List<String> values =
                List.of("COUNT(*)", "COUNT(*) AS count", "SUM(day) AS count_2", "SUM(day) AS count_3", "SUM(day)");
        for (int i = 0; i < 625; i++) {
            List<String> outputs = new ArrayList<>();
            for (int rest = i; outputs.size() < 4; rest /= values.size()) {
                outputs.add(values.get(rest % values.size()));
            }
            List<String> wanted = outputs.stream()
                    .map(output -> output.contains(" AS ")
                            ? output.substring(output.indexOf(" AS ") + 4)
                            : output.substring(0, output.indexOf('(')).toLowerCase(Locale.ROOT))
                    .toList();
            List<String> names = names("SELECT " + String.join(", ", outputs) + " FROM visits");
            assertThat(new HashSet<>(names)).as(outputs + " " + names).hasSize(outputs.size());
            for (int at = 0; at < names.size(); at++) {
                if (names.subList(0, at).contains(wanted.get(at))) {
                    assertThat(names.get(at)).as(outputs.toString()).matches(wanted.get(at) + "_[2-9]");
                } else {
                    assertThat(names.get(at)).as(outputs.toString()).isEqualTo(wanted.get(at));
                }
            }
        }
    }

    /** Wherever a query stands as a table, its unnamed count can be read by the name of its function. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "FROM (COUNTS) AS t",
                "FROM (COUNTS)",
                "FROM ((COUNTS)) AS t",
                "FROM (COUNTS ORDER BY 1) AS t",
                "FROM (COUNTS LIMIT 1) AS t",
                "FROM (WITH w AS (SELECT 1 AS one) COUNTS) AS t",
                "FROM (COUNTS UNION COUNTS) AS t",
                "FROM (COUNTS UNION ALL SELECT 1) AS t",
                "FROM (COUNTS INTERSECT COUNTS) AS t",
                "FROM (COUNTS EXCEPT ALL SELECT 1) AS t",
                "FROM (COUNTS) AS t CROSS JOIN weekdays",
                "FROM weekdays LEFT JOIN (COUNTS) AS t ON TRUE",
                "FROM weekdays, weekdays AS w2, (COUNTS) AS t",
                "FROM weekdays, LATERAL (COUNTS) AS t",
                "FROM (SELECT * FROM (COUNTS)) AS t",
                "FROM (SELECT count FROM (COUNTS)) AS t"
            })
    void anUnnamedCountIsReadByItsFunction(String from) {
        assertThat(names("SELECT count " + from.replace("COUNTS", "SELECT COUNT(*) FROM weekdays")))
                .containsExactly("count");
    }

    /** A name that the inner query uses otherwise is not given. */
    @Test
    void aNameThatIsTakenStaysWhatItIs() {
        assertThat(names("WITH t AS (SELECT COUNT(*) FROM weekdays) SELECT count FROM t"))
                .containsExactly("count");
        assertThat(names("WITH t(n) AS (SELECT COUNT(*) FROM weekdays) SELECT n FROM t"))
                .containsExactly("n");
        AnalyzedQuery query =
                VisitTables.analyze("SELECT count FROM (SELECT COUNT(*), MAX(label) AS count FROM weekdays) AS t");
        assertThat(ColumnTypes.fromCalcite(
                        query.relation().getRowType().getFieldList().get(0).getType()))
                .isEqualTo(ColumnType.VARCHAR);
    }

    /** A name of a column and of an output means the column within expressions, wherever these stand. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "ABS(k)",
                "k + 1",
                "-k",
                "CASE WHEN k > 1 THEN 1 END",
                "CASE k WHEN 1 THEN 2 ELSE k END",
                "COALESCE(k, 0)",
                "RANK() OVER (PARTITION BY k ORDER BY label)",
                "RANK() OVER (ORDER BY k)",
                "RANK() OVER (ORDER BY k + 1 DESC)",
                "SUM(k) OVER (PARTITION BY label ORDER BY k)",
                "COUNT(*) OVER (PARTITION BY k)"
            })
    void aNameWithinAnExpressionMeansTheColumn(String expression) {
        String bare = expression.replaceAll("\\bk\\b", "number");
        String written = expression.replaceAll("\\bk\\b", "weekdays.number");
        List<String> forms = List.of(
                "SELECT number + 7 AS number, label FROM weekdays ORDER BY %s",
                "SELECT number + 7 AS number, label FROM weekdays ORDER BY %s DESC NULLS LAST, label",
                "SELECT number + 7 AS number, label FROM weekdays QUALIFY COUNT(*) OVER () > 0 AND %s IS NOT NULL",
                "SELECT number + 7 AS number, label FROM weekdays GROUP BY weekdays.number, label ORDER BY %s",
                "SELECT number + 7 AS number, label FROM weekdays GROUP BY number, label ORDER BY %s",
                "SELECT number + 7 AS number, label FROM weekdays GROUP BY NUMBER, Weekdays.LABEL ORDER BY %s",
                "SELECT number + 7 AS number, label, COUNT(*) FROM weekdays GROUP BY number, label QUALIFY COUNT(*) OVER"
                        + " () > 0 AND %s IS NOT NULL",
                "SELECT 7 + number AS number, label FROM weekdays GROUP BY 2, number, label ORDER BY %s");
        int meant = 0;
        for (String form : forms) {
            String wanted = outcome(form.formatted(written));
            if (!wanted.startsWith("refused")) {
                assertThat(outcome(form.formatted(bare))).as(form).isEqualTo(wanted);
                meant++;
            }
        }
        assertThat(meant).isGreaterThan(3);
    }

    private static String outcome(String sql) {
        try {
            return VisitTables.sql(sql);
        } catch (Refusal refusal) {
            return "refused: " + refusal.getMessage();
        }
    }

    /** The time of planning may be given any name but its own, which would be that of a column. */
    @ParameterizedTest
    @EnumSource
    void theTimeOfPlanningMayHaveAName(ClockWord word) {
        String bare = VisitTables.sql("SELECT " + word + " FROM weekdays");
        for (String named : List.of(
                "SELECT " + word + " AS d FROM weekdays",
                "SELECT " + word + " d FROM weekdays",
                "SELECT " + word + " AS d FROM weekdays ORDER BY number + 0",
                "SELECT d FROM (SELECT " + word + " AS d FROM weekdays) AS t",
                "WITH t AS (SELECT " + word + " AS d FROM weekdays) SELECT d FROM t",
                "WITH t(d) AS (SELECT " + word + " FROM weekdays) SELECT d FROM t")) {
            assertThat(VisitTables.sql(named)).as(named).contains(bare.replaceAll(" AS c0 .*", ""));
        }
        for (String column : List.of(
                "SELECT " + word + " FROM (SELECT label AS " + word + " FROM weekdays) AS t",
                "SELECT " + word + " AS d FROM (SELECT label FROM weekdays) AS t(" + word + ")",
                "WITH t(" + word + ") AS (SELECT label FROM weekdays) SELECT " + word + " FROM t")) {
            assertThat(VisitTables.sql(column)).as(column).isEqualTo(VisitTables.sql("SELECT label FROM weekdays"));
        }
    }

    /** Columns that are called like a unit or a part of time, wherever a unit may stand, mean the column. */
    @Test
    void aColumnMayBeCalledLikeAUnit() {
        Set<String> words = new TreeSet<>(DateFunction.UNITS);
        UnitWords.PARTS.keySet().forEach(part -> words.add(part.toLowerCase(Locale.ROOT)));
        List<Column> columns = words.stream()
                .map(word -> Column.nullable(word, ColumnType.DATE))
                .collect(Collectors.toList());
        columns.add(Column.nullable("d", ColumnType.DATE));
        Catalog catalog = new Catalog(List.of(new Table("t", columns, new Protection.Public())));
        List<String> forms = List.of(
                "DATEDIFF('day', d, k)",
                "DATEDIFF('day', k, d)",
                "DATEDIFF('day', k, k)",
                "DATE_DIFF('month', d, k)",
                "DATEDIFF(d, k)",
                "DATEDIFF(day, k, d)",
                "TIMESTAMPDIFF(MONTH, k, d)",
                "TIMESTAMPDIFF(MONTH, d, k)",
                "DATEADD(day, 3, k)",
                "DATE_ADD(k, INTERVAL 3 MONTH)",
                "DATE_PART('day', k)",
                "EXTRACT(DAY FROM k)",
                "DATE_TRUNC('month', k)",
                "DATE_TRUNC(k, MONTH)",
                "k + INTERVAL '1' DAY",
                "k - d",
                "INTERVAL '1' DAY + k");
        int meant = 0;
        for (String form : forms) {
            for (String word : words) {
                String quoted = sql(catalog, form.replaceAll("\\bk\\b", '"' + word + '"'));
                assertThat(quoted).as(form).doesNotStartWith("refused");
                String bare = sql(catalog, form.replaceAll("\\bk\\b", word));
                if (!bare.startsWith("refused")) {
                    assertThat(bare).as(form + " of " + word).isEqualTo(quoted);
                    meant++;
                }
            }
        }
        assertThat(meant).isGreaterThan(forms.size() * words.size() * 3 / 4);
    }

    private static String sql(Catalog catalog, String value) {
        try {
            return RelationToSql.overReleased(DuckDbDialect.DIALECT)
                    .sql(new SqlToRelation(catalog)
                            .analyze("SELECT " + value + " FROM t")
                            .relation());
        } catch (Refusal refusal) {
            return "refused: " + refusal.getMessage();
        }
    }
}
