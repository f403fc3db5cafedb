package io.tacit.engine.ledger;

import io.tacit.privacy.measure.ApproximateDp;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What the policy says of an account. The ledger holds it against what it wrote down when the account was first
 * charged: the accountant cannot change, and a larger budget must be granted.
 *
 * @param name unique over all data sets, such as {@code shop/students} or {@code shop/students/ada}
 * @param budget what may be spent in each window
 * @param refresh when the budget begins anew; empty for never
 * @param mostPerQuery what one query may cost at most, by basic composition; empty for no limit beside the budget
 * @param mostFailures after how many of their own failures of the engine an analyst can ask no more on the account; empty for never
 * @param spenders whose questions count in it, also where they were paid from other accounts; empty for its own alone
 */
public record AccountTerms(
        String name,
        Budget budget,
        Optional<RefreshWindow> refresh,
        Optional<ApproximateDp> mostPerQuery,
        OptionalInt mostFailures,
        Optional<Spenders> spenders) {
    /** An account in which nothing counts but what is paid from it. */
    public AccountTerms(
            String name,
            Budget budget,
            Optional<RefreshWindow> refresh,
            Optional<ApproximateDp> mostPerQuery,
            OptionalInt mostFailures) {
        this(name, budget, refresh, mostPerQuery, mostFailures, Optional.empty());
    }
}
