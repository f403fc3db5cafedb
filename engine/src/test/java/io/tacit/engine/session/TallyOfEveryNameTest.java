package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.backend.duckdb.DuckDbEngine;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.QueryCeiling;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.release.SeededNoise;
import io.tacit.engine.source.DeclareSource;
import io.tacit.engine.source.SourceArgument;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What questions about a file spend is added up in one tally from one process to the next, whatever names the file. Walked are the
 * spellings of a text file and of a folder of Parquet files, links to the file, links to links and links within the way: each
 * after the one before it in the ring.
 */
@NullUnmarked
class TallyOfEveryNameTest {
    private static final DuckDbSettings SETTINGS = new DuckDbSettings(256, 1, message -> {});

    private static final List<String> FILE = List.of(
            "data/people.csv",
            "data/./people.csv",
            "data/sales/../people.csv",
            "folder/people.csv",
            "elsewhere/link.csv",
            "elsewhere/people.csv",
            "elsewhere/again.csv");

    private static final List<String> FOLDER = List.of(
            "data/sales",
            "data/sales/",
            "data/sales/.",
            "data/sales/./.",
            "data/sales/*.parquet",
            "folder/sales",
            "folder/sales/.");

    @TempDir
    private Path folder;

    private int questions;

    @BeforeEach
    void fill() throws IOException, SQLException {
        Path sales = Files.createDirectories(folder.resolve("data/sales"));
        Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
        Files.writeString(folder.resolve("data/people.csv"), "pid\n" + "1\n2\n3\n".repeat(40));
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            for (String part : List.of("p1", "p2")) {
                statement.execute("COPY (SELECT range AS pid FROM range(60)) TO '" + sales.resolve(part + ".parquet")
                        + "' (FORMAT parquet)");
            }
        }
        Files.createSymbolicLink(folder.resolve("folder"), folder.resolve("data"));
        Files.createSymbolicLink(elsewhere.resolve("link.csv"), folder.resolve("data/people.csv"));
        Files.createSymbolicLink(elsewhere.resolve("people.csv"), Path.of("../data/people.csv"));
        Files.createSymbolicLink(elsewhere.resolve("again.csv"), Path.of("link.csv"));
    }

    private boolean answers(String name, String budget) {
        questions++;
        SourceTable table = DeclareSource.declare(
                        SourceArgument.parse("t=" + folder + "/" + name),
                        new Protection.UnitColumn(List.of("pid")),
                        Map.of(),
                        new DuckDbEngine(SETTINGS))
                .table();
        Tally tally = new Tally(Optional.of(new BigDecimal(budget)), words -> {});
        try (TacitSession session = TacitSession.open(
                List.of(table),
                Defaults.STANDARD,
                QueryCeiling.NONE,
                tally,
                SETTINGS,
                Clock.systemUTC(),
                SeededNoise.of(questions))) {
            session.query("SELECT COUNT(*) AS n FROM t WHERE pid < 1000 + " + questions);
            return true;
        } catch (Refusal refusal) {
            assertThat(refusal.code()).isEqualTo(ErrorCode.BUDGET);
            return false;
        }
    }

    private void isOne(List<String> names) {
        int paid = 0;
        for (String name : names) {
            paid++;
            assertThat(answers(name, paid + ".5")).as(name).isTrue();
            assertThat(answers(name, paid + ".5")).as(name + " again").isFalse();
        }
        assertThat(answers(names.get(0), paid + ".5")).isFalse();
    }

    private List<String> tallies() throws IOException {
        try (var files = Files.walk(folder)) {
            List<String> found = new ArrayList<>();
            files.map(file -> folder.relativize(file).toString())
                    .filter(name -> name.endsWith(Tally.ENDING))
                    .forEach(found::add);
            return found;
        }
    }

    @Test
    void aFile() throws IOException {
        isOne(FILE);
        assertThat(tallies()).containsExactly("data/people.csv.tacit.tally");
    }

    @Test
    void aFolder() throws IOException {
        isOne(FOLDER);
        assertThat(tallies()).containsExactly("data/sales.tacit.tally");
    }

    /** An older version added up beside the name: that goes on to count under this name, and what is spent now counts under each. */
    @Test
    void whatWasAddedUpBesideANameGoesOnToCount() throws IOException {
        assertThat(answers("data/people.csv", "1.5")).isTrue();
        assertThat(answers("data/people.csv", "2.5")).isTrue();
        Files.move(folder.resolve("data/people.csv.tacit.tally"), folder.resolve("elsewhere/link.csv.tacit.tally"));

        assertThat(answers("elsewhere/link.csv", "2.5")).isFalse();
        assertThat(answers("elsewhere/link.csv", "3.5")).isTrue();
        assertThat(answers("elsewhere/link.csv", "3.5")).isFalse();
        assertThat(answers("data/people.csv", "1.5")).isFalse();
    }
}
