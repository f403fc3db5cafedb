package io.tacit.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.session.AccountReport;
import io.tacit.engine.session.AggregateReport;
import io.tacit.engine.session.Answer;
import io.tacit.engine.session.AnswerColumn;
import io.tacit.engine.session.AnswerOrigin;
import io.tacit.engine.session.AnswerRow;
import io.tacit.engine.session.ConfidenceInterval;
import io.tacit.engine.session.Explanation;
import io.tacit.engine.session.FileTally;
import io.tacit.engine.session.ReleaseReport;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** What is told under an answer, and before one: what it cost, what is left and of what, with numbers that all differ. */
@NullUnmarked
class FactsOfSummariesTest {
    private static final ReleaseReport RELEASE = new ReleaseReport(
            "0.11",
            "1.2e-8",
            3,
            null,
            null,
            false,
            null,
            false,
            "none",
            "as asked for",
            null,
            null,
            "PLAIN",
            "person",
            List.of("rows of t"),
            List.of(),
            List.of(),
            List.of(),
            List.of());

    private static final List<AccountReport> ACCOUNTS = List.of(
            new AccountReport("shop/ada", "2026-11", "ε 46, δ 4e-6", "ε 41, δ 3e-6", "ε 40, δ 2e-6 left"),
            new AccountReport("shop/total", "", "ρ 51, δ 5e-6", "ρ 43, δ 4e-6", ""));

    private static final List<FileTally> FILES = List.of(
            new FileTally("a.csv", "7.6", "7e-8", 78, Optional.of("79")),
            new FileTally("b.csv", "8.6", "8e-8", 1, Optional.empty()));

    private static String summary(AnswerOrigin origin, List<ReleaseReport> releases) {
        Answer answer = new Answer(
                List.of(new AnswerColumn("n", ColumnType.BIGINT, true)),
                List.of(new AnswerRow(Arrays.asList(71L), Arrays.asList(new ConfidenceInterval(70, 72)))),
                releases,
                "0.73",
                "7.4e-8",
                0.8,
                origin);
        return Summary.of(answer, 1.5).replace(System.lineSeparator(), "\n");
    }

    @Test
    void whatWasSpentAndWhatIsLeftStandUnderAnAnswer() {
        String left = "Left in shop/ada: ε 41, δ 3e-6 for 2026-11.\nLeft in shop/total: ρ 43, δ 4e-6.\n";
        String given = "a.csv has given ε 7.6 of 79, δ 7e-8 in 78 questions.\nb.csv has given ε 8.6, δ 8e-8 in 1"
                + " question.\n";
        assertThat(summary(new AnswerOrigin(Optional.empty(), ACCOUNTS, List.of()), List.of(RELEASE)))
                .isEqualTo("1 row. (ε 0.73, δ 7.4e-8) spent. 80% intervals. 1.5 s\n" + left);
        assertThat(summary(new AnswerOrigin(Optional.empty(), List.of(), FILES), List.of(RELEASE)))
                .isEqualTo("1 row. (ε 0.73, δ 7.4e-8) spent. 80% intervals. 1.5 s\n" + given);
        Instant at = Instant.parse("2026-11-21T23:59:31Z");
        assertThat(summary(new AnswerOrigin(Optional.of(at), ACCOUNTS, FILES), List.of(RELEASE)))
                .isEqualTo(
                        "1 row. Released 2026-11-21 23:59 UTC and kept; nothing was spent now. 80% intervals. 1.5 s\n"
                                + left + given);
        assertThat(summary(new AnswerOrigin(Optional.of(at), List.of(), List.of(), 3), List.of(RELEASE)))
                .contains("nothing was spent now. 3 others were released with it: FRESH SELECT asks for this alone,");
        assertThat(summary(AnswerOrigin.OWN, List.of()))
                .isEqualTo("1 row. Nothing private was read, nothing was spent. 1.5 s\n");
    }

    @Test
    void whatWouldBeSpentAndWhatIsLeftStandBeforeAnAnswer() {
        Explanation explanation = new Explanation(
                List.of(RELEASE), List.of(), false, "SELECT 1", "0.73", "7.4e-8", 0.8, ACCOUNTS, null, false);
        assertThat(ExplanationText.of(explanation, false, false))
                .startsWith("It would spend (ε 0.73, δ 7.4e-8). No data was read.\nLeft in shop/ada: ε 41, δ 3e-6; with"
                        + " this query ε 40, δ 2e-6 left.\nLeft in shop/total: ρ 43, δ 4e-6.\n");
        assertThat(CostText.of(explanation)).isEqualTo("""
                    It costs ε 0.73, δ 7.4e-8.
                    shop/ada: ε 41, δ 3e-6 left now, then ε 40, δ 2e-6 left.
                    shop/total: ρ 43, δ 4e-6 left now.
                    """);
    }

    private static AggregateReport aggregate(String name, String origin, String noise, String note) {
        return new AggregateReport(
                name, "SUM(x)", "[0, 7]", List.of(), origin, null, noise, null, null, null, note, List.of(), List.of());
    }

    /** What a number needs to be read rightly is told under it, once; what holds of every number is not. */
    @Test
    void whatMustBeKnownOfANumberIsToldUnderIt() {
        List<AggregateReport> aggregates = List.of(
                aggregate("few", "in the query", "discrete Laplace", "Too few people have rows."),
                aggregate("found", "per row chosen privately", "discrete Laplace", "a usual note"),
                aggregate("median", "in the query", "exponential mechanism", "Off by some rows."),
                aggregate("usual", "in the query", "discrete Laplace", "another usual note"));
        ReleaseReport release = new ReleaseReport(
                "0.11",
                "1.2e-8",
                3,
                null,
                null,
                false,
                null,
                false,
                "none",
                "as asked for",
                null,
                null,
                "PLAIN",
                "person",
                List.of("rows of t"),
                List.of(),
                aggregates,
                List.of(),
                List.of());
        assertThat(summary(AnswerOrigin.OWN, List.of(release, release)).lines().skip(1))
                .containsExactly(
                        "few: Too few people have rows.",
                        "Bounds of found: [0, 7] (per row chosen privately).",
                        "median: Off by some rows.");
    }
}
