package io.tacit.engine.session;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.tacit.engine.ledger.ReleaseStore.Stored;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The releases that are kept of the same groups of the same rows, by their aggregates, as text that can be kept.
 *
 * @param entries the newest last
 */
record KeptIndex(@JsonProperty("entries") List<Entry> entries) {
    private static final int MOST_ENTRIES = 100;

    static final KeptIndex EMPTY = new KeptIndex(List.of());

    KeptIndex {
        entries = List.copyOf(entries);
    }

    /**
     * A release.
     *
     * @param place where it is kept
     * @param aggregates as {@link ReleaseMeaning#aggregates}
     */
    record Entry(String place, List<String> aggregates) {}

    static KeptIndex read(Stored stored) {
        return StoredAnswer.parse(stored.content(), KeptIndex.class);
    }

    String write() {
        return WriteAnswer.index(this);
    }

    /** With a release more; of two at one place the newer stays. */
    KeptIndex with(Entry entry) {
        List<Entry> all = new ArrayList<>(Stream.concat(
                        entries.stream().filter(known -> !known.place().equals(entry.place())), Stream.of(entry))
                .toList());
        return new KeptIndex(all.subList(Math.max(0, all.size() - MOST_ENTRIES), all.size()));
    }

    /**
     * The releases that have all these aggregates, first that with the fewest besides: the less was asked, the less noise
     * there is.
     */
    List<Entry> with(ReleaseMeaning meaning) {
        return entries.stream()
                .filter(entry -> meaning.places(entry.aggregates()).isPresent())
                .sorted(Comparator.comparingInt(entry -> entry.aggregates().size()))
                .toList();
    }
}
