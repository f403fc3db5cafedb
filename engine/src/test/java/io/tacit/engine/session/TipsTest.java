package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.release.ZeroNoise;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What an explanation says would make a release more accurate is what explaining that query says. */
@NullUnmarked
class TipsTest {
    private static final Pattern GAIN = Pattern.compile("has ± (\\S+) instead of ± (\\S+)[.]");

    @TempDir
    static Path folder;

    private static TacitSession session;

    @BeforeAll
    static void open() {
        session = TacitSession.open(
                List.of(People.ordinary().table(folder)),
                new Defaults(BigDecimal.ONE, new BigDecimal("1e-6"), 5, 0.95),
                People.SETTINGS,
                ZeroNoise::new);
    }

    @AfterAll
    static void close() {
        session.close();
    }

    private static ReleaseReport explained(String sql) {
        return session.explain(sql).releases().get(0);
    }

    /** The error of the first column. */
    private static String plusMinus(ReleaseReport report) {
        AggregateReport column = report.aggregates().get(0);
        return AssumedErrors.text(
                column.expectedPlusMinus() != null
                        ? column.expectedPlusMinus()
                        : column.expected().get(0).error());
    }

    private static Optional<Matcher> gain(ReleaseReport report, int tips) {
        assertThat(report.tips()).hasSize(tips);
        return report.tips().stream().map(GAIN::matcher).filter(Matcher::find).reduce((first, last) -> last);
    }

    /** Whatever the noise and the aggregate. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        noise = LAPLACE     | COUNT(*, contribution_bounds_per_group => (0, 1))
        noise = GAUSSIAN    | COUNT(*, contribution_bounds_per_group => (0, 1))
        noise = LAPLACE     | SUM(x, contribution_bounds_per_group => (0, 9))
        noise = LAPLACE     | COUNT(DISTINCT uid), SUM(x, contribution_bounds_per_group => (0, 9))
        max_rows_per_group = 2 | COUNT(*)
        """)
    void oneGroupOfAPersonIsAsMuchBetterAsIsSaid(String options, String aggregates) {
        String query =
                "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(%s" + options + ") g, " + aggregates + " FROM t GROUP BY g";
        ReleaseReport report = explained(query.formatted(""));
        ReleaseReport one = explained(query.formatted("max_groups_contributed = 1, "));
        boolean finds = report.aggregates().stream()
                .anyMatch(aggregate -> aggregate.boundsOrigin().contains("privately"));
        Matcher gain = gain(report, finds ? 2 : 1).orElseThrow();
        assertThat(gain.group(1)).isEqualTo(plusMinus(one));
        assertThat(gain.group(2)).isEqualTo(plusMinus(report));
        assertThat(one.tips()).hasSize(finds ? 1 : 0);
    }

    /** Where a person is in one group, or groups are not what limits them, there is nothing to say. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "max_groups_contributed = 1) g, COUNT(DISTINCT uid) FROM t GROUP BY g",
                "noise = LAPLACE) COUNT(DISTINCT uid) FROM t",
                "max_rows_contributed = 4) g, COUNT(*) FROM t GROUP BY g",
                "max_rows_contributed = AUTO) g, COUNT(*) FROM t GROUP BY g",
                "max_rows_per_group = 1) g, s, COUNT(*) FROM t GROUP BY ROLLUP(g, s)",
                "max_rows_per_group = 1) g, COUNT(*) FROM t GROUP BY ROLLUP(g)"
            })
    void whereGroupsAreNoLimitNothingIsSaidOfThem(String query) {
        assertThat(explained("SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(" + query)
                        .tips())
                .isEmpty();
    }

    /** A quarter of epsilon finds limits. */
    @Test
    void givenBoundsAreAsMuchBetterAsIsSaid() {
        String query = "SELECT COUNT(*%s) FROM t";
        ReleaseReport report = explained(query.formatted(""));
        ReleaseReport given = explained(query.formatted(", contribution_bounds_per_group => (0, 1)"));
        Matcher gain = gain(report, 1).orElseThrow();
        assertThat(gain.group(1)).isEqualTo(plusMinus(given));
        assertThat(gain.group(2)).isEqualTo(plusMinus(report));
        assertThat(given.tips()).isEmpty();
    }

    /** What was to be expected, and what would be better, is said before a release. */
    @ParameterizedTest
    @ValueSource(strings = {"COUNT(*)", "SUM(x)", "AVG(x)", "MEDIAN(x)", "COUNT(DISTINCT uid), COUNT(x)"})
    void afterAReleaseNothingIsExpected(String aggregates) {
        String query = "SELECT g, " + aggregates + " FROM t GROUP BY g";
        assertThat(explained(query).tips()).isNotEmpty();
        assertThat(explained(query).aggregates())
                .anyMatch(column -> !column.expected().isEmpty());
        ReleaseReport released = session.query(query).releases().get(0);
        assertThat(released.tips()).isEmpty();
        assertThat(released.aggregates()).allMatch(column -> column.expected().isEmpty());
    }

    /** A limit that is found cannot be given; it may only turn out so. */
    @Test
    void whereTheNumberOfGroupsIsFoundNobodyIsAskedToGiveIt() {
        ReleaseReport auto = explained("SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_groups_contributed = AUTO,"
                + " noise = LAPLACE) g, COUNT(DISTINCT uid) FROM t GROUP BY g");
        assertThat(auto.tips()).hasSize(1);
        assertThat(auto.tips().get(0)).doesNotContain("--max-groups");
        ReleaseReport two = explained("SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_groups_contributed = 2,"
                + " noise = GAUSSIAN) g, COUNT(DISTINCT uid) FROM t GROUP BY g");
        assertThat(two.tips()).hasSize(1);
        assertThat(two.tips().get(0)).contains("--max-groups");
    }
}
