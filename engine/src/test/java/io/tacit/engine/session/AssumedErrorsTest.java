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
        List<Double> expected = numbers(
                note("SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(epsilon = 1) " + call + ") FROM t", null),
                "group: ",
                "\\.$|\\. ");
        assertThat(expected).hasSize(3);
        for (int i = 0; i < 3; i++) {
            String given = "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(epsilon = 0.75) " + call
                    + ", contribution_bounds_per_group => (0, "
                    + List.of(1, 4, 16).get(i) + ")) FROM t";
            assertThat(expected.get(i)).isCloseTo(plusMinus(given), within(0.05));
        }
    }

    @Test
    void saysWhichEpsilonGivesTheWantedErrorUnderEach() {
        List<Double> epsilons = numbers(note("SELECT COUNT(*) FROM t", BigDecimal.TEN), "For ± 10: ε ", "\\.$|\\. ");
        assertThat(epsilons).hasSize(3).isSorted();
        for (int i = 0; i < 3; i++) {
            String given = "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(epsilon = "
                    + new BigDecimal("0.75")
                            .multiply(BigDecimal.valueOf(epsilons.get(i)))
                            .toPlainString()
                    + ") COUNT(*, contribution_bounds_per_group => (0, "
                    + List.of(1, 4, 16).get(i) + ")) FROM t";
            assertThat(plusMinus(given)).isLessThanOrEqualTo(10);
        }
    }

    @Test
    void quantilesHaveTheirRanks() {
        String note = note("SELECT MEDIAN(x) FROM t", null);
        List<Double> ranks = numbers(note, "from 0 to 100: ", " rows by");
        assertThat(ranks).hasSize(3);
        assertThat(ranks.get(2)).isCloseTo(16 * ranks.get(0), within(0.05));
    }

    @Test
    void oneGroupIsATipWhereItHelps() {
        String sql = "COUNT(*, contribution_bounds_per_group => (0, 2)) FROM t";
        String before =
                "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_groups_contributed = %d, report_missing = FALSE) ";
        String note = note(String.format(before, 5) + "g, " + sql + " GROUP BY g", null);
        List<Double> found = numbers(note, "gives ± ", "\\.$");
        assertThat(found.get(0))
                .isCloseTo(plusMinus(String.format(before, 1) + "g, " + sql + " GROUP BY g"), within(0.05));
        assertThat(found.get(1))
                .isCloseTo(plusMinus(String.format(before, 5) + "g, " + sql + " GROUP BY g"), within(0.05));
        assertThat(note(String.format(before, 1) + "g, " + sql + " GROUP BY g", null))
                .isEmpty();
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

    private String note(String sql, BigDecimal error) {
        try (TacitSession session = People.ordinary().exactly(folder)) {
            Explanation explanation = error == null ? session.explain(sql) : session.explain(sql, error);
            return explanation.releases().get(0).aggregates().get(0).note();
        }
    }

    private double plusMinus(String sql) {
        try (TacitSession session = People.ordinary().exactly(folder)) {
            return session.explain(sql).releases().get(0).aggregates().get(0).expectedPlusMinus();
        }
    }
}
