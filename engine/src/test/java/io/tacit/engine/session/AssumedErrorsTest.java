package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an explanation expects under limits that are not known yet is what it says once they are given. */
@org.jspecify.annotations.NullUnmarked
class AssumedErrorsTest {
    private static final Pattern NUMBER = Pattern.compile("[0-9.]+");

    @TempDir
    Path folder;

    /** A quarter of the budget finds limits; the rest is what a query with given limits has. */
    @ParameterizedTest
    @ValueSource(strings = {"COUNT(*", "COUNT(DISTINCT s"})
    void equalsWhatGivenLimitsCost(String call) {
        List<ExpectedError> expected =
                expected("SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(epsilon = 1) " + call + ") FROM t", null);
        assertThat(expected).extracting(ExpectedError::rows).containsExactly(1L, 4L, 16L, 64L);
        for (ExpectedError error : expected) {
            String given = "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(epsilon = 0.75) " + call
                    + ", contribution_bounds_per_group => (0, " + error.rows() + ")) FROM t";
            assertThat(error.error()).isCloseTo(plusMinus(given), within(0.05));
        }
    }

    /** Of sums, the size of a person's; of means, besides the number of rows, a range and the size of the group. */
    @Test
    void saysWhatIsAssumed() {
        assertThat(expected("SELECT SUM(x) FROM t", null))
                .extracting(ExpectedError::sum)
                .containsExactly(1L, 100L, 10_000L);
        assertThat(expected("SELECT AVG(x) FROM t", null)).allSatisfy(error -> {
            assertThat(error.value()).isEqualTo(100);
            assertThat(error.groupSize()).isEqualTo(1000);
            assertThat(error.rows()).isNotNull();
        });
        assertThat(expected("SELECT COUNT(*, contribution_bounds_per_group => (0, 2)) FROM t", null))
                .isEmpty();
    }

    @Test
    void saysWhichEpsilonGivesTheWantedErrorUnderEach() {
        List<ExpectedError> expected = expected("SELECT COUNT(*) FROM t", BigDecimal.valueOf(20));
        assertThat(expected).hasSize(4);
        for (ExpectedError error : expected) {
            String given = "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(epsilon = "
                    + new BigDecimal("0.75")
                            .multiply(new BigDecimal(error.epsilonForError()))
                            .toPlainString()
                    + ") COUNT(*, contribution_bounds_per_group => (0, " + error.rows() + ")) FROM t";
            assertThat(plusMinus(given)).isLessThanOrEqualTo(20);
        }
    }

    /** Asked again with the epsilon that is said, the wanted error is expected; for means and ranks too. */
    @ParameterizedTest
    @ValueSource(strings = {"AVG(x)", "MEDIAN(x)", "SUM(x)"})
    void theEpsilonForAnErrorIsEnough(String call) {
        BigDecimal wanted = BigDecimal.valueOf(call.startsWith("AVG") ? 2 : 200);
        List<ExpectedError> expected =
                expected("SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(epsilon = 1) " + call + " FROM t", wanted);
        for (int i = 0; i < expected.size(); i++) {
            String epsilon = expected.get(i).epsilonForError();
            if (epsilon != null) {
                assertThat(expected(
                                        "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(epsilon = " + epsilon + ") " + call
                                                + " FROM t",
                                        null)
                                .get(i)
                                .error())
                        .isLessThanOrEqualTo(wanted.doubleValue());
            }
        }
        assertThat(expected.get(0).epsilonForError()).isNotNull();
    }

    /** Asked with another confidence than that of the intervals, it is the epsilon for a query with that confidence. */
    @ParameterizedTest
    @ValueSource(strings = {"COUNT(*)", "SUM(x)", "AVG(x)", "MEDIAN(x)"})
    void theEpsilonForAnErrorIsThatOfTheWantedConfidence(String call) {
        for (String confidence : List.of("0.5", "0.999")) {
            String asked = expected(
                            "EXPLAIN PRIVACY (error = 9, confidence = " + confidence + ") SELECT " + call + " FROM t",
                            null)
                    .get(0)
                    .epsilonForError();
            String ofQuery = expected(
                            "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(confidence = " + confidence + ") " + call
                                    + " FROM t",
                            BigDecimal.valueOf(9))
                    .get(0)
                    .epsilonForError();
            assertThat(asked).isNotNull().isEqualTo(ofQuery);
        }
    }

    @Test
    void quantilesHaveTheirRanks() {
        List<ExpectedError> expected = expected("SELECT MEDIAN(x) FROM t", null);
        assertThat(expected).hasSize(4).allMatch(ExpectedError::ofRank);
        assertThat(expected.get(2).error()).isCloseTo(16 * expected.get(0).error(), within(0.05));
    }

    @Test
    void oneGroupIsATipWhereItHelps() {
        String sql = "COUNT(*, contribution_bounds_per_group => (0, 2)) FROM t";
        String before =
                "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_groups_contributed = %d, report_missing = FALSE) ";
        List<String> tips = tips(String.format(before, 5) + "g, " + sql + " GROUP BY g");
        assertThat(tips).hasSize(1);
        List<Double> found = numbers(tips.get(0), " has ± ", "\\.$");
        assertThat(found.get(0))
                .isCloseTo(plusMinus(String.format(before, 1) + "g, " + sql + " GROUP BY g"), within(0.05));
        assertThat(found.get(1))
                .isCloseTo(plusMinus(String.format(before, 5) + "g, " + sql + " GROUP BY g"), within(0.05));
        assertThat(tips(String.format(before, 1) + "g, " + sql + " GROUP BY g")).isEmpty();
    }

    /** What the bounds that are looked for would cost if they were given. */
    @Test
    void boundsAreATipWithTheirGain() {
        List<String> tips = tips("SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(epsilon = 0.1, delta = 0) COUNT(*) FROM t");
        assertThat(tips).hasSize(1);
        List<Double> found = numbers(tips.get(0), " has ± ", "\\.$");
        assertThat(found.get(0))
                .isCloseTo(
                        plusMinus("SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(epsilon = 0.1, delta = 0)"
                                + " COUNT(*, contribution_bounds_per_group => (0, 1)) FROM t"),
                        within(0.05));
        assertThat(tips("SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(epsilon = 20) COUNT(*) FROM t"))
                .allSatisfy(tip -> assertThat(tip).doesNotContain("instead of"));
    }

    private static org.assertj.core.data.Percentage within(double share) {
        return org.assertj.core.data.Percentage.withPercentage(100 * share);
    }

    /** The numbers of a note between two phrases. */
    private static List<Double> numbers(String note, String from, String to) {
        assertThat(note).contains(from);
        String rest = note.substring(note.indexOf(from) + from.length());
        Matcher end = Pattern.compile(to).matcher(rest);
        assertThat(end.find()).isTrue();
        return NUMBER.matcher(rest.substring(0, end.start()))
                .results()
                .map(found -> Double.valueOf(found.group()))
                .toList();
    }

    private List<ExpectedError> expected(String sql, BigDecimal error) {
        try (TacitSession session = People.ordinary().exactly(folder)) {
            Explanation explanation = error == null ? session.explain(sql) : session.explain(sql, error);
            return explanation.releases().get(0).aggregates().get(0).expected();
        }
    }

    private List<String> tips(String sql) {
        try (TacitSession session = People.ordinary().exactly(folder)) {
            return session.explain(sql).releases().get(0).tips();
        }
    }

    private double plusMinus(String sql) {
        try (TacitSession session = People.ordinary().exactly(folder)) {
            return session.explain(sql).releases().get(0).aggregates().get(0).expectedPlusMinus();
        }
    }
}
