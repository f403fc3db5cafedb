package io.tacit.engine.sql;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.dialect.RelationToSql;
import io.tacit.engine.dialect.duckdb.DuckDbDialect;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;

/** A small catalog: people's visits, with an awkward column name, and a public table. */
final class VisitTables {
    static final Catalog CATALOG = new Catalog(List.of(
            new Table(
                    "visits",
                    List.of(
                            new Column("visitor", ColumnType.BIGINT, false),
                            Column.nullable("day", ColumnType.INTEGER),
                            Column.nullable("Money spent (euros)", ColumnType.DOUBLE),
                            Column.nullable("name", ColumnType.VARCHAR),
                            Column.nullable("paid", ColumnType.decimal(15, 2))),
                    new Protection.UnitColumn("visitor")),
            new Table(
                    "weekdays",
                    List.of(
                            new Column("number", ColumnType.INTEGER, false),
                            Column.nullable("label", ColumnType.VARCHAR)),
                    new Protection.Public())));

    private static final Clock NOON = Clock.fixed(Instant.parse("2024-02-29T12:00:00Z"), ZoneOffset.UTC);

    private VisitTables() {}

    static AnalyzedQuery analyze(String sql) {
        return new SqlToRelation(CATALOG, NOON)
                .analyze(sql, query -> RelationToSql.check(DuckDbDialect.DIALECT, query));
    }

    /** A query as DuckDB would read it over released rows. */
    static String sql(String sql) {
        return RelationToSql.overReleased(DuckDbDialect.DIALECT)
                .sql(analyze(sql).relation());
    }
}
