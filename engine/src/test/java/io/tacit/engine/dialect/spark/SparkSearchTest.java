package io.tacit.engine.dialect.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.dialect.RelationToSql;
import io.tacit.engine.sql.SqlToRelation;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Spark finds values with a join, which says FALSE for NULL: where the two differ, NULL is looked for besides. */
@NullUnmarked
class SparkSearchTest {
    private static final Catalog CATALOG = new Catalog(List.of(new Table(
            "t",
            List.of(Column.nullable("x", ColumnType.INTEGER), Column.nullable("y", ColumnType.INTEGER)),
            new Protection.Public())));

    private static String printed(String sql) {
        return RelationToSql.overPeople(SparkDialect.DIALECT)
                .sql(new SqlToRelation(CATALOG).analyze(sql).relation());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT x IN (SELECT y FROM t) AS v FROM t",
                "SELECT x NOT IN (SELECT y FROM t) AS v FROM t",
                "SELECT NOT (x IN (SELECT y FROM t)) AS v FROM t",
                "SELECT x > 1 AND x IN (SELECT y FROM t) AS v FROM t",
                "SELECT x FROM t WHERE (x IN (SELECT y FROM t)) IS NULL",
            })
    void whereItMattersNullIsLookedFor(String sql) {
        assertThat(printed(sql)).contains(" IN (").contains("IS NULL) THEN NULL WHEN");
    }

    /** A search for NULL would be a second one, and NOT IN with one would be no join. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT x FROM t WHERE x IN (SELECT y FROM t)",
                "SELECT x FROM t WHERE x NOT IN (SELECT y FROM t)",
                "SELECT x FROM t WHERE y > 1 AND x NOT IN (SELECT y FROM t)",
                "SELECT x FROM t WHERE y > 1 OR x NOT IN (SELECT y FROM t)",
                "SELECT x FROM t WHERE y > 1 OR (y < 9 AND x IN (SELECT y FROM t))",
                "SELECT CASE WHEN x IN (SELECT y FROM t) THEN 1 ELSE 0 END AS v FROM t",
                "SELECT CASE WHEN x NOT IN (SELECT y FROM t) THEN 1 ELSE 0 END AS v FROM t",
            })
    void elsewhereItIsNot(String sql) {
        assertThat(printed(sql)).contains(" IN (").doesNotContain("EXISTS").doesNotContain("THEN NULL");
    }
}
