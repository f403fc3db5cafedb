package io.tacit.engine.pushdown;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.rewrite.ResolvedLimits;
import io.tacit.engine.session.AuditedRun;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Which contributions of a person are kept where not all may count leans nowhere: of people who all have the same, each
 * row, group and value is kept of about as many.
 */
@NullUnmarked
class KeptContributionsTest {
    private static final int PEOPLE = 800;
    private static final int OF_EACH = 8;

    private static final List<Column> COLUMNS = List.of(
            Column.nullable("uid", ColumnType.INTEGER),
            Column.nullable("g", ColumnType.INTEGER),
            Column.nullable("x", ColumnType.INTEGER));

    @AutoClose
    private static final AuditedRun RUN = AuditedRun.open(
            List.of(new SourceTable(
                    new Table("t", COLUMNS, new Protection.UnitColumn("uid")),
                    new Source.Csv(Path.of("no.csv").toAbsolutePath(), new CsvFormat(',', true)))),
            new Defaults(BigDecimal.ONE, new BigDecimal("1e-6"), 1, 0.95),
            new DuckDbSettings(512, 1, message -> {}));

    @AutoClose
    private static Connection connection;

    @BeforeAll
    static void fill() throws SQLException {
        connection = DriverManager.getConnection("jdbc:duckdb:");
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t AS SELECT CAST(p AS INTEGER) AS uid, CAST(i AS INTEGER) AS g,"
                    + " CAST(i AS INTEGER) AS x FROM range(0, " + PEOPLE + ") AS a(p), range(0, " + OF_EACH
                    + ") AS b(i)");
        }
    }

    /** The states of each group, by its key. */
    private static Map<String, List<BigInteger>> states(String sql) throws SQLException {
        AuditedRun.Query query = RUN.prepare(sql);
        Map<String, List<BigInteger>> groups = new TreeMap<>();
        int keys = query.releases().get(0).plan().keys().size();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query.partial().get(0).states(ResolvedLimits.NONE))) {
            while (rows.next()) {
                List<BigInteger> integers = new ArrayList<>();
                for (int i = keys + 1; i <= rows.getMetaData().getColumnCount(); i++) {
                    integers.add(new BigInteger(rows.getString(i)));
                }
                groups.put(keys == 0 ? "" : rows.getString(1), integers);
            }
        }
        return groups;
    }

    private static void leansNowhere(Map<String, List<BigInteger>> groups) {
        assertThat(groups).hasSize(OF_EACH);
        int expected = PEOPLE / OF_EACH;
        assertThat(groups.values())
                .allSatisfy(integers ->
                        assertThat(integers.get(0).intValueExact()).isBetween(expected * 6 / 10, expected * 14 / 10));
        assertThat(groups.values().stream()
                        .mapToInt(integers -> integers.get(0).intValueExact())
                        .sum())
                .isEqualTo(PEOPLE);
    }

    @Test
    void ofEachPersonAnotherGroupIsKept() throws SQLException {
        leansNowhere(states("SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_groups_contributed = 1) g, COUNT(*,"
                + " contribution_bounds_per_group => (0, 1)) FROM t GROUP BY g"));
    }

    @Test
    void ofEachPersonAnotherRowIsKept() throws SQLException {
        leansNowhere(states(
                "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_rows_contributed = 1) g, COUNT(*) FROM t GROUP BY g"));
    }

    /** Were it the same value of everybody, there would be one. */
    @Test
    void ofEachPersonAnotherValueIsKept() throws SQLException {
        List<BigInteger> different = states("SELECT COUNT(DISTINCT x, contribution_bounds_per_group => (0, 1)) FROM t")
                .get("");
        assertThat(different.get(1).intValueExact()).isEqualTo(OF_EACH);
    }
}
