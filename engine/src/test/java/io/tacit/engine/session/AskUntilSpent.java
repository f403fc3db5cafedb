package io.tacit.engine.session;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.release.Noise;
import io.tacit.privacy.random.SystemRandomBits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;

/**
 * Asks one question after another under a policy until the budget is spent, and writes down each answer once it has it.
 * The policy is read again for every few questions. As a process of its own it may be killed at any time.
 */
@org.jspecify.annotations.NullUnmarked
final class AskUntilSpent {
    /** What each question costs. */
    static final String COST = "0.05";

    private static final int QUESTIONS_OF_A_SESSION = 4;
    private static final int MOST_TROUBLE = 5;

    private final Path policy;
    private final Path says;
    private final Clock clock;

    AskUntilSpent(Path policy, Path says, Clock clock) {
        this.policy = policy;
        this.says = says;
        this.clock = clock;
    }

    /** Arguments: the policy, where to write, by how many seconds the clock is ahead, the first question's number. */
    public static void main(String[] arguments) {
        new AskUntilSpent(
                        Path.of(arguments[0]),
                        Path.of(arguments[1]),
                        Clock.offset(Clock.systemUTC(), Duration.ofSeconds(Long.parseLong(arguments[2]))))
                .from(Integer.parseInt(arguments[3]));
    }

    /** A question that nobody else asks. */
    static String question(int number) {
        return "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(epsilon = " + COST
                + ") COUNT(*, contribution_bounds_per_group => (0, 1)) AS n FROM t WHERE uid <> " + number;
    }

    /** Asks from a number on. */
    void from(int first) {
        int number = first;
        int trouble = 0;
        while (trouble < MOST_TROUBLE) {
            try (TacitSession session = TacitSession.open(
                    Shopkeeper.policy(policy), "ada", People.SETTINGS, clock, () -> Noise.of(new SystemRandomBits()))) {
                for (int i = 0; i < QUESTIONS_OF_A_SESSION; i++) {
                    number++;
                    session.query(question(number));
                    say("answered " + number);
                }
            } catch (Refusal refusal) {
                say("refused " + refusal.code());
                if (refusal.code() == ErrorCode.BUDGET) {
                    return;
                }
                trouble++;
            }
        }
    }

    private synchronized void say(String line) {
        try {
            Files.writeString(
                    says,
                    line + "\n",
                    StandardCharsets.UTF_8,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND,
                    StandardOpenOption.SYNC);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
