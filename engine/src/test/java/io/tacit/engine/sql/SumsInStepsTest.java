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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** In which steps sums of a person's own step are made, and where they end. */
class SumsInStepsTest {
    @ParameterizedTest
    @CsvSource(
            nullValues = "NULL",
            value = {
                // Whole multiples of 2^-36: half of that is rounded for each row.
                "x, 1.4551915228366852e-11, 1.4551915228366852E-11",
                "x, 3e-12, 0.0",
                "x, 0.1, 0.10000000000582077",
                // One value counts as 2^49 at most.
                "x, 1e15, 5.62949953421312E14",
                "x, -inf, -5.62949953421312E14",
                "x, nan, NULL",
                // A wide decimal that has more than 28 digits is no value.
                "d, 99999999999999999999, 99999999999999999999",
                "d, 99999999999999999999999999999, NULL",
            })
    void areExactWithinTheirRange(String column, String value, String sum) throws SQLException {
        Table table = new Table(
                "t",
                List.of(Column.nullable("x", ColumnType.DOUBLE), Column.nullable("d", ColumnType.decimal(38, 0))),
                new Protection.Public());
        String sql = RelationToSql.overPeople(DuckDbDialect.DIALECT)
                .sql(new SqlToRelation(new Catalog(List.of(table)))
                        .analyze("SELECT SUM(" + column + ") FROM t")
                        .relation());
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t(x DOUBLE, d DECIMAL(38, 0))");
            statement.execute("INSERT INTO t(" + column + ") VALUES ('" + value + "')");
            try (ResultSet result = statement.executeQuery(sql)) {
                result.next();
                assertThat(result.getString(1)).isEqualTo(sum);
            }
        }
    }
}
