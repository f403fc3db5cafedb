package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.backend.duckdb.DuckDbEngine;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.policy.PolicyFile;
import io.tacit.engine.release.Noise;
import io.tacit.engine.release.SeededNoise;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Under a policy the owner reads in the log that a file changed while a question read it, and nobody who asks can tell: the answer
 * is kept as any other. Walked are the ways in which a file changes × files that the question reads and one that it does not. (A file
 * that is exchanged for another is refused.)
 */
@NullUnmarked
class ChangedWhileReadTest {
    private static final DuckDbSettings SETTINGS = new DuckDbSettings(256, 1, message -> {});
    private static final String SQL = "SELECT COUNT(*, contribution_bounds_per_group => (0, %d)) AS n FROM visits";
    private static final Instant BEFORE = Instant.parse("2026-11-01T10:00:00Z");

    /** What is done to a file. */
    private enum Change {
        NOTHING,
        ANOTHER_TIME,
        A_ROW_MORE,
        ROWS_WRITTEN_ANEW
    }

    @TempDir
    private Path folder;

    private int questions;

    @BeforeEach
    void files() throws IOException {
        for (String name : List.of("visits", "orders")) {
            Files.writeString(folder.resolve(name + ".csv"), "pid\n" + "1\n2\n3\n4\n5\n".repeat(40));
        }
        Files.writeString(folder.resolve("tacit.yaml"), """
                dataset: visits
                tables:
                  visits: {file: visits.csv, person: pid, columns: {pid: INTEGER}}
                  orders: {file: orders.csv, person: pid, columns: {pid: INTEGER}}
                analysts: {ada: []}
                accounts: {all: {members: [ada], budget: {epsilon: 100, delta: 1e-4}}}
                audit_log: audit.jsonl
                version: first
                """);
    }

    private void change(Path file, Change change) {
        try {
            switch (change) {
                case NOTHING -> Files.size(file);
                case ANOTHER_TIME -> Files.setLastModifiedTime(file, FileTime.from(BEFORE.plusSeconds(questions)));
                case A_ROW_MORE -> Files.writeString(file, "6\n", StandardOpenOption.APPEND);
                case ROWS_WRITTEN_ANEW -> Files.writeString(file, "pid\n" + "7\n8\n9\n".repeat(50));
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Asks a new question while which something happens, and again; returns what the log says of it. */
    private String logged(Runnable meanwhile) throws IOException {
        questions++;
        String sql = SQL.formatted(questions);
        Supplier<Noise> noise = () -> {
            meanwhile.run();
            return SeededNoise.of(questions).get();
        };
        try (TacitSession session = TacitSession.open(
                PolicyFile.read(folder.resolve("tacit.yaml"), new DuckDbEngine(SETTINGS)),
                "ada",
                SETTINGS,
                Clock.systemUTC(),
                noise)) {
            Answer first = session.query(sql);
            Answer again = session.query(sql);
            assertThat(again.epsilon()).isEqualTo("0");
            assertThat(again.rows()).isEqualTo(first.rows());
        }
        List<String> lines = Files.readAllLines(folder.resolve("audit.jsonl"));
        return lines.stream()
                .filter(line -> line.contains("(0, " + questions + ")") && line.contains("answered"))
                .reduce((one, other) -> other)
                .orElseThrow();
    }

    @Test
    void theOwnerIsToldAndNobodyElse() throws IOException {
        for (Change change : Change.values()) {
            for (String name : List.of("visits", "orders")) {
                String line = logged(() -> change(folder.resolve(name + ".csv"), change));
                assertThat(line.contains("changed while this question read it"))
                        .as(change + " " + name + " " + line)
                        .isEqualTo(change != Change.NOTHING && name.equals("visits"));
            }
        }
    }
}
