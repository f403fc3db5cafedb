package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.backend.TestServer;
import io.tacit.engine.backend.duckdb.DuckDbEngine;
import io.tacit.engine.backend.postgres.PostgresEngine;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.dialect.postgres.PostgresDialect;
import io.tacit.engine.source.DeclareSource;
import io.tacit.engine.walk.Walk;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What PostgreSQL computes is a function of the rows alone: {@link FormsOfSql} over those {@link ExtremePeople} whose types a
 * server has, in tables that were never analyzed, that were, and that were before the person was deleted, so that the server
 * still knows the person's values. All answer the same; the rows of others are the same without the person; nothing fails.
 */
@NullUnmarked
@Tag("walk")
@Tag("process")
class RowsAloneOnServerTest {
    private static final Map<String, String> TYPES = Map.ofEntries(
            Map.entry("BOOLEAN", "boolean"),
            Map.entry("SMALLINT", "smallint"),
            Map.entry("INTEGER", "integer"),
            Map.entry("BIGINT", "bigint"),
            Map.entry("DECIMAL(4,1)", "numeric(4,1)"),
            Map.entry("DECIMAL(12,2)", "numeric(12,2)"),
            Map.entry("DECIMAL(18,4)", "numeric(18,4)"),
            Map.entry("DECIMAL(38,4)", "numeric(38,4)"),
            Map.entry("FLOAT", "real"),
            Map.entry("DOUBLE", "double precision"),
            Map.entry("VARCHAR", "text"),
            Map.entry("DATE", "date"),
            Map.entry("TIMESTAMP", "timestamp"),
            Map.entry("TIME", "time"));

    private static final List<ExtremePeople> PEOPLE = ExtremePeople.all().stream()
            .filter(people -> TYPES.containsKey(people.type()))
            .toList();

    private static final PostgresEngine ENGINE =
            new PostgresEngine(new DuckDbEngine(HostilePeople.SETTINGS), 600, message -> {});

    private static RowsAlone places;

    @BeforeAll
    static void open() {
        List<SourceTable> never = tables(true, List.of());
        List<SourceTable> neverWithout = tables(false, List.of());
        places = new RowsAlone(never, ENGINE.open(never), ENGINE.open(neverWithout), PostgresDialect.DIALECT, ENGINE);
        places.in("analyzed", true, tables(true, List.of("ANALYZE")));
        places.in("analyzed", false, tables(false, List.of("ANALYZE")));
        List<String> deleted = new ArrayList<>(List.of("ANALYZE"));
        PEOPLE.forEach(
                people -> deleted.add("DELETE FROM " + people.name() + " WHERE g = '" + ExtremePeople.ALONE + "'"));
        places.in("deleted after ANALYZE", false, tables(true, deleted));
    }

    @AfterAll
    static void close() {
        places.close();
    }

    /** A database of its own. */
    private static List<SourceTable> tables(boolean person, List<String> afterwards) {
        String url = TestServer.database();
        List<String> statements = new ArrayList<>();
        PEOPLE.forEach(people -> statements.addAll(create(people, person)));
        statements.addAll(afterwards);
        TestServer.run(url, statements);
        return PEOPLE.stream()
                .map(people -> DeclareSource.onServer(
                                people.name(), url, people.name(), new Protection.UnitColumn("uid"), Map.of(), ENGINE)
                        .table())
                .toList();
    }

    private static List<String> create(ExtremePeople people, boolean person) {
        String type = TYPES.get(people.type());
        List<String> rows = new ArrayList<>();
        for (int one = 0; one < 60; one++) {
            for (int row = 0; row < 3; row++) {
                int ordinary = (one + row) % people.ordinary().size();
                List<String> values = people.contents().stream()
                        .map(content -> switch (content.others()) {
                            case DIFFERENT -> people.ordinary().get(ordinary);
                            case EQUAL -> people.ordinary().get(0);
                            case NULL -> "NULL";
                        })
                        .toList();
                rows.add(row(1 + one, String.valueOf((char) ('a' + (one + row) % 3)), row, values, type));
            }
        }
        for (int row = 0; person && row < 3; row++) {
            List<String> values = people.contents().stream()
                    .map(ExtremePeople.Content::extreme)
                    .toList();
            rows.add(row(Long.MAX_VALUE, ExtremePeople.ALONE, row, values, type));
        }
        return List.of(
                "CREATE TABLE " + people.name() + " (uid bigint, g text, i integer, "
                        + String.join(
                                ", ",
                                people.columns().stream()
                                        .map(column -> column + " " + type)
                                        .toList()) + ") WITH (autovacuum_enabled = false)",
                "INSERT INTO " + people.name() + " VALUES " + String.join(", ", rows));
    }

    private static String row(long uid, String group, int row, List<String> values, String type) {
        return "(" + uid + ", '" + group + "', " + row + ", "
                + String.join(
                        ", ",
                        values.stream()
                                .map(value -> "CAST(" + value + " AS " + type + ")")
                                .toList()) + ")";
    }

    @Test
    void whatAServerKnowsOfColumnsDecidesNothing() {
        List<String> forms = FormsOfSql.alone();
        List<String> queries = new ArrayList<>();
        for (ExtremePeople people : PEOPLE) {
            for (int i = 0; i < forms.size(); i++) {
                List<String> columns = people.columns();
                queries.add(forms.get(i).replace("{t}", people.name()).replace("{c}", columns.get(i % columns.size())));
            }
        }
        for (String sql : Walk.share("rows alone on a server", 40, queries)) {
            if (places.accepted(sql).isPresent()) {
                places.compare(sql);
            }
        }
        assertThat(places.compared()).isPositive();
        assertThat(String.join("\n\n", places.wrong())).isEmpty();
    }
}
