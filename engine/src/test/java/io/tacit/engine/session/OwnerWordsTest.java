package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** What an engine says while a query runs is written in order, not without end, and not beside another query. */
@NullUnmarked
class OwnerWordsTest {
    @Test
    void sentencesStandInTheirOrderAndOnce() {
        OwnerWords words = new OwnerWords();
        assertThat(words.said()).isEmpty();
        for (String each : List.of("one of them", "two", "two", "one", "three")) {
            words.accept(each);
        }
        assertThat(words.said()).isEqualTo("one of them\ntwo\none\nthree");
    }

    @Test
    void nothingIsLeftForTheNextQuery() {
        OwnerWords words = new OwnerWords();
        words.accept("of the first");
        words.clear();
        assertThat(words.said()).isEmpty();
        words.accept("of the second");
        assertThat(words.said()).isEqualTo("of the second");
    }

    /** An engine that repeats itself, or quotes a whole table, does not fill the log. */
    @Test
    void thereIsAnEndToThem() {
        for (int length : List.of(1, 100, 9_999, 10_000, 10_001, 1_000_000)) {
            OwnerWords words = new OwnerWords();
            String message = "m".repeat(length);
            for (int i = 0; i < 100; i++) {
                words.accept(message);
            }
            assertThat(words.said().length()).as("%s", length).isLessThanOrEqualTo(20_001);
            assertThat(words.said()).as("%s", length).startsWith(message.substring(0, Math.min(length, 10_000)));
        }
    }
}
