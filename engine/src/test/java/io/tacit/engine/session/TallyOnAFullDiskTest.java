package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tacit.engine.backend.duckdb.DuckDbEngine;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.QueryCeiling;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.release.ZeroNoise;
import io.tacit.engine.source.DeclareSource;
import io.tacit.engine.source.SourceArgument;
import io.tacit.engine.walk.Walk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A disk fills up while a file has a tally, walked by how many pages are free: what is charged is answered, what is not
 * answered is not charged, and no advice is to delete what was spent.
 */
@NullUnmarked
@Tag("walk")
class TallyOnAFullDiskTest {
    private static final int PAGE = 4096;
    private static final DuckDbSettings SETTINGS = new DuckDbSettings(512, 1, message -> {});

    @TempDir
    private Path folder;

    private Path disk;

    @AfterEach
    void unmount() throws Exception {
        if (disk != null) {
            run("umount", disk.toString());
        }
    }

    private static boolean run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        return process.waitFor(60, TimeUnit.SECONDS) && process.exitValue() == 0;
    }

    @Test
    void whatIsChargedIsAnswered() throws Exception {
        Path mounted = Files.createDirectory(folder.resolve("disk"));
        assumeTrue("root".equals(System.getProperty("user.name")), "only root mounts disks");
        assumeTrue(run("mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", mounted.toString()), "no disk can be mounted");
        disk = mounted;
        Path file = Files.writeString(disk.resolve("t.csv"), "who,x\n" + "1,1\n2,2\n3,3\n".repeat(50));
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().minusSeconds(3600)));
        SourceTable table = DeclareSource.declare(
                        SourceArgument.parse("t=" + file),
                        new Protection.UnitColumn(List.of("who")),
                        Map.of(),
                        new DuckDbEngine(SETTINGS))
                .table();
        List<String> told = new ArrayList<>();
        Tally tally = new Tally(Optional.empty(), told::add);
        long questions = 0;
        TreeSet<String> refused = new TreeSet<>();
        for (int free :
                Walk.share("pages", 4, IntStream.rangeClosed(0, 40).boxed().toList())) {
            // The log of a session that begins is short, and grows with each question.
            try (TacitSession session = TacitSession.open(
                    List.of(table),
                    Defaults.STANDARD,
                    QueryCeiling.NONE,
                    tally,
                    SETTINGS,
                    Clock.systemUTC(),
                    ZeroNoise::new)) {
                session.query("SELECT COUNT(*) AS n FROM t WHERE x < 100 + " + free);
                questions++;
                Path filler = fill(free);
                try {
                    session.query("SELECT COUNT(*) AS n FROM t WHERE x > -100 - " + free);
                    questions++;
                } catch (Refusal refusal) {
                    assertThat(refusal.code()).as("%d pages", free).isEqualTo(ErrorCode.LEDGER);
                    assertThat(refusal.getMessage())
                            .as("%d pages", free)
                            .contains("is full", "Make room", "do not delete it")
                            .doesNotContain("begin anew");
                    refused.add(refusal.rule());
                }
                Files.delete(filler);
                Answer after = session.query("SELECT COUNT(*) AS n FROM t WHERE x <> 100 + " + free);
                questions++;
                assertThat(after.origin().tallied())
                        .as("%d pages", free)
                        .extracting(FileTally::questions)
                        .containsExactly(questions);
            }
        }
        assertThat(refused).isNotEmpty();
        if (Walk.WHOLE) {
            // Between too little for a charge and enough for its answer.
            assertThat(told).isNotEmpty();
        }
        assertThat(told).allMatch(sentence -> sentence.contains("could not be kept") && sentence.contains("is full"));
    }

    /** Leaves so many pages of the disk. */
    private Path fill(int pages) throws IOException {
        long free = Files.getFileStore(disk).getUsableSpace() - (long) pages * PAGE;
        return Files.write(disk.resolve("filler"), new byte[(int) free]);
    }
}
