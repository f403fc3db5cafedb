package io.tacit.engine.ledger.book;

import io.tacit.engine.ledger.AccountTerms;
import io.tacit.engine.ledger.Budget;
import io.tacit.engine.ledger.ChargeRequest;
import io.tacit.engine.ledger.RefreshWindow;
import io.tacit.privacy.accounting.PrivacyEvent;
import io.tacit.privacy.measure.ApproximateDp;
import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.measure.Rho;
import io.tacit.privacy.number.Rational;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Accounts and requests for tests of the ledger. */
final class Requests {
    private Requests() {}

    static Rational number(String decimal) {
        return Rational.of(new BigDecimal(decimal));
    }

    static ApproximateDp loss(String epsilon, String delta) {
        return new ApproximateDp(number(epsilon), number(delta));
    }

    static AccountTerms basic(String name, String epsilon, String delta) {
        return terms(name, new Budget.Basic(loss(epsilon, delta)));
    }

    static AccountTerms concentrated(String name, String rho, String delta) {
        return terms(name, new Budget.Concentrated(Rho.of(rho), number(delta)));
    }

    static AccountTerms terms(String name, Budget budget) {
        return new AccountTerms(name, budget, Optional.empty(), Optional.empty(), OptionalInt.empty());
    }

    static AccountTerms refreshed(AccountTerms terms, RefreshWindow window) {
        return new AccountTerms(
                terms.name(), terms.budget(), Optional.of(window), terms.mostPerQuery(), terms.mostFailures());
    }

    /** A query with Laplace noise on one coordinate and a threshold. */
    static ChargeRequest request(String epsilon, String delta, AccountTerms... accounts) {
        Epsilon each = new Epsilon(number(epsilon));
        List<PrivacyEvent> events = number(delta).signum() == 0
                ? List.of(new PrivacyEvent.LaplaceNoise(each, 1))
                : List.of(new PrivacyEvent.LaplaceNoise(each, 1), new PrivacyEvent.Threshold(new Delta(number(delta))));
        return new ChargeRequest(List.of(accounts), "ada", "q1", loss(epsilon, delta), events);
    }

    /** A query whose loss is any fraction. */
    static ChargeRequest exactly(Rational epsilon, AccountTerms... accounts) {
        return new ChargeRequest(
                List.of(accounts),
                "ada",
                "q1",
                new ApproximateDp(epsilon, Rational.ZERO),
                List.of(new PrivacyEvent.LaplaceNoise(new Epsilon(epsilon), 1)));
    }
}
