package io.tacit.engine.backend;

import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeAll;

/** A newer PostgreSQL keeps the contract. */
@NullUnmarked
class NewerPostgresContractTest extends PostgresContract {
    private static String database;

    @BeforeAll
    static void start() {
        database = TestServer.newerDatabase();
    }

    @Override
    String database() {
        return database;
    }
}
