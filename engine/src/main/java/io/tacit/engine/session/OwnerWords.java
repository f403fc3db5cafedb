package io.tacit.engine.session;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/** The engine's messages while a query runs. It may quote data, so it is for the owner's log alone. */
final class OwnerWords implements Consumer<String> {
    private static final int MOST = 10_000;

    private final Set<String> told = new HashSet<>();
    private final StringBuilder said = new StringBuilder();

    @Override
    public synchronized void accept(String message) {
        String sentence = message.substring(0, Math.min(MOST, message.length()));
        // A query that reads a file several times hears the same of it each time.
        if (said.length() < MOST && told.add(sentence)) {
            said.append(said.length() == 0 ? "" : "\n").append(sentence);
        }
    }

    synchronized void clear() {
        told.clear();
        said.setLength(0);
    }

    synchronized String said() {
        return said.toString();
    }
}
