package io.tacit.engine.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Domain;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.dialect.RelationToSql;
import io.tacit.engine.dialect.duckdb.DuckDbDialect;
import io.tacit.engine.refusal.Refusal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What an analyst may know of tables and columns, in information_schema and in refusals: all that is declared of them, and nothing hidden. */
class DeclaredForAnalystsTest {
    private static final Catalog CATALOG = new Catalog(List.of(
            new Table(
                            "people",
                            List.of(
                                    new Column("id", ColumnType.BIGINT, false),
                                    Column.nullable("secret", ColumnType.VARCHAR)
                                            .hiddenFromAnalysts(),
                                    Column.nullable("shelf", ColumnType.VARCHAR)
                                            .among(new Domain(List.of("a", "it's"))),
                                    Column.nullable("paid", ColumnType.decimal(12, 2))),
                            new Protection.UnitColumn("id"))
                    .unique(List.of(List.of("id"))),
            new Table(
                    "it's public",
                    List.of(
                            Column.nullable("order", ColumnType.DATE).hiddenFromAnalysts(),
                            Column.nullable("blank name", ColumnType.DOUBLE).hiddenFromAnalysts(),
                            Column.nullable("label", ColumnType.TIMESTAMP)),
                    new Protection.Public())));

    private static final List<String> COLUMNS = List.of(
            "main, people, id, 1, NO, BIGINT, NULL, NULL, the person; unique",
            "main, people, shelf, 2, YES, VARCHAR, NULL, a, it's, ",
            "main, people, paid, 3, YES, DECIMAL(12,2), NULL, NULL, ",
            "main, it's public, label, 1, YES, TIMESTAMP, NULL, NULL, ");

    private static List<String> rows(Catalog catalog, String query) throws SQLException {
        String sql = RelationToSql.overReleased(DuckDbDialect.DIALECT)
                .sql(new SqlToRelation(catalog).analyze(query).relation());
        List<String> rows = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            while (result.next()) {
                List<String> row = new ArrayList<>();
                for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                    String value = result.getString(i);
                    row.add(value == null ? "NULL" : value);
                }
                rows.add(String.join(", ", row));
            }
        }
        return rows;
    }

    @Test
    void theSchemaHoldsWhatIsDeclared() throws SQLException {
        assertThat(rows(CATALOG, "SELECT * FROM information_schema.columns")).isEqualTo(COLUMNS);
        assertThat(rows(CATALOG, "SELECT * FROM information_schema.tables"))
                .containsExactly("main, people, BASE TABLE, id", "main, it's public, BASE TABLE, NULL");
        for (String each : List.of(
                "SELECT column_name FROM INFORMATION_SCHEMA.Columns WHERE ordinal_position = 2",
                "SELECT columns.column_name FROM information_schema.columns WHERE columns.data_type = 'VARCHAR'",
                "SELECT c.column_name FROM information_schema.columns AS c JOIN information_schema.tables AS t ON"
                        + " c.table_name = t.table_name AND t.people = 'id' WHERE c.ordinal_position + 1 = 3",
                "SELECT c.column_name FROM information_schema.tables JOIN information_schema.columns AS c USING"
                        + " (table_name) WHERE tables.people IS NOT NULL AND c.domain_values = 'a, it''s'",
                "WITH t AS (SELECT * FROM information_schema.columns) SELECT column_name FROM t WHERE is_nullable = 'YES'"
                        + " AND table_name = 'people' AND ordinal_position < 3")) {
            assertThat(rows(CATALOG, each)).as(each).containsExactly("shelf");
        }
        Catalog empty = new Catalog(List.of());
        for (String table : List.of("columns", "tables")) {
            assertThat(rows(empty, "SELECT COUNT(*) FROM information_schema." + table))
                    .containsExactly("0");
            assertThat(rows(empty, "SELECT * FROM information_schema." + table)).isEmpty();
        }
    }

    /** Neither a refusal nor its advice names a hidden column that the query did not write. */
    @Test
    void noRefusalNamesAHiddenColumn() {
        for (String query : List.of(
                "SELECT secre FROM people",
                "SELECT \"secre\" FROM people",
                "SELECT x FROM people",
                "SELECT people.x FROM people",
                "SELECT shelf FROM people WHERE secre = 1",
                "SELECT shelf FROM people GROUP BY sec",
                "SELECT shelf FROM peopl",
                "SELECT x FROM \"it's public\"",
                "SELECT ordr FROM \"it's public\"",
                "SELECT blank FROM \"it's public\"",
                "SELECT label FROM \"it's public\" ORDER",
                "SELECT label FROM \"it's public\" WHERE ORDER = 1",
                "SELECT ORDER FROM \"it's public\"",
                "SELECT BLANK NAME FROM \"it's public\" x y",
                "SELECT label label label FROM \"it's public\"",
                "SELECT label FROM \"it's public\" ORDER BY x",
                "SELECT * EXCLUDE (sec) FROM people",
                "SELECT paid FROM people AS p JOIN people AS q USING (sec)",
                "SELECT nofunction(paid) FROM people",
                "DROP TABLE people")) {
            Refusal refusal = catchThrowableOfType(Refusal.class, () -> new SqlToRelation(CATALOG).analyze(query));
            assertThat(refusal).as(query).isNotNull();
            assertThat(refusal.rule() + refusal.advice())
                    .as(query)
                    .doesNotContain("secret", "\"order\"", "order is also", "blank name");
        }
    }
}
