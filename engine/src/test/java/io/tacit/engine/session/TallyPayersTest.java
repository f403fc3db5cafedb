package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tacit.engine.backend.duckdb.DuckDbEngine;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.QueryCeiling;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.release.Noise;
import io.tacit.engine.source.DeclareSource;
import io.tacit.engine.source.SourceArgument;
import io.tacit.privacy.random.SystemRandomBits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which files pay for a question: each that holds rows of people and is read, whatever its table is called. */
@NullUnmarked
class TallyPayersTest {
    private static final DuckDbSettings SETTINGS = new DuckDbSettings(512, 1, message -> {});
    private static final String ROWS = "COUNT(*, contribution_bounds_per_group => (0, 5))";

    @TempDir
    private Path folder;

    /** The files that paid, each once. */
    private List<String> payers(String sql) throws IOException {
        return tallied(sql).stream().map(FileTally::file).toList();
    }

    private List<FileTally> tallied(String sql) throws IOException {
        Files.writeString(folder.resolve("visits.csv"), "visit,person\n1,a\n2,b\n3,b\n");
        Files.writeString(folder.resolve("items.csv"), "visit,n\n1,4\n2,5\n2,6\n");
        Files.writeString(folder.resolve("codes.csv"), "n\n4\n");
        List<SourceTable> tables = List.of(
                table("Visits=visits.csv", new Protection.UnitColumn("person")),
                table("items=items.csv", new Protection.ForeignKey("visit", "Visits", "visit")),
                table("codes=codes.csv", new Protection.Public()));
        try (TacitSession session = TacitSession.open(
                tables,
                Defaults.STANDARD,
                QueryCeiling.NONE,
                new Tally(Optional.empty(), told -> {}),
                SETTINGS,
                Clock.systemUTC(),
                () -> Noise.of(new SystemRandomBits()))) {
            return session.query(sql).origin().tallied();
        }
    }

    private SourceTable table(String declared, Protection protection) {
        String[] parts = declared.split("=", -1);
        return DeclareSource.declare(
                        SourceArgument.parse(parts[0] + "=" + folder.resolve(parts[1])),
                        protection,
                        Map.of(),
                        new DuckDbEngine(SETTINGS))
                .table();
    }

    @Test
    void aTableWithACapitalLetterPays() throws IOException {
        assertThat(payers("SELECT " + ROWS + " FROM visits")).containsExactly("visits.csv");
        assertThat(payers("SELECT " + ROWS + " FROM \"Visits\"")).containsExactly("visits.csv");
    }

    /** Whose rows they are stands in another file, which is read too. */
    @Test
    void aFileWhosePeopleAreFoundThroughAnotherPays() throws IOException {
        assertThat(payers("SELECT " + ROWS + " FROM items")).containsExactlyInAnyOrder("items.csv", "visits.csv");
    }

    @Test
    void aPublicFileDoesNotPay() throws IOException {
        assertThat(payers("SELECT " + ROWS + " FROM items JOIN codes ON items.n = codes.n"))
                .containsExactlyInAnyOrder("items.csv", "visits.csv");
        assertThat(Tally.beside(folder.resolve("codes.csv"))).doesNotExist();
        assertThat(payers("SELECT n FROM codes")).isEmpty();
    }

    /** Where several files pay, each pays the whole of it, ε and δ, and each is told. */
    @Test
    void everyFileThatPaysIsToldWithBothNumbers() throws IOException {
        String options = "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(epsilon = 0.5, delta = 0.001) ";
        Map<String, String> questions = Map.of(
                options + ROWS + " FROM items GROUP BY n",
                "0.5 0.001",
                options + "n, " + ROWS + " FROM items GROUP BY n UNION ALL " + options + "1, " + ROWS
                        + " FROM visits GROUP BY visit",
                "1 0.002",
                options.replace("0.001", "0") + ROWS + " FROM items",
                "0.5 0");
        for (Map.Entry<String, String> question : questions.entrySet()) {
            for (String file : List.of("items.csv", "visits.csv")) {
                Files.deleteIfExists(Tally.beside(folder.resolve(file)));
            }
            assertThat(tallied(question.getKey()))
                    .as(question.getKey())
                    .extracting(FileTally::file, each -> each.epsilon() + " " + each.delta(), FileTally::questions)
                    .containsExactlyInAnyOrder(
                            tuple("items.csv", question.getValue(), 1L), tuple("visits.csv", question.getValue(), 1L));
        }
    }
}
