package io.tacit.engine.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.ledger.AccountTerms;
import io.tacit.engine.ledger.Budget;
import io.tacit.engine.ledger.RefreshWindow;
import io.tacit.engine.ledger.Spenders;
import io.tacit.engine.refusal.Refusal;
import io.tacit.privacy.measure.ApproximateDp;
import io.tacit.privacy.measure.Rho;
import io.tacit.privacy.number.Rational;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which account an analyst's query is charged to, and on which terms: all memberships, and all terms that can be written. */
class WhoPaysTest {
    private static final String TABLES =
            "dataset: shop\ntables: {t: {file: t.csv, person: a, columns: {a: INTEGER}}}\n";

    /** Analysts are called as roles are, so that one taken for the other pays from the wrong account. */
    private static final Map<String, List<String>> ANALYSTS =
            new TreeMap<>(Map.of("r", List.of("s"), "s", List.of(), "t", List.of("r", "s")));

    private static final List<String> MEMBERS = List.of("r", "s", "t", "role:r", "role:s");

    @TempDir
    Path folder;

    private TextShop shop;

    @BeforeEach
    void makeFile() throws IOException {
        shop = TextShop.in(folder);
    }

    @Test
    void everyAnalystPaysFromTheOneAccountThatNamesThemOrARoleOfTheirs() throws IOException {
        int used = 0;
        for (int first = 1; first < 1 << MEMBERS.size(); first++) {
            for (int second = 1 + first % 3; second < 1 << MEMBERS.size(); second += 3) {
                List<List<String>> accounts = List.of(members(first), members(second));
                boolean each = (first + second) % 2 == 0;
                boolean total = first % 3 == 0;
                Optional<Map<String, List<String>>> expected = expected(accounts, each, total);
                PolicyFile.Checked checked = shop.check(policy(accounts, each, total));
                assertThat(checked.policy().map(WhoPaysTest::payers))
                        .as(accounts + " " + each)
                        .isEqualTo(expected);
                used += expected.isPresent() ? 1 : 0;
            }
        }
        assertThat(used).isGreaterThan(10);
    }

    private static Optional<Map<String, List<String>>> expected(
            List<List<String>> accounts, boolean each, boolean total) {
        Map<String, List<String>> payers = new TreeMap<>();
        for (Map.Entry<String, List<String>> analyst : ANALYSTS.entrySet()) {
            List<String> names = new ArrayList<>();
            for (int i = 0; i < accounts.size(); i++) {
                List<String> members = accounts.get(i);
                boolean pays = members.contains(analyst.getKey());
                for (String role : analyst.getValue()) {
                    pays |= members.contains("role:" + role);
                }
                if (pays) {
                    names.add("shop/" + (i == 0 ? "A" : each ? "B/" + analyst.getKey() : "B"));
                }
            }
            if (names.size() != 1) {
                return Optional.empty();
            }
            if (total) {
                names.add("shop/total");
            }
            payers.put(analyst.getKey(), names);
        }
        return Optional.of(payers);
    }

    private static String policy(List<List<String>> accounts, boolean each, boolean total) {
        String budget = "budget: {epsilon: 1, delta: 1e-6}";
        return TABLES + "analysts: " + ANALYSTS.toString().replace("=", ": ") + "\naccounts:\n  A: {members: "
                + accounts.get(0) + ", " + budget + "}\n  B: {members: " + accounts.get(1) + ", each: " + each + ", "
                + budget + "}\n" + (total ? "total: {" + budget + "}\n" : "");
    }

    private static List<String> members(int chosen) {
        List<String> members = new ArrayList<>();
        for (int i = 0; i < MEMBERS.size(); i++) {
            if ((chosen >> i & 1) == 1) {
                members.add(MEMBERS.get(i));
            }
        }
        return members;
    }

    private static Map<String, List<String>> payers(Policy policy) {
        Map<String, List<String>> payers = new TreeMap<>();
        for (String analyst : ANALYSTS.keySet()) {
            payers.put(
                    analyst,
                    policy.accountsOf(analyst).stream().map(AccountTerms::name).toList());
        }
        for (String stranger : List.of("", "R", "T", " t", "u", "role:r", "A", "total")) {
            assertThatThrownBy(() -> policy.accountsOf(stranger)).isInstanceOf(Refusal.class);
            assertThatThrownBy(() -> policy.tablesOf(stranger)).isInstanceOf(Refusal.class);
        }
        return payers;
    }

