package io.tacit.engine.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tacit.engine.backend.duckdb.DuckDbEngine;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.ledger.AccountTerms;
import io.tacit.engine.ledger.Balance;
import io.tacit.engine.ledger.Budget;
import io.tacit.engine.ledger.ChargeRequest;
import io.tacit.engine.ledger.Ledger;
import io.tacit.engine.ledger.LedgerPlace;
import io.tacit.engine.ledger.book.LedgerBook;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.walk.Walk;
import io.tacit.privacy.measure.ApproximateDp;
import io.tacit.privacy.number.Rational;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.SoftAssertions;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * However an owner calls accounts, what was spent counts. The walk is over all ordered pairs of the {@link #POLICIES}: ways to
 * name, share, divide and add accounts for the same two analysts. Both spend under the first; under the second no account
 * gives out more than its budget for what its analysts paid under both, and what is left of it can be spent.
 */
@NullUnmarked
class OneBudgetHoweverNamedTest {
    private static final String HEAD = """
            dataset: town
            tables: {people: {file: people.csv, person: id, columns: {id: INTEGER}}}
            analysts: {ada: [student], bob: [student], eve: []}
            """;
    private static final String ONE = "budget: {epsilon: 1, delta: 1e-6}";
    private static final Map<String, String> POLICIES = policies();

    private static Map<String, String> policies() {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("each", "accounts: {students: {members: [ada, bob, eve], each: true, " + ONE + "}}");
        all.put("each, renamed", "accounts: {pupils: {members: [ada, bob, eve], each: true, " + ONE + "}}");
        all.put("each by role", "accounts: {s: {members: ['role:student', eve], each: true, " + ONE + "}}");
        all.put("shared", "accounts: {students: {members: [ada, bob, eve], " + ONE + "}}");
        all.put("shared, renamed", "accounts: {class: {members: [ada, bob, eve], " + ONE + "}}");
        all.put("a name in another case", "accounts: {Students: {members: [ada, bob, eve], each: true, " + ONE + "}}");
        all.put(
                "one moved",
                "accounts: {students: {members: [bob, eve], each: true, " + ONE + "}, staff: {members: [ada], " + ONE
                        + "}}");
        all.put(
                "the other moved",
                "accounts: {staff: {members: [ada, eve], " + ONE + "}, students: {members: [bob], " + ONE + "}}");
        all.put(
                "raised under another name",
                "accounts: {rich: {members: [ada, bob, eve], each: true," + " budget: {epsilon: 9, delta: 1e-6}}}");
        all.put("a total", all.get("each") + "\ntotal: {" + ONE + "}");
        all.put("a total, renamed", all.get("each, renamed") + "\ntotal: {" + ONE + "}");
        all.put("a total, shared", all.get("shared") + "\ntotal: {" + ONE + "}");
        return all;
    }

    @TempDir
    private Path folder;

    private Instant now = Instant.parse("2026-11-21T12:00:00Z");
    private int questions;

    @BeforeEach
    void data() throws IOException {
        Files.writeString(folder.resolve("people.csv"), "id\n1\n2\n");
    }

    private Policy policy(String accounts) throws IOException {
        Path file = folder.resolve("tacit.yaml");
        Files.writeString(file, HEAD + accounts + "\n");
        return PolicyFile.read(file, new DuckDbEngine(new DuckDbSettings(512, 1, message -> {})));
    }

    private LedgerBook book(String name) {
        InstantSource clock = () -> now;
        return LedgerBook.open(new LedgerPlace.Sqlite(folder.resolve(name)), Optional.empty(), clock);
    }

    private ChargeRequest request(Policy policy, String analyst, String epsilon) {
        return new ChargeRequest(
                policy.accountsOf(analyst),
                analyst,
                "q" + ++questions,
                new ApproximateDp(Rational.of(new BigDecimal(epsilon)), Rational.ZERO),
                List.of());
    }

    private boolean pays(Ledger ledger, Policy policy, String analyst, String epsilon) {
        ChargeRequest request = request(policy, analyst, epsilon);
        try {
            ledger.charge(request);
            return true;
        } catch (Refusal refusal) {
            assertThat(refusal.code()).as(refusal.getMessage()).isEqualTo(ErrorCode.BUDGET);
            return false;
        }
    }

    @Test
    @Tag("walk")
    void whatWasSpentCountsUnderEveryName() throws IOException {
        Map<String, Policy> read = new LinkedHashMap<>();
        for (Map.Entry<String, String> each : POLICIES.entrySet()) {
            read.put(each.getKey(), policy(each.getValue()));
        }
        List<String[]> pairs = new ArrayList<>();
        read.keySet().forEach(from -> read.keySet().forEach(to -> pairs.add(new String[] {from, to})));
        SoftAssertions all = new SoftAssertions();
        for (String[] pair : Walk.share("names of accounts", 20, pairs)) {
            String name = pair[0] + " → " + pair[1];
            List<Paid> spent = new ArrayList<>();
            try (LedgerBook book = book("ledger" + questions)) {
                for (String policy : pair) {
                    // Ada has 0.6 of her own; what is left of an account can be spent to its end.
                    for (String[] asks : List.of(
                            new String[] {"ada", "0.6"},
                            new String[] {"bob", "0.3"},
                            new String[] {"ada", "0.5"},
                            new String[] {"ada", "0.1"},
                            new String[] {"bob", "0.6"},
                            new String[] {"bob", "0.1"})) {
                        Policy asked = read.get(policy);
                        boolean fits = fits(asked, pair, spent, asks[0], new BigDecimal(asks[1]));
                        boolean paid = pays(book.ledger(), asked, asks[0], asks[1]);
                        all.assertThat(paid)
                                .as(name + ": " + asks[0] + " asks for " + asks[1] + " under " + policy + " after "
                                        + spent)
                                .isEqualTo(fits);
                        if (paid) {
                            spent.add(new Paid(names(asked, asks[0]), asks[0], new BigDecimal(asks[1])));
                        }
                    }
                }
                all.assertThat(book.ledger().verify(Optional.empty()).problems())
                        .as(name)
                        .isEmpty();
            }
        }
        all.assertAll();
    }

    private record Paid(List<String> accounts, String who, BigDecimal epsilon) {}

    private static List<String> names(Policy policy, String who) {
        return policy.accountsOf(who).stream().map(AccountTerms::name).toList();
    }

    /**
     * What was paid from each account, and what its members spent under other names, is at most its budget, and no more
     * than was first given.
     */
    private static boolean fits(Policy policy, String[] pair, List<Paid> spent, String who, BigDecimal more) {
        boolean fits = true;
        boolean small = !pair[0].startsWith("raised");
        for (AccountTerms account : policy.accountsOf(who)) {
            BigDecimal sum = more;
            for (Paid each : spent) {
                boolean counts = each.accounts().contains(account.name())
                        || account.spenders().orElseThrow().has("town/x", each.who());
                sum = counts ? sum.add(each.epsilon()) : sum;
            }
            boolean rich = account.name().contains("rich") && !small;
            fits &= sum.compareTo(rich ? BigDecimal.valueOf(9) : BigDecimal.ONE) <= 0;
        }
        return fits;
    }

    /** A total that is taken out for a while knows afterwards what was spent meanwhile. */
    @Test
    void aTotalKnowsWhatWasSpentWithoutIt() throws IOException {
        Policy without = policy(POLICIES.get("each"));
        Policy with = policy(POLICIES.get("a total"));
        try (LedgerBook book = book("ledger")) {
            assertThat(pays(book.ledger(), with, "ada", "0.3")).isTrue();
            assertThat(pays(book.ledger(), without, "bob", "0.4")).isTrue();
            assertThat(pays(book.ledger(), without, "eve", "0.2")).isTrue();
            assertThat(pays(book.ledger(), with, "ada", "0.2")).isFalse();
            assertThat(spent(book, with.total().orElseThrow())).isEqualTo("9/10");
            assertThat(pays(book.ledger(), with, "ada", "0.1")).isTrue();
        }
        // Another process reads it from the book.
        try (LedgerBook book = book("ledger")) {
            assertThat(spent(book, with.total().orElseThrow())).isEqualTo("1");
            assertThat(pays(book.ledger(), with, "eve", "0.01")).isFalse();
        }
    }

    /** The owner's reset and grant lead out, each in a word. */
    @Test
    void resetAndGrantLeadOut() throws IOException {
        Policy before = policy(POLICIES.get("each"));
        Policy after = policy(POLICIES.get("a total, renamed"));
        AccountTerms ada = after.accountsOf("ada").get(0);
        AccountTerms total = after.total().orElseThrow();
        try (LedgerBook book = book("ledger")) {
            assertThat(pays(book.ledger(), before, "ada", "1")).isTrue();
            assertThat(pays(book.ledger(), after, "ada", "0.1")).isFalse();
            book.ledger().grant(ada, one(), "owner", "second paper");
            book.ledger().grant(total, one(), "owner", "second paper");
            assertThat(pays(book.ledger(), after, "ada", "0.9")).isTrue();
            assertThat(pays(book.ledger(), after, "ada", "0.2")).isFalse();
            book.ledger().reset(ada, "owner", "other people's data");
            assertThat(spent(book, ada)).isEqualTo("0");
            assertThat(spent(book, total)).isEqualTo("19/10");
            book.ledger().reset(total, "owner", "other people's data");
            assertThat(pays(book.ledger(), after, "ada", "1")).isTrue();
            // A reset of the account that was left frees nobody who pays from another.
            book.ledger().reset(before.accountsOf("ada").get(0), "owner", "other people's data");
            assertThat(pays(book.ledger(), after, "ada", "0.1")).isFalse();
        }
    }

    private static Budget one() {
        return new Budget.Basic(new ApproximateDp(Rational.ONE, Rational.ZERO));
    }

    /** Another name is no way to other terms, and none to further failures. */
    @Test
    void termsAndFailuresStay() throws IOException {
        Policy before = policy(POLICIES.get("each"));
        Policy monthly = policy(POLICIES.get("each, renamed").replace(ONE, ONE + ", refresh: monthly"));
        Policy after = policy(POLICIES.get("each, renamed"));
        try (LedgerBook book = book("ledger")) {
            ChargeRequest first = request(before, "ada", "0.1");
            book.ledger().charge(first);
            Refusal refusal =
                    catchThrowableOfType(Refusal.class, () -> book.ledger().charge(request(monthly, "ada", "0.1")));
            assertThat(refusal.code()).isEqualTo(ErrorCode.ACCOUNT);
            assertThat(refusal.advice()).contains("tacit budget reset");
            for (int i = 0; i < 3; i++) {
                book.ledger().failed(first);
            }
            Refusal stopped =
                    catchThrowableOfType(Refusal.class, () -> book.ledger().charge(request(after, "ada", "0.1")));
            assertThat(stopped.code()).isEqualTo(ErrorCode.ACCOUNT);
            assertThat(stopped.rule()).contains("stopped");
            assertThat(pays(book.ledger(), after, "bob", "0.1")).isTrue();
        }
    }

    /** What was paid in an earlier window is past in the new account, too. */
    @Test
    void onlyTheWindowCounts() throws IOException {
        String monthly = ONE + ", refresh: monthly";
        Policy before = policy(POLICIES.get("each").replace(ONE, monthly));
        Policy after = policy(POLICIES.get("shared, renamed").replace(ONE, monthly));
        try (LedgerBook book = book("ledger")) {
            assertThat(pays(book.ledger(), before, "ada", "0.8")).isTrue();
            assertThat(pays(book.ledger(), after, "bob", "0.3")).isFalse();
            now = Instant.parse("2026-12-01T00:00:00Z");
            assertThat(pays(book.ledger(), after, "bob", "0.3")).isTrue();
            assertThat(pays(book.ledger(), before, "ada", "0.5")).isTrue();
            assertThat(pays(book.ledger(), after, "bob", "0.3")).isFalse();
        }
    }

    /**
     * A clock was ahead for a while, and the owner said so: what was spent then counts today, in an account of another name and in
     * a total that is added, as it does in its own account; and not once more when that time comes.
     */
    @Test
    void whatWasSpentAheadCountsTodayUnderEveryName() throws IOException {
        for (String refresh : List.of("daily", "monthly", "yearly")) {
            String window = ONE + ", refresh: " + refresh;
            Policy before = policy(POLICIES.get("each").replace(ONE, window));
            for (String name : List.of("each, renamed", "shared, renamed", "a total")) {
                Policy after = policy(POLICIES.get(name).replace(ONE, window));
                try (LedgerBook book = book(refresh + name)) {
                    now = Instant.parse("2027-12-20T12:00:00Z");
                    assertThat(pays(book.ledger(), before, "ada", "0.8")).isTrue();
                    now = Instant.parse("2026-11-21T12:00:00Z");
                    book.ledger().trustClock("owner", "the clock was a year ahead");
                    assertThat(pays(book.ledger(), after, "ada", "0.3"))
                            .as(refresh + ", " + name)
                            .isFalse();
                    assertThat(pays(book.ledger(), after, "ada", "0.2"))
                            .as(refresh + ", " + name)
                            .isTrue();
                    now = Instant.parse("2027-12-20T12:00:00Z");
                    assertThat(pays(book.ledger(), after, "ada", "0.7"))
                            .as("later, " + refresh + ", " + name)
                            .isTrue();
                    assertThat(book.ledger().verify(Optional.empty()).problems())
                            .isEmpty();
                }
            }
        }
    }

    private static String spent(LedgerBook book, AccountTerms account) {
        Balance balance = book.ledger().balance(account);
        return balance.spent().epsilon().toString();
    }
}
