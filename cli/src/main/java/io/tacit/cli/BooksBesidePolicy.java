package io.tacit.cli;

import io.tacit.cli.OwnerBook.Opened;
import io.tacit.cli.text.Numbers;
import io.tacit.engine.ledger.AccountTerms;
import io.tacit.engine.ledger.Balance;
import io.tacit.engine.ledger.Budget;
import io.tacit.engine.ledger.LedgerEntry;
import io.tacit.privacy.number.Rational;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Where a policy and its ledger say different things that an owner may not expect. */
final class BooksBesidePolicy {
    private BooksBesidePolicy() {}

    /** Plain sentences: accounts that the policy no longer has, and budgets beyond what the ledger holds. */
    static List<String> differences(Opened opened) {
        List<String> sentences = new ArrayList<>();
        for (AccountTerms terms : opened.accounts()) {
            Balance balance = opened.ledger().balance(terms);
            if (isMore(terms.budget(), balance.limit())) {
                sentences.add("The policy gives " + terms.name() + " " + words(terms.budget()) + ", the ledger "
                        + words(balance.limit())
                        + ": more than it was opened with holds once you grant it, with tacit budget grant.");
            }
        }
        Set<String> living = opened.accounts().stream().map(AccountTerms::name).collect(Collectors.toSet());
        Set<String> former = new TreeSet<>();
        for (LedgerEntry entry : opened.ledger().history(Optional.empty(), Integer.MAX_VALUE)) {
            if (entry.kind() == LedgerEntry.Kind.CHARGE && !living.contains(entry.account())) {
                former.add(entry.account());
            }
        }
        String dataset = opened.policy().dataset() + "/";
        for (String name : former) {
            sentences.add(
                    name.startsWith(dataset)
                            ? "The policy no longer has the account " + name
                                    + ". What its analysts spent there counts in the accounts that they pay from now."
                            : "The ledger has the account " + name + ", of another data set: if only the name of the"
                                    + " data set has changed, what was spent there does not count here.");
        }
        return sentences;
    }

    private static boolean isMore(Budget policy, Budget ledger) {
        return main(policy).compareTo(main(ledger)) > 0 || policy.delta().compareTo(ledger.delta()) > 0;
    }

    private static Rational main(Budget budget) {
        return budget.match(basic -> basic.limit().epsilon(), zcdp -> zcdp.rho().value());
    }

    private static String words(Budget budget) {
        String name = budget.match(basic -> "ε ", zcdp -> "ρ ");
        return name + Numbers.allowed(main(budget)) + " and δ " + Numbers.allowed(budget.delta());
    }
}
