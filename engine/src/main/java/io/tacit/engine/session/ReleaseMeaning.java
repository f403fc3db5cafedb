package io.tacit.engine.session;

import java.util.List;
import java.util.Optional;

/**
 * What a release tells, apart from the order of its aggregates and from what else it measures. Two releases with the same
 * groups of the same rows under the same options may share aggregates; what one has released of these the other need not
 * measure again.
 *
 * @param groups a digest of the release without its aggregates
 * @param aggregates for each aggregate a digest of the release of it alone
 */
record ReleaseMeaning(String groups, List<String> aggregates) {
    ReleaseMeaning {
        aggregates = List.copyOf(aggregates);
    }

    /** Where each of these aggregates stands among another release's; empty where one is missing. */
    Optional<List<Integer>> places(List<String> among) {
        List<Integer> places = aggregates.stream().map(among::indexOf).toList();
        return places.contains(-1) ? Optional.empty() : Optional.of(places);
    }
}
