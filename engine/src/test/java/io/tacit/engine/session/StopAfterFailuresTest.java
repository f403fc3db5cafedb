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
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whether a query fails may tell about data: an analyst is stopped after as many paid failures of their own as the policy
 * says, and after three where it says nothing.
 */
@NullUnmarked
class StopAfterFailuresTest {
    private static final String ROWS = "SELECT COUNT(*, contribution_bounds_per_group => (0, 5)) FROM t";

    @TempDir
    Path folder;

    private Policy policy() throws IOException {
        return policy("members: [ada, bob],", "members: [ada, bob], stop_after_failures: 2,");
    }

    private Policy policy(String before, String after) throws IOException {
        return policy(
                before,
                after,
                Shopkeeper.policy(Shopkeeper.of(folder, People.ordinary(), "100", "ledger: books.sqlite")
                        .file()));
    }

    /** @param old the policy that lies in the folder */
    private Policy policy(String before, String after, Policy old) throws IOException {
        assertThat(old.analysts()).hasSize(2);
        Path file = folder.resolve("tacit.yaml");
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

    private static Supplier<Noise> failing() {
        return () -> {
            throw new IllegalStateException("no noise");
        };
    }

    private static void fails(Policy policy, String analyst, int times) {
        for (int i = 0; i < times; i++) {
            assertThat(refused(policy, analyst, failing(), ROWS)).isEqualTo(ErrorCode.ENGINE);
        }
    }

    private static void isAnswered(Policy policy, String analyst) {
        assertThat(answer(policy, analyst).rows()).hasSize(1);
    }

    private static Answer answer(Policy policy, String analyst) {
        try (TacitSession session =
                TacitSession.open(policy, analyst, People.SETTINGS, Clock.systemUTC(), ZeroNoise::new)) {
            return session.query(Question.of(ROWS).afresh());
        }
    }

    @Test
    void anAnalystIsStoppedAfterSoManyFailures() throws IOException {
        Policy policy = policy();
        fails(policy, "ada", 1);
        assertThat(refused(policy, "ada", failing(), "SELECT uid FROM t"))
                .as("what is refused before it is paid is no failure")
                .isNotEqualTo(ErrorCode.ACCOUNT);
        fails(policy, "ada", 1);
        assertThat(refused(policy, "ada", ZeroNoise::new, ROWS)).isEqualTo(ErrorCode.ACCOUNT);
    }

    @Test
    void aPolicyThatSaysNothingAllowsThree() throws IOException {
        Policy policy = Shopkeeper.policy(Shopkeeper.of(folder, People.ordinary(), "100", "ledger: books.sqlite")
                .file());
        fails(policy, "ada", 2);
        isAnswered(policy, "ada");
        fails(policy, "ada", 1);
        assertThat(refused(policy, "ada", ZeroNoise::new, ROWS)).isEqualTo(ErrorCode.ACCOUNT);
    }

    /** Failures tell about data: somebody who is stopped by those of others would see that there were some. */
    @Test
    void failuresOfOthersStopNobody() throws IOException {
        String each = "members: [ada, bob], stop_after_failures: 2,";
        for (String total : List.of("", "total: {budget: {epsilon: 100, delta: 1e-5}, stop_after_failures: 2}\n")) {
            Policy policy = policy("members: [ada, bob],", each);
            policy = policy("version: first", "# of all:\n" + total + "version: first", policy);
            fails(policy, "ada", 2);
            assertThat(refused(policy, "ada", ZeroNoise::new, ROWS)).isEqualTo(ErrorCode.ACCOUNT);
            isAnswered(policy, "bob");
            fails(policy, "bob", 1);
            isAnswered(policy, "bob");
            fails(policy, "bob", 1);
            assertThat(refused(policy, "bob", ZeroNoise::new, ROWS)).isEqualTo(ErrorCode.ACCOUNT);
            Files.delete(folder.resolve("books.sqlite"));
        }
    }

    /** However many queries of others failed, an analyst who is stopped reads one and the same refusal. */
    @Test
    void aStoppedAccountDoesNotSayHowManyQueriesOfOthersFailed() throws IOException {
        policy("members: [ada, bob],", "members: [ada, bob], stop_after_failures: 5,");
        Path file = folder.resolve("tacit.yaml");
        String five = Files.readString(file);
        String one = five.replace("stop_after_failures: 5", "stop_after_failures: 1");
        fails(Shopkeeper.policy(Files.writeString(file, five)), "bob", 1);
        Set<String> told = new HashSet<>();
        for (int failures = 1; failures <= 3; failures++) {
            fails(Shopkeeper.policy(Files.writeString(file, five)), "ada", 1);
            Refusal stopped = refusal(Shopkeeper.policy(Files.writeString(file, one)), "bob", ZeroNoise::new, ROWS);
            assertThat(stopped.code()).isEqualTo(ErrorCode.ACCOUNT);
            told.add(stopped.getMessage() + stopped.rule() + stopped.advice());
        }
        assertThat(told).hasSize(1);
    }

    /** The account of all may allow each analyst less than their own does. */
    @Test
    void theAccountOfAllCountsEachAnalystsFailures() throws IOException {
        Policy policy = policy("members: [ada, bob],", "members: [ada, bob], stop_after_failures: 9,");
        policy = policy(
                "version: first",
                "total: {budget: {epsilon: 100, delta: 1e-5}, stop_after_failures: 2}\nversion: first",
                policy);
        fails(policy, "ada", 2);
        assertThat(refused(policy, "ada", ZeroNoise::new, ROWS)).isEqualTo(ErrorCode.ACCOUNT);
        isAnswered(policy, "bob");
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
