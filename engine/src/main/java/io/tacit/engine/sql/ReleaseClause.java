package io.tacit.engine.sql;

/**
 * The privacy clause of a query block, as it stands after SELECT. Two blocks that say the same have equal clauses.
 *
 * @param spelling how the block asks for privacy
 * @param options the options that it gives
 */
public record ReleaseClause(Spelling spelling, ReleaseOptions options) {
    /** A block without a clause. */
    public static final ReleaseClause PLAIN = new ReleaseClause(Spelling.PLAIN, ReleaseOptions.NONE);
}
