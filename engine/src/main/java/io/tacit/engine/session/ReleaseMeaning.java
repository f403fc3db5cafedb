package io.tacit.engine.session;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a release tells, apart from the order of its aggregates and from what else it measures. Two releases with the same
 * groups of the same rows under the same options may share aggregates; what one has released of these the other need not
 * measure again.
 *
 * @param groups a digest of the release without its aggregates
 * @param aggregates for each aggregate a digest of the release of it alone
 * @param withInterval for each aggregate the same if its interval is shown: who does not need that can have it, too
 */
record ReleaseMeaning(String groups, List<String> aggregates, List<String> withInterval) {
    ReleaseMeaning {
        aggregates = List.copyOf(aggregates);
        withInterval = List.copyOf(withInterval);
    }

    /** Where each of these aggregates stands among another release's; empty where one is missing. */
    Optional<List<Integer>> places(List<String> among) {
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < aggregates.size(); i++) {
            int own = among.indexOf(aggregates.get(i));
            places.add(own >= 0 ? own : among.indexOf(withInterval.get(i)));
        }
        return places.contains(-1) ? Optional.empty() : Optional.of(places);
    }
}
