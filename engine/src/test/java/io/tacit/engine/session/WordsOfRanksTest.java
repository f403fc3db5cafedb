package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What is said of a least and of a largest value: how many rows lie beyond it, on which side, which percentile that is of
 * groups of each size, and of which groups it says nothing; reckoned anew from the number of rows.
 */
@NullUnmarked
class WordsOfRanksTest {
    private static final Pattern NOTE =
            Pattern.compile("About ([0-9.]+) rows? of the group, at 95% no more than ([0-9.]+)"
                    + " rows?, lie (below|above) it\\.(?: It stands for percentile (.+) rows\\.)?"
                    + "(?: In a group of ([0-9.]+) rows? or fewer it says nothing of the (least|largest)\\.)?");

    @TempDir
    Path folder;

    @Test
    void everySizeThatItSpeaksOfIsTold() {
        List<Integer> told = new ArrayList<>();
        try (TacitSession session = People.ordinary().exactly(folder)) {
            for (String epsilon : List.of("0.01", "1", "10")) {
                for (int rows : new int[] {1, 30, 1000, 20_000}) {
                    for (boolean least : List.of(true, false)) {
                        String note = session.explain("SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(epsilon = " + epsilon
                                        + ", max_rows_per_group = " + rows + ") " + (least ? "MIN" : "MAX")
                                        + "(x, contribution_bounds_per_row => (0, 9)) FROM t")
                                .releases()
                                .get(0)
                                .aggregates()
                                .get(0)
                                .note();
                        told.add(checked(note, least));
                    }
                }
            }
        }
        assertThat(told).as("" + told).contains(0, 1, 2, 3);
    }

    /** How many sizes are told of. */
    private static int checked(String note, boolean least) {
        Matcher matcher = NOTE.matcher(note);
        assertThat(matcher.matches()).as(note).isTrue();
        double rows = Double.parseDouble(matcher.group(1));
        // Rounded up to three digits.
        double off = Math.pow(10, Math.floor(Math.log10(rows)) - 2);
        assertThat(Double.parseDouble(matcher.group(2))).as(note).isGreaterThan(rows);
        assertThat(matcher.group(3)).as(note).isEqualTo(least ? "below" : "above");
        List<String> parts = matcher.group(4) == null
                ? List.of()
                : Arrays.asList(matcher.group(4).split(", "));
        int next = 0;
        for (int size : new int[] {1000, 10_000, 100_000}) {
            double beyond = 100 * rows / size;
            double most = 100 * off / size + 0.0051;
            if (beyond < 50) {
                String[] part = parts.get(next++).split(" of ");
                assertThat(part[1]).as(note).isEqualTo("" + size);
                assertThat(Math.abs(Double.parseDouble(part[0]) - (least ? beyond : 100 - beyond)))
                        .as(note)
                        .isLessThanOrEqualTo(most);
            }
        }
        assertThat(parts).as(note).hasSize(next);
        assertThat(matcher.group(5) == null).as(note).isEqualTo(next == 3);
        if (next < 3) {
            assertThat(Double.parseDouble(matcher.group(5))).as(note).isBetween(2 * (rows - off), 2 * rows + 20 * off);
            assertThat(matcher.group(6)).as(note).isEqualTo(least ? "least" : "largest");
        }
        return next;
    }
}
