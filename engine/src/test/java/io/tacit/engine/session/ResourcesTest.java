package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.policy.Policy;
import io.tacit.engine.policy.PolicyFile;
import io.tacit.engine.policy.Resources;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.release.ZeroNoise;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The embedded engine takes of the machine what the policy lets it take. */
class ResourcesTest {
    private static final DuckDbSettings SETTINGS = new DuckDbSettings(1024, 1, message -> {});

    /** 300,000 people with long names: they do not fit into little memory. */
    private static final String MUCH = "SELECT COUNT(DISTINCT who) AS n FROM t";

    private final List<String> told = new CopyOnWriteArrayList<>();

    @TempDir
    static Path folder;

    @BeforeAll
    static void makeRows() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute("COPY (SELECT repeat('person ', 20) || i % 300000 AS who, i % 7 AS x, i AS y FROM"
                    + " range(600000) r(i)) TO '" + folder.resolve("t.parquet") + "' (FORMAT parquet)");
        }
    }

    private Policy policy(String limits) throws IOException {
        Path file = Files.writeString(folder.resolve("tacit.yaml"), """
            dataset: t
            tables:
              t: {file: t.parquet, person: who, columns: {who: VARCHAR, x: {bounds: [0, 7]}, y: {bounds: [0, 600000]}}}
            limits: {%s}
            defaults: {max_groups: 2}
            analysts: {ada: []}
            accounts: {all: {members: [ada], budget: {epsilon: 10, delta: 1e-6}}}
            version: first
            """.formatted(limits));
        return PolicyFile.read(file, EngineOfSources.with(SETTINGS));
    }

    private TacitSession open(String limits) throws IOException {
        return TacitSession.open(
                policy(limits), "ada", SETTINGS.withOwnerLog(told::add), Clock.systemUTC(), ZeroNoise::new);
    }

    @Test
    void keysAreRead() throws IOException {
        Files.createDirectories(folder.resolve("spilled"));
        assertThat(policy("epsilon: 1").resources()).isEqualTo(Resources.USUAL);
        assertThat(policy("memory: 2GiB, spill: spilled").resources())
                .isEqualTo(new Resources(OptionalLong.of(2048), Optional.of(folder.resolve("spilled"))));
        for (String wrong : List.of("memory: 63MiB", "memory: 2GB", "memory: 4", "memory: 0MiB", "spill: nowhere")) {
            assertThatThrownBy(() -> policy(wrong))
                    .as(wrong)
                    .hasMessageContaining("limits." + wrong.substring(0, wrong.indexOf(':')));
        }
    }

    /** What does not fit is written into the folder of the policy, and the answer is the same. */
    @Test
    void whatIsSpilledAnswersTheSame() throws IOException {
        Path spilled = Files.createDirectories(folder.resolve("spilled"));
        String roomy;
        try (TacitSession session = open("memory: 1GiB")) {
            roomy = AnswerText.of(session.query(Question.of(MUCH).afresh()));
        }
        SpillWatch watch = new SpillWatch(spilled);
        watch.start();
        try (TacitSession session = open("memory: 96MiB, spill: spilled")) {
            assertThat(AnswerText.of(session.query(Question.of(MUCH).afresh()))).isEqualTo(roomy);
        } finally {
            watch.end();
        }
        assertThat(watch.seen()).isTrue();
        assertThat(spilled).isEmptyDirectory();
    }

    /** Out of memory is said as every other failure is, and paid for. */
    @Test
    void outOfMemoryIsOneFailureOfMany() throws IOException {
        Policy policy = policy("memory: 64MiB");
        try (TacitSession session = TacitSession.open(policy, "ada", SETTINGS)) {
            // The values of which medians are found stay in memory.
            assertThatThrownBy(() -> session.query("SELECT SUM(m, contribution_bounds_per_group => (0, 5)) AS s FROM"
                            + " (SELECT who, MEDIAN(y) AS m FROM t GROUP BY who) AS a"))
                    .isInstanceOfSatisfying(
                            Refusal.class, refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.ENGINE))
                    .hasMessageNotContaining("emory");
            assertThat(session.spent().epsilon().signum()).isPositive();
        }
    }

    /** Looks whether a file appears in a folder of a folder. */
    private static final class SpillWatch extends Thread {
        private final Path folder;
        private volatile boolean ended;
        private volatile boolean seen;

        SpillWatch(Path folder) {
            this.folder = folder;
        }

        boolean seen() {
            return seen;
        }

        void end() {
            ended = true;
        }

        @Override
        public void run() {
            while (!ended && !seen) {
                try (var files = Files.walk(folder, 2)) {
                    seen = files.anyMatch(file -> file.toString().endsWith(".tmp"));
                } catch (IOException | java.io.UncheckedIOException goneMeanwhile) {
                    Thread.onSpinWait();
                }
            }
        }
    }
}
