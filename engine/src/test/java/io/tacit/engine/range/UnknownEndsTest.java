package io.tacit.engine.range;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.RowBounds;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.sql.SqlToRelation;
import java.math.BigDecimal;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/**
 * Where nothing is declared there is nothing to bound an expression but the expression itself. What its type can hold is no
 * bound: noise for a contribution of 2^31 hides every answer, while limits that are found privately do not.
 */
@NullUnmarked
class UnknownEndsTest {
    private static final Catalog CATALOG = new Catalog(List.of(new Table(
            "t",
            List.of(
                    Column.nullable("i", ColumnType.INTEGER),
                    Column.nullable("b", ColumnType.BIGINT),
                    Column.nullable("d", ColumnType.decimal(9, 2)),
                    Column.nullable("r", ColumnType.DOUBLE),
                    Column.nullable("f", ColumnType.BOOLEAN),
                    Column.nullable("day", ColumnType.DATE),
                    Column.nullable("few", ColumnType.INTEGER).within(new RowBounds(BigDecimal.ZERO, BigDecimal.TEN))),
            new Protection.Public())));

    private static void check(boolean bounded, String... expressions) {
        RelNode relation = new SqlToRelation(CATALOG)
                .analyze("SELECT " + String.join(", ", expressions) + " FROM t")
                .relation();
        for (int i = 0; i < relation.getRowType().getFieldCount(); i++) {
            assertThat(new DeclaredBounds(CATALOG).of(relation, i).isBounded())
                    .as("column " + i + " of " + String.join(", ", expressions))
                    .isEqualTo(bounded);
        }
    }

    @Test
    void aTypeIsNoBound() {
        check(
                false,
                "i, b, d, r, day",
                "CAST(b AS INTEGER), CAST(i AS BIGINT), CAST(d AS INTEGER), CAST(r AS INTEGER), CAST(d AS DECIMAL(5, 1))",
                "CAST(r AS DECIMAL(4, 2)), CAST(i AS DECIMAL(12, 2)), CAST(i AS SMALLINT), CAST(i AS DOUBLE)",
                "-i, ABS(i), i + 1, i - d, i * 2, i * d, 7 - b, i / 2, i // 2, b % i, i % b, MOD(i, b)",
                "ROUND(d), ROUND(d, 1), ROUND(r, -2), TRUNC(d), FLOOR(d), CEIL(r), TRUNC(r, 1), ROUND(b, -1)",
                "COALESCE(i, 0), NULLIF(i, 3), GREATEST(i, 4), LEAST(b, 4), LEAST(i, few), GREATEST(few, b), COALESCE(few, i)",
                "CASE WHEN f THEN i ELSE 0 END, CASE WHEN i > 3 THEN i END, CASE WHEN i > 3 THEN 1 ELSE b END",
                "i + few, few * b, few - d, few % i + b, SQRT(r), POWER(i, 2), EXP(r), LN(r)",
                "EXTRACT(YEAR FROM day), COALESCE(day, DATE '2000-01-01')");
    }

    @Test
    void whatAnExpressionCannotLeaveIsABound() {
        check(
                true,
                "few, CAST(few AS BIGINT), few + 1, few * few, -few, few % 4, ABS(few), ROUND(few, -1), few / 2, COALESCE(few, 3)",
                "SIGN(b), i % 7, MOD(b, few), CASE WHEN f THEN 1 ELSE 0 END, CAST(f AS INTEGER), SIN(r), GREATEST(LEAST(b, 4), -1)",
                "CASE WHEN i BETWEEN 2 AND 4 THEN i ELSE 0 END, EXTRACT(MONTH FROM day), DATE '2000-01-01' + few");
    }
}
