package io.tacit.engine.backend.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tacit.engine.backend.Backend;
import io.tacit.engine.backend.duckdb.DuckDbEngine;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.Protection;
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
}
