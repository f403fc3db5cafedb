package io.tacit.engine.range;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.dialect.RelationToSql;
import io.tacit.engine.dialect.duckdb.DuckDbDialect;
import io.tacit.engine.sql.SqlToRelation;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** Each part of a time, a moment and a date, at the ends of days, years and weeks, lies within its range in DuckDB. */
@NullUnmarked
class PartsOfTimesTest {
    private static final Catalog CATALOG = new Catalog(List.of(new Table(
            "v",
            List.of(
                    Column.nullable("t", ColumnType.TIME),
                    Column.nullable("m", ColumnType.TIMESTAMP),
                    Column.nullable("d", ColumnType.DATE)),
            new Protection.Public())));

    private static final List<String> OF_TIMES = List.of("HOUR", "MINUTE", "SECOND", "MILLISECOND", "MICROSECOND");

    private static final List<String> OF_DATES =
            List.of("YEAR", "QUARTER", "MONTH", "WEEK", "DOY", "DAY", "DOW", "ISODOW");

    @Test
    void everyPartLiesWithinItsRange() throws SQLException {
        List<String> parts = new ArrayList<>();
        OF_TIMES.forEach(part -> parts.add("EXTRACT(" + part + " FROM t)"));
        OF_TIMES.forEach(part -> parts.add("EXTRACT(" + part + " FROM m)"));
        OF_DATES.forEach(part -> parts.add("EXTRACT(" + part + " FROM m)"));
        OF_DATES.forEach(part -> parts.add("EXTRACT(" + part + " FROM d)"));
        RelNode relation = new SqlToRelation(CATALOG)
                .analyze("SELECT " + String.join(", ", parts) + " FROM v")
                .relation();
        DeclaredBounds bounds = new DeclaredBounds(CATALOG);
        int known = 0;
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "CREATE TABLE v AS SELECT CAST(t AS TIME) AS t, CAST(m AS TIMESTAMP) AS m, CAST(m AS DATE) AS d"
                            + " FROM (VALUES ('00:00:00', '2020-12-31 23:59:59.999999'), ('24:00:00', '2021-01-01 00:00:00'),"
                            + " ('23:59:59.999999', '2024-12-29 12:34:56.789'), (NULL, '2023-01-01 00:00:59.999'), (NULL, NULL),"
                            + " (NULL, '2024-02-29 01:00:00'), (NULL, '0001-01-01 00:00:00'), (NULL, '9999-12-31 23:59:59.999999'))"
                            + " AS x(t, m)");
            for (int i = 0; i < parts.size(); i++) {
                ValueRange range = bounds.of(relation, i);
                known += range.isBounded() ? 1 : 0;
                try (ResultSet rows = statement.executeQuery(
                        RelationToSql.overPeople(DuckDbDialect.DIALECT).sql(relation))) {
                    while (rows.next()) {
                        BigDecimal value = rows.getBigDecimal(1 + i);
                        assertThat(value == null || range.contains(value))
                                .as(parts.get(i) + " is " + value + ", not within " + range)
                                .isTrue();
                    }
                }
            }
        }
        assertThat(known).isGreaterThan(20);
    }
}
