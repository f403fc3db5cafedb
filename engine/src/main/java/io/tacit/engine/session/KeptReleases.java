package io.tacit.engine.session;

import io.tacit.engine.ledger.ReleaseStore.Stored;
import io.tacit.engine.release.RedrawnRows;
import io.tacit.engine.release.ReleasedRows;
import io.tacit.engine.rewrite.ReleasePlan;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The releases that were kept for one analyst. A question whose releases are all kept costs nothing, however it orders,
 * cuts, names or computes what they hold: that is arithmetic over what was released.
 *
 * <p>A release is found by what it measures and from which noise, never by what came out of it. Statements whose releases
 * read each other are not kept in parts: of two that belong together one could be replaced.
 */
final class KeptReleases {
    private final AnswerPlaces keep;

    KeptReleases(AnswerPlaces keep) {
        this.keep = keep;
    }

    /**
     * What is kept of a query's releases.
     *
     * @param places where each of them is kept or will be, decided before they run; empty where nothing is kept
     * @param releases all of them, if all are kept and hold what the query needs
     */
    record Found(List<String> places, Optional<List<KeptRelease>> releases) {
        static final Found NOTHING = new Found(List.of(), Optional.empty());
    }

    /** Looks for the releases of a query. */
    Found find(Question question, PreparedQuery query) {
        if (query.releases().isEmpty() || query.releases().stream().anyMatch(PreparedRelease::fed)) {
            return Found.NOTHING;
        }
        List<String> places = new ArrayList<>();
        for (PreparedRelease release : query.releases()) {
            Optional<String> place = keep.key(CanonicalQuery.digest(release, query.reports()));
            if (place.isEmpty()) {
                return Found.NOTHING;
            }
            places.add(place.get());
        }
        return new Found(List.copyOf(places), question.fresh() ? Optional.empty() : all(query, places));
    }

    private Optional<List<KeptRelease>> all(PreparedQuery query, List<String> places) {
        List<KeptRelease> found = new ArrayList<>();
        for (int i = 0; i < places.size(); i++) {
            Optional<Stored> stored = keep.find(places.get(i));
            if (stored.isEmpty()) {
                return Optional.empty();
            }
            ReleasePlan plan = query.releases().get(i).plan();
            KeptRelease release = StoredRelease.read(
                    stored.get(),
                    new ReportColumns(query.reports()).types(plan),
                    plan.keys().size());
            if (!release.serves(query.redraws())) {
                return Optional.empty();
            }
            found.add(release);
        }
        return Optional.of(found);
    }

    /**
     * Keeps the releases of a query that was paid for.
     *
     * @param found what {@link #find} returned before it ran
     * @param id of the query
     * @param at when it came in
     * @param released its releases, in order
     */
    void keep(Found found, String id, Instant at, PreparedQuery query, List<ReleasedRows> released) {
        for (int i = 0; i < found.places().size(); i++) {
            ReleasedRows rows = released.get(i);
            List<@Nullable Object[]> shown = new ReportColumns(query.reports()).rows(rows);
            List<String> people = query.releases().get(i).people();
            boolean small = RedrawnRows.mayBeKept(rows.redrawn());
            KeptRelease kept = new KeptRelease(
                    id, at, shown, small ? rows.redrawn() : List.of(), ReleaseReports.released(rows, people));
            keep.keep(found.places().get(i), new Stored(at, false, StoredRelease.write(kept)));
        }
    }
}
