package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.release.ZeroNoise;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A person with many rows, and rows that stand elsewhere in the file: read by four threads, in several pieces. */
@NullUnmarked
class ManyRowsAttackTest {
    private static final int ROWS = 60_000;

    private static final String[] VALUES = {"0.1", "0.2", "1e16"};

    /** So that the file is read in more than one piece. */
    private static final String LONG = "word".repeat(20);

    @TempDir
    static Path folder;

    /** Without 4217; with 4217's rows in front; with them at the end, everything the other way round. */
    private static final List<TacitSession> SESSIONS = new ArrayList<>();

    @BeforeAll
    static void open() {
        List<String> others = IntStream.range(0, ROWS)
                .mapToObj(i -> i % 2000 + 1 + ",a," + VALUES[i / 2000 % 3] + ",1.00," + i % 7 + ",1,1," + LONG)
                .toList();
        String[] victim =
                Stream.generate(() -> "4217,b,0.1,3.33,7,1,1,s").limit(5_000).toArray(String[]::new);
        List<String> backwards = new ArrayList<>(others);
        Collections.reverse(backwards);
        Defaults slack = new Defaults(new BigDecimal("20"), new BigDecimal("0.5"), 5, 0.95);
        for (People people : List.of(
                People.of(others),
                People.of(others).withFirst(victim),
                People.of(backwards).with(victim))) {
            SESSIONS.add(TacitSession.open(
                    List.of(people.table(folder)), slack, new DuckDbSettings(1024, 4, message -> {}), ZeroNoise::new));
        }
    }

    @AfterAll
    static void close() {
        SESSIONS.forEach(TacitSession::close);
    }

    /**
     * What one person's rows give depends on those rows alone: also tied windows, floating sums and rows that occur
     * twice.
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT uid, g, SUM(x) AS s FROM t GROUP BY uid, g HAVING SUM(x) <> 0.3",
                "SELECT uid, g, SUM(x) AS s FROM t WHERE x < 1 GROUP BY uid, g, i HAVING SUM(x) = 0.3 OR SUM(x) > 0.3",
                "SELECT uid, g, x + ROW_NUMBER() OVER (PARTITION BY uid ORDER BY g) AS s FROM t",
                "SELECT uid, g, SUM(x) OVER (PARTITION BY uid ORDER BY g ROWS 3 PRECEDING) AS s FROM t",
                "SELECT uid, g, AVG(x) OVER (PARTITION BY uid) AS s FROM t",
                "SELECT uid, g, COALESCE(LAG(x, 7) OVER (PARTITION BY uid ORDER BY g), 1) AS s FROM t",
                "SELECT uid, g, (SELECT SUM(x) FROM t u WHERE u.uid = t.uid AND u.x > t.x) AS s FROM t WHERE i = 3",
                "SELECT uid, g, x AS s FROM t EXCEPT ALL SELECT uid, g, x FROM t WHERE x < 0.15",
                "SELECT uid, g, x AS s FROM t UNION SELECT uid, g, -x + 1 FROM t"
            })
    void attack37OthersIntegersDoNotDependOnTheOrderOfTheFile(String steps) {
        String sql = "SELECT g, COUNT(DISTINCT uid) AS n FROM (" + steps + ") AS p WHERE s > 0 GROUP BY g, s";
        List<AnswerRow> plain = SESSIONS.get(0).query(sql).rows();
        assertThat(plain).isNotEmpty();
        for (TacitSession session : SESSIONS.subList(1, 3)) {
            assertThat(session.query(sql).rows()).isEqualTo(plain);
        }
    }

    /** A step that takes any of a person's values is refused: which one it takes depends on the order. */
    @Test
    void attack37AnyValueOfAPersonIsRefused() {
        try (Attack attack = Attack.on(folder)) {
            attack.areRefused("""
                TCT-S05 SELECT s, COUNT(*) FROM (SELECT uid, ANY_VALUE(s) AS s FROM t GROUP BY uid) AS p GROUP BY s
                TCT-S05 SELECT s, COUNT(*) FROM (SELECT uid, FIRST(s) AS s FROM t GROUP BY uid) AS p GROUP BY s
                TCT-S05 SELECT s, COUNT(*) FROM (SELECT uid, STRING_AGG(s, ',') AS s FROM t GROUP BY uid) AS p GROUP BY s
                """);
        }
    }

    /**
     * In front, at the end or not at all: a million rows of one person give others the same rows, and the answer one
     * shape.
     */
    @Test
    void attack26AMillionRowsOfOnePersonChangeNoOthersRow() {
        String[] victim = Stream.generate(() -> "4217,z,31337.5,1,1,1,1,Zyxgorod")
                .limit(1_000_000)
                .toArray(String[]::new);
        try (Attack attack = Attack.on(folder, victim)) {
            attack.leavesOthersAlone("SELECT g, COUNT(*, contribution_bounds_per_group => (0, 2)) AS n, AVG(x,"
                    + " contribution_bounds_per_row => (0, 9)) AS a FROM t GROUP BY g");
            List<Answer> both = attack.isAnswered("SELECT SUM(x, contribution_bounds_per_group => (0, 5)) FROM t");
            assertThat(number(both.get(0)) - number(both.get(1))).isEqualTo(5);
        }
    }

    private static double number(Answer answer) {
        return ((Number) answer.rows().get(0).values().get(0)).doubleValue();
    }

    /** There is no option that hides how long a query takes; the documents must not promise one. */
    @Test
    void attack26TimeIsOutsideThePromiseAndTheDocumentsSaySo() throws IOException {
        Path docs = Path.of("../docs");
        assertThat(Files.readString(docs.resolve("known-weaknesses.md")))
                .contains("**Time and resources are outside the promise.** How long a query takes");
        assertThat(Files.readString(docs.resolve("privacy-promise.md"))).contains("- How long a query takes");
        assertThat(Files.readString(docs.resolve("threat-model.md"))).contains("**Not met here**: timing and memory");
    }
}
