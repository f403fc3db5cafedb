package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.dialect.RelationToSql;
import io.tacit.engine.dialect.duckdb.DuckDbDialect;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The rows of a person after a set operation do not depend on the order of rows, to the last bit: of -0.0 and 0.0,
 * which are one value, always the same one is left.
 */
@NullUnmarked
class SetOperationZeroTest {
    private static final Table TABLE = new Table(
            "t",
            List.of(new Column("u", ColumnType.BIGINT, true), new Column("x", ColumnType.DOUBLE, true)),
            new Protection.UnitColumn("u"));

    @ParameterizedTest
    @ValueSource(strings = {"UNION", "INTERSECT", "EXCEPT", "INTERSECT ALL", "EXCEPT ALL"})
    void onlyOneZeroIsLeft(String operation) throws SQLException {
        // On the right side of EXCEPT nothing: otherwise no zero would be left at all.
        String right = operation.startsWith("EXCEPT") ? "SELECT u, x FROM t WHERE x = 7" : "SELECT u, x FROM t";
        PreparedQuery query = new PrepareQuery(new Catalog(List.of(TABLE)), Defaults.STANDARD)
                .prepare("SELECT x, COUNT(*, contribution_bounds_per_group => (0, 1)) FROM (SELECT u, x FROM t "
                        + operation + " " + right + ") AS q GROUP BY x");
        String sql = RelationToSql.overPeople(DuckDbDialect.DIALECT)
                .sql(query.releases().get(0).plan().aggregation().input());
        List<List<Long>> results = new ArrayList<>();
        for (List<String> zeros : List.of(List.of("-0.0", "0.0"), List.of("0.0", "-0.0"), List.of("-0.0", "-0.0"))) {
            results.add(bits(zeros, sql));
        }
        assertThat(results)
                .allSatisfy(bits -> assertThat(bits).isNotEmpty().containsOnly(Double.doubleToRawLongBits(0.0)));
    }

    /** The bits of all zeros that a query gives, whatever column they are in. */
    private static List<Long> bits(List<String> zeros, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t (u BIGINT, x DOUBLE)");
            for (String zero : zeros) {
                statement.execute("INSERT INTO t VALUES (1, CAST('" + zero + "' AS DOUBLE))");
            }
            List<Long> bits = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery(sql)) {
                while (rows.next()) {
                    for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                        if (rows.getObject(i) instanceof Double zero && zero == 0) {
                            bits.add(Double.doubleToRawLongBits(zero));
                        }
                    }
                }
            }
            return bits;
        }
    }
}
