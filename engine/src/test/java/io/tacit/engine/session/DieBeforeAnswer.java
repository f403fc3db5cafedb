package io.tacit.engine.session;

import io.tacit.engine.release.Noise;
import java.nio.file.Path;
import java.time.Clock;

/** A process that asks, and stops where noise would be drawn: it has been charged then, and nobody has an answer. */
@org.jspecify.annotations.NullUnmarked
final class DieBeforeAnswer {
    private DieBeforeAnswer() {}

    /** Arguments: the policy, the analyst, the query. Says "charged", then waits to be killed. */
    public static void main(String[] arguments) {
        try (TacitSession session = TacitSession.open(
                Shopkeeper.policy(Path.of(arguments[0])),
                arguments[1],
                People.SETTINGS,
                Clock.systemUTC(),
                DieBeforeAnswer::sayAndWait)) {
            session.query(arguments[2]);
        }
        System.out.println("answered");
    }

    private static Noise sayAndWait() {
        System.out.println("charged");
        System.out.flush();
        try {
            Thread.sleep(120_000);
        } catch (InterruptedException nobodyDoes) {
            Thread.currentThread().interrupt();
        }
        throw new IllegalStateException("nobody came");
    }
}
