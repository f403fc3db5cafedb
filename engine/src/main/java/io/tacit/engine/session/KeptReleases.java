package io.tacit.engine.session;

import io.tacit.engine.ledger.ReleaseStore.Stored;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.release.RedrawnRows;
import io.tacit.engine.release.ReleasedRows;
import io.tacit.engine.rewrite.ReleasePlan;
import java.time.DateTimeException;
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
     * Where a release is kept.
     *
     * @param own the release itself
     * @param index the list of those that measure other aggregates of the same groups; empty where it can stand in none
     */
    record Place(String own, Optional<String> index) {}

    /**
     * What is kept of a query's releases.
     *
     * @param places where each of them is kept or will be, decided before they run; empty where nothing is kept
     * @param releases all of them, if all are kept and hold what the query needs
     */
    record Found(List<Place> places, Optional<List<KeptRelease>> releases) {
        static final Found NOTHING = new Found(List.of(), Optional.empty());
    }

    /**
     * Looks for the releases of a query.
     *
     * @throws io.tacit.engine.refusal.Refusal LEDGER when what is kept is damaged
     */
    Found find(Question question, PreparedQuery query) {
        if (query.releases().isEmpty() || query.releases().stream().anyMatch(PreparedRelease::fed)) {
            return Found.NOTHING;
        }
        List<Place> places = new ArrayList<>();
        for (PreparedRelease release : query.releases()) {
            Optional<String> place = keep.key(CanonicalQuery.digest(release, query.reports()));
            if (place.isEmpty()) {
                return Found.NOTHING;
            }
            places.add(new Place(
                    place.get(),
                    release.meaning().flatMap(meaning -> keep.key(CanonicalQuery.digest("like", meaning.groups())))));
        }
        return new Found(List.copyOf(places), question.fresh() ? Optional.empty() : kept(query, places));
    }

    private Optional<List<KeptRelease>> kept(PreparedQuery query, List<Place> places) {
        try {
            return all(query, places);
        } catch (IllegalArgumentException | IndexOutOfBoundsException | DateTimeException damaged) {
            throw StoredAnswer.damaged();
        }
    }

    private Optional<List<KeptRelease>> all(PreparedQuery query, List<Place> places) {
        List<KeptRelease> found = new ArrayList<>();
        for (int i = 0; i < places.size(); i++) {
            PreparedRelease release = query.releases().get(i);
            Place place = places.get(i);
            Optional<KeptRelease> kept = same(release, place, query.reports())
                    .or(() -> larger(release, place))
                    .filter(known -> known.serves(query.redraws()));
            if (kept.isEmpty()) {
                return Optional.empty();
            }
            found.add(kept.get());
        }
        return Optional.of(found);
    }

    private Optional<KeptRelease> same(PreparedRelease release, Place place, boolean reports) {
        ReleasePlan plan = release.plan();
        return keep.find(place.own())
                .map(stored -> StoredRelease.read(
                        stored,
                        new ReportColumns(reports).types(plan),
                        plan.keys().size()));
    }

    /** From a release that has more aggregates, or has them in another order. */
    private Optional<KeptRelease> larger(PreparedRelease release, Place place) {
        KeptIndex index = place.index().flatMap(this::index).orElse(KeptIndex.EMPTY);
        ReleasePlan plan = release.plan();
        return release.meaning().stream()
                .flatMap(meaning -> index.with(meaning).stream()
                        .flatMap(entry -> keep.find(entry.place()).stream()
                                .flatMap(stored -> StoredRelease.read(
                                        stored,
                                        ReleasedRows.types(plan),
                                        plan.keys().size(),
                                        meaning.places(entry.aggregates()).orElseThrow(),
                                        entry.aggregates().size())
                                        .stream())))
                .findFirst();
    }

    /** What an index says, if it can be read: a damaged one begins anew, so that asking afresh leads out. */
    private KeptIndex readable(String place) {
        try {
            return index(place).orElse(KeptIndex.EMPTY);
        } catch (Refusal damaged) {
            return KeptIndex.EMPTY;
        }
    }

    private Optional<KeptIndex> index(String place) {
        return keep.find(place).map(KeptIndex::read);
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
                    id, at, shown, small ? rows.redrawn() : List.of(), ReleaseReports.released(rows, people), 0);
            Place place = found.places().get(i);
            keep.keep(place.own(), new Stored(at, false, StoredRelease.write(kept)));
            ReleaseMeaning meaning = query.releases().get(i).meaning().orElse(null);
            if (meaning != null && place.index().isPresent()) {
                String index = place.index().get();
                KeptIndex more = readable(index).with(new KeptIndex.Entry(place.own(), meaning.aggregates()));
                keep.keep(index, new Stored(at, false, more.write()));
            }
        }
    }
}
