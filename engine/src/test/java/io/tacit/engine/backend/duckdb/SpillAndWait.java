package io.tacit.engine.backend.duckdb;

import java.util.List;

/** A process whose rows do not fit into memory, and that waits to be killed. */
final class SpillAndWait {
    /** In every row. */
    static final String SECRET = "secret-";

    /** Makes a table of a million rows. */
    static final String MUCH =
            "CREATE TEMP TABLE big AS SELECT '" + SECRET + "' || i || '-' || hash(i) AS v FROM range(1000000) t(i)";

    /** Reads it all, so that parts of it must go. */
    static final String COUNT = "SELECT count(DISTINCT v) FROM big";

    private SpillAndWait() {}

    /** Says "spilled", then waits. */
    public static void main(String[] arguments) throws InterruptedException {
        try (EmbeddedDuckDb database = EmbeddedDuckDb.open(List.of(), new DuckDbSettings(64, 2, message -> {}))) {
            database.execute(MUCH);
            database.execute(COUNT);
            System.out.println("spilled");
            System.out.flush();
            Thread.sleep(120_000);
        }
    }
}
