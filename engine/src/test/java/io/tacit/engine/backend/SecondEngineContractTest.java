package io.tacit.engine.backend;

import java.util.function.Consumer;

/** The engine that tests open sessions over keeps the contract like any other. */
class SecondEngineContractTest extends DuckDbContractTest {
    @Override
    DataEngine engine(Consumer<String> ownerLog) {
        return new SecondEngine(ownerLog);
    }
}
