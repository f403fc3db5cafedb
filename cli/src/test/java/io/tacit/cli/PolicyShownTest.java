package io.tacit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code policy show} tells an analyst: every way to write an account and every limit, alone and together. */
@NullUnmarked
class PolicyShownTest {
    @TempDir
    Path folder;

    private List<String> shown(String analyst, String rest) throws IOException {
        Files.writeString(folder.resolve("t.csv"), "who,x,y\n1,2,3\n");
        Path policy = Files.writeString(
                folder.resolve("tacit.yaml"),
                "dataset: d\n"
                        + "version: one\n"
                        + "tables:\n"
                        + "  t: {file: t.csv, person: who, columns: {who: {type: INTEGER, hidden: true}, x: INTEGER, y:"
                        + " {type: INTEGER, roles: [r]}}}\n"
                        + "  u: {file: t.csv, person: who, roles: [r], columns: {who: INTEGER, x: INTEGER}}\n"
                        + "  open: {file: open.csv, public: true, columns: {x: INTEGER}}\n"
                        + "analysts: {ada: [], bob: [r]}\n"
                        + rest);
        Files.writeString(folder.resolve("open.csv"), "x\n1\n");
        Run run = Run.of("policy", "show", policy.toString(), "--analyst", analyst);
        assertThat(run.code()).as(run.err()).isZero();
        return run.out().lines().toList();
    }

    private static final String ACCOUNT = "accounts: {all: {members: [ada, bob], budget: {epsilon: 1, delta: 1e-6}}}\n";

    @Test
    void everyAccountIsToldWithItsTerms() throws IOException {
        for (String budget : List.of("epsilon: 2.5", "rho: 0.25")) {
            String told = budget.startsWith("rho") ? "ρ 0.25" : "ε 2.5";
            for (String refresh : List.of("", "daily", "weekly", "monthly", "quarterly", "yearly")) {
                for (boolean perQuery : List.of(false, true)) {
                    for (boolean total : List.of(false, true)) {
                        String terms = "budget: {" + budget + ", delta: 2e-6}"
                                + (refresh.isEmpty() ? "" : ", refresh: " + refresh)
                                + (perQuery ? ", per_query: {epsilon: 0.75, delta: 3e-7}" : "");
                        String account = told + " and δ 2e-6" + (refresh.isEmpty() ? " in all" : ", anew " + refresh)
                                + (perQuery ? "; at most ε 0.75 and δ 3e-7 a query" : "");
                        List<String> lines = shown(
                                "ada",
                                "accounts: {all: {members: [ada, bob], " + terms + "}}\n"
                                        + (total ? "total: {" + terms + "}\n" : ""));
                        List<String> expected = new ArrayList<>(List.of(
                                total
                                        ? "Every query pays each of these accounts, the whole:"
                                        : "Every query pays this account:",
                                "  d/all: " + account));
                        if (total) {
                            expected.add("  d/total: " + account);
                        }
                        assertThat(lines.subList(3, lines.size() - 1)).isEqualTo(expected);
                    }
                }
            }
        }
    }

    @Test
    void eachAnalystIsToldOfTheirOwnTablesAndColumns() throws IOException {
        assertThat(shown("ada", ACCOUNT).subList(0, 3))
                .containsExactly("ada may read these tables of d:", "  t: x", "  open (public): x");
        assertThat(shown("bob", ACCOUNT).subList(0, 4))
                .containsExactly("bob may read these tables of d:", "  t: x, y", "  u: who, x", "  open (public): x");
    }

    @Test
    void eachLimitIsTold() throws IOException {
        List<String> keys = List.of("epsilon: 0.9", "delta: 4e-6", "max_groups: 6", "min_people: 7");
        List<String> words = List.of(
                "epsilon at most 0.9",
                "delta at most 4e-6",
                "max_groups_contributed at most 6",
                "min_privacy_units_per_group at least 7");
        for (int chosen = 0; chosen < 16; chosen++) {
            List<String> limits = new ArrayList<>();
            List<String> told = new ArrayList<>();
            for (int i = 0; i < keys.size(); i++) {
                if ((chosen >> i & 1) == 1) {
                    limits.add(keys.get(i));
                    told.add(words.get(i));
                }
            }
            List<String> lines = shown(
                    "ada",
                    ACCOUNT + "defaults: {epsilon: 0.5, delta: 3e-9}\n"
                            + (limits.isEmpty() ? "" : "limits: {" + String.join(", ", limits) + "}\n"));
            assertThat(lines.get(lines.size() - 1))
                    .isEqualTo("Unless a query says otherwise, a release spends ε 0.5 and δ 3e-9."
                            + (told.isEmpty() ? "" : " It may ask for " + String.join(", ", told) + "."));
        }
    }
}
