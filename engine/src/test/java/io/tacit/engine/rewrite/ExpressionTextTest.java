package io.tacit.engine.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.sql.SqlToRelation;
import java.util.List;
import org.apache.calcite.rel.core.Project;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Expressions read about as they were written, with literals of every type. */
@org.jspecify.annotations.NullUnmarked
class ExpressionTextTest {
    private static final Catalog CATALOG = new Catalog(List.of(new Table(
            "t",
            List.of(
                    Column.nullable("i", ColumnType.INTEGER),
                    Column.nullable("b", ColumnType.BIGINT),
                    Column.nullable("x", ColumnType.DOUBLE),
                    Column.nullable("s", ColumnType.VARCHAR),
                    Column.nullable("f", ColumnType.BOOLEAN),
                    Column.nullable("d", ColumnType.DATE),
                    Column.nullable("c", ColumnType.TIME),
                    Column.nullable("ts", ColumnType.TIMESTAMP)),
            new Protection.Public())));

    private static String text(String expression, String from) {
        Project project = (Project) new SqlToRelation(CATALOG)
                .analyze("SELECT " + expression + " FROM " + from)
                .relation();
        return new ExpressionText(project.getInput()).of(project.getProjects().get(0));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        i * b + 1|(i * b) + 1
        -b|-b
        b - 2.50|b - 2.50
        x * 1e300|x * 1.0E300
        CAST(b * 2 AS DECIMAL(10, 2))|CAST(b * 2 AS DECIMAL(10, 2))
        CASE WHEN f = TRUE THEN i ELSE NULL END|CASE WHEN f = TRUE THEN i ELSE NULL END
        COALESCE(s, 'it''s')|COALESCE(s, 'it''s')
        d > DATE '2024-02-29'|d > DATE '2024-02-29'
        c < TIME '12:00:00.5'|c < TIME '12:00:00.5'
        ts = TIMESTAMP '2024-02-29 12:00:00'|ts = TIMESTAMP '2024-02-29 12:00:00'
        d + i|d + (i * INTERVAL '1' DAY)
        ts - b * INTERVAL '2' YEAR|ts - (b * INTERVAL '2' YEAR)
        ts + INTERVAL '1:30' HOUR TO MINUTE|ts + INTERVAL …
        d - INTERVAL '14' MONTH|d - INTERVAL '14' MONTH
        ts + INTERVAL '90' SECOND|ts + INTERVAL '90' SECOND
        EXTRACT(YEAR FROM d) * 100|EXTRACT(YEAR, d) * 100
        TRIM(LEADING 'a' FROM s)|TRIM(LEADING, 'a', s)
        DATEDIFF('day', d, DATE '2024-01-01')|DATEDIFF('day', d, DATE '2024-01-01')
        d - DATE '2024-01-01'|d - DATE '2024-01-01'
        i IS NULL AND NOT f|i IS NULL AND NOT f
        i IN (SELECT b FROM t)|CAST(i AS BIGINT) IN (SELECT …)
        SUM(i) OVER (PARTITION BY s)|SUM(i) OVER (…)
        """)
    void readsAsItWasWritten(String expression, String expected) {
        assertThat(text(expression, "t")).isEqualTo(expected);
    }

    @Test
    void whatHasNoNameIsTheExpressionThatItIs() {
        assertThat(text("n * 2", "(SELECT s, SUM(i + 1) AS n FROM t GROUP BY s) AS q"))
                .isEqualTo("n * 2");
        assertThat(text("SUM(i + 1) * 2", "t GROUP BY s")).isEqualTo("SUM(i + 1) * 2");
        assertThat(text("one.b * two.b", "t AS one JOIN t AS two ON one.i = two.i WHERE one.b > 5"))
                .isEqualTo("b * b");
    }

    @Test
    void longOnesAreCut() {
        String sum = "i + ".repeat(80) + "i";
        assertThat(text(sum, "t")).hasSizeLessThanOrEqualTo(100).contains("…");
        String wide = text("'" + "😀".repeat(300) + "' || s", "t");
        assertThat(wide.codePointCount(0, wide.length())).isLessThanOrEqualTo(100);
    }
}
