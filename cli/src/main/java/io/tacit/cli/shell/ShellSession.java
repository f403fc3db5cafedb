package io.tacit.cli.shell;

import io.tacit.engine.ledger.Charge;
import io.tacit.engine.session.Answer;
import io.tacit.engine.session.TacitSession;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** What a shell asks: one warm session for all statements, and another one when the policy has changed. */
public final class ShellSession {
    private final Supplier<TacitSession> session;
    private final String who;
    private final List<Path> inputs;
    private final Consumer<Answer> answered;
    private final Runnable anew;
    private Charge before = Charge.NOTHING;

    /**
     * A shell's session that can be opened anew.
     *
     * @param session the one that is open
     * @param who whom the policy charges; empty without one
     * @param inputs files that answers must not be written over
     * @param answered is told of each answer that was shown
     * @param anew opens the session anew; where that is refused, the one before stays open
     */
    public ShellSession(
            Supplier<TacitSession> session, String who, List<Path> inputs, Consumer<Answer> answered, Runnable anew) {
        this.session = session;
        this.who = who;
        this.inputs = List.copyOf(inputs);
        this.answered = answered;
        this.anew = anew;
    }

    /** A session that stays as it is. */
    ShellSession(TacitSession session, String who, List<Path> inputs, Consumer<Answer> answered) {
        this(() -> session, who, inputs, answered, () -> {});
    }

    TacitSession session() {
        return session.get();
    }

    String who() {
        return who;
    }

    List<Path> inputs() {
        return inputs;
    }

    Consumer<Answer> answered() {
        return answered;
    }

    /** Opens the session anew, under the policy as it is now. */
    void openAnew() {
        Charge spent = spent();
        anew.run();
        before = spent;
    }

    /** What this shell has spent so far, whatever sessions it had. */
    Charge spent() {
        return before.plus(session().spent());
    }
}
