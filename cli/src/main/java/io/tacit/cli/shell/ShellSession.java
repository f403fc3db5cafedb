package io.tacit.cli.shell;

import io.tacit.engine.session.Answer;
import io.tacit.engine.session.TacitSession;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * What a shell asks.
 *
 * @param session warm, for all statements
 * @param who whom the policy charges; empty without one
 * @param inputs files that answers must not be written over
 * @param answered is told of each answer that was shown
 */
public record ShellSession(TacitSession session, String who, List<Path> inputs, Consumer<Answer> answered) {
    public ShellSession {
        inputs = List.copyOf(inputs);
    }
}
