package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.policy.Policy;
import io.tacit.engine.policy.PolicyFile;
import io.tacit.engine.refusal.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run has the time that the owner gives it. */
class RunningTimeTest {
    private static final DuckDbSettings SETTINGS = new DuckDbSettings(256, 1, message -> {});

    /** One person's 20,000 rows, each beside each, twice over. */
    private static final String FOREVER = "SELECT SUM(a.x * b.x * c.x) AS s FROM t AS a JOIN t AS b ON a.who = b.who"
            + " JOIN t AS c ON a.who = c.who";

    @TempDir
    Path folder;

    @Test
    void attack26ARunThatTakesTooLongIsStoppedChargedAndKeptAsFailed() throws IOException {
        String rows = IntStream.range(0, 20_000).mapToObj(i -> "1," + i % 7).collect(Collectors.joining("\n"));
        Files.writeString(folder.resolve("t.csv"), "who,x\n" + rows + "\n");
        Files.writeString(folder.resolve("one.csv"), "who\n1\n");
        Path file = Files.writeString(folder.resolve("tacit.yaml"), """
            dataset: t
            tables:
              t: {file: t.csv, person: who, columns: {who: INTEGER, x: {type: INTEGER, bounds: [0, 7]}}}
              one: {file: one.csv, person: who, columns: {who: INTEGER}}
            limits: {seconds: 3}
            analysts: {ada: []}
            accounts: {all: {members: [ada], budget: {epsilon: 10, delta: 1e-6}, stop_after_failures: 3}}
            version: first
            """);
        Policy policy = PolicyFile.read(file, EngineOfSources.with(SETTINGS));
        try (TacitSession session = TacitSession.open(policy, "ada", SETTINGS)) {
            assertThatThrownBy(() -> session.query(FOREVER))
                    .isInstanceOf(Refusal.class)
                    .hasMessageContaining("The query ran longer than the time limit allows.")
                    .hasMessageNotContaining("second");
            assertThat(session.spent().epsilon().toDoubleNearest()).isEqualTo(1.0);
            // Asking again runs nothing: it cannot be tried until it passes.
            assertThatThrownBy(() -> session.query(FOREVER)).hasMessageContaining("asked before");
            assertThat(session.spent().epsilon().toDoubleNearest()).isEqualTo(1.0);
            // Nothing of the stopping reaches the next one, which takes no time.
            assertThat(session.query("SELECT COUNT(DISTINCT who) AS n FROM one").rows())
                    .hasSize(1);
        }
    }
}
