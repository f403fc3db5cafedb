package io.tacit.engine.backend.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.backend.DataEngine;
import io.tacit.engine.backend.DatabaseSchema;
import io.tacit.engine.backend.TestServer;
import io.tacit.engine.backend.duckdb.DuckDbEngine;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Column;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Columns of a newer PostgreSQL that are generated when they are read do not exist here; those that are stored do. */
@Tag("process")
class GeneratedWhenReadTest {
    @Test
    void virtualColumnsAreLeftOut() {
        String url = TestServer.newerDatabase();
        TestServer.run(
                url,
                List.of(
                        "CREATE TABLE t (id integer, x integer, y integer GENERATED ALWAYS AS (10 / x) VIRTUAL, z integer"
                                + " GENERATED ALWAYS AS (id + 1) STORED)"));
        DatabaseSchema.Relation table = new PostgresEngine(
                        new DuckDbEngine(new DuckDbSettings(64, 1, message -> {})), 60, message -> {})
                .server(url, name -> true)
                .table("t")
                .orElseThrow();
        assertThat(table.columns()).extracting(Column::name).containsExactly("id", "x", "z");
        assertThat(table.declared().unread())
                .extracting(DataEngine.Unread::name)
                .containsExactly("y");
    }
}
