package io.tacit.engine.ledger.book;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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

    /** A number of the book is one that Tacit wrote: nothing below 0, no exponent, no more digits than it keeps. */
    @Test
    void onlyNumbersThatTacitWritesAreRead() {
        for (String written : List.of("0", "1", "12.5", "0." + "0".repeat(39) + "1", "9".repeat(100))) {
            assertThat(BookDecimals.text(BookDecimals.read(written))).isEqualTo(written);
        }
        for (String other : List.of(
                "",
                "-1",
                "-0",
                "+1",
                ".5",
                "1.",
                "1e5",
                "1E5",
                " 1",
                "1 ",
                "1,5",
                "1/2",
                "NaN",
                "\u0661",
                "1\n",
                "0." + "0".repeat(40) + "1")) {
            assertThatThrownBy(() -> BookDecimals.read(other)).as(other).isInstanceOf(DamagedBook.class);
        }
    }

    /** The book can write a budget or a cost of forty digits after the point exactly, and none of forty-one. */
    @Test
    void aNumberOfFortyDigitsIsExact() {
        Rational least = Requests.number("1e-40");
        assertThat(Rational.of(BookDecimals.up(least))).isEqualTo(least);
        assertThat(Rational.of(BookDecimals.down(least))).isEqualTo(least);
        for (Rational part : List.of(Rational.of(1, 10), Rational.of(1, 2), Rational.of(9, 10))) {
            assertThat(Rational.of(BookDecimals.up(least.times(part)))).isEqualTo(least);
            assertThat(Rational.of(BookDecimals.down(least.times(part)))).isEqualTo(Rational.ZERO);
        }
    }

    /** Each number is compared alone with its limit, by both accountants, and to the last digit. */
    @Test
    void aCostFitsWhereNeitherNumberPassesItsLimit() {
        List<String> numbers = List.of("0", "0.2", "0.5", "0.7");
        for (Accountant accountant : Accountant.values()) {
            for (String main : List.of("0.5", "0.7")) {
                for (String delta : List.of("0", "0.5", "0.7")) {
                    Allowance limit = new Allowance(accountant, new BigDecimal(main), new BigDecimal(delta));
                    for (String spent : numbers) {
                        for (String spentDelta : numbers) {
                            for (String cost : numbers) {
                                for (String costDelta : numbers) {
                                    boolean fits = sum(spent, cost).compareTo(limit.main()) <= 0
                                            && sum(spentDelta, costDelta).compareTo(limit.delta()) <= 0;
                                    assertThat(limit.allows(
                                                    amounts(accountant, spent, spentDelta),
                                                    amounts(accountant, cost, costDelta)))
                                            .as(
                                                    "%s: %s of %s and %s, %s and %s more",
                                                    limit, spent, spentDelta, accountant, cost, costDelta)
                                            .isEqualTo(fits);
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    private static BigDecimal sum(String one, String other) {
        return new BigDecimal(one).add(new BigDecimal(other));
    }

    /** The numbers that an accountant counts; those of the other are more than any limit. */
    private static Amounts amounts(Accountant accountant, String main, String delta) {
        BigDecimal much = new BigDecimal("0.9");
        return accountant == Accountant.BASIC
                ? new Amounts(new BigDecimal(main), new BigDecimal(delta), much, much)
                : new Amounts(much, much, new BigDecimal(main), new BigDecimal(delta));
    }

    /** What is left is never less than nothing, and the smaller of two allowances is it number by number. */
    @Test
    void allowancesAreReckonedNumberByNumber() {
        List<String> numbers = List.of("0", "0.2", "0.5");
        for (Accountant accountant : Accountant.values()) {
            for (String main : numbers) {
                for (String delta : numbers) {
                    Allowance one = new Allowance(accountant, new BigDecimal(main), new BigDecimal(delta));
                    for (String otherMain : numbers) {
                        for (String otherDelta : numbers) {
                            Allowance other =
                                    new Allowance(accountant, new BigDecimal(otherMain), new BigDecimal(otherDelta));
                            assertThat(pair(one.min(other)))
                                    .containsExactly(
                                            Math.min(Double.parseDouble(main), Double.parseDouble(otherMain)),
                                            Math.min(Double.parseDouble(delta), Double.parseDouble(otherDelta)));
                            assertThat(pair(one.plus(other)))
                                    .containsExactly(
                                            Double.parseDouble(main) + Double.parseDouble(otherMain),
                                            Double.parseDouble(delta) + Double.parseDouble(otherDelta));
                            assertThat(pair(one.after(amounts(accountant, otherMain, otherDelta))))
                                    .containsExactly(
                                            sum(main, "-" + otherMain).doubleValue() < 0
                                                    ? 0
                                                    : sum(main, "-" + otherMain).doubleValue(),
                                            sum(delta, "-" + otherDelta).doubleValue() < 0
                                                    ? 0
                                                    : sum(delta, "-" + otherDelta)
                                                            .doubleValue());
                            assertThat(one.same(other)).isEqualTo(main.equals(otherMain) && delta.equals(otherDelta));
                            assertThat(Allowance.fromAmounts(accountant, one.toAmounts()))
                                    .isEqualTo(one);
                        }
                    }
                    Amounts granted = one.toAmounts();
                    BigDecimal epsilon = accountant == Accountant.BASIC ? one.main() : BigDecimal.ZERO;
                    BigDecimal rho = accountant == Accountant.BASIC ? BigDecimal.ZERO : one.main();
                    assertThat(List.of(granted.epsilon(), granted.rho())).containsExactly(epsilon, rho);
                }
            }
        }
    }

    private static List<Double> pair(Allowance allowance) {
        return List.of(allowance.main().doubleValue(), allowance.delta().doubleValue());
    }
}
