package io.tacit.engine.pushdown;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.dialect.duckdb.DuckDbDialect;
import io.tacit.privacy.mechanism.TailBounds;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The engine's bins are the mechanism's, at every edge, one less and one more, on both sides of 0. */
class HistogramSqlTest {
    @Test
    void binsAreThoseOfTheMechanism() throws SQLException {
        List<BigInteger> values = new ArrayList<>();
        for (int bin = 0; bin <= 252; bin++) {
            for (int near = -1; near <= 1; near++) {
                BigInteger value = TailBounds.edge(bin).add(BigInteger.valueOf(near));
                if (value.compareTo(TailBounds.edge(252)) <= 0) {
                    values.add(value);
                    values.add(value.negate());
                }
            }
        }
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE entries(q HUGEINT)");
            for (BigInteger value : values) {
                statement.execute("INSERT INTO entries VALUES (" + value + ")");
            }
            int rows = 0;
            try (ResultSet result = statement.executeQuery("SELECT q, b FROM ("
                    + HistogramSql.bins(
                            DuckDbDialect.DIALECT.wholeNumbers(),
                            "(SELECT '' AS p, q, -999 AS low, 999 AS high FROM entries)")
                    + ")")) {
                while (result.next()) {
                    rows++;
                    BigInteger value = new BigInteger(result.getString(1));
                    assertThat(result.getInt(2)).as(value.toString()).isEqualTo(TailBounds.bin(value));
                }
            }
            assertThat(rows).isEqualTo(values.size());
        }
    }
}
