package io.tacit.engine.release;

import io.tacit.privacy.mechanism.RedrawnInterval;
import java.util.List;
import org.jspecify.annotations.Nullable;

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

    /** 0.8 MB of doubles; as text that is kept one third more. */
    private static final long MOST_KEPT = 100_000;

    /**
     * For a release that is kept: what will be computed from it is not known yet.
     *
     * @param confidence of its intervals
     */
    public static RedrawnRows forKeeping(double confidence) {
        int draws = new RedrawnInterval(confidence).draws();
        return new RedrawnRows(draws, (int) (MOST_KEPT / draws));
    }

    /** Whether redrawn values are few enough to be kept beside their release. */
    public static boolean mayBeKept(List<List<double @Nullable []>> redrawn) {
        return redrawn.stream()
                        .flatMap(List::stream)
                        .mapToLong(values -> values == null ? 0 : values.length)
                        .sum()
                <= MOST_KEPT;
    }

    /** Whether a release of this many rows and aggregates is small enough for its noise to be drawn again. */
    boolean fits(int rows, int outputs) {
        return draws > 0 && rows <= mostRows && (long) draws * rows * outputs <= MOST_VALUES;
    }
}
