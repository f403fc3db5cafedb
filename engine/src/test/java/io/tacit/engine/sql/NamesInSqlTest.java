package io.tacit.engine.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.dialect.RelationToSql;
import io.tacit.engine.dialect.SqlLayout;
import io.tacit.engine.dialect.duckdb.DuckDbDialect;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tables and columns that are called like the aliases and columns of printed SQL: no name is taken for another where
 * relations share a SELECT.
 */
class NamesInSqlTest {
    private static final List<String> COLUMNS = List.of("t1", "t2", "t3", "c0", "c1", "u", "k0");

    private static Connection connection;

    @BeforeAll
    static void create() throws SQLException {
        connection = DriverManager.getConnection("jdbc:duckdb:");
        try (Statement statement = connection.createStatement()) {
            for (String table : List.of("t1", "t2", "c0", "plain")) {
                statement.execute("CREATE TABLE " + table + " AS SELECT "
                        + String.join(
                                ", ",
                                columns(table).stream()
                                        .map(name -> "CAST(hash(i, '" + table + name + "') % 5 AS INTEGER) AS " + name)
                                        .toList())
                        + " FROM range(60) AS r(i)");
            }
        }
    }

    @AfterAll
    static void close() throws SQLException {
        connection.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT t2, t1, c0 FROM t1 WHERE t3 > 1 AND c1 < 4",
                "SELECT a.t2, b.t2 AS t1, a.c0 + b.c1 AS c0 FROM t1 a JOIN t2 b ON a.t1 = b.t2 WHERE a.t3 > 1 AND b.u < 3",
                "SELECT a.t2, b.t2 AS x, d.c0 FROM t1 a LEFT JOIN t2 b ON a.t1 = b.t2 AND b.c0 = 1 LEFT JOIN c0 d ON d.t1 = b.c1",
                "SELECT a.t2, b.t2 AS x FROM (SELECT * FROM t1 WHERE c0 > 1) a LEFT JOIN (SELECT * FROM t2 WHERE c0 = 1) b ON a.t1 = b.t2",
                "SELECT a.t2, b.t2 AS x FROM (SELECT * FROM t1 WHERE c0 > 1) a RIGHT JOIN (SELECT * FROM t2 WHERE c0 = 1) b ON a.t1 = b.t2",
                "SELECT a.t2, b.t2 AS x FROM (SELECT * FROM t1 WHERE c0 > 1) a FULL JOIN (SELECT * FROM t2 WHERE c0 = 1) b ON a.t1 = b.t2",
                "SELECT * FROM (SELECT a.t1, b.c0 FROM t1 a LEFT JOIN t2 b ON a.t1 = b.t3) x WHERE c0 IS NULL OR c0 > 0",
                "SELECT t1, COUNT(*), SUM(c0) FROM (SELECT c0 AS t1, t1 AS c0 FROM t1 WHERE u = 1) x WHERE t1 > 0 GROUP BY t1",
                "SELECT t1 FROM t1 x WHERE EXISTS (SELECT 1 FROM t2 y WHERE y.t1 = x.c0 AND y.c0 = x.t1 AND x.t2 > 0)",
                "SELECT t1 FROM t1 x JOIN t2 z USING (t1) WHERE NOT EXISTS (SELECT 1 FROM t2 y JOIN c0 w ON w.u = y.u WHERE y.t1 = z.c0 AND w.c0 = x.c1 AND x.c0 < 3)",
                "SELECT t1, (SELECT MAX(y.c0) FROM t2 y WHERE y.t1 = x.c0) AS m FROM t1 x WHERE k0 IN (SELECT t1 FROM t2 WHERE c0 = x.c0)",
                "SELECT t1 FROM t1 WHERE c0 = 1 UNION ALL SELECT c0 FROM t2 WHERE t1 = 1 EXCEPT SELECT t3 FROM c0 WHERE t3 = 2",
                "SELECT t1, ROW_NUMBER() OVER (PARTITION BY c0 ORDER BY t1, t2, t3, c1, u, k0) AS n FROM t1 WHERE t2 > 1",
                "SELECT n FROM (SELECT t1, ROW_NUMBER() OVER (PARTITION BY c0 ORDER BY t1, t2, t3, c1, u, k0) AS n FROM t1) x WHERE t1 > 1",
                "SELECT c0, t1 FROM (SELECT t1 AS c0, c0 AS t1, u FROM t1 ORDER BY t1, t2, t3, c0, c1, u, k0 LIMIT 11) x WHERE u > 0",
                "SELECT x.c1 FROM plain x WHERE EXISTS (SELECT 1 FROM t1 y JOIN t2 z ON y.u = z.u WHERE y.t1 = x.u AND z.t2 = x.k0)",
                "SELECT x.t1 FROM t1 x WHERE NOT EXISTS (SELECT 1 FROM plain y JOIN plain z ON y.u = z.u WHERE y.c1 = x.t2 AND z.c0 = x.t1 AND x.c0 < 4)",
                "SELECT a.t1, b.m FROM t1 a JOIN LATERAL (SELECT MAX(c0) AS m FROM t2 WHERE t2.t1 = a.c0) b ON TRUE WHERE a.u > 1",
            })
    void meanWhatTheySay(String sql) throws SQLException {
        AnalyzedQuery query = new SqlToRelation(catalog()).analyze(sql);
        for (RelationToSql printer : List.of(
                RelationToSql.overPeople(DuckDbDialect.DIALECT), RelationToSql.overReleased(DuckDbDialect.DIALECT))) {
            assertThat(rows(SqlLayout.of(printer.sql(query.relation())))).isEqualTo(rows(sql));
        }
    }

    @Test
    void aProjectionOfAFilterOfAJoinIsOneSelect() {
        assertThat(
                        printed(
                                "SELECT a.u FROM plain a JOIN plain b ON a.u = b.u LEFT JOIN plain d ON d.u = b.u WHERE a.k0 > 1 AND b.c1 = 2"))
                .isEqualTo(
                        "SELECT t1.\"u\" AS c0 FROM \"plain\" AS t1 INNER JOIN \"plain\" AS t2 ON (t1.\"u\" = t2.\"u\")"
                                + " LEFT JOIN \"plain\" AS t3 ON (t3.\"u\" = t2.\"u\")"
                                + " WHERE (t1.\"k0\" > 1) AND (t2.\"c1\" = 2)");
    }

    /** An expression that is read twice is written once: each level would double the text otherwise. */
    @Test
    void expressionsAreNotWrittenInThePlaceOfColumns() {
        StringBuilder sql = new StringBuilder("SELECT u + u AS u FROM t1");
        for (int level = 0; level < 8; level++) {
            sql = new StringBuilder("SELECT u + u AS u FROM (" + sql + ") x WHERE u > 0");
        }
        assertThat(printed(sql.toString())).hasSizeLessThan(1_500);
    }

    /** Those of one table are not called like aliases. */
    private static List<String> columns(String table) {
        return table.equals("plain") ? COLUMNS.subList(3, COLUMNS.size()) : COLUMNS;
    }

    private static String printed(String sql) {
        return RelationToSql.overPeople(DuckDbDialect.DIALECT)
                .sql(new SqlToRelation(catalog()).analyze(sql).relation());
    }

    private static Catalog catalog() {
        return new Catalog(Stream.of("t1", "t2", "c0", "plain")
                .map(table -> new Table(
                        table,
                        columns(table).stream()
                                .map(name -> Column.nullable(name, ColumnType.INTEGER))
                                .toList(),
                        new Protection.Public()))
                .toList());
    }

    private static List<String> rows(String sql) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            while (result.next()) {
                StringBuilder row = new StringBuilder();
                for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                    row.append(result.getString(i)).append('|');
                }
                rows.add(row.toString());
            }
        }
        rows.sort(null);
        assertThat(rows)
                .as("so that nothing is not compared with nothing: " + sql)
                .isNotEmpty();
        return rows;
    }
}
