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
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
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
        for (String name : List.of("a.duckdb", "Shop.DuckDB", "SHOP", "ä b.v1.db")) {
            List<SourceTable> tables = List.of(table("t", new Source.DuckDb(file(name), "t")));
            List<String> before = states(tables, later);
            file(name + ".wal");
            List<String> beside = states(tables, later);
            assertThat(beside).as(name).hasSize(1).isNotEqualTo(before);
            Files.writeString(folder.resolve(name + ".wal"), "more");
            assertThat(states(tables, later)).as(name).hasSize(1).isNotEqualTo(beside);
        }
    }

    /** A source of each kind whose rows lie in one file. */
    private static List<SourceTable> kinds(Path file) {
        return List.of(
                table("csv", new Source.Csv(file, new CsvFormat(',', true))),
                table("parquet", new Source.Parquet(file)),
                table("json", new Source.Json(file)),
                table("duckdb", new Source.DuckDb(file, "t")));
    }

    private static Path written(Path file, String text, Instant at) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        return Files.setLastModifiedTime(file, FileTime.from(at));
    }

    /** Its place, its length, when it was written, and which file it is: each alone makes another state. */
    @Test
    void eachThingThatAFolderShowsOfAFileIsAPart() throws IOException {
        Instant at = Instant.parse("2026-11-21T12:00:00.123456Z");
        Instant later = at.plus(Duration.ofDays(1));
        Path file = folder.resolve("one/rows");
        Path linked = folder.resolve("two/rows");
        Files.createDirectories(linked.getParent());
        for (SourceTable each : kinds(file)) {
            Files.deleteIfExists(file);
            Files.deleteIfExists(linked);
            written(file, "rows", at);
            List<SourceTable> tables = List.of(each);
            String kind = each.table().name();
            List<String> before = states(tables, later);
            assertThat(before).as(kind).hasSize(1);

            Files.createLink(linked, file);
            SourceTable elsewhere = kinds(linked).get(kinds(file).indexOf(each));
            assertThat(states(List.of(elsewhere), later)).as(kind).hasSize(1).isNotEqualTo(before);

            written(file, "rows", at.plusNanos(1_000));
            assertThat(states(tables, later)).as(kind).hasSize(1).isNotEqualTo(before);
            written(file, "rows and more", at);
            assertThat(states(tables, later)).as(kind).hasSize(1).isNotEqualTo(before);
            written(file, "rows", at);
            assertThat(states(tables, later)).as(kind).isEqualTo(before);

            // Another file of the same name, length and time; not every file system tells.
            boolean tells =
                    Files.readAttributes(file, BasicFileAttributes.class).fileKey() != null;
            Path other = written(folder.resolve("three/rows"), "sowr", at);
            Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
            assertThat(states(tables, later).equals(before)).as(kind).isEqualTo(!tells);
        }
    }

    /** A file may be written again within the step of the clock by which its time is told. */
    @Test
    void onlyWhatWasWrittenLongAgoIsCertain() throws IOException {
        Instant fine = Instant.parse("2026-11-21T12:00:00.123456Z");
        Instant coarse = Instant.parse("2026-11-21T12:00:00Z");
        for (Instant at : List.of(fine, coarse, coarse.plusMillis(123))) {
            Path file = written(folder.resolve("rows"), "rows", at);
            Duration step = at.equals(fine) ? Duration.ofMillis(50) : Duration.ofSeconds(3);
            for (SourceTable each : kinds(file)) {
                for (Instant early :
                        List.of(at.minusSeconds(9), at, at.plus(step).minusNanos(1), at.plus(step))) {
                    assertThat(states(List.of(each), early))
                            .as(at + " at " + early)
                            .isEmpty();
                }
                assertThat(states(List.of(each), at.plus(step).plusNanos(1)))
                        .as(at.toString())
                        .hasSize(1);
            }
        }
    }

    /** Each table's file counts, private or public, the first and the last, and each file of a folder or a pattern. */
    @Test
    void eachFileOfAllTablesIsAPart() throws IOException {
        Instant at = Instant.parse("2026-11-21T12:00:00.123456Z");
        Instant later = at.plus(Duration.ofDays(1));
        List<Path> files = new ArrayList<>();
        for (String name :
                List.of("a.csv", "b.csv", "parts/1.parquet", "parts/2.parquet", "p1.parquet", "p2.parquet")) {
            files.add(written(folder.resolve(name), "rows", at));
        }
        List<SourceTable> tables = List.of(
                table("a", new Source.Csv(files.get(0), new CsvFormat(',', true))),
                new SourceTable(
                        new Table("b", List.of(Column.nullable("u", ColumnType.BIGINT)), new Protection.Public()),
                        new Source.Csv(files.get(1), new CsvFormat(',', true))),
                table("parts", new Source.Parquet(folder.resolve("parts"))),
                table("pattern", new Source.Parquet(folder.resolve("p*.parquet"))));
        List<String> before = states(tables, later);
        assertThat(before).hasSize(1);
        for (Path file : files) {
            written(file, "other rows", at);
            assertThat(states(tables, later)).as(file.toString()).hasSize(1).isNotEqualTo(before);
            // Written just now: then nothing is certain, whatever the others are.
            written(file, "rows", later);
            assertThat(states(tables, later)).as(file.toString()).isEmpty();
            written(file, "rows", at);
            assertThat(states(tables, later)).as(file.toString()).isEqualTo(before);
        }
        for (String added : List.of("parts/3.parquet", "parts/deeper/4.parquet", "p3.parquet")) {
            Path file = written(folder.resolve(added), "rows", at);
            assertThat(states(tables, later)).as(added).hasSize(1).isNotEqualTo(before);
            Files.delete(file);
            assertThat(states(tables, later)).as(added).isEqualTo(before);
        }
    }

    /** What an engine reads once for a whole session is watched from its beginning: databases, and lists of files. */
    @Test
    void whatIsHeldOpenIsWatched() throws IOException {
        Instant at = Instant.parse("2026-11-21T12:00:00.123456Z");
        Path single = written(folder.resolve("rows"), "rows", at);
        Path part = written(folder.resolve("parts/1.parquet"), "rows", at);
        Path other = written(folder.resolve("p1.parquet"), "rows", at);
        List<SourceTable> held = List.of(
                table("duckdb", new Source.DuckDb(single, "t")),
                table("parts", new Source.Parquet(folder.resolve("parts"))),
                table("pattern", new Source.Parquet(folder.resolve("p*.parquet"))));
        List<Path> changed = List.of(single, part, other);
        for (SourceTable each : kinds(single).subList(0, 3)) {
            assertThat(FileState.ofHeldOpen(List.of(each))).isEmpty();
        }
        assertThat(FileState.ofHeldOpen(List.of(table("server", new Source.Server("jdbc:postgresql:shop", "t")))))
                .isEmpty();
        for (int i = 0; i < held.size(); i++) {
            List<SourceTable> both = List.of(kinds(single).get(0), held.get(i));
            String before = FileState.ofHeldOpen(both);
            assertThat(before).isNotEmpty();
            written(changed.get(i), "more rows", at);
            assertThat(FileState.ofHeldOpen(both)).isNotEqualTo(before);
            written(changed.get(i), "rows", at);
            assertThat(FileState.ofHeldOpen(both)).isEqualTo(before);
        }
    }
}
