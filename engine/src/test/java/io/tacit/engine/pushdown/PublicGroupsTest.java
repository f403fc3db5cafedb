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
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each group of a public table has one row, however many rows the table has of it, and whether anybody is in it or not. */
@NullUnmarked
class PublicGroupsTest {
    private static SourceTable source(String name, Protection protection) {
        return new SourceTable(
                new Table(
                        name,
                        List.of(
                                Column.nullable("uid", ColumnType.BIGINT),
                                Column.nullable("place", ColumnType.INTEGER),
                                Column.nullable("kind", ColumnType.VARCHAR)),
                        protection),
                new Source.Csv(Path.of("no.csv").toAbsolutePath(), new CsvFormat(',', true)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        p.place         | 1: 2, 2: 1, 3: 0, null: 0
        p.kind          | a: 2, b: 1, null: 1
        p.place, p.kind | 1 a: 2, 2 b: 1, 2 null: 1, 3 a: 0, 3 b: 0, null a: 0
        """)
    void eachIsThereOnce(String keys, String expected) throws SQLException {
        List<String> groups = new ArrayList<>();
        try (AuditedRun run = AuditedRun.open(
                        List.of(
                                source("places", new Protection.Public()),
                                source("visits", new Protection.UnitColumn("uid"))),
                        new Defaults(BigDecimal.ONE, new BigDecimal("1e-6"), 9, 0.95),
                        new DuckDbSettings(512, 1, message -> {}));
                Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            AuditedRun.Query query = run.prepare("SELECT " + keys + ", COUNT(DISTINCT v.uid) AS n FROM places AS p LEFT"
                    + " JOIN visits AS v ON v.place = p.place GROUP BY " + keys);
            statement.execute("CREATE TABLE places(uid BIGINT, place INTEGER, kind VARCHAR)");
            statement.execute(
                    "INSERT INTO places VALUES (1, 1, 'a'), (2, 1, 'a'), (1, 2, 'b'), (1, 2, NULL), (1, 3, 'a'),"
                            + " (1, 3, 'b'), (1, NULL, 'a'), (2, NULL, 'a'), (1, 3, 'b')");
            statement.execute(
                    "CREATE TABLE visits AS SELECT * FROM (VALUES (CAST(7 AS BIGINT), 1, 'x'), (8, 1, 'x'), (8,"
                            + " 1, 'y'), (9, 2, 'x'), (NULL, 3, 'x'), (9, 4, 'x')) AS v(uid, place, kind)");
            int count = query.releases().get(0).plan().keys().size();
            assertThat(query.releases().get(0).plan().selectsGroups()).isFalse();
            try (ResultSet rows = statement.executeQuery(query.partial().get(0).states(ResolvedLimits.NONE))) {
                while (rows.next()) {
                    List<String> key = new ArrayList<>();
                    for (int i = 1; i <= count; i++) {
                        key.add(rows.getString(i));
                    }
                    groups.add(
                            String.join(" ", key.stream().map(String::valueOf).toList()) + ": "
                                    + rows.getString(count + 1));
                }
            }
        }
        assertThat(groups).containsExactlyInAnyOrder(expected.split(", "));
    }
}
