package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.backend.duckdb.DuckDbEngine;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.QueryCeiling;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.ledger.book.SmallDisk;
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
import java.util.stream.IntStream;
import org.jspecify.annotations.NullUnmarked;
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

    @Test
    void whatIsChargedIsAnswered() throws Exception {
        try (SmallDisk disk = SmallDisk.mounted(folder, 8)) {
            askedWhileItFills(disk);
        }
    }

    private static void askedWhileItFills(SmallDisk disk) throws IOException {
        Path file = Files.writeString(disk.folder().resolve("t.csv"), "who,x\n" + "1,1\n2,2\n3,3\n".repeat(50));
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
                Path filler = disk.fill((long) free * PAGE);
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
}
