package io.tacit.engine.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.RowBounds;
import io.tacit.engine.catalog.Table;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Wherever a release computes over people's rows, what may overflow there is named once, and what cannot is not. */
@NullUnmarked
class OverflowNotesTest {
    private static final Catalog CATALOG = new Catalog(List.of(
            new Table(
                    "t",
                    List.of(
                            Column.nullable("uid", ColumnType.BIGINT),
                            Column.nullable("g", ColumnType.VARCHAR),
                            Column.nullable("i", ColumnType.INTEGER),
                            Column.nullable("b", ColumnType.BIGINT),
                            Column.nullable("wide", ColumnType.decimal(38, 10)),
                            Column.nullable("day", ColumnType.DATE),
                            Column.nullable("minus", ColumnType.INTEGER)
                                    .within(new RowBounds(BigDecimal.valueOf(-2_000_000_000), BigDecimal.ZERO)),
                            Column.nullable("few", ColumnType.INTEGER)
                                    .within(new RowBounds(BigDecimal.ZERO, BigDecimal.TEN))),
                    new Protection.UnitColumn("uid")),
            new Table("pub", List.of(Column.nullable("k", ColumnType.BIGINT)), new Protection.Public())));

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                // values, conditions and keys
                "0 ~ SELECT COUNT(*), SUM(i), SUM(few * few) FROM t",
                "1 ~ SELECT SUM(b + 1) FROM t",
                "1 ~ SELECT SUM(b + 1), AVG(b + 1) FROM t WHERE b + 1 > 3",
                "2 ~ SELECT SUM(b + 1), AVG(b + 2) FROM t",
                "1 ~ SELECT COUNT(*) FROM t WHERE b * b > 3",
                "1 ~ SELECT COUNT(*) FILTER (WHERE b * b > 3) FROM t",
                "1 ~ SELECT b - 7, COUNT(*) FROM t GROUP BY b - 7",
                "0 ~ SELECT few - 7, COUNT(*) FROM t GROUP BY few - 7",
                "1 ~ SELECT COUNT(*) FROM t WHERE few > 20 OR b * b > 3",
                // dates of the years 1 to 9999
                "1 ~ SELECT SUM(EXTRACT(EPOCH FROM day) * 100000000) FROM t",
                "0 ~ SELECT SUM(EXTRACT(EPOCH FROM day) * 1000) FROM t",
                "0 ~ SELECT SUM(EXTRACT(YEAR FROM day) * 1000) FROM t",
                "1 ~ SELECT SUM(DATEDIFF('second', day, DATE '2000-01-01') * 100000000) FROM t",
                "0 ~ SELECT SUM(DATEDIFF('day', day, DATE '2000-01-01') * 100000000) FROM t",
                "1 ~ SELECT COUNT(*) FROM t WHERE day + minus * INTERVAL '1' DAY > DATE '2000-01-01'",
                "1 ~ SELECT COUNT(*) FROM t WHERE day - minus * INTERVAL '1' MONTH > DATE '2000-01-01'",
                "1 ~ SELECT COUNT(*) FROM t WHERE day + i * INTERVAL '1' DAY > DATE '2000-01-01'",
                "0 ~ SELECT COUNT(*) FROM t WHERE day + few * INTERVAL '1' YEAR > DATE '2000-01-01'",
                // what is not read is not named
                "0 ~ SELECT COUNT(c) FROM (SELECT uid, few AS c, b * b AS d FROM t) AS q",
                "1 ~ SELECT COUNT(d) FROM (SELECT uid, few AS c, b * b AS d FROM t) AS q",
                "0 ~ SELECT COUNT(*) FROM (SELECT uid, SUM(wide) AS d, COUNT(*) AS n FROM t GROUP BY uid) AS q",
                // an earlier condition decides
                "0 ~ SELECT SUM(CASE WHEN b < 10 AND b > 0 THEN b + 1 ELSE 0 END) FROM t",
                "1 ~ SELECT SUM(CASE WHEN b > 10 THEN b + 1 ELSE 0 END) FROM t",
                "1 ~ SELECT SUM(CASE WHEN b < 10 AND b > 0 THEN 0 ELSE b + 1 END) FROM t",
                "0 ~ SELECT COUNT(*) FROM t WHERE b < 10 AND b > 0 AND b + 1 > 3",
                "1 ~ SELECT COUNT(*) FROM t WHERE b < 10 AND b + 1 > 3 OR b - 1 > 5",
                "0 ~ SELECT SUM(b + 1) FROM t WHERE b BETWEEN 0 AND 9",
                // steps of one person
                "1 ~ SELECT AVG(d) FROM (SELECT uid, SUM(wide) AS d FROM t GROUP BY uid) AS q",
                "0 ~ SELECT AVG(d) FROM (SELECT uid, SUM(i) AS d FROM t GROUP BY uid) AS q",
                "1 ~ SELECT AVG(d) FROM (SELECT uid, AVG(wide) AS d FROM t GROUP BY uid) AS q",
                "0 ~ SELECT AVG(d) FROM (SELECT uid, MAX(wide) AS d FROM t GROUP BY uid) AS q",
                "1 ~ SELECT AVG(d) FROM (SELECT uid, MAX(b + 1) AS d FROM t GROUP BY uid) AS q",
                "1 ~ SELECT COUNT(*) FROM (SELECT uid, MAX(i) AS d FROM t GROUP BY uid, b + 1) AS q",
                "1 ~ SELECT COUNT(*) FROM (SELECT uid, SUM(i) FILTER (WHERE b * b > 1) AS d FROM t GROUP BY uid) AS q WHERE d > 1",
                // windows of one person
                "1 ~ SELECT SUM(w) FROM (SELECT uid, LAG(i, 1, 3000000000) OVER (PARTITION BY uid ORDER BY g) AS w FROM t) AS q",
                "1 ~ SELECT SUM(w) FROM (SELECT uid, LEAD(i, 1, b) OVER (PARTITION BY uid ORDER BY g) AS w FROM t) AS q",
                "0 ~ SELECT SUM(w) FROM (SELECT uid, LAG(i, 1, 7) OVER (PARTITION BY uid ORDER BY g) AS w FROM t) AS q",
                "0 ~ SELECT SUM(w) FROM (SELECT uid, LAG(b, 1, i) OVER (PARTITION BY uid ORDER BY g) AS w FROM t) AS q",
                "0 ~ SELECT SUM(w) FROM (SELECT uid, LAG(i, 2) OVER (PARTITION BY uid ORDER BY g) AS w FROM t) AS q",
                "1 ~ SELECT MAX(w) FROM (SELECT uid, SUM(wide) OVER (PARTITION BY uid) AS w FROM t) AS q",
                "0 ~ SELECT MAX(w) FROM (SELECT uid, SUM(i) OVER (PARTITION BY uid) AS w FROM t) AS q",
                "1 ~ SELECT MAX(w) FROM (SELECT uid, AVG(wide) OVER (PARTITION BY uid) AS w FROM t) AS q",
                "0 ~ SELECT MAX(w) FROM (SELECT uid, COUNT(wide) OVER (PARTITION BY uid) AS w FROM t) AS q",
                "1 ~ SELECT MAX(w) FROM (SELECT uid, MAX(b * b) OVER (PARTITION BY uid) AS w FROM t) AS q",
                // set operations
                "1 ~ SELECT SUM(x) FROM (SELECT uid, CAST(b AS DECIMAL(38, 10)) AS x FROM t UNION ALL SELECT uid, wide * 2 FROM t) AS q",
                "0 ~ SELECT SUM(x) FROM (SELECT uid, i AS x FROM t UNION ALL SELECT uid, b FROM t) AS q",
                "0 ~ SELECT COUNT(*) FROM (SELECT uid, b + 1 AS x FROM t UNION ALL SELECT uid, b FROM t) AS q",
                "1 ~ SELECT COUNT(*) FROM (SELECT uid, b + 1 AS x FROM t UNION SELECT uid, b FROM t) AS q",
                "1 ~ SELECT COUNT(*) FROM (SELECT uid, b + 1 AS x FROM t INTERSECT SELECT uid, b FROM t) AS q",
                "1 ~ SELECT COUNT(*) FROM (SELECT uid, b + 1 AS x FROM t EXCEPT ALL SELECT uid, b FROM t) AS q",
                // joins and subqueries
                "1 ~ SELECT COUNT(*) FROM t JOIN pub ON t.b + 1 = pub.k",
                "0 ~ SELECT COUNT(*) FROM t JOIN pub ON t.i + 1 = pub.k",
                "1 ~ SELECT COUNT(*) FROM t JOIN (SELECT k + 1 AS k FROM pub) AS p ON t.b = p.k",
                "1 ~ SELECT COUNT(*) FROM t WHERE b IN (SELECT k + 1 FROM pub)",
                "1 ~ SELECT COUNT(*) FROM t WHERE b + 1 IN (SELECT k FROM pub)",
                "0 ~ SELECT COUNT(*) FROM t WHERE b IN (SELECT k FROM pub)",
                "1 ~ SELECT COUNT(*) FROM t WHERE EXISTS (SELECT 1 FROM pub WHERE k * k = t.b)",
                "1 ~ SELECT SUM(y) FROM t, LATERAL (SELECT t.b + 1 AS y) AS l",
                "1 ~ SELECT SUM(x) FROM (SELECT uid, b + (SELECT MAX(k) FROM pub) AS x FROM t) AS q",
            })
    void whatMayOverflowIsNamedWhereverItIsComputed(int named, String sql) {
        List<String> overflows = PlannedQuery.of(sql, CATALOG).overflows();
        assertThat(overflows).as(sql).hasSize(named);
    }
}
