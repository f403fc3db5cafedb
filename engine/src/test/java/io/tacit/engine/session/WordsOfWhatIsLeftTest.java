package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.ledger.Balance;
import io.tacit.engine.ledger.Budget;
import io.tacit.engine.ledger.Charge;
import io.tacit.privacy.measure.ApproximateDp;
import io.tacit.privacy.measure.Rho;
import io.tacit.privacy.number.Rational;
import org.junit.jupiter.api.Test;

/**
 * What is told to be left of each of two numbers, for either kind of budget: what there was without what was spent, and
 * nothing where the owner has lowered the budget below that.
 */
class WordsOfWhatIsLeftTest {
    @Test
    void eachNumberIsWhatThereWasWithoutWhatWasSpent() {
        for (int limit = 1; limit <= 5; limit++) {
            for (int spent = 0; spent <= 5; spent++) {
                for (int deltaSpent = 0; deltaSpent <= 5; deltaSpent++) {
                    Rational delta = Rational.of(3, 1000);
                    Rational gone = Rational.of(deltaSpent, 1000);
                    Rational other = Rational.of(77);
                    Budget basic = new Budget.Basic(new ApproximateDp(Rational.of(limit), delta));
                    Budget zcdp = new Budget.Concentrated(new Rho(Rational.of(limit)), delta);
                    String left = " " + Math.max(0, limit - spent) + ", δ " + of1000(Math.max(0, 3 - deltaSpent));
                    String whole = " " + limit + ", δ 0.003";
                    is(basic, new Charge(Rational.of(spent), gone), other, Rational.of(1, 7), "ε" + whole, "ε" + left);
                    is(zcdp, new Charge(other, Rational.of(1, 7)), Rational.of(spent), gone, "ρ" + whole, "ρ" + left);
                }
            }
        }
    }

    private static String of1000(int count) {
        return count == 0 ? "0" : "0.00" + count;
    }

    private static void is(
            Budget limit, Charge spent, Rational rho, Rational selectionDelta, String whole, String left) {
        Balance balance = new Balance("shop/ada", "2026-11", limit, spent, rho, selectionDelta, 3, 0);
        assertThat(AccountReport.of(balance)).isEqualTo(new AccountReport("shop/ada", "2026-11", whole, left, ""));
    }
}
