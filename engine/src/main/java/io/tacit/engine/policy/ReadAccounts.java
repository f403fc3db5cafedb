package io.tacit.engine.policy;

import io.tacit.engine.ledger.AccountTerms;
import io.tacit.engine.ledger.Budget;
import io.tacit.engine.ledger.RefreshWindow;
import io.tacit.engine.ledger.Spenders;
import io.tacit.engine.refusal.NearestName;
import io.tacit.engine.refusal.Position;
import io.tacit.privacy.measure.ApproximateDp;
import io.tacit.privacy.measure.Rho;
import io.tacit.privacy.number.Rational;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** Reads who may ask and who pays from what. */
final class ReadAccounts {
    private static final String TOTAL = "total";

    /** How often an analyst's questions may fail where the policy does not say: each failure may tell of somebody. */
    private static final OptionalInt FEW_FAILURES = OptionalInt.of(3);

    private final Section root;
    private final String dataset;
    private final Findings findings;

    ReadAccounts(Section root, String dataset, Findings findings) {
        this.root = root;
        this.dataset = dataset;
        this.findings = findings;
    }

    List<Analyst> analysts() {
        List<Analyst> analysts = new ArrayList<>();
        root.section("analysts")
                .ifPresent(section -> section.all()
                        .forEach(field -> analysts.add(new Analyst(
                                field.key(), section.texts(field.key()).orElse(List.of())))));
        return analysts;
    }

    List<Account> accounts() {
        List<Account> accounts = new ArrayList<>();
        root.section("accounts")
                .ifPresent(section -> section.all()
                        .forEach(field -> section.section(field.key())
                                .flatMap(each -> account(field.key(), each, FEW_FAILURES))
                                .ifPresent(accounts::add)));
        return accounts;
    }

    Optional<AccountTerms> total() {
        return root.section(TOTAL)
                .flatMap(section -> account(TOTAL, section, OptionalInt.empty()))
                .map(account -> account.terms(dataset + "/" + TOTAL, Spenders.all(dataset)));
    }

    /** @param usual after how many failures an analyst is stopped if the section does not say */
    private Optional<Account> account(String name, Section section, OptionalInt usual) {
        Optional<Budget> budget = section.section("budget").flatMap(this::budget);
        Optional<ApproximateDp> perQuery = section.section("per_query").flatMap(this::loss);
        if (budget.isPresent() && perQuery.isPresent()) {
            checkPerQuery(section, perQuery.get(), budget.get());
        }
        Optional<RefreshWindow> refresh =
                section.text("refresh").map(word -> RefreshWindow.valueOf(word.toUpperCase(Locale.ROOT)));
        OptionalInt failures = section.number("stop_after_failures")
                .map(most -> OptionalInt.of(most.intValueExact()))
                .orElse(usual);
        List<String> members = section.texts("members").orElse(List.of());
        boolean each = section.isTrue("each");
        section.unread("");
        return budget.map(known -> new Account(name, members, each, known, refresh, perQuery, failures));
    }

    private Optional<Budget> budget(Section section) {
        Optional<BigDecimal> epsilon = section.number("epsilon");
        Optional<BigDecimal> rho = section.number("rho");
        Optional<BigDecimal> delta = section.number("delta");
        boolean one = section.has("epsilon") != section.has("rho");
        if (!one) {
            findings.error(
                    section.place(),
                    section.path(),
                    "A budget has either epsilon or rho.",
                    "Write epsilon to add up by basic composition, rho for many queries with Gaussian noise.");
        }
        if (!one || delta.isEmpty()) {
            return Optional.empty();
        }
        Rational chance = Rational.of(delta.get());
        return epsilon.<Budget>map(most -> new Budget.Basic(new ApproximateDp(Rational.of(most), chance)))
                .or(() -> rho.map(most -> new Budget.Concentrated(Rho.of(most), chance)));
    }

    private Optional<ApproximateDp> loss(Section section) {
        Optional<BigDecimal> epsilon = section.number("epsilon");
        Optional<BigDecimal> delta = section.number("delta");
        return epsilon.flatMap(most -> delta.map(chance -> new ApproximateDp(Rational.of(most), Rational.of(chance))));
    }

    private void checkPerQuery(Section section, ApproximateDp query, Budget budget) {
        boolean epsilon =
                budget.match(basic -> query.epsilon().compareTo(basic.limit().epsilon()) > 0, zcdp -> false);
        if (epsilon || query.delta().compareTo(budget.delta()) > 0) {
            findings.error(
                    section.place("per_query"),
                    section.path("per_query"),
                    "One query may cost more than the whole budget.",
                    "Lower it, or raise the budget.");
        }
    }

    /** Reports members who are not analysts, and analysts in no account or in several. */
    void check(List<Analyst> analysts, List<Account> accounts) {
        Section section = root.section("accounts").orElse(root);
        if (section.has(TOTAL) && section != root) {
            findings.error(
                    section.place(TOTAL),
                    section.path(TOTAL),
                    "The name total is kept for the account that every query pays.",
                    "Give the account another name, or move it to the key total beside accounts.");
        }
        List<String> known = Stream.concat(
                        analysts.stream().map(Analyst::name),
                        analysts.stream().flatMap(each -> each.roles().stream()).map(role -> Account.ROLE + role))
                .distinct()
                .toList();
        for (Account account : accounts) {
            for (String member : account.members()) {
                if (!known.contains(member) && !findings.hasErrorsIn("analysts")) {
                    unknown(section, account, member, known);
                }
            }
        }
        Section names = root.section("analysts").orElse(root);
        for (Analyst analyst : analysts) {
            List<String> paying = accounts.stream()
                    .filter(account -> account.has(analyst))
                    .map(Account::name)
                    .toList();
            boolean wrong = findings.hasErrorsIn("accounts") || findings.hasErrorsIn(names.path(analyst.name()));
            if (paying.isEmpty() && !wrong) {
                findings.error(
                        names.place(analyst.name()),
                        names.path(analyst.name()),
                        analyst.name() + " has no account and could ask nothing.",
                        "Name them, or one of their roles as role:NAME, among the members of an account.");
            } else if (paying.size() > 1) {
                findings.error(
                        names.place(analyst.name()),
                        names.path(analyst.name()),
                        analyst.name() + " is in several accounts: " + String.join(", ", paying) + ".",
                        "Which would pay? Let each analyst be in one.");
            }
        }
    }

    private void unknown(Section accounts, Account account, String member, List<String> known) {
        boolean role = member.startsWith(Account.ROLE);
        String rule = role
                ? "No analyst has the role " + member.substring(Account.ROLE.length()) + "."
                : "There is no analyst " + member + ".";
        findings.error(
                place(accounts, account, member),
                accounts.path(account.name()) + ".members",
                rule,
                NearestName.of(member, known)
                        .map(near -> "Did you mean " + near + "?")
                        .orElse("Add them under analysts."));
    }

    private static Position place(Section accounts, Account account, String member) {
        return accounts.section(account.name())
                .flatMap(section -> section.value("members"))
                .filter(YamlValue.Items.class::isInstance)
                .flatMap(items -> ((YamlValue.Items) items)
                        .items().stream()
                                .filter(item -> item instanceof YamlValue.Scalar scalar
                                        && scalar.text().equals(member))
                                .map(YamlValue::place)
                                .findFirst())
                .orElseGet(() -> accounts.place(account.name()));
    }
}
