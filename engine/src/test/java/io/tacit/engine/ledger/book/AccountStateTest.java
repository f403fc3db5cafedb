package io.tacit.engine.ledger.book;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.ledger.Budget;
import io.tacit.engine.ledger.ChargeRequest;
import io.tacit.engine.ledger.LedgerEntry.Kind;
import io.tacit.engine.ledger.book.Allowance.Accountant;
import io.tacit.privacy.accounting.PrivacyEvent;
import io.tacit.privacy.measure.ApproximateDp;
import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.measure.Rho;
import io.tacit.privacy.number.Rational;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** How an account stands from one window to the next. */
@NullUnmarked
class AccountStateTest {
    private static AccountState spentIn(String window) {
        Allowance one = new Allowance(Accountant.BASIC, BigDecimal.ONE, BigDecimal.ZERO);
        Amounts spent = new Amounts(BigDecimal.ONE, BigDecimal.ZERO, BigDecimal.ZERO, BigDecimal.ZERO);
        return new AccountState(
                "ada",
                new Terms(Accountant.BASIC, Optional.empty()),
                one,
                Allowance.nothing(Accountant.BASIC),
                window,
                spent,
                1,
                2);
    }

    /** The book refuses a clock that went back before it asks for a window; a window alone must be as careful. */
    @Test
    void aWindowThatWentBackHasNoNewBudget() {
        AccountState november = spentIn("2026-11");
        for (String window : List.of("2026-11", "2026-10", "2025-12", "")) {
            assertThat(november.in(window)).as(window).isSameAs(november);
        }
    }

    /** What was spent is of one window; failures are counted for as long as the account is open. */
    @Test
    void aLaterWindowBeginsWithNothingSpent() {
        AccountState december = spentIn("2026-11").in("2026-12");
        assertThat(december.spent()).isEqualTo(Amounts.NOTHING);
        assertThat(december.charges()).isZero();
        assertThat(december.failures()).isEqualTo(2);
        assertThat(december.window()).isEqualTo("2026-12");
    }

    /** Each grant adds to what was granted before. */
    @Test
    void grantsAddUp() {
        Amounts half = new Amounts(new BigDecimal("0.5"), BigDecimal.ZERO, BigDecimal.ZERO, BigDecimal.ZERO);
        Entry grant = new Entry(2, Instant.EPOCH, Kind.GRANT, "ada", "2026-11", "owner", "", half, "", "");
        AccountState granted = spentIn("2026-11").after(grant).after(grant);
        assertThat(granted.granted().main()).isEqualByComparingTo("1");
        assertThat(granted.limit(granted.opened()).main()).isEqualByComparingTo("2");
    }

    /** What the book cannot write of a budget is not there; what it cannot write of a cost is one digit more. */
    @Test
    void budgetsAreRoundedDownAndCostsUp() {
        Rational third = Rational.of(1, 3);
        Rational tiny = Rational.of(1, 3_000_000);
        for (Budget budget : List.of(
                new Budget.Basic(new ApproximateDp(third, tiny)), new Budget.Concentrated(new Rho(third), tiny))) {
            Allowance allowance = Allowance.of(budget);
            assertThat(Rational.of(allowance.main())).isLessThan(third);
            assertThat(Rational.of(allowance.delta())).isLessThan(tiny);
        }
        Amounts cost = Amounts.of(Requests.exactly(third, Requests.basic("ada", "1", "0")));
        assertThat(Rational.of(cost.epsilon())).isGreaterThan(third);
        assertThat(Rational.of(cost.rho())).isGreaterThan(Rational.of(1, 18));
        Amounts selection = Amounts.of(new ChargeRequest(
                List.of(Requests.basic("ada", "1", "0.1")),
                "ada",
                "q",
                new ApproximateDp(third, tiny),
                List.of(new PrivacyEvent.Threshold(new Delta(tiny)))));
        assertThat(Rational.of(selection.delta())).isGreaterThan(tiny);
        assertThat(Rational.of(selection.selectionDelta())).isGreaterThan(tiny);
    }

    /** What is left is told rounded down and what something costs rounded up, of numbers large and small. */
    @Test
    void whatIsToldIsOnTheSafeSide() {
        for (String digits :
                List.of("0", "1", "0.1", "0.3333333333333333", "0.00001234567890123456", "1e-30", "2e20")) {
            BigDecimal value = new BigDecimal(digits);
            BigDecimal down = new BigDecimal(BookDecimals.shownDown(value));
            BigDecimal up = new BigDecimal(BookDecimals.shownUp(value));
            assertThat(down).as(digits).isLessThanOrEqualTo(value);
            assertThat(up).as(digits).isGreaterThanOrEqualTo(value);
            assertThat(up.subtract(down)).as(digits).isLessThanOrEqualTo(value.movePointLeft(11));
        }
    }
}
