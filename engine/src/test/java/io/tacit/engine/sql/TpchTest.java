package io.tacit.engine.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.dialect.RelationToSql;
import io.tacit.engine.dialect.duckdb.DuckDbDialect;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each query of TPC-H, read by us and printed from the raw tree, gives what DuckDB makes of the text itself. */
class TpchTest {
    private static final double SCALE = 0.01;
    private static final double RELATIVE_TOLERANCE = 1e-9;

    private static Connection connection;

    @BeforeAll
    static void generate() throws SQLException {
        connection = DriverManager.getConnection("jdbc:duckdb:");
        TpchTables.create(connection, SCALE);
    }

    @AfterAll
    static void close() throws SQLException {
        connection.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22})
    void equalsNative(int number) throws Exception {
        String text = TpchTables.query(number);
        AnalyzedQuery query = new SqlToRelation(TpchTables.catalog()).analyze(text);
        assertSame(rows(RelationToSql.overReleased(DuckDbDialect.DIALECT).sql(query.relation())), rows(text));
        assertSame(rows(RelationToSql.overPeople(DuckDbDialect.DIALECT).sql(query.relation())), rows(text));
    }

    /** So that the comparison above is not one of nothing with nothing. */
    @Test
    void mostQueriesFindRows() throws Exception {
        int found = 0;
        for (int number = 1; number <= 22; number++) {
            found += rows(TpchTables.query(number)).isEmpty() ? 0 : 1;
        }
        assertThat(found).isGreaterThanOrEqualTo(17);
    }

    private static void assertSame(List<List<Object>> actual, List<List<Object>> expected) {
        assertThat(actual).hasSameSizeAs(expected);
        for (int row = 0; row < expected.size(); row++) {
            for (int column = 0; column < expected.get(row).size(); column++) {
                assertSameValue(actual.get(row).get(column), expected.get(row).get(column));
            }
        }
    }

    private static void assertSameValue(Object actual, Object expected) {
        if (expected instanceof Double || actual instanceof Double) {
            double value = ((Number) expected).doubleValue();
            assertThat(((Number) actual).doubleValue())
                    .isCloseTo(value, org.assertj.core.data.Offset.offset(Math.abs(value) * RELATIVE_TOLERANCE));
        } else if (expected instanceof Number) {
            assertThat(new BigDecimal(actual.toString())).isEqualByComparingTo(new BigDecimal(expected.toString()));
        } else {
            assertThat(Objects.toString(actual)).isEqualTo(Objects.toString(expected));
        }
    }

    private static List<List<Object>> rows(String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            List<List<Object>> rows = new ArrayList<>();
            while (result.next()) {
                List<Object> row = new ArrayList<>();
                for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                    row.add(result.getObject(i));
                }
                rows.add(row);
            }
            return rows;
        }
    }
}
