package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Without a policy a kept answer goes out again only where all rows certainly are what they were. */
@NullUnmarked
class FileStateTest {
    @TempDir
    private Path folder;

    private Path file(String name) throws IOException {
        return Files.writeString(folder.resolve(name), "u\n1\n");
    }

    private static SourceTable table(String name, Source source) {
        return new SourceTable(
                new Table(name, List.of(Column.nullable("u", ColumnType.BIGINT)), new Protection.UnitColumn("u")),
                source);
    }

    private static List<String> states(List<SourceTable> tables, Instant now) {
        return FileState.of(tables, now).stream().toList();
    }

    /** Of every kind of source, alone and beside a file that is as it was. */
    @Test
    void onlyFilesAreCertain() throws IOException {
        Instant later = Instant.now().plus(Duration.ofHours(1));
        SourceTable csv = table("csv", new Source.Csv(file("a.csv"), new CsvFormat(',', true)));
        List<SourceTable> files = List.of(
                csv,
                table("parquet", new Source.Parquet(file("a.parquet"))),
                table("json", new Source.Json(file("a.jsonl"))),
                table("duckdb", new Source.DuckDb(file("a.duckdb"), "t")));
        for (SourceTable each : files) {
            assertThat(states(List.of(each), later)).as(each.table().name()).hasSize(1);
        }
        SourceTable server = table("server", new Source.Server("jdbc:postgresql:shop", "t"));
        assertThat(states(List.of(server), later)).isEmpty();
        assertThat(states(List.of(csv, server), later)).isEmpty();
        assertThat(states(List.of(server, csv), later)).isEmpty();
    }

    @Test
    void aFileThatChangesHasAnotherState() throws IOException {
        Instant later = Instant.now().plus(Duration.ofHours(1));
        List<SourceTable> tables = List.of(table("t", new Source.Csv(file("a.csv"), new CsvFormat(',', true))));
        List<String> before = states(tables, later);
        assertThat(states(tables, later)).isEqualTo(before);
        Files.writeString(folder.resolve("a.csv"), "u\n1\n2\n");
        assertThat(states(tables, later)).hasSize(1).isNotEqualTo(before);
        // Written just now: it may be written again within the same step of the clock.
        assertThat(states(
                        tables,
                        Files.getLastModifiedTime(folder.resolve("a.csv")).toInstant()))
                .isEmpty();
        Files.delete(folder.resolve("a.csv"));
        assertThat(states(tables, later)).isEmpty();
    }

    /** Rows that were written to a database lie beside it until they are moved into it. */
    @Test
    void whatLiesBesideADatabaseIsAPartOfIt() throws IOException {
        Instant later = Instant.now().plus(Duration.ofHours(1));
        List<SourceTable> tables = List.of(table("t", new Source.DuckDb(file("a.duckdb"), "t")));
        List<String> before = states(tables, later);
        file("a.duckdb.wal");
        List<String> beside = states(tables, later);
        assertThat(beside).hasSize(1).isNotEqualTo(before);
        Files.writeString(folder.resolve("a.duckdb.wal"), "more");
        assertThat(states(tables, later)).hasSize(1).isNotEqualTo(beside);
    }
}
