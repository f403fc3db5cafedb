package io.tacit.engine.session;

import io.tacit.engine.backend.DataEngine;
import io.tacit.engine.backend.duckdb.DuckDbEngine;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.backend.postgres.PostgresEngine;
import java.util.OptionalLong;

/** The engines for all kinds of sources, each for its own. */
public final class EngineOfSources {
    /** A query of a server may take so long unless somebody says otherwise. */
    private static final int SECONDS = 3_600;

    /** After a time limit a server has so long to be stopped; then it stops the query itself. */
    private static final int GRACE = 10;

    private EngineOfSources() {}

    /** With these settings for what is embedded, and their log for all. */
    public static DataEngine with(DuckDbSettings settings) {
        return with(settings, OptionalLong.empty());
    }

    /**
     * With these settings for what is embedded, and their log for all.
     *
     * @param limit after how many seconds a query will be stopped; a server stops it itself if nobody does
     */
    public static DataEngine with(DuckDbSettings settings, OptionalLong limit) {
        int seconds = limit.isPresent() ? Math.toIntExact(limit.getAsLong()) + GRACE : SECONDS;
        DataEngine others = new PostgresEngine(new DuckDbEngine(settings), seconds, settings.ownerLog());
        return new SparkOnDemand(others, seconds, settings.ownerLog());
    }
}
