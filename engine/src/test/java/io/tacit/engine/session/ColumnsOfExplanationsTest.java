package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/**
 * An explanation as a table: each fact stands in the column of its name, of results with columns and of those without, with
 * an error that is asked for and without, under accounts and under none.
 */
@NullUnmarked
class ColumnsOfExplanationsTest {
    private static final List<AccountReport> ACCOUNTS =
            List.of(new AccountReport("shop/ada", "2026-11", "ε 46", "ε 41", "ε 40 left"));

    @Test
    void everyFactStandsUnderItsName() {
        for (Optional<BigDecimal> wanted : List.of(Optional.<BigDecimal>empty(), Optional.of(BigDecimal.TEN))) {
            for (List<AccountReport> accounts : List.of(ACCOUNTS, List.<AccountReport>of())) {
                for (int first = 0; first <= 2; first++) {
                    for (int second = 0; second <= 2; second++) {
                        check(wanted, accounts, List.of(release(1, first), release(2, second)));
                    }
                }
            }
        }
    }

    private static void check(Optional<BigDecimal> wanted, List<AccountReport> accounts, List<ReleaseReport> releases) {
        Explanation explanation = new Explanation(
                releases, List.of(), false, "SELECT 1", "1", "0", 0.95, accounts, wanted.orElse(null), false);
        Answer table = ExplanationTable.of(explanation, wanted);
        List<Map<String, Object>> expected = new ArrayList<>();
        for (ReleaseReport release : releases) {
            release.aggregates().forEach(aggregate -> expected.add(facts(release, aggregate, wanted, accounts)));
            if (release.aggregates().isEmpty()) {
                expected.add(facts(release, null, wanted, accounts));
            }
        }
        List<Map<String, Object>> rows = new ArrayList<>();
        for (AnswerRow row : table.rows()) {
            assertThat(row.values()).hasSameSizeAs(table.columns());
            assertThat(row.intervals())
                    .isEqualTo(Collections.nCopies(table.columns().size(), null));
            Map<String, Object> facts = new HashMap<>();
            for (int i = 0; i < table.columns().size(); i++) {
                facts.put(table.columns().get(i).name(), row.values().get(i));
            }
            assertThat(facts).hasSameSizeAs(table.columns());
            rows.add(facts);
        }
        assertThat(rows).isEqualTo(expected);
    }

    private static Map<String, Object> facts(
            ReleaseReport release,
            AggregateReport aggregate,
            Optional<BigDecimal> wanted,
            List<AccountReport> accounts) {
        boolean none = aggregate == null;
        Map<String, Object> facts = new HashMap<>();
        facts.put("column", none ? null : aggregate.column());
        facts.put("aggregate", none ? null : aggregate.function());
        facts.put("people", String.join("; ", release.people()));
        facts.put("bounds", none ? null : aggregate.bounds());
        facts.put("bounds_origin", none ? null : aggregate.boundsOrigin());
        facts.put("states", none ? null : "");
        facts.put("noise", none ? null : aggregate.noise());
        facts.put("scale", none ? null : aggregate.scale());
        facts.put("plus_minus", none ? null : aggregate.expectedPlusMinus());
        wanted.ifPresent(error -> facts.put("epsilon_for_error", none ? null : aggregate.epsilonForError()));
        facts.put("epsilon", release.epsilon());
        facts.put("delta", release.delta());
        facts.put("max_groups", release.maxGroups());
        facts.put("groups_reason", release.whyGroups());
        facts.put("selection", release.selection());
        facts.put("threshold", release.threshold());
        facts.put("half_appear_at", release.typicalGroupSize());
        facts.put("plans", release.choice());
        facts.put("note", (none ? "" : aggregate.note() + " ") + String.join(" ", release.tips()));
        if (!accounts.isEmpty()) {
            facts.put("account", "shop/ada: ε 41 left of ε 46; with this query ε 40 left");
        }
        return facts;
    }

    /** No two facts are alike. */
    private static ReleaseReport release(int number, int aggregates) {
        List<AggregateReport> reports = new ArrayList<>();
        for (int i = 0; i < aggregates; i++) {
            String of = number + "." + i;
            reports.add(new AggregateReport(
                    "column " + of,
                    "function " + of,
                    "bounds " + of,
                    List.of(),
                    "origin " + of,
                    null,
                    "noise " + of,
                    100.0 * number + i,
                    200.0 * number + i,
                    "epsilon " + of,
                    "note " + of + ".",
                    List.of(),
                    List.of()));
        }
        return new ReleaseReport(
                "epsilon " + number,
                "delta " + number,
                30L + number,
                null,
                "reason " + number,
                false,
                null,
                true,
                "selection " + number,
                "choice " + number,
                40L + number,
                50L + number,
                "PLAIN",
                "person",
                List.of("people " + number, "others " + number),
                List.of(),
                reports,
                List.of("Tip " + number + ".", "Another."),
                List.of());
    }
}
