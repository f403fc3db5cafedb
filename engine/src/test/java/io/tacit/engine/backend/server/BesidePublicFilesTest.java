package io.tacit.engine.backend.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tacit.engine.backend.Backend;
import io.tacit.engine.backend.DataEngine;
import io.tacit.engine.backend.ForwardingBackend;
import io.tacit.engine.backend.InventedTables;
import io.tacit.engine.backend.RowSink;
import io.tacit.engine.backend.duckdb.DuckDbEngine;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.ServerKind;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Public rows of files go to a server with each query that names them; DuckDB is the server here. */
@NullUnmarked
class BesidePublicFilesTest {
    private static final DuckDbEngine DUCKDB = new DuckDbEngine(new DuckDbSettings(256, 1, message -> {}));

    @TempDir
    Path folder;

    private SourceTable file(String name, int rows) throws IOException {
        Path file = folder.resolve("public.csv");
        List<String> lines = new ArrayList<>(List.of("id"));
        IntStream.range(0, rows).forEach(row -> lines.add("v" + row));
        Files.write(file, lines);
        return new SourceTable(
                new Table(name, List.of(new Column("id", ColumnType.VARCHAR, false)), new Protection.Public()),
                new Source.Csv(file, new CsvFormat(',', true)));
    }

    private static Backend open(SourceTable table) {
        return BesidePublicFiles.open(List.of(table), DUCKDB::open, DUCKDB);
    }

    private static List<String> rows(Backend backend, String sql) {
        List<String> rows = new ArrayList<>();
        backend.run(sql, 1, 0, (keys, integers) -> rows.add(keys[0]));
        return rows;
    }

    /** A query after a refused one must not read a table that was left empty. */
    @Test
    void aTableThatIsTooLargeIsRefusedEachTime() throws IOException {
        try (Backend backend = open(file("big", 100_001))) {
            for (int i = 0; i < 2; i++) {
                Refusal refused =
                        catchThrowableOfType(Refusal.class, () -> rows(backend, "SELECT max(id) FROM \"big\""));
                assertThat(refused).isNotNull();
                assertThat(refused.code()).isEqualTo(ErrorCode.TOO_COMPLEX);
            }
        }
    }

    @Test
    void aNameWithAQuoteIsFound() throws IOException {
        try (Backend backend = open(file("a\"b", 2))) {
            assertThat(rows(backend, "SELECT id FROM \"a\"\"b\" ORDER BY 1")).containsExactly("v0", "v1");
        }
    }

    /** A server that notes what it is asked. */
    private static final class Noting extends ForwardingBackend {
        private final List<String> asked = new ArrayList<>();

        Noting(Backend engine) {
            super(engine);
        }

        @Override
        public void takeSnapshot() {
            asked.add("snapshot");
        }

        @Override
        public void check(String sql, int keyCount, int integerCount) {
            asked.add("check " + sql + " " + keyCount + " " + integerCount);
        }

        @Override
        public void run(String sql, int keyCount, int integerCount, RowSink sink) {
            asked.add("run " + sql + " " + keyCount + " " + integerCount);
        }

        @Override
        public void createWorkTable(String name, List<Column> columns) {
            asked.add("create " + name + " " + columns.size());
        }

        @Override
        public void fillWorkTable(String name, List<Object[]> rows) {
            asked.add("fill " + name + " " + rows.size());
        }

        @Override
        public void dropWorkTable(String name) {
            asked.add("drop " + name);
        }

        @Override
        public void cancel() {
            asked.add("cancel");
        }

        @Override
        public void close() {
            asked.add("close");
            super.close();
        }
    }

    /** All that is asked goes on; rows of a file go before the first query that names it, and only once. */
    @Test
    void theServerIsAskedAllThatIsAsked() throws IOException {
        SourceTable file = file("kinds", 3);
        Noting server = new Noting(DUCKDB.open(List.of()));
        try (Backend backend = BesidePublicFiles.open(List.of(file), tables -> server, DUCKDB)) {
            assertThat(backend.dialect()).isSameAs(server.dialect());
            backend.takeSnapshot();
            backend.createWorkTable("work", file.table().columns());
            backend.fillWorkTable("work", List.of(new Object[] {"a"}, new Object[] {"b"}));
            backend.check("SELECT 1", 2, 1);
            backend.check("SELECT id FROM \"kinds\"", 1, 0);
            backend.run("SELECT id FROM \"kinds\"", 1, 0, (keys, integers) -> {});
            backend.run("SELECT 2", 0, 3, (keys, integers) -> {});
            backend.dropWorkTable("work");
            backend.cancel();
        }
        assertThat(server.asked)
                .containsExactly(
                        "snapshot",
                        "create work 1",
                        "fill work 2",
                        "check SELECT 1 2 1",
                        "create kinds 1",
                        "fill kinds 3",
                        "check SELECT id FROM \"kinds\" 1 0",
                        "run SELECT id FROM \"kinds\" 1 0",
                        "run SELECT 2 0 3",
                        "drop work",
                        "cancel",
                        "close");
    }

