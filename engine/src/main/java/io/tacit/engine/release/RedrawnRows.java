package io.tacit.engine.release;

/**
 * How often a release draws the noise of its values again, for the intervals of computed values.
 *
 * @param draws how often; 0 for not at all
 * @param mostRows of a release with more rows nothing is drawn again: what is computed from it would take too much
 *     memory
 */
public record RedrawnRows(int draws, int mostRows) {
    /** Nothing is drawn again. */
    public static final RedrawnRows NONE = new RedrawnRows(0, 0);

    /** 16 MB of doubles. */
    private static final long MOST_VALUES = 2_000_000;

    /** Whether a release of this many rows and aggregates is small enough for its noise to be drawn again. */
    boolean fits(int rows, int outputs) {
        return draws > 0 && rows <= mostRows && (long) draws * rows * outputs <= MOST_VALUES;
    }
}
