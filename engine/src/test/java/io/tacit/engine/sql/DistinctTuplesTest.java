package io.tacit.engine.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.dialect.RelationToSql;
import io.tacit.engine.dialect.duckdb.DuckDbDialect;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Combinations of values are counted as DuckDB counts rows of them, whatever the values look like as text. */
class DistinctTuplesTest {
    private static final Catalog CATALOG = new Catalog(List.of(new Table(
            "edge",
            List.of(
                    Column.nullable("s", ColumnType.VARCHAR),
                    Column.nullable("r", ColumnType.VARCHAR),
                    Column.nullable("x", ColumnType.DOUBLE),
                    Column.nullable("y", ColumnType.DOUBLE)),
            new Protection.Public())));

    private static Connection connection;

    @BeforeAll
    static void create() throws SQLException {
        connection = DriverManager.getConnection("jdbc:duckdb:");
        String texts = "(SELECT unnest([NULL, '', '-', ':', '1:a', 'a', 'a1:', '1:', '0:', '-0:', 'é', '1:a1:a']) AS ";
        String numbers =
                "(SELECT CAST(unnest([NULL, '0', '-0.0', 'NaN', 'Infinity', '1', '11', '1e300']) AS DOUBLE) AS ";
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE edge AS SELECT s, r, x, y FROM " + texts + "s), " + texts + "r), " + numbers
                    + "x), " + numbers + "y), range(2)");
        }
    }

    @AfterAll
    static void close() throws SQLException {
        connection.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "COUNT(DISTINCT (s, r)) ~ COUNT(DISTINCT (s, r))",
                "COUNT(DISTINCT (s, r, s)) ~ COUNT(DISTINCT (s, r))",
                "COUNT(DISTINCT (s, x)) ~ COUNT(DISTINCT (s, x + 0::DOUBLE))",
                "COUNT(DISTINCT (x, y)) ~ COUNT(DISTINCT (x + 0::DOUBLE, y + 0::DOUBLE))",
                "COUNT(DISTINCT (s, r, x, y)) ~ COUNT(DISTINCT (s, r, x + 0::DOUBLE, y + 0::DOUBLE))",
                "COUNT(DISTINCT s, r) ~ COUNT(DISTINCT (s, r)) FILTER (WHERE s IS NOT NULL AND r IS NOT NULL)",
                "COUNT(DISTINCT (s, r)) FILTER (WHERE x > 1) ~ COUNT(DISTINCT (s, r)) FILTER (WHERE x > 1)",
                "APPROX_COUNT_DISTINCT((s, r)) ~ COUNT(DISTINCT (s, r))",
                "SUM(DISTINCT x) FILTER (WHERE x < 20) ~ MAX(12)",
                "AVG(DISTINCT x) FILTER (WHERE x < 20) ~ MAX(4)"
            })
    void combinationsAreCounted(String ours, String theirs) throws SQLException {
        String sql = RelationToSql.overPeople(DuckDbDialect.DIALECT)
                .sql(new SqlToRelation(CATALOG)
                        .analyze("SELECT " + ours + " FROM edge")
                        .relation());
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT (" + sql + "), (SELECT " + theirs + " FROM edge)")) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getDouble(1)).isEqualTo(rows.getDouble(2)).isPositive();
        }
    }

    /** Values that differ by less than the grid of sums are still different ones. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {"SUM(DISTINCT v) ~ 7.0", "AVG(DISTINCT v) ~ 2.3333333333333335"})
    void sumsAreOfDifferentValues(String aggregate, String expected) throws SQLException {
        String sql = RelationToSql.overPeople(DuckDbDialect.DIALECT)
                .sql(new SqlToRelation(CATALOG)
                        .analyze("SELECT " + aggregate
                                + " FROM (VALUES (1e0), (1.0000000000001e0), (5e0), (5e0), (NULL)) AS q(v)")
                        .relation());
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getString(1)).isEqualTo(expected);
        }
    }
}
