package io.tacit.spark;

import io.tacit.engine.backend.DataEngine;
import io.tacit.engine.backend.EngineProvider;
import java.util.function.Consumer;

/** What makes this module known to the engine. */
public final class SparkProvider implements EngineProvider {
    @Override
    public DataEngine over(DataEngine files, int seconds, Consumer<String> ownerLog) {
        return new SparkEngine(files, seconds, ownerLog);
    }
}
