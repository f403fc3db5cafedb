package io.tacit.engine.backend.duckdb;

import static io.tacit.engine.backend.duckdb.BackendFixture.column;
import static io.tacit.engine.backend.duckdb.BackendFixture.settings;
import static io.tacit.engine.backend.duckdb.BackendFixture.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.dialect.duckdb.SqlText;
import io.tacit.engine.refusal.Refusal;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing but the declared tables can be reached, and no setting can be changed. */
class ShutDoorsTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * FROM read_csv('FOLDER/other.csv')",
                "SELECT * FROM read_text('FOLDER/other.csv')",
                "SELECT * FROM read_blob('FOLDER/*')",
                "SELECT * FROM glob('FOLDER/*')",
                "SELECT * FROM 'FOLDER/other.csv'",
                "SELECT * FROM read_parquet('FOLDER/other.parquet')",
                "SELECT * FROM read_parquet('FOLDER/../' || 'x.parquet')",
                "COPY (SELECT 1) TO 'FOLDER/written.csv'",
                "COPY (SELECT 1) TO 'FOLDER/known.parquet' (FORMAT parquet)",
                "ATTACH 'FOLDER/new.duckdb' AS x",
                "EXPORT DATABASE 'FOLDER/out'",
                "INSTALL httpfs",
                "LOAD httpfs",
                "SELECT getenv('HOME')",
                "SET enable_external_access = true",
                "SET lock_configuration = false",
                "SET allowed_paths = ['FOLDER/other.csv']",
                "SET temp_directory = 'FOLDER'",
                "SET memory_limit = '1TB'",
                "SET threads = 64",
                "SET enable_profiling = 'json'",
                "SET TimeZone = 'Asia/Tokyo'",
                "RESET memory_limit",
                "PRAGMA enable_profiling",
                "CALL enable_logging()"
            })
    void attack09EveryOtherDoorIsShut(String sql) throws IOException, SQLException {
        Path known = parquet("known.parquet");
        parquet("other.parquet");
        Files.writeString(folder.resolve("other.csv"), "a\n1\n");
        List<String> before = names();
        try (EmbeddedDuckDb database = EmbeddedDuckDb.open(
                List.of(table("t", new Source.Parquet(known), column("id", ColumnType.INTEGER))), settings(1))) {
            database.execute("SELECT * FROM t");
            String attack = sql.replace("FOLDER", folder.toString());
            assertThatThrownBy(() -> database.execute(attack)).isInstanceOf(Refusal.class);
            database.execute("SELECT * FROM t");
        }
        assertThat(names()).isEqualTo(before);
    }

    @Test
    void attachedFilesCannotBeWritten() throws SQLException {
        Path file = folder.resolve("people.duckdb");
        duckDb("ATTACH " + SqlText.text(file.toString()) + " AS f; CREATE TABLE f.t AS SELECT 7 AS id");
        try (EmbeddedDuckDb database = EmbeddedDuckDb.open(
                List.of(table("t", new Source.DuckDb(file, "t"), column("id", ColumnType.INTEGER))), settings(1))) {
            database.execute("SELECT id FROM t");
            assertThatThrownBy(() -> database.execute("INSERT INTO \"source 0\".main.t VALUES (8)"))
                    .isInstanceOf(Refusal.class);
        }
    }

    @Test
    void attack25SpillsIntoAPrivateFolderThatIsRemoved() throws IOException {
        List<String> folders = new ArrayList<>();
        EmbeddedDuckDb database = EmbeddedDuckDb.open(List.of(), settings(1));
        database.rows("SELECT current_setting('temp_directory')", row -> folders.add(row.getString(1)));
        database.rows(
                "SELECT current_setting('temp_file_encryption')",
                row -> assertThat(row.getBoolean(1)).isTrue());
        Path spill = Path.of(folders.get(0));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(spill)))
                .isEqualTo("rwx------");
        Files.createDirectory(spill.resolve("inner"));
        Files.writeString(spill.resolve("inner").resolve("left"), "over");
        database.close();
        assertThat(spill).doesNotExist();
    }

    @Test
    void attack25SpillsWhenMemoryIsShortButNotInPlainText() throws IOException {
        Path here = Path.of(".tmp");
        assertThat(here).doesNotExist();
        DuckDbSettings small = new DuckDbSettings(64, 2, message -> {});
        try (EmbeddedDuckDb database = EmbeddedDuckDb.open(List.of(), small)) {
            database.execute(SpillAndWait.MUCH);
            List<String> found = new ArrayList<>();
            database.rows("SELECT current_setting('temp_directory')", row -> found.add(row.getString(1)));
            database.rows(SpillAndWait.COUNT, row -> found.add(row.getString(1)));
            assertThat(found.get(1)).isEqualTo("1000000");
            try (var files = Files.list(Path.of(found.get(0)))) {
                List<Path> spilled =
                        files.filter(file -> !file.endsWith("owner")).toList();
                assertThat(spilled).isNotEmpty();
                for (Path file : spilled) {
                    assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
                            .doesNotContain(SpillAndWait.SECRET);
                }
            }
        }
        assertThat(here).doesNotExist();
    }

    /**
     * As docs/known-weaknesses.md says: the files stay until somebody's next start, in a folder that only the user can
     * enter, and not in plain text.
     */
    @Test
    @Tag("process")
    void attack43WhatIsLeftAfterAKillIsNotInPlainText() throws IOException, InterruptedException {
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Djava.io.tmpdir=" + folder,
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        SpillAndWait.class.getName())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        CompletableFuture.delayedExecutor(5, TimeUnit.MINUTES).execute(child::destroyForcibly);
        try (BufferedReader says = child.inputReader(StandardCharsets.UTF_8);
                PrivateFolder other = PrivateFolder.create(folder)) {
            assertThat(says.readLine()).isEqualTo("spilled");
            other.sweep();
            assertThat(spilled(child)).as("its process lives").isNotEmpty();
        } finally {
            child.destroyForcibly();
        }
        assertThat(child.waitFor(300, TimeUnit.SECONDS)).isTrue();
        int files = 0;
        try (var all = Files.walk(folder)) {
            for (Path left :
                    all.filter(path -> path.toString().contains("tacit-")).toList()) {
                if (Files.isDirectory(left)) {
                    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(left)))
                            .isEqualTo("rwx------");
                } else {
                    files++;
                    assertThat(Files.readString(left, StandardCharsets.ISO_8859_1))
                            .doesNotContain(SpillAndWait.SECRET);
                }
            }
        }
        assertThat(files).isGreaterThan(1);
        assertThat(Files.readString(Path.of("../docs/known-weaknesses.md")))
                .contains("After `kill -9` such files stay behind");
        try (PrivateFolder next = PrivateFolder.create(folder)) {
            next.sweep();
            assertThat(next.path()).exists();
        }
        assertThat(spilled(child)).as("its process is gone").isEmpty();
    }

    private List<Path> spilled(Process process) throws IOException {
        try (var all = Files.list(folder)) {
            return all.filter(path -> path.getFileName().toString().startsWith("tacit-spill-" + process.pid() + "-"))
                    .toList();
        }
    }

    /** Only folders whose process made them as one's own user and is gone; links lead nowhere. */
    @Test
    void attack43NothingElseIsSwept() throws IOException {
        Path kept = Files.createDirectory(folder.resolve("kept"));
        Files.writeString(kept.resolve("owner"), "");
        Files.writeString(kept.resolve("data"), "here");
        Path link = Files.createSymbolicLink(folder.resolve("tacit-spill-1-link"), kept);
        Path unlocked = Files.createDirectory(folder.resolve("tacit-spill-1-beginning"));
        Path linkedLock = Files.createDirectory(folder.resolve("tacit-spill-1-linked"));
        Files.createSymbolicLink(linkedLock.resolve("owner"), kept.resolve("owner"));
        Path otherName = Files.createDirectory(folder.resolve("tacit-spill-x"));
        Files.writeString(otherName.resolve("owner"), "");
        Path left = Files.createDirectory(folder.resolve("tacit-spill-1-left"));
        Files.writeString(left.resolve("owner"), "");
        Files.createSymbolicLink(left.resolve("out"), kept);
        try (PrivateFolder own = PrivateFolder.create(folder);
                PrivateFolder second = PrivateFolder.create(folder)) {
            own.sweep();
            assertThat(second.path().resolve("owner")).exists();
            assertThat(List.of(link, unlocked, linkedLock, otherName, own.path()))
                    .allMatch(Files::exists);
            assertThat(left).doesNotExist();
            assertThat(kept.resolve("data")).hasContent("here");
        }
        assertThat(kept.resolve("data")).hasContent("here");
    }

    private List<String> names() throws IOException {
        try (var files = Files.list(folder)) {
            return files.map(Path::toString).sorted().toList();
        }
    }

    private Path parquet(String name) throws SQLException {
        Path file = folder.resolve(name);
        if (!Files.exists(file)) {
            duckDb("COPY (SELECT 7 AS id) TO " + SqlText.text(file.toString()) + " (FORMAT parquet)");
        }
        return file;
    }

    private static void duckDb(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Moments with a time zone are those of UTC, wherever the machine stands. */
    @Test
    void theMachinesTimeZoneIsNotTheEngines() {
        try (EmbeddedDuckDb database = EmbeddedDuckDb.open(List.of(), settings(1))) {
            List<String> zones = new ArrayList<>();
            database.rows("SELECT current_setting('TimeZone')", row -> zones.add(row.getString(1)));
            // Not Etc/UTC, which is what a machine without a zone has.
            assertThat(zones).containsExactly("UTC");
        }
    }
}
