package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tacit.engine.policy.Policy;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.release.Noise;
import io.tacit.engine.release.ZeroNoise;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whether a query fails may tell about data: an account is stopped after as many paid failures as the policy says. */
@NullUnmarked
class StopAfterFailuresTest {
    private static final String ROWS = "SELECT COUNT(*, contribution_bounds_per_group => (0, 5)) FROM t";

    @TempDir
    Path folder;

    private Policy policy() throws IOException {
        return policy("members: [ada, bob],", "members: [ada, bob], stop_after_failures: 2,");
    }

    private Policy policy(String before, String after) throws IOException {
        Path file = Shopkeeper.of(folder, People.ordinary(), "100", "ledger: books.sqlite")
                .file();
        String text = Files.readString(file);
        String stopping = text.replace(before, after);
        assertThat(stopping).isNotEqualTo(text);
        Files.writeString(file, stopping);
        return Shopkeeper.policy(file);
    }

    private static ErrorCode refused(Policy policy, String analyst, Supplier<Noise> noise, String sql) {
        return refusal(policy, analyst, noise, sql).code();
    }

    private static Refusal refusal(Policy policy, String analyst, Supplier<Noise> noise, String sql) {
        try (TacitSession session = TacitSession.open(policy, analyst, People.SETTINGS, Clock.systemUTC(), noise)) {
            return catchThrowableOfType(
                    Refusal.class, () -> session.query(Question.of(sql).afresh()));
        }
    }

    @Test
    void anAccountIsStoppedAfterSoManyFailures() throws IOException {
        Policy policy = policy();
        Supplier<Noise> failing = () -> {
            throw new IllegalStateException("no noise");
        };
        assertThat(refused(policy, "ada", failing, ROWS)).isEqualTo(ErrorCode.ENGINE);
        assertThat(refused(policy, "ada", failing, "SELECT uid FROM t"))
                .as("what is refused before it is paid is no failure")
                .isNotEqualTo(ErrorCode.ACCOUNT);
        assertThat(refused(policy, "bob", failing, ROWS)).isEqualTo(ErrorCode.ENGINE);
        assertThat(refused(policy, "ada", ZeroNoise::new, ROWS)).isEqualTo(ErrorCode.ACCOUNT);
    }

    /** Failures tell about data, and those of a shared account are other people's: however many there were, one refusal. */
    @Test
    void aStoppedAccountDoesNotSayHowManyQueriesOfOthersFailed() throws IOException {
        policy("members: [ada, bob],", "members: [ada, bob], stop_after_failures: 5,");
        Path file = folder.resolve("tacit.yaml");
        String five = Files.readString(file);
        String one = five.replace("stop_after_failures: 5", "stop_after_failures: 1");
        Supplier<Noise> failing = () -> {
            throw new IllegalStateException("no noise");
        };
        Set<String> told = new HashSet<>();
        for (int failures = 1; failures <= 3; failures++) {
            assertThat(refused(Shopkeeper.policy(Files.writeString(file, five)), "ada", failing, ROWS))
                    .isEqualTo(ErrorCode.ENGINE);
            Refusal stopped = refusal(Shopkeeper.policy(Files.writeString(file, one)), "bob", ZeroNoise::new, ROWS);
            assertThat(stopped.code()).isEqualTo(ErrorCode.ACCOUNT);
            told.add(stopped.getMessage() + stopped.rule() + stopped.advice());
        }
        assertThat(told).hasSize(1);
    }

    /** Each has an account, and fails once: what all together may fail is spent, and nobody asks any more. */
    @Test
    void failuresOfAllAreCountedTogether() throws IOException {
        Policy policy = policy(
                "version: first",
                "total: {budget: {epsilon: 100, delta: 1e-5}, stop_after_failures: 2}\nversion: first");
        Supplier<Noise> failing = () -> {
            throw new IllegalStateException("no noise");
        };
        assertThat(refused(policy, "ada", failing, ROWS)).isEqualTo(ErrorCode.ENGINE);
        assertThat(refused(policy, "bob", failing, ROWS)).isEqualTo(ErrorCode.ENGINE);
        assertThat(refused(policy, "ada", ZeroNoise::new, ROWS)).isEqualTo(ErrorCode.ACCOUNT);
    }

    /** Whoever stops a query has paid for it, but it did not fail: it neither counts nor is it kept as a failure. */
    @Test
    void whatIsStoppedIsNoFailure() throws IOException {
        Policy policy = policy();
        Supplier<Noise> stopped = () -> {
            throw new Refusal(ErrorCode.CANCELLED, "It was stopped.", "Ask again.");
        };
        for (int i = 0; i < 3; i++) {
            assertThat(refused(policy, "ada", stopped, ROWS)).isEqualTo(ErrorCode.CANCELLED);
        }
        try (TacitSession session =
                TacitSession.open(policy, "ada", People.SETTINGS, Clock.systemUTC(), ZeroNoise::new)) {
            assertThat(session.query(ROWS).rows()).hasSize(1);
        }
    }
}
