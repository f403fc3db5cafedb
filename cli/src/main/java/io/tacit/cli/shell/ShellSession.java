package io.tacit.cli.shell;

import io.tacit.engine.session.TacitSession;
import java.nio.file.Path;
import java.util.List;

/**
 * What a shell asks.
 *
 * @param session warm, for all statements
 * @param who whom the policy charges; empty without one
 * @param inputs files that answers must not be written over
 * @param answered is run after the first answer
 */
public record ShellSession(TacitSession session, String who, List<Path> inputs, Runnable answered) {
    public ShellSession {
        inputs = List.copyOf(inputs);
    }
}
