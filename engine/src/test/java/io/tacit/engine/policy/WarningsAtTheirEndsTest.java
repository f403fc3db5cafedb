package io.tacit.engine.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From where on a setting is said to protect little: each limit, on both of its sides, in each place that can be set. */
class WarningsAtTheirEndsTest {
    @TempDir
    Path folder;

    private TextShop shop;

    @BeforeEach
    void makeFile() throws IOException {
        shop = TextShop.in(folder);
    }

    private List<String> warned(String account, String total, String rest) throws IOException {
        PolicyFile.Checked checked = shop.check(
                "dataset: shop\ntables: {t: {file: t.csv, person: a, columns: {a: {type: INTEGER, hidden: true}, b: {type:"
                        + " INTEGER, bounds: [0, 1]}}}}\nanalysts: {ada: [], bob: []}\nledger: /srv/books.sqlite\naccounts:"
                        + " {all: {members: [ada, bob], " + account + "}}\n"
                        + (total.isEmpty() ? "" : "total: {" + total + "}\n") + rest);
        assertThat(checked.errors()).isEmpty();
        return checked.findings().stream()
                .map(Finding::path)
                .filter(path -> !path.startsWith("tables."))
                .toList();
    }

    private static String terms(String main, String delta, String more) {
        return "budget: {" + main + ", delta: " + delta + "}, stop_after_failures: 3" + more;
    }

    private static final String GOOD = terms("epsilon: 2", "1e-6", "");
    private static final String VERSION = "version: one\n";

    @Test
    void aGoodPolicyIsNotWarnedOf() throws IOException {
        assertThat(warned(GOOD, "", VERSION)).isEmpty();
        assertThat(warned(GOOD, GOOD, VERSION)).isEmpty();
    }

    /** 10 of epsilon; of rho what comes to 10 at a delta of 1e-6: ρ + 2√(ρ ln 1e6) = 10 at 1.353. */
    @Test
    void manyEpsilonAndMuchDelta() throws IOException {
        for (boolean total : new boolean[] {true, false}) {
            String path = total ? "total.budget" : "accounts.all.budget";
            for (List<String> each : List.of(
                    List.of("epsilon: 10", "1e-6", ""),
                    List.of("epsilon: 10.1", "1e-6", path),
                    List.of("rho: 1.35", "1e-6", ""),
                    List.of("rho: 1.36", "1e-6", path),
                    List.of("epsilon: 2", "1e-5", ""),
                    List.of("epsilon: 2", "1.1e-5", path),
                    List.of("rho: 0.1", "1.1e-5", path))) {
                String terms = terms(each.get(0), each.get(1), "");
                assertThat(total ? warned(GOOD, terms, VERSION) : warned(terms, "", VERSION))
                        .as(terms)
                        .isEqualTo(each.get(2).isEmpty() ? List.of() : List.of(each.get(2)));
            }
        }
    }

    /** What a year allows of a budget that begins anew: 366 days, 53 weeks, 12 months, 4 quarters, a year; of ρ 1.353 in all. */
    @Test
    void aBudgetThatBeginsAnewAddsUpOverAYear() throws IOException {
        for (List<String> each : List.of(
                List.of("daily", "epsilon: 0.0273", "epsilon: 0.0274"),
                List.of("weekly", "epsilon: 0.188", "epsilon: 0.189"),
                List.of("monthly", "epsilon: 0.833", "epsilon: 0.834"),
                List.of("quarterly", "epsilon: 2.5", "epsilon: 2.51"),
                List.of("daily", "rho: 0.00369", "rho: 0.0037"),
                List.of("weekly", "rho: 0.0255", "rho: 0.0256"),
                List.of("monthly", "rho: 0.1127", "rho: 0.1128"),
                List.of("quarterly", "rho: 0.338", "rho: 0.339"))) {
            for (int more = 0; more < 2; more++) {
                String terms = terms(each.get(1 + more), "1e-6", ", refresh: " + each.get(0));
                assertThat(warned(terms, "", VERSION + "defaults: {epsilon: 0.02}\n"))
                        .as(terms)
                        .isEqualTo(more == 0 ? List.of() : List.of("accounts.all.refresh"));
            }
        }
        assertThat(warned(terms("epsilon: 10.1", "1e-6", ", refresh: yearly"), "", VERSION))
                .containsExactly("accounts.all.budget");
    }

    @Test
    void defaultsThatProtectLittleOrCostTooMuch() throws IOException {
        for (List<String> each : List.of(
                List.of("delta: 1e-5", ""),
                List.of("delta: 1.1e-5", "defaults.delta"),
                List.of("max_groups: 100", ""),
                List.of("max_groups: 101", "defaults.max_groups"),
                List.of("epsilon: 2", ""),
                List.of("epsilon: 2.1", "accounts.all"))) {
            assertThat(warned(GOOD, "", VERSION + "defaults: {" + each.get(0) + "}\n"))
                    .as(each.toString())
                    .isEqualTo(each.get(1).isEmpty() ? List.of() : List.of(each.get(1)));
        }
        String perQuery = terms("rho: 0.5", "1e-6", ", per_query: {epsilon: 0.7, delta: 1e-7}");
        assertThat(warned(perQuery, "", VERSION + "defaults: {epsilon: 0.7}\n")).isEmpty();
        assertThat(warned(perQuery, "", VERSION + "defaults: {epsilon: 0.71}\n"))
                .containsExactly("accounts.all");
    }

    @Test
    void whatIsNotSaidAtAll() throws IOException {
        String silent = "budget: {epsilon: 2, delta: 1e-6}";
        String many = silent + ", stop_after_failures: ";
        assertThat(warned(silent, silent, VERSION)).isEmpty();
        assertThat(warned(many + "100", many + "100", VERSION)).isEmpty();
        assertThat(warned(many + "101", silent, VERSION)).containsExactly("accounts.all.stop_after_failures");
        assertThat(warned(silent, many + "101", VERSION)).containsExactly("total.stop_after_failures");
        assertThat(warned(GOOD, "", "")).containsExactly("version");
        assertThat(warned(GOOD, "", "store: {window: 1h}\n")).isEmpty();
        assertThat(warned(GOOD, "", "version: {schedule: daily}\n")).isEmpty();
        assertThat(warned(GOOD + ", each: true", "", VERSION)).containsExactly("accounts");
        assertThat(warned(GOOD + ", each: true", GOOD, VERSION)).isEmpty();
    }
}
