package io.tacit.engine.ledger.book;

import io.tacit.engine.ledger.AccountTerms;
import io.tacit.engine.ledger.book.Allowance.Accountant;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.privacy.measure.ApproximateDp;
import java.util.Optional;

/** Decides whether an account can pay. */
final class JudgeCharge {
    private JudgeCharge() {}

    /**
     * The policy's budget in the book's decimals.
     *
     * @throws Refusal ACCOUNT when it is less than the book can write
     */
    static Allowance policy(AccountTerms account) {
        Allowance policy = Allowance.of(account.budget());
        if (!policy.isUsable()) {
            throw new Refusal(
                    ErrorCode.ACCOUNT,
                    "The budget of account " + account.name() + " is too small.",
                    "The ledger keeps 40 digits after the point; less than that is nothing.");
        }
        return policy;
    }

    static Terms terms(AccountTerms account) {
        Accountant accountant = account.budget().match(basic -> Accountant.BASIC, zcdp -> Accountant.CONCENTRATED);
        return new Terms(accountant, account.refresh());
    }

    /**
     * Checks that the policy does not contradict the book.
     *
     * @throws Refusal ACCOUNT when it does
     */
    static void checkTerms(AccountState state, AccountTerms account) {
        Terms now = terms(account);
        if (!now.equals(state.terms())) {
            throw new Refusal(
                    ErrorCode.ACCOUNT,
                    "The policy and the ledger disagree about account " + account.name() + ": the policy says "
                            + words(now) + ", the ledger was opened with " + words(state.terms()) + ".",
                    "What was spent cannot be carried over from one to the other. Undo the change in the policy, or the"
                            + " owner must reset the account: tacit budget reset.");
        }
    }

    /**
     * Checks that an account which takes the place of another adds up as that did.
     *
     * @param former from which this account's analysts paid before
     * @throws Refusal ACCOUNT when it does not
     */
    static void checkFormerTerms(AccountState former, AccountTerms account) {
        if (!terms(account).equals(former.terms())) {
            throw new Refusal(
                    ErrorCode.ACCOUNT,
                    "The policy gives account " + account.name() + " " + words(terms(account))
                            + ", but its analysts paid before from an account with " + words(former.terms()) + ".",
                    "What was spent cannot be carried over from one to the other. Undo the change in the policy, or the"
                            + " owner must reset the account: tacit budget reset.");
        }
    }

    /**
     * Checks that the account can pay.
     *
     * @param state the account in the current window
     * @param policy what the policy allows the account
     * @throws Refusal BUDGET when it has too little, ACCOUNT when it contradicts the policy
     */
    static void check(AccountState state, AccountTerms account, Allowance policy, Amounts cost, ApproximateDp loss) {
        checkTerms(state, account);
        checkQuery(account, loss);
        Allowance limit = state.limit(policy);
        if (!limit.allows(state.spent(), cost)) {
            throw tooMuch(account, limit, state, cost);
        }
    }

    /**
     * Checks that an analyst may ask on.
     *
     * @param failures how many of the analyst's own queries failed on this account
     * @throws Refusal ACCOUNT when these are as many as the policy allows
     */
    static void checkFailures(AccountTerms account, long failures) {
        if (account.mostFailures().isPresent()
                && failures >= account.mostFailures().getAsInt()) {
            throw new Refusal(
                    ErrorCode.ACCOUNT,
                    "The account " + account.name() + " is stopped: queries failed after they were charged.",
                    "It is stopped for you alone: the queries were yours. Failures can tell about data, so the policy"
                            + " allows no more of them. The owner can look into the log and begin anew: tacit budget"
                            + " reset.");
        }
    }

    private static void checkQuery(AccountTerms account, ApproximateDp loss) {
        Optional<ApproximateDp> most = account.mostPerQuery();
        if (most.isPresent() && !loss.isWithin(most.get())) {
            throw new Refusal(
                    ErrorCode.BUDGET,
                    "The query costs more than one query may cost on account " + account.name() + ".",
                    "It costs ε " + BookDecimals.shownUp(BookDecimals.up(loss.epsilon())) + " and δ "
                            + BookDecimals.shownUp(BookDecimals.up(loss.delta())) + "; one query may cost at most ε "
                            + BookDecimals.shownDown(
                                    BookDecimals.down(most.get().epsilon())) + " and δ "
                            + BookDecimals.shownDown(
                                    BookDecimals.down(most.get().delta()))
                            + ". Ask with a smaller epsilon, or for fewer releases in one statement.");
        }
    }

    private static Refusal tooMuch(AccountTerms account, Allowance limit, AccountState state, Amounts cost) {
        Accountant names = limit.accountant();
        Allowance left = limit.after(state.spent());
        String until = state.window().isEmpty() ? "" : " in " + state.window();
        String facts = "It costs " + names.mainName() + " " + BookDecimals.shownUp(limit.mainOf(cost)) + " and "
                + names.deltaName() + " " + BookDecimals.shownUp(limit.deltaOf(cost)) + "; left" + until + " are "
                + names.mainName() + " " + BookDecimals.shownDown(left.main()) + " of "
                + BookDecimals.shownDown(limit.main())
                + " and " + names.deltaName() + " " + BookDecimals.shownDown(left.delta()) + " of "
                + BookDecimals.shownDown(limit.delta()) + ".";
        return new Refusal(
                ErrorCode.BUDGET,
                "The account " + account.name() + " has too little left for this query.",
                facts + " " + advice(names, left, limit, cost));
    }

    private static String advice(Accountant names, Allowance left, Allowance limit, Amounts cost) {
        boolean mainFits = limit.mainOf(cost).compareTo(left.main()) <= 0;
        String owner = " The owner can allow more: tacit budget grant.";
        if (left.main().signum() == 0) {
            return "Nothing is left that could be asked; what was released before can be read again for nothing."
                    + owner;
        }
        if (!mainFits) {
            return "All releases of the query together can have " + names.mainName() + " "
                    + BookDecimals.shownDown(left.main()) + " at most." + owner;
        }
        return "Public groups and a release without GROUP BY need no δ, and a smaller delta => costs less." + owner;
    }

    private static String words(Terms terms) {
        String accountant = terms.accountant() == Accountant.BASIC ? "a budget of ε and δ" : "a budget of ρ";
        return accountant
                + terms.refresh()
                        .map(window -> " that begins anew by the calendar ("
                                + terms.text().split(" ", 2)[1] + ")")
                        .orElse(" that never begins anew");
    }
}
