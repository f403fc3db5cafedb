package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.backend.DataEngine;
import io.tacit.engine.backend.duckdb.DuckDbEngine;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.QueryCeiling;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.ledger.LedgerEntry;
import io.tacit.engine.ledger.LedgerPlace;
import io.tacit.engine.ledger.book.LedgerBook;
import io.tacit.engine.release.SeededNoise;
import io.tacit.engine.source.DeclareSource;
import io.tacit.engine.source.SourceArgument;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.SoftAssertions;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A question about one file under two spellings pays once and is answered. The list is pairs of neighbours in the ring of spellings with the
 * same tally.
 */
@NullUnmarked
class SpellingsOfOneFileTest {
    private static final DuckDbSettings SETTINGS = new DuckDbSettings(512, 1, message -> {});
    private static final List<String> SPELLINGS =
            List.of("people.csv", "./people.csv", "inner/../people.csv", ".//people.csv", "folder/people.csv");

    @TempDir
    private Path folder;

    @Test
    void oneFilePaysOnce() throws IOException {
        Files.writeString(folder.resolve("people.csv"), "pid\n" + "1\n2\n3\n".repeat(40));
        Files.createDirectory(folder.resolve("inner"));
        Files.createSymbolicLink(folder.resolve("folder"), folder);
        SoftAssertions all = new SoftAssertions();
        int questions = 0;
        DataEngine engine = new DuckDbEngine(SETTINGS);
        for (int i = 0; i < SPELLINGS.size(); i++) {
            String other = SPELLINGS.get((i + 1) % SPELLINGS.size());
            List<SourceTable> tables = List.of(table("a", SPELLINGS.get(i), engine), table("b", other, engine));
            questions++;
            Tally tally = new Tally(Optional.of(new BigDecimal(questions + ".5")), words -> {});
            try (TacitSession session = TacitSession.open(
                    tables,
                    Defaults.STANDARD,
                    QueryCeiling.NONE,
                    tally,
                    SETTINGS,
                    Clock.systemUTC(),
                    SeededNoise.of(questions))) {
                all.assertThat(session.query("SELECT COUNT(*) AS n FROM a JOIN b ON a.pid = b.pid WHERE a.pid < 1000 + "
                                        + questions)
                                .rows())
                        .as(SPELLINGS.get(i) + " with " + other)
                        .hasSize(1);
            }
            all.assertThat(charges()).as(SPELLINGS.get(i) + " with " + other).isEqualTo(questions);
        }
        assertThat(questions).isEqualTo(SPELLINGS.size());
        all.assertAll();
    }

    private SourceTable table(String name, String spelling, DataEngine engine) {
        return DeclareSource.declare(
                        SourceArgument.parse(name + "=" + folder + "/" + spelling),
                        new Protection.UnitColumn(List.of("pid")),
                        Map.of(),
                        engine)
                .table();
    }

    private long charges() {
        try (LedgerBook book = LedgerBook.open(new LedgerPlace.Sqlite(folder.resolve("people.csv.tacit.tally")))) {
            return book.ledger().history(Optional.empty(), 100).stream()
                    .filter(entry -> entry.kind() == LedgerEntry.Kind.CHARGE)
                    .count();
        }
    }
}
