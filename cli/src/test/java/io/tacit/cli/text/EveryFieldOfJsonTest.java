package io.tacit.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.session.AccountReport;
import io.tacit.engine.session.AggregateReport;
import io.tacit.engine.session.Answer;
import io.tacit.engine.session.AnswerColumn;
import io.tacit.engine.session.AnswerOrigin;
import io.tacit.engine.session.AnswerRow;
import io.tacit.engine.session.BoundsReport;
import io.tacit.engine.session.ConfidenceInterval;
import io.tacit.engine.session.ExpectedError;
import io.tacit.engine.session.Explanation;
import io.tacit.engine.session.FileTally;
import io.tacit.engine.session.MissingReport;
import io.tacit.engine.session.ReleaseReport;
import io.tacit.engine.session.Share;
import io.tacit.engine.session.StateReport;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** Programs read JSON: each fact of an answer and of an explanation, all of them different, stands under its own name. */
@NullUnmarked
class EveryFieldOfJsonTest {
    private static final String RELEASES = """
        [{"epsilon": 0.11, "delta": 1.2e-8, "max_groups": 13, "max_rows": 14, "groups_found": true,
          "epsilon_of_missing": 0.15, "grouped": true, "selection": "a selection", "threshold": 16,
          "typical_group_size": 17, "spelling": "PLAIN", "privacy_unit": "a person", "overflows": ["o1", "o2"],
          "aggregates": [
            {"column": "n", "function": "SUM(x)",
             "bounds": [{"of": "per row", "low": -18, "high": 19.5}, {"of": "rows", "low": null, "high": "found"}],
             "bounds_origin": "an origin", "possible": [-20, 21], "noise": "a noise", "scale": 2.2,
             "expected_plus_minus": 2.3, "epsilon_for_error": 0.24,
             "expected": [
               {"rows": 25, "sum": null, "value": null, "group_size": 26, "plus_minus": 2.7, "rank_off_by": null,
                "epsilon_for_error": 0.28},
               {"rows": null, "sum": 29, "value": 30, "group_size": null, "plus_minus": null, "rank_off_by": 3.1,
                "epsilon_for_error": null}],
             "states": [
               {"state": "people", "epsilon": 0.32, "rho": null, "bundle": 33, "noise": "noise of people",
                "scale": 3.4},
               {"state": "sum", "epsilon": null, "rho": 0.35, "bundle": null, "noise": "noise of sums",
                "scale": null}],
             "words": {"note": "a note"}}],
          "missing": [
            {"limit": "groups", "column": "area", "at": 36, "people": {"about": 0.37, "interval": [0.36, 0.38]},
             "contributions": {"about": 0.41, "interval": [0.39, 0.42]}, "better": [43, 44], "better_misses": 0.45,
             "material": true, "words": {"note": "a note of what is missing"}}],
          "words": {"groups_reason": "a reason", "choice": "a choice", "people": ["p1", "p2"], "tips": ["t1", "t2"]}}]
        """;

    private static final String ACCOUNTS = """
        [{"account": "shop/ada", "window": "2026-11", "limit": {"epsilon": 46, "delta": 4.7e-6},
          "left": {"epsilon": 48, "delta": 4.9e-7}, "words": {"afterwards": "then"}},
         {"account": "shop/total", "window": "", "limit": {"rho": 5.1, "delta": 5.2e-6},
          "left": {"rho": 0.53, "delta": 5.4e-7}, "words": {"afterwards": ""}}]
        """;

    private static List<AccountReport> accounts() {
        return List.of(
                new AccountReport("shop/ada", "2026-11", "ε 46, δ 4.7e-6", "ε 48, δ 4.9e-7", "then"),
                new AccountReport("shop/total", "", "ρ 5.1, δ 5.2e-6", "ρ 0.53, δ 5.4e-7", ""));
    }

