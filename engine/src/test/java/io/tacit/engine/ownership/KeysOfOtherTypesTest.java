package io.tacit.engine.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.dialect.RelationToSql;
import io.tacit.engine.dialect.duckdb.DuckDbDialect;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.sql.SqlToRelation;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/**
 * A key that refers to a person in another type: a DOUBLE is equal to several whole numbers beyond 2^53, and so leads to
 * several people. Whatever is joined on such keys, directly or through one table more, a person's rows meet that person's
 * rows alone; where the types are compared exactly the key is the person.
 */
@NullUnmarked
class KeysOfOtherTypesTest {
    private static final List<ColumnType> TYPES = List.of(
            ColumnType.BIGINT,
            ColumnType.decimal(20, 0),
            ColumnType.decimal(22, 2),
            ColumnType.decimal(38, 10),
            ColumnType.DOUBLE);

    private static final List<String> JOINS = List.of(
            "q AS a JOIN q AS b ON a.ref = b.ref",
            "q AS a LEFT JOIN q AS b ON a.ref = b.ref",
            "q AS a FULL JOIN q AS b ON a.ref = b.ref",
            "q AS a JOIN p AS b ON a.ref = b.uid",
            "p AS a JOIN q AS b ON a.uid = b.ref",
            "r AS a JOIN r AS b ON a.ref = b.ref",
            "r AS a JOIN q AS b ON a.ref = b.ref",
            "r AS a JOIN p AS b ON a.ref = b.uid");

    private static Catalog catalog(ColumnType person, ColumnType key) {
        return new Catalog(List.of(
                new Table("p", List.of(Column.nullable("uid", person)), new Protection.UnitColumn("uid")),
                new Table("q", List.of(Column.nullable("ref", key)), new Protection.ForeignKey("ref", "p", "uid")),
                new Table("r", List.of(Column.nullable("ref", key)), new Protection.ForeignKey("ref", "q", "ref"))));
    }

    @Test
    void aPersonsRowsMeetThatPersonsRowsAlone() throws SQLException {
        int accepted = 0;
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            for (ColumnType person : List.of(ColumnType.BIGINT, ColumnType.decimal(20, 0))) {
                for (ColumnType key : TYPES) {
                    statement.execute("CREATE OR REPLACE TABLE p AS SELECT CAST(u AS " + person.sql()
                            + ") AS uid FROM (VALUES (9007199254740992), (9007199254740993)) AS v(u)");
                    for (String table : List.of("q", "r")) {
                        statement.execute("CREATE OR REPLACE TABLE " + table + " AS SELECT CAST(9007199254740992 AS "
                                + key.sql() + ") AS ref");
                    }
                    for (String join : JOINS) {
                        accepted += check(statement, catalog(person, key), "SELECT COUNT(*) FROM " + join) ? 1 : 0;
                    }
                }
            }
        }
        assertThat(accepted).isGreaterThan(2 * TYPES.size() * 5);
    }

    /** Whether a query is accepted; nobody's rows may meet another's: there is one row of each table for a person. */
    private static boolean check(Statement statement, Catalog catalog, String sql) throws SQLException {
        List<PrivateAggregation> releases;
        try {
            releases = AssignOwners.cut(new SqlToRelation(catalog).analyze(sql), catalog)
                    .releases();
        } catch (Refusal refused) {
            // DOUBLE and whole numbers are compared inexactly.
            return false;
        }
        String rows = RelationToSql.overPeople(DuckDbDialect.DIALECT)
                .sql(releases.get(0).input());
        String person = "c" + releases.get(0).unit();
        try (ResultSet most = statement.executeQuery("SELECT MAX(n) FROM (SELECT COUNT(*) AS n FROM (" + rows
                + ") AS x(" + names(releases.get(0).unit()) + ") GROUP BY " + person + ") AS y")) {
            most.next();
            assertThat(most.getLong(1)).as(sql + " over " + catalog.tables()).isOne();
        }
        return true;
    }

    private static String names(int last) {
        StringBuilder names = new StringBuilder("c0");
        for (int i = 1; i <= last; i++) {
            names.append(", c").append(i);
        }
        return names.toString();
    }
}
