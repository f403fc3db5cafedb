package io.tacit.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.session.AggregateReport;
import io.tacit.engine.session.ExpectedError;
import io.tacit.engine.session.Explanation;
import io.tacit.engine.session.ReleaseReport;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** What is told of a query before it is asked, for each kind of limit, given or found, and each kind of error that is assumed. */
@NullUnmarked
class BeforeAskingTest {
    private static ReleaseReport release(
            boolean finds, Long maxRows, boolean grouped, List<AggregateReport> aggregates) {
        return new ReleaseReport(
                "1",
                "1e-8",
                5,
                maxRows,
                "at most 5 rows of a person count",
                finds,
                "0.1",
                grouped,
                "Laplace threshold",
                "as asked for",
                12L,
                grouped ? 47L : null,
                "PLAIN",
                "person",
                List.of("rows of t"),
                List.of(),
                aggregates,
                List.of(),
                List.of());
    }

    /** Groups are chosen by people, or by rows where each row counts for itself, whether the limit is found or given. */
    @Test
    void groupsAreOfPeopleOrOfRows() {
        for (boolean finds : new boolean[] {true, false}) {
            for (Long maxRows : Arrays.asList(null, 5L)) {
                for (boolean grouped : new boolean[] {true, false}) {
                    Explanation explanation = new Explanation(
                            List.of(release(finds, maxRows, grouped, List.of())),
                            List.of(),
                            false,
                            "SELECT 1",
                            "1",
                            "1e-8",
                            0.95,
                            List.of(),
                            null,
                            false);
                    String of = maxRows == null ? "people" : "rows";
                    String brief = CostText.of(explanation);
                    String whole = ExplanationText.of(explanation, false, false).replaceAll("\\s+", " ");
                    assertThat(brief)
                            .isEqualTo("It costs ε 1, δ 1e-8.\n"
                                    + (grouped ? "Groups with fewer than about 47 " + of + " will not appear.\n" : ""));
                    assertThat(whole.contains("Groups with fewer than about 47 " + of
                                    + " will not appear (Laplace threshold: noisy number of " + of + " at least 12)."))
                            .isEqualTo(grouped);
                    assertThat(whole.contains("Always one row.")).isEqualTo(!grouped);
                    boolean limited = grouped || maxRows != null;
                    assertThat(whole.contains("is found privately")).isEqualTo(finds && limited);
                    assertThat(whole.contains("How many rows of one person count"))
                            .isEqualTo(finds && maxRows != null);
                    assertThat(whole.contains("In how many groups one person counts"))
                            .isEqualTo(finds && maxRows == null && grouped);
                }
            }
        }
    }

    /** Errors by a number of rows, a sum or a range of values that is assumed, of means, of ranks and of totals. */
    @Test
    void everyAssumptionIsToldBesideItsErrors() {
        for (String condition : List.of("rows", "sum", "value", "rows and value")) {
            for (Integer size : Arrays.asList(null, 1000)) {
                for (boolean ofRank : new boolean[] {true, false}) {
                    for (BigDecimal wanted : Arrays.asList(null, new BigDecimal("10"))) {
                        check(condition, size, ofRank, wanted);
                    }
                }
            }
        }
    }

    private static void check(String condition, Integer size, boolean ofRank, BigDecimal wanted) {
        List<ExpectedError> errors = new ArrayList<>();
        for (long assumed : new long[] {1, 1600}) {
            errors.add(new ExpectedError(
                    condition.startsWith("rows") ? assumed : null,
                    condition.equals("sum") ? assumed : null,
                    condition.equals("value") ? Long.valueOf(assumed) : condition.contains("value") ? 77L : null,
                    size,
                    ofRank,
                    2.0 * assumed,
                    assumed == 1 ? "0.25" : null));
        }
        AggregateReport aggregate = new AggregateReport(
                "c", "F(x)", "", List.of(), "", null, "noise", null, null, null, "", errors, List.of());
        String table = ExpectedTable.of(release(false, null, true, List.of(aggregate)), wanted, 0.9);
        List<String> expected = new ArrayList<>();
        expected.add("What to expect, at 90%, by the limits that are found when the query runs:");
        expected.add((condition.startsWith("rows")
                        ? "rows of a person in a group, at most"
                        : condition.equals("sum") ? "sum of a person in a group, at most" : "values from 0 to")
                + " 1 1,600");
        String name = ofRank ? "c, rank off by rows" : size == null ? "c" : "c of 1,000 rows";
        name += condition.equals("rows and value") && !ofRank ? " from 0 to 77" : "";
        expected.add(name + (ofRank ? " 2 3,200" : " ± 2 ± 3,200"));
        if (wanted != null) {
            expected.add("ε for ± 10" + (ofRank ? " rows" : "") + " 0.25 > 20");
        }
        assertThat(table.lines().map(line -> line.strip().replaceAll("\\s+", " ")))
                .isEqualTo(expected);
    }
}