    /** Each part of an account's terms, there or not, for an account and for the total. */
    @Test
    void termsAreWhatIsWritten() throws IOException {
        for (String budget : List.of("epsilon: 2.5, delta: 1e-6", "rho: 0.25, delta: 1e-7")) {
            for (String refresh : List.of("", "daily", "weekly", "monthly", "quarterly", "yearly")) {
                for (boolean perQuery : new boolean[] {true, false}) {
                    for (boolean stops : new boolean[] {true, false}) {
                        String terms = "budget: {" + budget + "}"
                                + (refresh.isEmpty() ? "" : ", refresh: " + refresh)
                                + (perQuery ? ", per_query: {epsilon: 0.75, delta: 1e-8}" : "")
                                + (stops ? ", stop_after_failures: 7" : "");
                        AccountTerms expected = new AccountTerms(
                                "shop/all",
                                budget(budget),
                                Optional.of(refresh)
                                        .filter(word -> !word.isEmpty())
                                        .map(word -> RefreshWindow.valueOf(word.toUpperCase(Locale.ROOT))),
                                perQuery ? Optional.of(loss("0.75", "1e-8")) : Optional.empty(),
                                OptionalInt.of(stops ? 7 : 3),
                                Optional.of(Spenders.of("shop", Set.of("ada"))));
                        String usual = "budget: {epsilon: 9, delta: 1e-5}";
                        assertThat(terms(terms, usual).get(0)).isEqualTo(expected);
                        assertThat(terms(usual, terms).get(1))
                                .isEqualTo(new AccountTerms(
                                        "shop/total",
                                        expected.budget(),
                                        expected.refresh(),
                                        expected.mostPerQuery(),
                                        stops ? OptionalInt.of(7) : OptionalInt.empty(),
                                        Optional.of(Spenders.all("shop"))));
                    }
                }
            }
        }
    }

    private List<AccountTerms> terms(String account, String total) throws IOException {
        return shop.check(TABLES + "analysts: {ada: []}\naccounts: {all: {members: [ada], " + account + "}}\ntotal: {"
                        + total + "}\n")
                .policy()
                .orElseThrow()
                .accountsOf("ada");
    }

    private static Budget budget(String words) {
        return words.startsWith("rho")
                ? new Budget.Concentrated(Rho.of(new BigDecimal("0.25")), Rational.of(new BigDecimal("1e-7")))
                : new Budget.Basic(loss("2.5", "1e-6"));
    }

    private static ApproximateDp loss(String epsilon, String delta) {
        return new ApproximateDp(Rational.of(new BigDecimal(epsilon)), Rational.of(new BigDecimal(delta)));
    }

    /** A member is an analyst, or a role that somebody has: a role that is called as an analyst is, or the reverse, is neither. */
    @Test
    void everyMemberIsThere() throws IOException {
        String analysts = "analysts: {ada: [r], bob: [s, ada2], cyd: []}\n";
        Map<String, Boolean> members = Map.of(
                "ada",
                true,
                "role:r",
                true,
                "role:ada2",
                true,
                "role:ada",
                false,
                "role:cyd",
                false,
                "r",
                false,
                "Bob",
                false,
                "role:R",
                false,
                "role:role",
                false,
                "ada2",
                false);
        for (Map.Entry<String, Boolean> member : members.entrySet()) {
            String accounts = "accounts: {all: {members: [ada, bob, cyd, '" + member.getKey()
                    + "'], budget: {epsilon: 1, delta: 1e-6}}}\n";
            assertThat(shop.errors(TABLES + analysts + accounts))
                    .as(member.getKey())
                    .isEqualTo(member.getValue() ? List.of() : List.of("accounts.all.members"));
        }
    }

    /** What one query may cost is a part of the budget, in epsilon where that is added up, and in delta. */
    @Test
    void oneQueryMayNotCostMoreThanTheBudget() throws IOException {
        for (String epsilon : List.of("1.9", "2", "2.1")) {
            for (String delta : List.of("0.9e-6", "1e-6", "1.1e-6")) {
                for (boolean rho : new boolean[] {true, false}) {
                    String account = "budget: {" + (rho ? "rho" : "epsilon")
                            + ": 2, delta: 1e-6}, per_query: {epsilon: " + epsilon + ", delta: " + delta + "}";
                    boolean more = !rho && epsilon.equals("2.1") || delta.equals("1.1e-6");
                    assertThat(shop.errors(TABLES + "analysts: {ada: []}\naccounts: {all: {members: [ada], " + account
                                    + "}}\n"))
                            .as(account)
                            .isEqualTo(more ? List.of("accounts.all.per_query") : List.of());
                }
            }
        }
    }

    @Test
    void aBudgetHasEitherEpsilonOrRho() throws IOException {
        for (String budget : List.of("delta: 1e-6", "epsilon: 1, rho: 1, delta: 1e-6")) {
            assertThat(shop.errors(TABLES + "analysts: {ada: []}\naccounts: {all: {members: [ada], budget: {" + budget
                            + "}}}\n"))
                    .containsExactly("accounts.all.budget");
        }
    }

    /** In the ledger an account of that name would be the one that everybody pays. */
    @Test
    void noAccountIsCalledAsTheTotalIs() throws IOException {
        assertThat(
                        shop.errors(
                                TABLES
                                        + "analysts: {ada: []}\naccounts: {total: {members: [ada], budget: {epsilon: 1, delta: 1e-6}}}\n"))
                .containsExactly("accounts.total");
    }
}
