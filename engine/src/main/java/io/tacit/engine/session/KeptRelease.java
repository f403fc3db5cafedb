package io.tacit.engine.session;

import io.tacit.engine.release.RedrawnRows;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A private release that was paid for and kept: all that may be computed from it costs nothing more. It holds what the
 * release showed, and no group that it did not.
 *
 * @param query the identifier of the query that paid for it
 * @param at when that came in
 * @param rows the released table's rows, with keys as text, and their reports if the query asked for any
 * @param redrawn for each row what its aggregates would be had their noise been drawn again; empty where the release
 *     was too large to keep that
 * @param report what was said of it
 * @param beside how many aggregates it has that are not among these
 */
record KeptRelease(
        String query,
        Instant at,
        List<@Nullable Object[]> rows,
        List<List<double @Nullable []>> redrawn,
        ReleaseReport report,
        int beside) {
    KeptRelease {
        rows = List.copyOf(rows);
        redrawn = List.copyOf(redrawn);
    }

    /** When the oldest of some releases was made. */
    private static Instant since(List<KeptRelease> releases) {
        return releases.stream().map(KeptRelease::at).min(Instant::compareTo).orElseThrow();
    }

    /** Where an answer comes from that is computed from some releases. */
    static AnswerOrigin origin(List<KeptRelease> releases, List<AccountReport> accounts, List<FileTally> tallied) {
        return new AnswerOrigin(
                Optional.of(since(releases)),
                accounts,
                tallied,
                releases.stream().mapToInt(KeptRelease::beside).sum());
    }

    /** Whether it holds as many redrawn values as a query needs. */
    boolean serves(RedrawnRows redraws) {
        return redraws.draws() == 0
                || redrawn.size() == rows.size()
                        && redrawn.stream()
                                .flatMap(List::stream)
                                .allMatch(values -> values == null || values.length == redraws.draws());
    }
}
