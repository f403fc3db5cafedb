package io.tacit.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.session.Answer;
import io.tacit.engine.session.AnswerColumn;
import io.tacit.engine.session.Explanation;
import io.tacit.engine.session.MissingReport;
import io.tacit.engine.session.ReleaseReport;
import io.tacit.engine.session.Share;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** What is told of each private result: every way to limit and to choose groups, in an answer of rows or none, before and after. */
@NullUnmarked
class FactsOfResultsTest {
    private static final MissingReport MISSING = new MissingReport(
            MissingReport.Limit.GROUPS,
            null,
            "3",
            new Share(0.5, 0.4, 0.6),
            new Share(0.5, 0.4, 0.6),
            null,
            null,
            true,
            "Much is missing.");

    private static ReleaseReport release(
            String epsilon, boolean grouped, boolean open, long maxGroups, Long maxRows, String why) {
        return new ReleaseReport(
                epsilon,
                "1.2e-8",
                maxGroups,
                maxRows,
                why,
                false,
                null,
                grouped,
                open ? "public groups" : "Laplace threshold",
                "as asked for",
                null,
                grouped && !open ? 47L : null,
                "PLAIN",
                "person",
                List.of("rows of t"),
                List.of(),
                List.of(),
                List.of(),
                List.of(MISSING));
    }

    private static List<String> told(ReleaseReport release, int rows) {
        Answer answer = new Answer(
                List.of(new AnswerColumn("n", ColumnType.BIGINT, true)),
                Collections.nCopies(rows, Sample.row(Arrays.asList(71L), Collections.singletonList(null))),
                List.of(release),
                "1",
                "0",
                0.95);
        return Summary.of(answer, 1)
                .replaceAll("\\s+", " ")
                .strip()
                .lines()
                .map(line -> line.replaceFirst("^.* 1\\.0 s ?", ""))
                .toList();
    }

    @Test
    void everyLimitAndEveryChoiceOfGroupsIsToldUnderAnAnswer() {
        for (boolean grouped : List.of(false, true)) {
            for (boolean open : List.of(false, true)) {
                for (int rows : List.of(0, 1, 2)) {
                    for (long groups : List.of(1L, 3L)) {
                        for (String why : Arrays.asList(null, "as asked")) {
                            List<String> expected = new ArrayList<>();
                            String limit = "At most " + groups + (groups == 1 ? " group" : " groups") + " per person"
                                    + (why == null ? "" : " (as asked)");
                            if (grouped && open) {
                                expected.add(limit + "; every public group appears.");
                            } else if (grouped && rows == 0) {
                                expected.add("Nothing came back: no group has about 47 people or more, or what follows"
                                        + " (HAVING, WHERE, LIMIT) leaves none. Group by something coarser, ask with a"
                                        + " larger epsilon, or give a smaller --max-groups where a person is in few"
                                        + " groups.");
                            } else if (grouped) {
                                expected.add(limit + "; groups with fewer than about 47 people do not appear.");
                            }
                            if (rows > 0) {
                                expected.add("Much is missing.");
                            }
                            assertThat(told(release("1", grouped, open, groups, null, why), rows))
                                    .as("%s %s %s %s %s", grouped, open, rows, groups, why)
                                    .containsExactly(String.join(" ", expected));
                        }
                    }
                    String ofRows = " At most 5 rows of a person count. Further rows, if there are any, are missing,"
                            + " and how many is not measured."
                            + (rows == 0 ? "" : " Much is missing.");
                    assertThat(told(release("1", true, open, 1, 5L, "at most 5 rows of a person count"), rows))
                            .containsExactly(
                                    open
                                            ? "Each row counts for itself; every public group appears." + ofRows
                                            : rows == 0
                                                    ? "Nothing came back: no group has about 47 rows or more, or what"
                                                            + " follows (HAVING, WHERE, LIMIT) leaves none. Group by"
                                                            + " something coarser, ask with a larger epsilon, or give a"
                                                            + " smaller --max-rows where people have few rows." + ofRows
                                                    : "Each row counts for itself; groups with fewer than about 47 rows"
                                                            + " do not appear." + ofRows);
                }
            }
        }
    }

    /** One result has no number, several are counted; and of several each says what it spends. */
    @Test
    void severalResultsAreNumberedAndEachSaysWhatItSpends() {
        for (int results = 0; results <= 4; results++) {
            List<ReleaseReport> releases = new ArrayList<>();
            for (int i = 1; i <= results; i++) {
                releases.add(release("0." + i, true, false, 1, i == 2 ? 5L : null, "at most 5 rows of a person count"));
            }
            Explanation explanation =
                    new Explanation(releases, List.of(), false, "SELECT 1", "1", "1e-8", 0.95, List.of(), null, false);
            String text = ExplanationText.of(explanation, false, false);
            List<String> heads = text.lines()
                    .filter(line -> line.startsWith("Private result"))
                    .toList();
            List<String> expected = new ArrayList<>();
            List<String> sizes = new ArrayList<>();
            for (int i = 1; i <= results; i++) {
                expected.add("Private result" + (results == 1 ? "" : " " + i) + ", protecting person:");
                sizes.add("Groups with fewer than about 47 " + (i == 2 ? "rows" : "people") + " will not appear.");
                assertThat(text.contains("It spends (ε 0." + i + ", δ 1.2e-8)."))
                        .isEqualTo(results > 1);
            }
            assertThat(heads).isEqualTo(expected);
            assertThat(CostText.of(explanation).lines().filter(line -> line.startsWith("Groups")))
                    .isEqualTo(sizes);
        }
    }
}
