package io.tacit.engine.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.PersonLimit;
import io.tacit.engine.catalog.QueryCeiling;
import io.tacit.engine.ledger.AccountTerms;
import io.tacit.engine.ledger.Budget;
import io.tacit.engine.ledger.LedgerPlace;
import io.tacit.engine.ledger.RefreshWindow;
import io.tacit.privacy.measure.ApproximateDp;
import io.tacit.privacy.measure.Rho;
import io.tacit.privacy.number.Rational;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What each word and number in the keys beside the tables becomes: written once in a policy, and once as what it means. A
 * key that is new does not pass before its meaning stands here.
 */
@NullUnmarked
class WhatKeysMeanTest {
    private static final String ACCOUNT = "accounts.NAME";

    @TempDir
    Path folder;

    private TextShop shop;

    @BeforeEach
    void makeFile() throws IOException {
        shop = TextShop.in(folder);
    }

    private final TreeSet<String> keys = new TreeSet<>();

    @Test
    void everyKeyMeansWhatItSays() throws IOException {
        defaultsAndLimits();
        accounts();
        answersAndBooks();
        TreeSet<String> all = new TreeSet<>();
        JsonSchemaTest.everyKey(PolicyShape.ROOT, "", (path, key) -> {
            boolean beside = !path.startsWith("tables") && !path.startsWith("sources") && !path.equals("dataset");
            boolean leaf = !List.of("defaults", "limits", "analysts", "accounts", "total", "store")
                    .contains(path);
            if (beside && leaf) {
                all.add(path);
            }
        });
        assertThat(keys).isEqualTo(all);
    }

    private void defaultsAndLimits() throws IOException {
        means(
                "defaults.epsilon",
                "defaults: {epsilon: 0.125}",
                policy -> policy.defaults().epsilon(),
                number("0.125"));
        means(
                "defaults.delta",
                "defaults: {delta: 1e-9}",
                policy -> policy.defaults().delta(),
                number("1e-9"));
        means(
                "defaults.max_groups",
                "defaults: {max_groups: 7}",
                policy -> policy.defaults().limit(),
                Optional.of(PersonLimit.groups(7)));
        means(
                "defaults.confidence",
                "defaults: {confidence: 0.99}",
                policy -> policy.defaults().confidence(),
                0.99);
        means(
                "defaults.noise",
                "defaults: {noise: auto}",
                policy -> policy.defaults().noise(),
                Optional.empty());
        Function<Policy, Object> noise = policy -> policy.defaults().noise();
        means("defaults.noise", "defaults: {noise: laplace}", noise, Optional.of(Defaults.Noise.LAPLACE));
        means("defaults.noise", "defaults: {noise: gaussian}", noise, Optional.of(Defaults.Noise.GAUSSIAN));
        Function<Policy, Object> selection = policy -> policy.defaults().selection();
        means("defaults.group_selection", "defaults: {group_selection: auto}", selection, Optional.empty());
        means(
                "defaults.group_selection",
                "defaults: {group_selection: laplace_threshold}",
                selection,
                Optional.of(Defaults.Selection.LAPLACE_THRESHOLD));
        means(
                "defaults.group_selection",
                "defaults: {group_selection: gaussian_threshold}",
                selection,
                Optional.of(Defaults.Selection.GAUSSIAN_THRESHOLD));
        means(
                "defaults.group_selection",
                "defaults: {group_selection: truncated_geometric}",
                selection,
                Optional.of(Defaults.Selection.TRUNCATED_GEOMETRIC));
        means(
                "defaults.min_people",
                "defaults: {min_people: 9}",
                policy -> policy.defaults().minPeople(),
                9L);
        for (boolean says : new boolean[] {true, false}) {
            means(
                    "defaults.report_missing",
                    "defaults: {report_missing: " + says + "}",
                    policy -> policy.defaults().reportMissing(),
                    says);
        }
        means("defaults.report_missing", "", Policy::defaults, Defaults.STANDARD);
        means("limits.epsilon", "", Policy::ceiling, QueryCeiling.NONE);
        means("limits.memory", "", Policy::resources, Resources.USUAL);
        means(
                "limits.epsilon",
                "limits: {epsilon: 3}",
                policy -> policy.ceiling().epsilon(),
                Optional.of(number("3")));
        means(
                "limits.delta",
                "limits: {delta: 1e-5}",
                policy -> policy.ceiling().delta(),
                Optional.of(number("1e-5")));
        means(
                "limits.max_groups",
                "limits: {max_groups: 8}",
                policy -> policy.ceiling().maxGroups(),
                OptionalLong.of(8));
        means(
                "limits.min_people",
                "limits: {min_people: 6}",
                policy -> policy.ceiling().minPeople(),
                6L);
        means(
                "limits.seconds",
                "limits: {seconds: 90}",
                policy -> policy.ceiling().seconds(),
                OptionalLong.of(90));
        Function<Policy, Object> memory = policy -> policy.resources().mebibytes();
        means("limits.memory", "limits: {memory: 300MiB}", memory, OptionalLong.of(300));
        means("limits.memory", "limits: {memory: 3GiB}", memory, OptionalLong.of(3072));
        means("limits.memory", "limits: {memory: 3000GiB}", memory, OptionalLong.of(3_072_000));
        means(
                "limits.spill",
                "limits: {spill: .}",
                policy -> policy.resources().spill().map(Path::normalize),
                Optional.of(folder));
    }

