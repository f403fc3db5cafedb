package io.tacit.engine.backend;

import java.util.function.Consumer;

/** An engine in a module of its own, which is found as a service when a source needs it. */
public interface EngineProvider {
    /**
     * The engine.
     *
     * @param files the engine for sources that are not its own
     * @param seconds after which it stops a query; 0 for no limit
     * @param ownerLog receives its own messages, which may quote data: for the owner's eyes only
     */
    DataEngine over(DataEngine files, int seconds, Consumer<String> ownerLog);
}
