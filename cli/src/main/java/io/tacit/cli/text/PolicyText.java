package io.tacit.cli.text;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.QueryCeiling;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.ledger.AccountTerms;
import io.tacit.engine.ledger.Budget;
import io.tacit.engine.policy.Policy;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What an analyst may do, as people read it. */
public final class PolicyText {
    private PolicyText() {}

    /**
     * Prints the tables that an analyst may read and the accounts that their queries pay.
     *
     * @throws io.tacit.engine.refusal.Refusal ACCOUNT when the policy does not name them
     */
    public static void print(PrintWriter out, Policy policy, String analyst) {
        List<AccountTerms> accounts = policy.accountsOf(analyst);
        out.println(analyst + " may read these tables of " + policy.dataset() + ":");
        policy.tablesOf(analyst).forEach(table -> out.println("  " + table(table.table())));
        out.println("Every query pays " + (accounts.size() == 1 ? "this account" : "each of these accounts, the whole")
                + ":");
        accounts.forEach(account -> out.println("  " + account(account)));
        out.println("Unless a query says otherwise, a release spends ε "
                + policy.defaults().epsilon().toPlainString() + " and δ "
                + Numbers.spent(policy.defaults().delta().toPlainString()) + "." + limits(policy.ceiling()));
    }

    private static String table(Table table) {
        List<String> names = table.visibleColumns().stream().map(Column::name).toList();
        boolean open = table.protection().isPublic();
        return table.name() + (open ? " (public)" : "") + ": " + String.join(", ", names);
    }

    private static String account(AccountTerms account) {
        StringBuilder text = new StringBuilder(account.name()).append(": ");
        Budget budget = account.budget();
        text.append(budget.<String>match(
                basic -> "ε " + Numbers.allowed(basic.limit().epsilon()),
                zcdp -> "ρ " + Numbers.allowed(zcdp.rho().value())));
        text.append(" and δ ").append(Numbers.allowed(budget.delta()));
        text.append(account.refresh()
                .map(window -> ", anew " + window.name().toLowerCase(Locale.ROOT))
                .orElse(" in all"));
        account.mostPerQuery()
                .ifPresent(most -> text.append("; at most ε ")
                        .append(Numbers.allowed(most.epsilon()))
                        .append(" and δ ")
                        .append(Numbers.allowed(most.delta()))
                        .append(" a query"));
        return text.toString();
    }

    private static String limits(QueryCeiling ceiling) {
        List<String> parts = new ArrayList<>();
        ceiling.epsilon().ifPresent(most -> parts.add("epsilon at most " + most.toPlainString()));
        ceiling.delta().ifPresent(most -> parts.add("delta at most " + Numbers.allowed(most.toPlainString())));
        ceiling.maxGroups().ifPresent((long most) -> parts.add("max_groups_contributed at most " + most));
        if (ceiling.minPeople() > 1) {
            parts.add("min_privacy_units_per_group at least " + ceiling.minPeople());
        }
        return parts.isEmpty() ? "" : " It may ask for " + String.join(", ", parts) + ".";
    }
}