    /** A key is counted where its table is, and no engine is asked about tables of the other. */
    @Test
    void repeatedValuesAreCountedWhereTheyAre() throws IOException {
        Files.writeString(folder.resolve("twice.csv"), "id\na\nb\na\nb\nc\n");
        SourceTable file = new SourceTable(
                new Table("twice", file("t", 1).table().columns(), new Protection.Public()),
                new Source.Csv(folder.resolve("twice.csv"), new CsvFormat(',', true)));
        SourceTable stored = new SourceTable(
                new Table("stored", file.table().columns(), new Protection.UnitColumn("id")),
                new Source.Server("jdbc:postgresql://host/base", "stored"));
        DataEngine.Key ofFile = new DataEngine.Key("twice", List.of("id"));
        DataEngine.Key ofServer = new DataEngine.Key("stored", List.of("id"));
        BesidePublicFiles.Repeats server = (tables, keys) -> {
            assertThat(tables).containsExactly(stored);
            return keys.stream().collect(Collectors.toMap(key -> key, key -> 7L));
        };
        List<SourceTable> tables = List.of(file, stored);
        assertThat(BesidePublicFiles.repeats(tables, List.of(ofFile, ofServer), server, DUCKDB))
                .isEqualTo(Map.of(ofFile, 2L, ofServer, 7L));
        assertThat(BesidePublicFiles.repeats(tables, List.of(ofServer), server, DUCKDB))
                .isEqualTo(Map.of(ofServer, 7L));
        assertThat(BesidePublicFiles.repeats(tables, List.of(ofFile), server, DUCKDB))
                .isEqualTo(Map.of(ofFile, 2L));
    }

    /** People's rows in a file, and tables of two servers, are never read together. */
    @Test
    void tablesThatDoNotLieTogetherAreRefused() throws IOException {
        ServerSources sources = new ServerSources(ServerKind.POSTGRESQL, "PostgreSQL", "database", "load the file");
        List<Column> columns = List.of(Column.nullable("id", ColumnType.VARCHAR));
        Table people = new Table("people", columns, new Protection.UnitColumn("id"));
        SourceTable here = new SourceTable(people, new Source.Server("jdbc:postgresql://host/base", "people"));
        SourceTable there = new SourceTable(
                new Table("others", columns, new Protection.UnitColumn("id")),
                new Source.Server("jdbc:postgresql://host/other", "people"));
        SourceTable cluster = new SourceTable(people, new Source.Server("sc://host", "people"));
        SourceTable file = new SourceTable(people, file("t", 1).source());
        assertThat(sources.url(List.of(here, here))).isEqualTo("jdbc:postgresql://host/base");
        assertThat(sources.any(List.of(file, here))).isTrue();
        assertThat(sources.any(List.of(file, cluster))).isFalse();
        for (List<SourceTable> tables : List.of(List.of(here, there), List.of(here, file), List.of(file))) {
            Refusal refused = catchThrowableOfType(Refusal.class, () -> sources.url(tables));
            assertThat(refused.code()).isEqualTo(ErrorCode.SOURCE_SCHEMA);
            assertThat(refused.getMessage())
                    .contains(tables.contains(file) ? "people lies in a file" : "several databases");
        }
    }

    /** An engine of files says so of servers, whatever it is asked of them; it makes nothing up. */
    @Test
    void anEngineOfFilesHasNoServer() {
        String url = "jdbc:postgresql://host/base";
        Table table = new Table(
                "people", List.of(Column.nullable("id", ColumnType.VARCHAR)), new Protection.UnitColumn("id"));
        SourceTable stored = new SourceTable(table, new Source.Server(url, "people"));
        assertThat(DUCKDB.holding(List.of(stored))).isSameAs(DUCKDB);
        for (Runnable asked : List.<Runnable>of(
                () -> DUCKDB.open(List.of(stored)),
                () -> DUCKDB.repeats(List.of(stored), List.of()),
                () -> DUCKDB.looks(stored, Optional.empty()),
                () -> DUCKDB.server(url, name -> true),
                () -> DUCKDB.serverFiles(url, "/people/*.parquet"),
                () -> DUCKDB.invented(url, InventedTables.Texts.USUAL))) {
            Refusal refused = catchThrowableOfType(Refusal.class, asked::run);
            assertThat(refused.code()).isEqualTo(ErrorCode.SOURCE_UNREADABLE);
            assertThat(refused.getMessage()).containsAnyOf("reads files", "has tables", "has no server");
        }
    }
}
