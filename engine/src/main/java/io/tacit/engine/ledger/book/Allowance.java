package io.tacit.engine.ledger.book;

import io.tacit.engine.ledger.Budget;
import io.tacit.privacy.accounting.BasicFilter;
import io.tacit.privacy.accounting.ZcdpFilter;
import io.tacit.privacy.measure.ApproximateDp;
import io.tacit.privacy.measure.Rho;
import io.tacit.privacy.measure.ZeroConcentratedDp;
import io.tacit.privacy.number.Rational;
import java.math.BigDecimal;

/**
 * How much an account may spend, in the book's decimals.
 *
 * @param accountant how it is added up
 * @param main ε or ρ
 * @param delta δ, or δ of selections
 */
record Allowance(Accountant accountant, BigDecimal main, BigDecimal delta) {
    /** How an account adds up; the names are written in the book. */
    enum Accountant {
        BASIC("ε", "δ"),
        CONCENTRATED("ρ", "δ of selections");

        private final String mainName;
        private final String deltaName;

        Accountant(String mainName, String deltaName) {
            this.mainName = mainName;
            this.deltaName = deltaName;
        }

        String mainName() {
            return mainName;
        }

        String deltaName() {
            return deltaName;
        }
    }

    static Allowance nothing(Accountant accountant) {
        return new Allowance(accountant, BigDecimal.ZERO, BigDecimal.ZERO);
    }

    /** A budget, rounded down. */
    static Allowance of(Budget budget) {
        BigDecimal delta = BookDecimals.down(budget.delta());
        return budget.match(
                basic -> new Allowance(
                        Accountant.BASIC, BookDecimals.down(basic.limit().epsilon()), delta),
                zcdp -> new Allowance(
                        Accountant.CONCENTRATED, BookDecimals.down(zcdp.rho().value()), delta));
    }

    /** As a budget; only for what {@link #isUsable} finds usable. */
    Budget toBudget() {
        return switch (accountant) {
            case BASIC -> new Budget.Basic(new ApproximateDp(Rational.of(main), Rational.of(delta)));
            case CONCENTRATED -> new Budget.Concentrated(new Rho(Rational.of(main)), Rational.of(delta));
        };
    }

    /** Whether a budget with these numbers can exist: δ below 1, and ρ more than 0. */
    boolean isUsable() {
        return delta.compareTo(BigDecimal.ONE) < 0 && main.signum() >= (accountant == Accountant.CONCENTRATED ? 1 : 0);
    }

    Allowance plus(Allowance more) {
        return new Allowance(accountant, main.add(more.main), delta.add(more.delta));
    }

    /** The smaller allowance, number by number. */
    Allowance min(Allowance other) {
        return new Allowance(accountant, main.min(other.main), delta.min(other.delta));
    }

    /** The larger allowance, number by number. */
    Allowance max(Allowance other) {
        return new Allowance(accountant, main.max(other.main), delta.max(other.delta));
    }

    /**
     * Whether this cost may still be spent: {@link BasicFilter} and {@link ZcdpFilter} decide, whose proofs allow
     * queries that depend on earlier answers.
     */
    boolean allows(Amounts spent, Amounts cost) {
        if (!isUsable() || mainOf(spent).compareTo(main) > 0 || deltaOf(spent).compareTo(delta) > 0) {
            // A budget that was made smaller may have been overspent before.
            return false;
        }
        Rational limit = Rational.of(main);
        Rational deltaLimit = Rational.of(delta);
        Rational spentSoFar = Rational.of(mainOf(spent));
        Rational deltaSoFar = Rational.of(deltaOf(spent));
        Rational more = Rational.of(mainOf(cost));
        Rational moreDelta = Rational.of(deltaOf(cost));
        return switch (accountant) {
            case BASIC ->
                new BasicFilter(new ApproximateDp(limit, deltaLimit), new ApproximateDp(spentSoFar, deltaSoFar))
                        .afterSpending(more, moreDelta)
                        .isPresent();
            case CONCENTRATED ->
                new ZcdpFilter(new Rho(limit), deltaLimit, new ZeroConcentratedDp(spentSoFar), deltaSoFar)
                        .afterSpending(new ZeroConcentratedDp(more), moreDelta)
                        .isPresent();
        };
    }

    /** The allowance that is left after this was spent; 0 where more was spent. */
    Allowance after(Amounts spent) {
        return new Allowance(
                accountant,
                main.subtract(mainOf(spent)).max(BigDecimal.ZERO),
                delta.subtract(deltaOf(spent)).max(BigDecimal.ZERO));
    }

    BigDecimal mainOf(Amounts spent) {
        return accountant == Accountant.BASIC ? spent.epsilon() : spent.rho();
    }

    BigDecimal deltaOf(Amounts spent) {
        return accountant == Accountant.BASIC ? spent.delta() : spent.selectionDelta();
    }

    /** The amounts of an entry that grants this allowance; numbers that do not count are 0. */
    Amounts toAmounts() {
        return switch (accountant) {
            case BASIC -> new Amounts(main, delta, BigDecimal.ZERO, BigDecimal.ZERO);
            case CONCENTRATED -> new Amounts(BigDecimal.ZERO, delta, main, delta);
        };
    }

    /** The allowance that {@link #toAmounts} wrote. */
    static Allowance fromAmounts(Accountant accountant, Amounts amounts) {
        return switch (accountant) {
            case BASIC -> new Allowance(accountant, amounts.epsilon(), amounts.delta());
            case CONCENTRATED -> new Allowance(accountant, amounts.rho(), amounts.selectionDelta());
        };
    }

    /** Whether both allowances are equal, however their numbers are written. */
    boolean same(Allowance other) {
        return accountant == other.accountant && main.compareTo(other.main) == 0 && delta.compareTo(other.delta) == 0;
    }
}
