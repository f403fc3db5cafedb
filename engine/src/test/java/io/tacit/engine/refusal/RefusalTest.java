package io.tacit.engine.refusal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a refusal keeps of its code and place, and which name it proposes. */
class RefusalTest {
    private static final Position HERE = new Position(1, 2);
    private static final Position THERE = new Position(3, 4);

    @Test
    void thePlaceThatIsKnownFirstStays() {
        for (ErrorCode code : ErrorCode.values()) {
            Refusal without = new Refusal(code, "A rule.", "An advice.");
            Refusal placed = without.at(HERE);
            assertThat(without.position()).isEmpty();
            assertThat(without.at(null).position()).isEmpty();
            for (Refusal each : List.of(
                    placed,
                    new Refusal(code, HERE, "A rule.", "An advice."),
                    placed.at(THERE),
                    placed.at(null),
                    placed.advising("Another."),
                    placed.advising("Another.").at(THERE),
                    without.advising("Another.").at(HERE))) {
                assertThat(each.position()).contains(HERE);
                assertThat(each.code()).isEqualTo(code);
                assertThat(each.rule()).isEqualTo("A rule.");
                assertThat(each.getMessage()).contains(code.code(), code.sqlState(), "1:2", "A rule.", each.advice());
            }
            assertThat(placed.advising("Another.").advice()).isEqualTo("Another.");
            assertThat(placed.at(THERE).advice()).isEqualTo("An advice.");
        }
    }

    /** All words of two letters up to a length. */
    private static List<String> words(int length) {
        List<String> words = new ArrayList<>();
        List<String> last = List.of("");
        for (int i = 0; i < length; i++) {
            last = last.stream()
                    .flatMap(word -> List.of(word + "a", word + "b").stream())
                    .toList();
            words.addAll(last);
        }
        return words;
    }

    /** The fewest errors, tried one after the other. */
    private static int errors(String a, String b) {
        if (a.isEmpty() || b.isEmpty()) {
            return a.length() + b.length();
        }
        String restOfA = a.substring(1);
        String restOfB = b.substring(1);
        int least = Math.min(errors(restOfA, b), errors(a, restOfB)) + 1;
        least = Math.min(least, errors(restOfA, restOfB) + (a.charAt(0) == b.charAt(0) ? 0 : 1));
        boolean swapped = a.length() > 1 && b.length() > 1 && a.charAt(0) == b.charAt(1) && a.charAt(1) == b.charAt(0);
        return swapped ? Math.min(least, errors(a.substring(2), b.substring(2)) + 1) : least;
    }

    /** One error in three letters is a slip; the beginning or end of a name is as near as one error. */
    @Test
    void theNearestNameIsThatWithTheFewestErrors() {
        List<String> words = words(4);
        words.addAll(List.of("ababab", "aabbaa", "bbbaaa"));
        for (String written : words) {
            for (String name : words) {
                boolean part = written.length() >= 3 && (name.startsWith(written) || name.endsWith(written));
                int errors = part ? Math.min(1, errors(written, name)) : errors(written, name);
                boolean near = errors <= Math.max(1, written.length() / 3);
                assertThat(NearestName.of(written, List.of(name.toUpperCase(java.util.Locale.ROOT)))
                                .isPresent())
                        .as(written + " for " + name)
                        .isEqualTo(near);
            }
        }
        assertThat(NearestName.of("ordesr", List.of("others", "orders", "order")))
                .isEqualTo(Optional.of("orders"));
        assertThat(NearestName.of("visit", List.of("vist", "visits", "visit"))).isEqualTo(Optional.of("visit"));
    }
}
