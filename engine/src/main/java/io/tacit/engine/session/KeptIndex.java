package io.tacit.engine.session;

import io.tacit.engine.ledger.ReleaseStore.Stored;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The releases that are kept of the same groups of the same rows, by their aggregates, as text that can be kept: a line
 * for each, for a process that asks one question reads it, too, and all that stands there are digests.
 *
 * @param entries the newest last
 */
record KeptIndex(List<Entry> entries) {
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
    record Entry(String place, List<String> aggregates) {
        private static Entry read(String line) {
            List<String> words = List.of(line.split("\t", -1));
            return new Entry(words.get(0), words.subList(1, words.size()));
        }

        private String line() {
            return Stream.concat(Stream.of(place), aggregates.stream()).collect(Collectors.joining("\t"));
        }
    }

    static KeptIndex read(Stored stored) {
        return new KeptIndex(stored.content().lines().map(Entry::read).toList());
    }

    String write() {
        return entries.stream().map(Entry::line).collect(Collectors.joining("\n"));
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
