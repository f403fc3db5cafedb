package io.tacit.engine.ledger.book;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tacit.engine.ledger.AccountTerms;
import io.tacit.engine.ledger.Budget;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.privacy.measure.ApproximateDp;
import io.tacit.privacy.measure.Rho;
import io.tacit.privacy.number.Rational;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The numbers in a refusal: a cost is told no smaller than it is, and what is left, and what there was, no larger; so that
 * whoever asks for what is told to be left is not refused.
 */
class ToldBudgetsTest {
    private static final Pattern NUMBER = Pattern.compile("(?<=[εδρs] |of )[0-9]+(?:\\.[0-9]+)?(?:e-?[0-9]+)?");
    private static final double NEAR = 1e-10;

    @Test
    void costsAreToldUpAndRestsDown() {
        Random random = new Random(11);
        for (int i = 0; i < 400; i++) {
            boolean zcdp = i % 2 == 0;
            Rational limit = some(random, 3);
            Rational delta = some(random, 1).dividedBy(Rational.of(1000));
            Budget budget = zcdp
                    ? new Budget.Concentrated(new Rho(limit), delta)
                    : new Budget.Basic(new ApproximateDp(limit, delta));
            Allowance allowance = Allowance.of(budget);
            Rational part = some(random, 1);
            Amounts spent = amounts(zcdp, limit.times(part), delta.times(part));
            Amounts cost = amounts(zcdp, limit.times(some(random, 1)).plus(limit), delta);
            AccountTerms terms = new AccountTerms("a", budget, Optional.empty(), Optional.empty(), OptionalInt.empty());
            AccountState state = new AccountState(
                    "a",
                    JudgeCharge.terms(terms),
                    allowance,
                    Allowance.nothing(allowance.accountant()),
                    "",
                    spent,
                    1,
                    0);
            Refusal refusal = refusal(state, terms, allowance, cost, new ApproximateDp(Rational.ONE, Rational.ZERO));
            Allowance left = allowance.after(spent);
            List<BigDecimal> told = numbers(refusal.advice());
            assertThat(told).as(refusal.advice()).hasSizeGreaterThanOrEqualTo(6);
            up(told.get(0), allowance.mainOf(cost));
            up(told.get(1), allowance.deltaOf(cost));
            down(told.get(2), left.main());
            down(told.get(3), allowance.main());
            down(told.get(4), left.delta());
            down(told.get(5), allowance.delta());
            told.stream().skip(6).forEach(most -> down(most, left.main()));
        }
    }

    @Test
    void whatOneQueryMayCostIsToldDown() {
        Random random = new Random(12);
        for (int i = 0; i < 200; i++) {
            ApproximateDp most =
                    new ApproximateDp(some(random, 2), some(random, 1).dividedBy(Rational.of(1000)));
            ApproximateDp loss = new ApproximateDp(
                    most.epsilon().plus(some(random, 1)), most.delta().times(some(random, 1)));
            Budget budget = new Budget.Basic(new ApproximateDp(Rational.of(100), most.delta()));
            Allowance allowance = Allowance.of(budget);
            AccountTerms terms =
                    new AccountTerms("a", budget, Optional.empty(), Optional.of(most), OptionalInt.empty());
            AccountState state = new AccountState(
                    "a",
                    JudgeCharge.terms(terms),
                    allowance,
                    Allowance.nothing(allowance.accountant()),
                    "",
                    Amounts.NOTHING,
                    0,
                    0);
            List<BigDecimal> told = numbers(
                    refusal(state, terms, allowance, Amounts.NOTHING, loss).advice());
            assertThat(told).hasSize(4);
            up(told.get(0), BookDecimals.up(loss.epsilon()));
            up(told.get(1), BookDecimals.up(loss.delta()));
            down(told.get(2), BookDecimals.down(most.epsilon()));
            down(told.get(3), BookDecimals.down(most.delta()));
        }
    }

    /**
     * The advice fits what was asked: a cost and what is left, each below, at and above the other, for both numbers and
     * both kinds of budget, after a grant too.
     */
    @Test
    void theAdviceIsAboutTheNumberThatIsShort() {
        for (boolean zcdp : List.of(false, true)) {
            for (int granted = 0; granted <= 2; granted++) {
                for (int cost = 1; cost <= 5; cost++) {
                    for (int costOfDelta = 0; costOfDelta <= 5; costOfDelta++) {
                        for (int spent = 0; spent < 9; spent++) {
                            advised(zcdp, granted, spent / 3, spent % 3, cost, costOfDelta);
                        }
                    }
                }
            }
        }
    }

