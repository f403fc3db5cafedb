package io.tacit.engine.policy;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.ledger.AccountTerms;
import io.tacit.engine.ledger.Budget;
import io.tacit.engine.ledger.LedgerPlace;
import io.tacit.engine.ledger.RefreshWindow;
import io.tacit.engine.ledger.Spenders;
import io.tacit.privacy.number.Rational;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/** Says in plain words which settings of a policy protect less than an owner may think. */
final class WarnOfSettings {
    private static final double MUCH_EPSILON = 10;
    private static final BigDecimal MUCH_DELTA = new BigDecimal("1e-5");
    private static final double USUAL_DELTA = 1e-6;
    private static final long MANY_GROUPS = 100;
    private static final int MANY_FAILURES = 100;

    private final Section root;
    private final Findings findings;

    private WarnOfSettings(Section root, Findings findings) {
        this.root = root;
        this.findings = findings;
    }

    static void warn(Policy policy, List<DeclaredTable> tables, Section root, Findings findings) {
        WarnOfSettings warn = new WarnOfSettings(root, findings);
        warn.budgets(policy);
        warn.defaults(policy);
        warn.defaultCost(policy);
        warn.store(policy);
        warn.ledger(policy.ledger());
        tables.forEach(table -> warn.table(table, tables));
    }

    private void budgets(Policy policy) {
        Section accounts = root.section("accounts").orElse(root);
        for (Account account : policy.accounts()) {
            accounts.section(account.name())
                    .ifPresent(
                            section -> budget(account.terms(account.name(), Spenders.all(policy.dataset())), section));
        }
        policy.total().ifPresent(total -> root.section("total").ifPresent(section -> budget(total, section)));
        long payers = policy.accounts().stream()
                .mapToLong(account -> account.each()
                        ? policy.analysts().stream().filter(account::has).count()
                        : 1)
                .sum();
        if (policy.total().isEmpty() && payers > 1) {
            warning(
                    root,
                    "accounts",
                    "There are " + payers
                            + " accounts and no total: people who put their answers together learn as much as"
                            + " the sum of all budgets allows.",
                    "Add the key total, an account that every query pays too.");
        }
    }

    private void budget(AccountTerms terms, Section section) {
        double epsilon = epsilon(terms.budget(), 1);
        String sum = terms.budget()
                .match(
                        basic -> "an epsilon of " + shown(epsilon),
                        zcdp -> "about an epsilon of " + shown(epsilon) + " (at a delta of 1e-6)");
        if (epsilon > MUCH_EPSILON) {
            warning(
                    section,
                    "budget",
                    "All together may spend " + sum + ": that promises a single person very little.",
                    "Usual totals lie between 0.1 and 10, single queries between 0.1 and 2.");
        }
        BigDecimal delta = decimal(terms.budget().delta());
        if (delta.compareTo(MUCH_DELTA) > 0) {
            warning(
                    section,
                    "budget",
                    "A delta of " + delta.toEngineeringString()
                            + " is the chance that the promise fails; it must be far below one over the number of"
                            + " people.",
                    "Use 1e-6 or less.");
        }
        terms.refresh().ifPresent(refresh -> refresh(terms, refresh, section));
        if (terms.mostFailures().orElse(0) > MANY_FAILURES) {
            warning(
                    section,
                    "stop_after_failures",
                    "Whether the engine fails may tell one bit about a person, and each analyst may see it fail "
                            + terms.mostFailures().getAsInt() + " times.",
                    "Leave it out for 3, or write a small number.");
        }
    }

    private void refresh(AccountTerms terms, RefreshWindow refresh, Section section) {
        int windows = perYear(refresh);
        double year = epsilon(terms.budget(), windows);
        if (windows > 1 && year > MUCH_EPSILON) {
            warning(
                    section,
                    "refresh",
                    "A budget that begins anew " + refresh.name().toLowerCase(Locale.ROOT)
                            + " adds up to an epsilon of "
                            + terms.budget().match(basic -> "", zcdp -> "about ") + shown(year)
                            + " a year. If the same people stay in the data, that is what holds for them.",
                    "Refresh only when the people are others, or make the budget smaller.");
        }
    }

    private static int perYear(RefreshWindow refresh) {
        return switch (refresh) {
            case DAILY -> 366;
            case WEEKLY -> 53;
            case MONTHLY -> 12;
            case QUARTERLY -> 4;
            case YEARLY -> 1;
        };
    }

    /**
     * The epsilon of a budget; for ρ at δ = 1e-6 by ρ + 2√(ρ ln(1/δ)) (Bun and Steinke 2016), which is slightly too
     * large.
     */
    private static double epsilon(Budget budget, int times) {
        return budget.match(
                basic -> times * basic.limit().epsilon().toDoubleUp(),
                zcdp -> epsilon(times * zcdp.rho().value().toDoubleUp()));
    }

    private static double epsilon(double rho) {
        return rho + 2 * Math.sqrt(rho * -Math.log(USUAL_DELTA));
    }

    private static String shown(double epsilon) {
        return BigDecimal.valueOf(epsilon)
                .round(new MathContext(3))
                .stripTrailingZeros()
                .toPlainString();
    }

    private static BigDecimal decimal(Rational value) {
        return BigDecimal.valueOf(value.toDoubleNearest());
    }

