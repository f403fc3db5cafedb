package io.tacit.engine.ledger.book;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.ledger.book.Allowance.Accountant;
import java.math.BigDecimal;
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
}