    private static void advised(boolean zcdp, int granted, int spent, int spentOfDelta, int cost, int costOfDelta) {
        Rational thousandth = Rational.of(1, 1000);
        String window = cost % 2 == 0 ? "" : "2026-11";
        Budget budget = budget(zcdp, 2, Rational.of(2).times(thousandth));
        Allowance opened = Allowance.of(budget);
        Allowance more = granted == 0
                ? Allowance.nothing(opened.accountant())
                : Allowance.of(budget(zcdp, granted, Rational.of(granted).times(thousandth)));
        AccountTerms terms = new AccountTerms("a", budget, Optional.empty(), Optional.empty(), OptionalInt.empty());
        AccountState state = new AccountState(
                "a",
                JudgeCharge.terms(terms),
                opened,
                more,
                window,
                amounts(zcdp, Rational.of(spent), Rational.of(spentOfDelta).times(thousandth)),
                1,
                0);
        Amounts asked =
                amounts(zcdp, Rational.of(cost), Rational.of(costOfDelta).times(thousandth));
        int left = 2 + granted - spent;
        int leftOfDelta = 2 + granted - spentOfDelta;
        ApproximateDp loss = new ApproximateDp(Rational.ONE, Rational.ZERO);
        if (cost <= left && costOfDelta <= leftOfDelta) {
            JudgeCharge.check(state, terms, opened, asked, loss);
            return;
        }
        String name = zcdp ? "ρ" : "ε";
        assertThat(refusal(state, terms, opened, asked, loss).advice())
                .as("%s of %s, %s", cost, left, costOfDelta)
                .contains("left" + (window.isEmpty() ? "" : " in " + window) + " are " + name + " " + left + " of "
                        + (2 + granted) + " and ")
                .contains(
                        left == 0
                                ? ". Nothing is left that could be asked;"
                                : cost > left
                                        ? ". All releases of the query together can have " + name + " " + left
                                                + " at most."
                                        : ". Public groups and a release without GROUP BY need no δ,");
    }

    private static Budget budget(boolean zcdp, int main, Rational delta) {
        return zcdp
                ? new Budget.Concentrated(new Rho(Rational.of(main)), delta)
                : new Budget.Basic(new ApproximateDp(Rational.of(main), delta));
    }

    /** Numbers from 0.0001 to below 10 to the 15th are told with their zeros, others by a power of ten. */
    @Test
    void numbersOfEveryLengthAreTold() {
        for (int power = -40; power <= 25; power++) {
            for (String digits : List.of("1", "1.5", "9.99999999999")) {
                BigDecimal number = new BigDecimal(digits).scaleByPowerOfTen(power);
                String told = power >= -4 && power < 15 ? BookDecimals.text(number) : digits + "e" + power;
                assertThat(BookDecimals.shownUp(number)).isEqualTo(told);
                assertThat(BookDecimals.shownDown(number)).isEqualTo(told);
            }
        }
        assertThat(BookDecimals.shownUp(new BigDecimal("999999999999999"))).isEqualTo("1e15");
    }

    private static Refusal refusal(
            AccountState state, AccountTerms terms, Allowance allowance, Amounts cost, ApproximateDp loss) {
        Refusal refusal =
                catchThrowableOfType(Refusal.class, () -> JudgeCharge.check(state, terms, allowance, cost, loss));
        assertThat(refusal.code()).isEqualTo(ErrorCode.BUDGET);
        return refusal;
    }

    /** A fraction between 0 and a whole number, with more digits than are told. */
    private static Rational some(Random random, int below) {
        return Rational.of(1 + random.nextInt(999_999_937))
                .times(Rational.of(below))
                .dividedBy(Rational.of(1_000_000_007));
    }

    private static Amounts amounts(boolean zcdp, Rational main, Rational delta) {
        BigDecimal none = BigDecimal.ZERO;
        BigDecimal first = BookDecimals.up(main);
        BigDecimal second = BookDecimals.up(delta);
        return zcdp ? new Amounts(none, none, first, second) : new Amounts(first, second, none, none);
    }

    private static List<BigDecimal> numbers(String text) {
        List<BigDecimal> numbers = new ArrayList<>();
        Matcher matcher = NUMBER.matcher(text);
        while (matcher.find()) {
            numbers.add(new BigDecimal(matcher.group()));
        }
        return numbers;
    }

    private static void up(BigDecimal told, BigDecimal real) {
        assertThat(told).isGreaterThanOrEqualTo(real);
        assertThat(told.doubleValue()).isLessThanOrEqualTo(real.doubleValue() * (1 + NEAR));
    }

    private static void down(BigDecimal told, BigDecimal real) {
        assertThat(told).isLessThanOrEqualTo(real);
        assertThat(told.doubleValue()).isGreaterThanOrEqualTo(real.doubleValue() * (1 - NEAR));
    }
}
