package io.tacit.engine.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.dialect.duckdb.DuckDbDialect;
import io.tacit.engine.dialect.postgres.PostgresDialect;
import io.tacit.engine.dialect.spark.SparkDialect;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.sql.SqlToRelation;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Forms of functions that the language reads and some engine cannot compute for every row: each dialect refuses them while
 * the query is planned, with the code of the reason, where the other ones print them.
 */
@NullUnmarked
class RefusedFormsTest {
    private static final Catalog CATALOG = new Catalog(List.of(table("p"), table("q")));

    private static Table table(String name) {
        return new Table(
                name,
                List.of(
                        Column.nullable("i", ColumnType.INTEGER),
                        Column.nullable("j", ColumnType.INTEGER),
                        Column.nullable("n", ColumnType.decimal(9, 2)),
                        Column.nullable("x", ColumnType.DOUBLE),
                        Column.nullable("b", ColumnType.BOOLEAN),
                        Column.nullable("s", ColumnType.VARCHAR),
                        Column.nullable("d", ColumnType.DATE),
                        Column.nullable("o", ColumnType.TIME),
                        Column.nullable("t", ColumnType.TIMESTAMP)),
                new Protection.Public());
    }

    private static String outcome(Dialect dialect, String value) {
        try {
            RelationToSql.overPeople(dialect)
                    .sql(new SqlToRelation(CATALOG)
                            .analyze("SELECT " + value + " FROM p")
                            .relation());
            return "printed";
        } catch (Refusal refusal) {
            assertThat(refusal.rule()).isNotBlank();
            assertThat(refusal.advice()).isNotBlank();
            return refusal.code().name();
        }
    }