    private void accounts() throws IOException {
        Budget budget = new Budget.Basic(loss("5", "1e-6"));
        means(
                ACCOUNT + ".members",
                account("members: [ada, 'role:x'], budget: {epsilon: 5, delta: 1e-6}"),
                policy -> policy.accounts().get(0).members(),
                List.of("ada", "role:x"));
        for (boolean each : new boolean[] {true, false}) {
            means(
                    ACCOUNT + ".each",
                    account("members: [ada], each: " + each + ", budget: {epsilon: 5, delta: 1e-6}"),
                    policy -> policy.accountsOf("ada").get(0).name(),
                    each ? "shop/all/ada" : "shop/all");
        }
        for (String where : List.of(ACCOUNT, "total")) {
            terms(where, "budget", "budget: {epsilon: 5, delta: 1e-6}", AccountTerms::budget, budget);
            terms(where, "budget.epsilon", "budget: {epsilon: 5, delta: 1e-6}", AccountTerms::budget, budget);
            terms(
                    where,
                    "budget.delta",
                    "budget: {epsilon: 5, delta: 2e-6}",
                    AccountTerms::budget,
                    new Budget.Basic(loss("5", "2e-6")));
            terms(
                    where,
                    "budget.rho",
                    "budget: {rho: 0.25, delta: 1e-6}",
                    AccountTerms::budget,
                    new Budget.Concentrated(Rho.of("0.25"), Rational.of(number("1e-6"))));
            String rest = "budget: {epsilon: 5, delta: 1e-6}, ";
            terms(where, "refresh", "budget: {epsilon: 5, delta: 1e-6}", AccountTerms::refresh, Optional.empty());
            List<String> words = List.of("daily", "weekly", "monthly", "quarterly", "yearly");
            for (int i = 0; i < words.size(); i++) {
                Object window = Optional.of(List.of(RefreshWindow.values()).get(i));
                terms(where, "refresh", rest + "refresh: " + words.get(i), AccountTerms::refresh, window);
            }
            for (String part : List.of("per_query", "per_query.epsilon", "per_query.delta")) {
                terms(
                        where,
                        part,
                        rest + "per_query: {epsilon: 4, delta: 1e-7}",
                        AccountTerms::mostPerQuery,
                        Optional.of(loss("4", "1e-7")));
            }
            terms(
                    where,
                    "stop_after_failures",
                    rest + "stop_after_failures: 4",
                    AccountTerms::mostFailures,
                    OptionalInt.of(4));
        }
    }

    private void answersAndBooks() throws IOException {
        Function<Policy, Object> version = Policy::version;
        means("version", "version: \"2026-11\"", version, new DataVersion.Stated("2026-11"));
        means("version", "", version, new DataVersion.Unstated());
        means(
                "version.schedule",
                "version: {schedule: daily}",
                version,
                new DataVersion.Scheduled(RefreshWindow.DAILY));
        means(
                "version.schedule",
                "version: {schedule: weekly}",
                version,
                new DataVersion.Scheduled(RefreshWindow.WEEKLY));
        means(
                "version.schedule",
                "version: {schedule: monthly}",
                version,
                new DataVersion.Scheduled(RefreshWindow.MONTHLY));
        Function<Policy, Object> window = policy -> policy.store().window();
        means("store.window", "store: {window: 90s}", window, Optional.of(Duration.ofSeconds(90)));
        means("store.window", "store: {window: 45m}", window, Optional.of(Duration.ofMinutes(45)));
        means("store.window", "store: {window: 2h}", window, Optional.of(Duration.ofHours(2)));
        means("store.window", "store: {window: 7d}", window, Optional.of(Duration.ofDays(7)));
        means("store.window", "", window, Optional.empty());
        Function<Policy, Object> ledger = Policy::ledger;
        means("ledger", "ledger: other.sqlite", ledger, new LedgerPlace.Sqlite(folder.resolve("other.sqlite")));
        means("ledger", "", ledger, new LedgerPlace.Sqlite(folder.resolve("shop.ledger.sqlite")));
        for (String part : List.of("ledger.postgres", "ledger.user", "ledger.password_variable")) {
            means(
                    part,
                    "ledger: {postgres: 'jdbc:postgresql:a', user: b, password_variable: C}",
                    ledger,
                    new LedgerPlace.Postgres("jdbc:postgresql:a", "b", Optional.of("C")));
        }
        means("audit_log", "audit_log: log.jsonl", Policy::auditLog, Optional.of(folder.resolve("log.jsonl")));
        means("audit_log", "", Policy::auditLog, Optional.empty());
    }

    private void terms(String where, String key, String says, Function<AccountTerms, Object> reads, Object meaning)
            throws IOException {
        if (where.equals("total")) {
            means(
                    "total." + key,
                    "total: {" + says + "}",
                    policy -> reads.apply(policy.total().orElseThrow()),
                    meaning);
        } else {
            means(
                    where + "." + key,
                    account("members: [ada], " + says),
                    policy -> reads.apply(policy.accountsOf("ada").get(0)),
                    meaning);
        }
    }

    private static String account(String says) {
        return "accounts: {all: {" + says + "}}";
    }

    private void means(String key, String line, Function<Policy, Object> reads, Object meaning) throws IOException {
        keys.add(key);
        String policy = "dataset: shop\ntables: {t: {file: t.csv, person: a, columns: {a: INTEGER, b: INTEGER}}}\n"
                + "analysts: {ada: [x]}\n"
                + (line.startsWith("accounts")
                        ? ""
                        : account("members: [ada], budget: {epsilon: 9, delta: 1e-6}") + "\n")
                + line + "\n";
        PolicyFile.Checked checked = shop.check(policy);
        assertThat(checked.errors()).as(policy).isEmpty();
        assertThat(reads.apply(checked.policy().orElseThrow())).as(policy).isEqualTo(meaning);
    }

    private static BigDecimal number(String text) {
        return new BigDecimal(text);
    }

    private static ApproximateDp loss(String epsilon, String delta) {
        return new ApproximateDp(Rational.of(number(epsilon)), Rational.of(number(delta)));
    }
}
