package io.tacit.engine.policy;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.PersonLimit;
import io.tacit.engine.catalog.QueryCeiling;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.ledger.AccountTerms;
import io.tacit.engine.ledger.LedgerPlace;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What an owner allows each analyst to do with one data set.
 *
 * @param dataset its name, which the ledger's accounts begin with
 * @param tables all tables, with their hidden columns
 * @param access which roles may read what
 * @param defaults what holds for a release whose query does not say otherwise
 * @param ceiling what a query may ask for at most
 * @param resources what the embedded engine may take of the machine
 * @param analysts everybody who may ask
 * @param accounts who spends what
 * @param total the account to which every analyst's query is charged as well
 * @param version what is said of the age of the data
 * @param store when an answer may be given again
 * @param ledger where it is written down what was spent
 * @param auditLog the file of who asked what; empty for beside the ledger only
 * @param fingerprint of all that influences an answer: equal for policies that answer alike
 * @param wording as what it was read, so that a session notices a change; empty where it comes from no file
 */
public record Policy(
        String dataset,
        List<SourceTable> tables,
        Access access,
        Defaults defaults,
        QueryCeiling ceiling,
        Resources resources,
        List<Analyst> analysts,
        List<Account> accounts,
        Optional<AccountTerms> total,
        DataVersion version,
        StoreRules store,
        LedgerPlace ledger,
        Optional<Path> auditLog,
        String fingerprint,
        Optional<PolicyWording> wording) {
    public Policy {
        tables = List.copyOf(tables);
        analysts = List.copyOf(analysts);
        accounts = List.copyOf(accounts);
    }

    /** A policy that comes from no file, and that nobody changes while it is used. */
    public Policy(
            String dataset,
            List<SourceTable> tables,
            Access access,
            Defaults defaults,
            QueryCeiling ceiling,
            Resources resources,
            List<Analyst> analysts,
            List<Account> accounts,
            Optional<AccountTerms> total,
            DataVersion version,
            StoreRules store,
            LedgerPlace ledger,
            Optional<Path> auditLog,
            String fingerprint) {
        this(
                dataset,
                tables,
                access,
                defaults,
                ceiling,
                resources,
                analysts,
                accounts,
                total,
                version,
                store,
                ledger,
                auditLog,
                fingerprint,
                Optional.empty());
    }

    /**
     * The accounts that an analyst's query pays: their own or their group's, and the total of the data set if there is
     * one.
     *
     * @throws Refusal ACCOUNT for an analyst whom the policy does not name
     */
    public List<AccountTerms> accountsOf(String analyst) {
        Analyst who = analyst(analyst);
        List<AccountTerms> terms = new ArrayList<>();
        accounts.stream()
                .filter(account -> account.has(who))
                .map(account -> account.terms(dataset, who, analysts))
                .forEach(terms::add);
        if (terms.isEmpty()) {
            throw new Refusal(
                    ErrorCode.ACCOUNT,
                    "No account of the policy has the analyst " + analyst + ".",
                    "Ask the owner of the data set to add you to one.");
        }
        total.ifPresent(terms::add);
        return List.copyOf(terms);
    }

    /**
     * The tables that an analyst may name, each with the columns that they may name.
     *
     * @throws Refusal ACCOUNT for an analyst whom the policy does not name
     */
    public List<SourceTable> tablesOf(String analyst) {
        Analyst who = analyst(analyst);
        return tables.stream()
                .filter(table -> access.mayRead(who, table.table().name()))
                .map(table -> new SourceTable(seenBy(who, table.table()), table.source()))
                .toList();
    }

    /**
     * This policy as one analyst asks under it: what they leave out stays as the owner says.
     *
     * @param epsilon of each release whose query does not say otherwise
     * @param delta likewise
     * @param limit likewise
     * @throws Refusal PRIVACY_PARAMETER for more than the policy allows
     */
    public Policy asking(Optional<BigDecimal> epsilon, Optional<BigDecimal> delta, Optional<PersonLimit> limit) {
        atMost("epsilon", epsilon, ceiling.epsilon());
        atMost("delta", delta, ceiling.delta());
        atMost(
                limit.filter(PersonLimit::ofRows).isPresent() ? "max-rows" : "max-groups",
                number(limit.map(PersonLimit::most).orElse(OptionalLong.empty())),
                number(ceiling.maxGroups()));
        Defaults own = new Defaults(
                epsilon.orElse(defaults.epsilon()),
                delta.orElse(defaults.delta()),
                limit.or(defaults::limit),
                defaults.confidence(),
                defaults.noise(),
                defaults.selection(),
                defaults.minPeople(),
                defaults.reportMissing());
        return new Policy(
                dataset,
                tables,
                access,
                own,
                ceiling,
                resources,
                analysts,
                accounts,
                total,
                version,
                store,
                ledger,
                auditLog,
                fingerprint,
                wording);
    }

    private static Optional<BigDecimal> number(OptionalLong value) {
        return value.isPresent() ? Optional.of(BigDecimal.valueOf(value.getAsLong())) : Optional.empty();
    }

    private static void atMost(String option, Optional<BigDecimal> asked, Optional<BigDecimal> most) {
        if (asked.isPresent() && most.isPresent() && asked.get().compareTo(most.get()) > 0) {
            String limit = most.get().toPlainString();
            throw new Refusal(
                    ErrorCode.PRIVACY_PARAMETER,
                    "The owner lets " + option + " be at most " + limit + ".",
                    "Ask for " + limit + " or less, or leave the option out.");
        }
    }

    /** A table as an analyst sees it: columns for other roles are hidden, not gone, for they may say whose a row is. */
    private Table seenBy(Analyst who, Table table) {
        List<Column> columns = table.columns().stream()
                .map(column -> access.mayRead(who, table.name(), column.name()) ? column : column.hiddenFromAnalysts())
                .toList();
        Table seen = new Table(table.name(), columns, table.protection(), table.uniqueKeys());
        // Where not all may be named, the names of what is left out are not for analysts either.
        return columns.stream().anyMatch(Column::hidden) ? seen : seen.without(table.ambiguous());
    }

    private Analyst analyst(String name) {
        return analysts.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new Refusal(
                        ErrorCode.ACCOUNT,
                        "The policy of " + dataset + " names no analyst " + name + ".",
                        "Ask the owner of the data set to add you."));
    }
}