    private void defaults(Policy policy) {
        if (policy.defaults().delta().compareTo(MUCH_DELTA) > 0) {
            root.section("defaults")
                    .ifPresent(section -> warning(
                            section,
                            "delta",
                            "With this chance a group of a single person appears; it must be far below one over the"
                                    + " number of people.",
                            "Use 1e-6 or less."));
        }
        if (policy.defaults().maxGroups().orElse(1) > MANY_GROUPS) {
            root.section("defaults")
                    .ifPresent(section -> warning(
                            section,
                            "max_groups",
                            "Noise grows with the number of groups that one person may be in.",
                            "Between 1 and 10 is usual."));
        }
    }

    /** Warns if the default epsilon is more than an account pays: each query that sets no epsilon would be refused. */
    private void defaultCost(Policy policy) {
        Rational epsilon = Rational.of(policy.defaults().epsilon());
        Section accounts = root.section("accounts").orElse(root);
        for (Account account : policy.accounts()) {
            boolean refused = account.mostPerQuery()
                            .filter(most -> epsilon.compareTo(most.epsilon()) > 0)
                            .isPresent()
                    || account.budget()
                            .match(basic -> epsilon.compareTo(basic.limit().epsilon()) > 0, zcdp -> false);
            if (refused) {
                warning(
                        accounts,
                        account.name(),
                        "A query that sets no epsilon costs "
                                + policy.defaults().epsilon().toPlainString() + ", more than this account allows.",
                        "Lower defaults.epsilon.");
            }
        }
    }

    private void store(Policy policy) {
        if (policy.version() instanceof DataVersion.Unstated
                && policy.store().window().isEmpty()) {
            warning(
                    root,
                    "version",
                    "No answer is kept, so the same question is paid each time it is asked, and noise can be averaged"
                            + " away as far as the budget reaches.",
                    "Write version: NAME and change it with the data, or version: {schedule: monthly}.");
        }
    }

    private void ledger(LedgerPlace place) {
        if (!(place instanceof LedgerPlace.Sqlite sqlite)) {
            return;
        }
        Path file = sqlite.file().toAbsolutePath().normalize();
        boolean passing = Stream.of(System.getProperty("java.io.tmpdir", "/tmp"), "/tmp", "/var/tmp", "/dev/shm")
                .anyMatch(folder -> file.startsWith(Path.of(folder)));
        if (passing) {
            warning(
                    root,
                    "ledger",
                    "The ledger is in a temporary folder, which is emptied now and then. If it is lost, nobody knows"
                            + " what was spent.",
                    "Put it on a disk that is backed up.");
        }
        try {
            Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
            if (permissions.contains(PosixFilePermission.OTHERS_READ)
                    || permissions.contains(PosixFilePermission.OTHERS_WRITE)) {
                warning(
                        root,
                        "ledger",
                        "Everybody on this machine may read the ledger: who asked what, and what is left.",
                        "chmod 600 keeps it to you.");
            }
        } catch (IOException | UnsupportedOperationException notThereOrNotPosix) {
            return;
        }
    }

    private void table(DeclaredTable table, List<DeclaredTable> tables) {
        Section section = table.section();
        if (table.table().protection().isPublic()) {
            table.table().visibleColumns().stream()
                    .map(Column::name)
                    .filter(name -> tables.stream().anyMatch(other -> namesPerson(other, name)))
                    .findFirst()
                    .ifPresent(name -> warning(
                            section,
                            "public",
                            "This public table has a column " + name + ", which names a person elsewhere.",
                            "If its rows are people's, replace public: true by person: " + name + "."));
            return;
        }
        if (!section.has("columns")) {
            findings.warning(
                    section.place(),
                    section.path(),
                    "Analysts may name all columns of " + table.name() + ", also those that the file gets later.",
                    "List those that they need under columns.");
        }
        for (Column column : table.table().visibleColumns()) {
            if (!table.columnRoles().containsKey(column.name())) {
                identifying(table, column);
            }
        }
        boolean numbers = table.table().visibleColumns().stream().anyMatch(column -> isAmount(column, table));
        boolean bounded = table.table().visibleColumns().stream()
                .anyMatch(
                        column -> column.bounds().isPresent() || column.domain().isPresent());
        if (numbers && !bounded) {
            findings.warning(
                    section.place(),
                    section.path(),
                    "No column of " + table.name() + " has bounds, so sums and means spend a part of their budget on"
                            + " finding some.",
                    "Write what you know without looking, as in age: {type: INTEGER, bounds: [0, 120]}.");
        }
    }

    /** Whoever asks for such a column pays, and hardly a group appears; and its values are nobody's business. */
    private void identifying(DeclaredTable table, Column column) {
        Section columns = table.section().section("columns").orElse(table.section());
        IdentifyingColumns.named(table.name(), column.name())
                .ifPresent(what -> warning(
                        columns,
                        column.name(),
                        "Analysts may name the column " + column.name() + ", which seems to be " + what + ".",
                        "Hide it with hidden: true, unless they need it for joins or steps of one person."));
    }

    private static boolean isAmount(Column column, DeclaredTable table) {
        boolean number = Set.of(
                        ColumnType.Kind.INTEGER,
                        ColumnType.Kind.BIGINT,
                        ColumnType.Kind.DECIMAL,
                        ColumnType.Kind.DOUBLE)
                .contains(column.type().kind());
        return number && !namesPerson(table, column.name());
    }

    private static boolean namesPerson(DeclaredTable table, String column) {
        return table.table().protection().ownColumns().stream().anyMatch(column::equalsIgnoreCase);
    }

    private void warning(Section section, String key, String rule, String advice) {
        findings.warning(section.place(key), section.path(key), rule, advice);
    }
}
