package io.tacit.engine.backend;

import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeAll;

/** The oldest PostgreSQL that Tacit reads keeps the contract. */
@NullUnmarked
class PostgresContractTest extends PostgresContract {
    private static String database;

    @BeforeAll
    static void start() {
        database = TestServer.database();
    }

    @Override
    String database() {
        return database;
    }
}