    /** The value, and what DuckDB, PostgreSQL and Spark say. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        EXTRACT(SECOND FROM t)                              | printed              | printed              | printed
        EXTRACT(NANOSECOND FROM t)                          | UNSUPPORTED_FUNCTION | UNSUPPORTED_FUNCTION | UNSUPPORTED_FUNCTION
        d + INTERVAL '1' HOUR                               | ARGUMENT_TYPE        | ARGUMENT_TYPE        | ARGUMENT_TYPE
        d + i * INTERVAL '1' SECOND                         | ARGUMENT_TYPE        | UNSUPPORTED_FUNCTION | UNSUPPORTED_FUNCTION
        d + i * INTERVAL '1' DAY                            | printed              | UNSUPPORTED_FUNCTION | UNSUPPORTED_FUNCTION
        t + x * INTERVAL '1' SECOND                         | UNSUPPORTED_FUNCTION | UNSUPPORTED_FUNCTION | UNSUPPORTED_FUNCTION
        o + INTERVAL '1' HOUR                               | printed              | UNSUPPORTED_FUNCTION | UNSUPPORTED_FUNCTION
        DATE_TRUNC('hour', o)                               | UNSUPPORTED_FUNCTION | UNSUPPORTED_FUNCTION | UNSUPPORTED_FUNCTION
        DATE_TRUNC('hour', t)                               | printed              | printed              | printed
        DATE_TRUNC('century', t)                            | printed              | UNSUPPORTED_FUNCTION | UNSUPPORTED_FUNCTION
        FLOOR(d TO MONTH)                                   | printed              | printed              | printed
        FLOOR(o TO HOUR)                                    | UNSUPPORTED_FUNCTION | UNSUPPORTED_FUNCTION | UNSUPPORTED_FUNCTION
        CEIL(d TO MONTH)                                    | UNSUPPORTED_FUNCTION | UNSUPPORTED_FUNCTION | UNSUPPORTED_FUNCTION
        STRFTIME(d, s)                                      | INVALID_QUERY        | INVALID_QUERY        | UNSUPPORTED_FUNCTION
        COUNT(DISTINCT (i, s))                              | printed              | printed              | printed
        COUNT(DISTINCT ([1, 2], i))                         | ARGUMENT_TYPE        | ARGUMENT_TYPE        | ARGUMENT_TYPE
        (i, j) IN (SELECT i, j FROM q)                      | printed              | printed              | printed
        (i, j) > ALL (SELECT i, j FROM q)                   | SUBQUERY             | SUBQUERY             | SUBQUERY
        POSITION('a' IN s)                                  | printed              | printed              | printed
        POSITION('a' IN s FROM 2)                           | UNSUPPORTED_FUNCTION | UNSUPPORTED_FUNCTION | UNSUPPORTED_FUNCTION
        LEFT(s, 3)                                          | printed              | printed              | printed
        LEFT(s, -1)                                         | printed              | UNSUPPORTED_FUNCTION | UNSUPPORTED_FUNCTION
        RIGHT(s, i)                                         | printed              | UNSUPPORTED_FUNCTION | UNSUPPORTED_FUNCTION
        s LIKE 'a!_' ESCAPE '!'                             | printed              | printed              | printed
        s LIKE 'a' ESCAPE 'ab'                              | INVALID_QUERY        | INVALID_QUERY        | INVALID_QUERY
        s LIKE 'a!' ESCAPE '!'                              | INVALID_QUERY        | INVALID_QUERY        | INVALID_QUERY
        s LIKE s ESCAPE '!'                                 | INVALID_QUERY        | INVALID_QUERY        | UNSUPPORTED_FUNCTION
        s SIMILAR TO 'a%'                                   | printed              | UNSUPPORTED_FUNCTION | UNSUPPORTED_FUNCTION
        s SIMILAR TO s                                      | INVALID_QUERY        | UNSUPPORTED_FUNCTION | UNSUPPORTED_FUNCTION
        s SIMILAR TO 'a' ESCAPE 'b'                         | INVALID_QUERY        | UNSUPPORTED_FUNCTION | UNSUPPORTED_FUNCTION
        REGEXP_LIKE(s, s)                                   | INVALID_QUERY        | UNSUPPORTED_FUNCTION | UNSUPPORTED_FUNCTION
        JSON_VALUE(s, s)                                    | INVALID_QUERY        | UNSUPPORTED_FUNCTION | UNSUPPORTED_FUNCTION
        JSON_VALUE(s, '$[*]')                               | INVALID_QUERY        | UNSUPPORTED_FUNCTION | UNSUPPORTED_FUNCTION
        CARDINALITY([i, j])                                 | printed              | UNSUPPORTED_FUNCTION | UNSUPPORTED_FUNCTION
        CAST(x AS VARCHAR)                                  | printed              | ARGUMENT_TYPE        | ARGUMENT_TYPE
        CAST(s AS BOOLEAN)                                  | printed              | ARGUMENT_TYPE        | ARGUMENT_TYPE
        CAST(s AS DATE)                                     | printed              | printed              | printed
        CAST(s AS TIMESTAMP)                                | printed              | ARGUMENT_TYPE        | ARGUMENT_TYPE
        CAST(o AS TIMESTAMP)                                | printed              | ARGUMENT_TYPE        | ARGUMENT_TYPE
        SUM(i) OVER (ORDER BY j)                            | printed              | printed              | printed
        MAX(b) OVER ()                                      | printed              | AGGREGATE            | printed
        VAR_POP(x) OVER ()                                  | printed              | AGGREGATE            | AGGREGATE
        COUNT(DISTINCT i) OVER ()                           | printed              | AGGREGATE            | AGGREGATE
        ROUND(SUM(x) OVER (ORDER BY i))                     | printed              | WINDOW               | printed
        SUM(i) OVER (ORDER BY j ROWS 1 PRECEDING EXCLUDE TIES) | WINDOW            | WINDOW               | WINDOW
        """)
    void whatAnEngineCannotComputeIsRefusedWithTheReason(String value, String duckDb, String postgres, String spark) {
        assertThat(outcome(DuckDbDialect.DIALECT, value)).as("DuckDB").isEqualTo(duckDb);
        assertThat(outcome(PostgresDialect.DIALECT, value)).as("PostgreSQL").isEqualTo(postgres);
        assertThat(outcome(SparkDialect.DIALECT, value)).as("Spark").isEqualTo(spark);
    }

    /** A NULL beside a column is of the column's type, whichever that is. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        i | n | b
        x | s | d
        t | o | j
        """)
    void aNullIsOfAnyType(String first, String second, String third) {
        for (Dialect dialect : List.of(DuckDbDialect.DIALECT, PostgresDialect.DIALECT)) {
            for (String column : List.of(first, second, third)) {
                assertThat(outcome(dialect, column + " IN (SELECT NULL FROM q)"))
                        .isEqualTo("printed");
                assertThat(outcome(dialect, "NULL IN (SELECT " + column + " FROM q)"))
                        .isEqualTo("printed");
                assertThat(outcome(dialect, "NULLIF(" + column + ", NULL)")).isEqualTo("printed");
            }
        }
    }
}
