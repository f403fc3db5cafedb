package io.tacit.engine.dialect.server;

/**
 * What all printers of one server's dialect use.
 *
 * @param types its types
 * @param guard how it computes a value once
 */
public record ServerSql(ServerTypes types, GuardSql guard) {
    /** How it refuses what it has not. */
    public Lacking lacking() {
        return types.lacking();
    }
}
