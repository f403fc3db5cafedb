package io.tacit.engine.session;

import io.tacit.engine.backend.DataEngine;
import io.tacit.engine.backend.duckdb.DuckDbEngine;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.backend.postgres.PostgresEngine;

/** The engines for all kinds of sources, each for its own. */
public final class EngineOfSources {
    /** A query of a server may take so long unless a policy says otherwise. */
    private static final int SECONDS = 3_600;

    private EngineOfSources() {}

    /** With these settings for what is embedded, and their log for all. */
    public static DataEngine with(DuckDbSettings settings) {
        DataEngine others = new PostgresEngine(new DuckDbEngine(settings), SECONDS, settings.ownerLog());
        return new SparkOnDemand(others, SECONDS, settings.ownerLog());
    }
}