    private static ReleaseReport release() {
        AggregateReport aggregate = new AggregateReport(
                "n",
                "SUM(x)",
                "bounds in words",
                List.of(new BoundsReport("per row", "-18", "19.5"), new BoundsReport("rows", null, "found")),
                "an origin",
                new ConfidenceInterval(-20, 21),
                "a noise",
                2.2,
                2.3,
                "0.24",
                "a note",
                List.of(
                        new ExpectedError(25L, null, null, 26, false, 2.7, "0.28"),
                        new ExpectedError(null, 29L, 30L, null, true, 3.1, null)),
                List.of(
                        new StateReport("people", "0.32", 33, "noise of people", 3.4),
                        new StateReport("sum", "ρ 0.35", null, "noise of sums", null)));
        MissingReport missing = new MissingReport(
                MissingReport.Limit.GROUPS,
                "area",
                "36",
                new Share(0.37, 0.36, 0.38),
                new Share(0.41, 0.39, 0.42),
                "[43, 44]",
                0.45,
                true,
                "a note of what is missing");
        return new ReleaseReport(
                "0.11",
                "1.2e-8",
                13,
                14L,
                "a reason",
                true,
                "0.15",
                true,
                "a selection",
                "a choice",
                16L,
                17L,
                "PLAIN",
                "a person",
                List.of("p1", "p2"),
                List.of("o1", "o2"),
                List.of(aggregate),
                List.of("t1", "t2"),
                List.of(missing));
    }

    @Test
    void anExplanationHasEachFactUnderItsName() throws IOException {
        Explanation explanation = new Explanation(
                List.of(release()),
                List.of("SELECT 1", "SELECT 2"),
                true,
                "SELECT 3",
                "0.61",
                "6.2e-8",
                0.9,
                accounts(),
                new BigDecimal("6.3"),
                true);
        assertThat(read(JsonText.of(explanation))).isEqualTo(read("""
            {"spent": {"epsilon": 0.61, "delta": 6.2e-8}, "confidence": 0.9, "wanted_error": 6.3, "kept": true,
             "accounts": %s, "releases": %s, "pushed_down_sql": ["SELECT 1", "SELECT 2"], "answer_sql": "SELECT 3"}
            """.formatted(ACCOUNTS, RELEASES)));
    }

    @Test
    void anAnswerHasEachFactUnderItsName() throws IOException {
        Answer answer = new Answer(
                List.of(
                        new AnswerColumn("area", ColumnType.VARCHAR, false),
                        new AnswerColumn("n", ColumnType.BIGINT, true)),
                List.of(new AnswerRow(
                        Arrays.asList("north", 71L), Arrays.asList(null, new ConfidenceInterval(70.5, 72)))),
                List.of(release()),
                "0.73",
                "7.4e-8",
                0.8,
                new AnswerOrigin(
                        Optional.of(Instant.parse("2026-11-21T12:00:00Z")),
                        accounts(),
                        List.of(new FileTally("a.csv", "7.6", "7.7e-8", 78, Optional.of("79"))),
                        4));
        assertThat(read(JsonText.of(answer))).isEqualTo(read("""
            {"spent": {"epsilon": 0.73, "delta": 7.4e-8}, "confidence": 0.8,
             "columns": [{"name": "area", "type": "VARCHAR", "noisy": false},
                         {"name": "n", "type": "BIGINT", "noisy": true}],
             "rows": [["north", {"value": 71, "interval": [70.5, 72]}]],
             "released_at": "2026-11-21T12:00:00Z", "accounts": %s,
             "tallied": [{"file": "a.csv", "epsilon": 7.6, "delta": 7.7e-8, "questions": 78, "budget": 79}], "released_beside": 4,
             "releases": %s}
            """.formatted(ACCOUNTS, RELEASES)));
    }

    /** An end that nothing bounds is null in JSON and empty in CSV, never a number. */
    @Test
    void anOpenEndIsNoNumber() throws IOException {
        double open = Double.POSITIVE_INFINITY;
        Answer answer = new Answer(
                List.of(
                        new AnswerColumn("most", ColumnType.BIGINT, true),
                        new AnswerColumn("least", ColumnType.DOUBLE, true)),
                List.of(new AnswerRow(
                        List.of(80L, 1.5),
                        List.of(new ConfidenceInterval(79, open), new ConfidenceInterval(-open, 2)))),
                List.of(release()),
                "1",
                "0",
                0.95);
        assertThat(read(JsonText.of(answer)).get("rows")).isEqualTo(read("""
                [[{"value": 80, "interval": [79, null]}, {"value": 1.5, "interval": [null, 2]}]]"""));
        assertThat(CsvText.of(answer).lines().skip(1)).containsExactly("80,79,,1.5,,2");
    }

    private static JsonNode read(String text) throws IOException {
        return new ObjectMapper().readTree(text);
    }
}
