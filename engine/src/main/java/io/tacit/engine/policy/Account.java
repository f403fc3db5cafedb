package io.tacit.engine.policy;

import io.tacit.engine.ledger.AccountTerms;
import io.tacit.engine.ledger.Budget;
import io.tacit.engine.ledger.RefreshWindow;
import io.tacit.engine.ledger.Spenders;
import io.tacit.privacy.measure.ApproximateDp;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A budget and who spends it.
 *
 * @param name within its policy
 * @param members names of analysts, and {@code role:NAME} for all who have a role
 * @param each whether each member has the whole budget, in an account of their own; otherwise all share one
 * @param budget what may be spent in each window
 * @param refresh when the budget begins anew; empty for never
 * @param mostPerQuery what one query may cost at most; empty for no limit beside the budget
 * @param mostFailures after how many of their own failures of the engine a member is stopped; 3 where the policy is silent
 */
public record Account(
        String name,
        List<String> members,
        boolean each,
        Budget budget,
        Optional<RefreshWindow> refresh,
        Optional<ApproximateDp> mostPerQuery,
        OptionalInt mostFailures) {
    /** The prefix of a role's name among members. */
    public static final String ROLE = "role:";

    public Account {
        members = List.copyOf(members);
    }

    /** Whether an analyst's queries spend from this account. */
    public boolean has(Analyst analyst) {
        return members.contains(analyst.name())
                || analyst.roles().stream().anyMatch(role -> members.contains(ROLE + role));
    }

    /**
     * The name and the terms of this account in the ledger, for an analyst of a data set.
     *
     * @param analysts of the data set, of whom some are members
     */
    AccountTerms terms(String dataset, Analyst analyst, List<Analyst> analysts) {
        Set<String> members = each
                ? Set.of(analyst.name())
                : analysts.stream().filter(this::has).map(Analyst::name).collect(Collectors.toUnmodifiableSet());
        return terms(dataset + "/" + name + (each ? "/" + analyst.name() : ""), Spenders.of(dataset, members));
    }

    /** The terms of this account under its name in the ledger. */
    AccountTerms terms(String ledgerName, Spenders spenders) {
        return new AccountTerms(ledgerName, budget, refresh, mostPerQuery, mostFailures, Optional.of(spenders));
    }
}
