package io.tacit.engine.ledger.book;

import static io.tacit.engine.ledger.book.Requests.basic;
import static io.tacit.engine.ledger.book.Requests.concentrated;
import static io.tacit.engine.ledger.book.Requests.exactly;
import static io.tacit.engine.ledger.book.Requests.loss;
import static io.tacit.engine.ledger.book.Requests.number;
import static io.tacit.engine.ledger.book.Requests.refreshed;
import static io.tacit.engine.ledger.book.Requests.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.tacit.engine.ledger.AccountTerms;
import io.tacit.engine.ledger.AuditLog;
import io.tacit.engine.ledger.Balance;
import io.tacit.engine.ledger.Budget;
import io.tacit.engine.ledger.ChargeRequest;
import io.tacit.engine.ledger.Ledger;
import io.tacit.engine.ledger.LedgerEntry;
import io.tacit.engine.ledger.LedgerEntry.Kind;
import io.tacit.engine.ledger.LedgerPlace;
import io.tacit.engine.ledger.LedgerVerdict;
import io.tacit.engine.ledger.Receipt;
import io.tacit.engine.ledger.RefreshWindow;
import io.tacit.engine.ledger.ReleaseStore.Stored;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.privacy.accounting.PrivacyEvent;
import io.tacit.privacy.measure.ApproximateDp;
import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.measure.Rho;
import io.tacit.privacy.number.Rational;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What every ledger promises, whatever database it lies in. Long, because a promise that stood elsewhere would be
 * tested on one database only.
 */
abstract class LedgerContract {
    private Instant now = Instant.parse("2026-11-21T12:00:00Z");
    private LedgerBook book;
    private Ledger ledger;

    /** Where the ledger of this test lies: a new one in each test, the same one within a test. */
    abstract LedgerPlace place();

    @BeforeEach
    void open() {
        book = LedgerBook.open(place(), Optional.empty(), () -> now);
        ledger = book.ledger();
    }

    @AfterEach
    void close() {
        book.close();
    }

    private void reopen() {
        book.close();
        open();
    }

    private static void refused(ErrorCode code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal -> assertThat(refusal.code())
                                .as(refusal.getMessage())
                                .isEqualTo(code));
    }

    private void clean(long entries) {
        LedgerVerdict verdict = ledger.verify(Optional.empty());
        assertThat(verdict.problems()).isEmpty();
        assertThat(verdict.entries()).isEqualTo(entries);
    }

    @Test
    void aChargeIsWrittenDownAndStays() {
        assertThat(book.begun()).isTrue();
        AccountTerms account = basic("shop", "1", "1e-5");
        Receipt receipt = ledger.charge(request("0.25", "1e-6", account));
        Balance balance = receipt.balances().get(0);
        assertThat(receipt.number()).isEqualTo(2);
        assertThat(balance.spent().epsilon()).isEqualTo(number("0.25"));
        assertThat(balance.spent().delta()).isEqualTo(number("1e-6"));
        assertThat(balance.rho()).isEqualTo(number("0.03125"));
        assertThat(balance.selectionDelta()).isEqualTo(number("1e-6"));
        assertThat(balance.limit()).isEqualTo(new Budget.Basic(loss("1", "1e-5")));
        reopen();
        assertThat(book.begun()).isFalse();
        assertThat(ledger.balance(account)).isEqualTo(balance);
        List<LedgerEntry> history = ledger.history(Optional.empty(), 10);
        assertThat(history).extracting(LedgerEntry::kind).containsExactly(Kind.OPEN, Kind.CHARGE);
        assertThat(history.get(1).hash()).isEqualTo(receipt.hash());
        assertThat(history.get(1).epsilon()).isEqualTo("0.25");
        assertThat(history.get(1).who()).isEqualTo("ada");
        clean(2);
    }

    @Test
    void theBudgetIsSpentToTheLastDigitAndNotBeyond() {
        AccountTerms account = basic("shop", "1", "1e-5");
        for (int i = 0; i < 10; i++) {
            ledger.charge(request("0.1", "1e-6", account));
        }
        assertThat(ledger.balance(account).spent().epsilon()).isEqualTo(Rational.ONE);
        refused(ErrorCode.BUDGET, () -> ledger.charge(exactly(number("1e-40"), account)));
        refused(ErrorCode.BUDGET, () -> ledger.charge(exactly(Rational.of(1, Long.MAX_VALUE), account)));
        assertThat(ledger.balance(account).charges()).isEqualTo(10);
        clean(11);
    }

    @Test
    void fractionsAreRoundedUpOnce() {
        AccountTerms account = basic("shop", "1", "0");
        ledger.charge(exactly(Rational.of(1, 3), account));
        ledger.charge(exactly(Rational.of(1, 3), account));
        Rational spent = ledger.balance(account).spent().epsilon();
        assertThat(spent).isGreaterThan(Rational.of(2, 3));
        assertThat(spent.minus(Rational.of(2, 3))).isLessThan(number("1e-39"));
        // Three thirds, each rounded up, are more than the budget: never exceeded by any amount.
        refused(ErrorCode.BUDGET, () -> ledger.charge(exactly(Rational.of(1, 3), account)));
        ledger.charge(exactly(Rational.ONE.minus(spent), account));
        assertThat(ledger.balance(account).spent().epsilon()).isEqualTo(Rational.ONE);
    }

    @Test
    void deltaIsABudgetToo() {
        AccountTerms account = basic("shop", "10", "1e-6");
        ledger.charge(request("0.1", "1e-6", account));
        refused(ErrorCode.BUDGET, () -> ledger.charge(request("0.1", "1e-9", account)));
        ledger.charge(request("0.1", "0", account));
    }

    @Test
    void anAccountOfRhoPaysForEventsOneByOne() {
        AccountTerms account = concentrated("shop", "0.5", "1e-5");
        ChargeRequest forty = new ChargeRequest(
                List.of(account),
                "ada",
                "q",
                loss("4", "0"),
                List.of(new PrivacyEvent.LaplaceNoise(Epsilon.of("0.1"), 40)));
        // 40 · 0.1²/2 = 0.2, not (40 · 0.1)²/2 = 8.
        Balance balance = ledger.charge(forty).balances().get(0);
        assertThat(balance.rho()).isEqualTo(number("0.2"));
        assertThat(balance.spent().epsilon()).isEqualTo(number("4"));
        ledger.charge(forty);
        refused(ErrorCode.BUDGET, () -> ledger.charge(forty));
        refused(ErrorCode.BUDGET, () -> ledger.charge(request("0.1", "1.1e-5", account)));
        Balance last = ledger.charge(request("0.1", "1e-5", account)).balances().get(0);
        assertThat(last.rho()).isEqualTo(number("0.405"));
        assertThat(last.limit()).isEqualTo(new Budget.Concentrated(Rho.of("0.5"), number("1e-5")));
        clean(4);
    }

    @Test
    void allAccountsPayOrNone() {
        AccountTerms rich = basic("rich", "10", "0");
        AccountTerms poor = concentrated("poor", "0.01", "0");
        ChargeRequest both = request("0.1", "0", rich, poor);
        ledger.charge(both);
        ledger.charge(both);
        refused(ErrorCode.BUDGET, () -> ledger.charge(both));
        assertThat(ledger.balance(rich).charges()).isEqualTo(2);
        assertThat(ledger.balance(poor).rho()).isEqualTo(number("0.01"));
        // An account that is named twice pays twice.
        refused(ErrorCode.BUDGET, () -> ledger.charge(request("6", "0", rich, rich)));
        assertThat(ledger.charge(request("1", "0", rich, rich)).balances())
                .extracting(balance -> balance.spent().epsilon())
                .containsExactly(number("2.2"), number("2.2"));
        clean(8);
    }

    @Test
    void aPreviewSaysWhatAChargeWouldAndWritesNothing() {
        AccountTerms account = basic("shop", "1", "0");
        ChargeRequest request = request("0.6", "0", account);
        List<Balance> preview = ledger.preview(request);
        assertThat(ledger.history(Optional.empty(), 10)).isEmpty();
        assertThat(ledger.charge(request).balances()).isEqualTo(preview);
        refused(ErrorCode.BUDGET, () -> ledger.preview(request));
        assertThatThrownBy(() -> ledger.preview(request))
                .hasMessageContaining("left are ε 0.4 of 1")
                .hasMessageContaining("costs ε 0.6");
        clean(2);
    }

    @Test
    void oneQueryMayCostOnlySoMuch() {
        AccountTerms account = new AccountTerms(
                "shop",
                new Budget.Basic(loss("1", "1e-5")),
                Optional.empty(),
                Optional.of(loss("0.1", "1e-6")),
                OptionalInt.empty());
        refused(ErrorCode.BUDGET, () -> ledger.charge(request("0.11", "0", account)));
        refused(ErrorCode.BUDGET, () -> ledger.charge(request("0.1", "1.1e-6", account)));
        ledger.charge(request("0.1", "1e-6", account));
    }

    /** Each is stopped by their own, whoever else's are between them, until the owner resets the account for all. */
    @Test
    void failuresAreCountedForEachAnalyst() {
        AccountTerms account = new AccountTerms(
                "shop", new Budget.Basic(loss("9", "0")), Optional.empty(), Optional.empty(), OptionalInt.of(2));
        ChargeRequest ada = request("0.1", "0", account);
        ChargeRequest bob = new ChargeRequest(ada.accounts(), "bob", "q2", ada.loss(), ada.events());
        ledger.charge(ada);
        for (ChargeRequest each : List.of(ada, bob, ada)) {
            ledger.failed(each);
            assertThat(ledger.preview(bob)).hasSize(1);
            ledger.charge(bob);
        }
        refused(ErrorCode.ACCOUNT, () -> ledger.charge(ada));
        refused(ErrorCode.ACCOUNT, () -> ledger.preview(ada));
        ledger.failed(bob);
        refused(ErrorCode.ACCOUNT, () -> ledger.charge(bob));
        assertThat(ledger.balance(account).failures()).isEqualTo(4);
        ledger.reset(account, "owner", "looked into it");
        ledger.failed(bob);
        ledger.charge(ada);
        ledger.charge(bob);
        clean(13);
    }

    @Test
    void failuresStopAnAccountUntilItIsReset() {
        AccountTerms account = new AccountTerms(
                "shop", new Budget.Basic(loss("1", "0")), Optional.empty(), Optional.empty(), OptionalInt.of(2));
        ChargeRequest request = request("0.1", "0", account);
        for (int i = 0; i < 2; i++) {
            ledger.charge(request);
            ledger.failed(request);
        }
        refused(ErrorCode.ACCOUNT, () -> ledger.charge(request));
        refused(ErrorCode.ACCOUNT, () -> ledger.preview(request));
        assertThat(ledger.balance(account).failures()).isEqualTo(2);
        // Nothing was given back for them.
        assertThat(ledger.balance(account).spent().epsilon()).isEqualTo(number("0.2"));
        ledger.reset(account, "owner", "looked into it");
        assertThat(ledger.charge(request).balances().get(0).failures()).isZero();
        clean(7);
    }

    @Test
    void aSmallerPolicyHoldsAtOnceAndALargerOneOnlyWhenGranted() {
        ledger.charge(request("0.5", "0", basic("shop", "1", "0")));
        refused(ErrorCode.BUDGET, () -> ledger.charge(request("0.2", "0", basic("shop", "0.6", "0"))));
        AccountTerms larger = basic("shop", "5", "0");
        refused(ErrorCode.BUDGET, () -> ledger.charge(request("0.6", "0", larger)));
        ledger.grant(larger, new Budget.Basic(loss("0.5", "0")), "owner", "thesis");
        assertThat(ledger.balance(larger).limit()).isEqualTo(new Budget.Basic(loss("1.5", "0")));
        refused(ErrorCode.BUDGET, () -> ledger.charge(request("1.1", "0", larger)));
        ledger.charge(request("1", "0", larger));
        reopen();
        assertThat(ledger.balance(larger).spent().epsilon()).isEqualTo(number("1.5"));
        LedgerEntry grant = ledger.history(Optional.of("shop"), 2).get(0);
        assertThat(grant.kind()).isEqualTo(Kind.GRANT);
        assertThat(grant.who()).isEqualTo("owner");
        assertThat(grant.query()).isEqualTo("thesis");
        assertThat(grant.epsilon()).isEqualTo("0.5");
        clean(4);
    }

    @Test
    void grantsMustMakeSense() {
        AccountTerms account = basic("shop", "1", "0.5");
        refused(
                ErrorCode.ACCOUNT,
                () -> ledger.grant(account, new Budget.Concentrated(Rho.of("1"), Rational.ZERO), "owner", ""));
        refused(ErrorCode.ACCOUNT, () -> ledger.grant(account, new Budget.Basic(loss("1", "0.5")), "owner", ""));
        assertThat(ledger.history(Optional.empty(), 10)).isEmpty();
        ledger.grant(account, new Budget.Basic(loss("1", "0.4")), "owner", "first of all");
        assertThat(ledger.history(Optional.empty(), 10))
                .extracting(LedgerEntry::who)
                .containsExactly("owner", "owner");
        assertThat(ledger.balance(account).limit()).isEqualTo(new Budget.Basic(loss("2", "0.9")));
    }

    @Test
    void theAccountantCannotChangeUntilTheOwnerResets() {
        ledger.charge(request("0.5", "0", basic("shop", "1", "0")));
        AccountTerms changed = concentrated("shop", "1", "0");
        refused(ErrorCode.ACCOUNT, () -> ledger.charge(request("0.1", "0", changed)));
        refused(ErrorCode.ACCOUNT, () -> ledger.balance(changed));
        refused(
                ErrorCode.ACCOUNT,
                () -> ledger.charge(request("0.1", "0", refreshed(basic("shop", "1", "0"), RefreshWindow.DAILY))));
        ledger.reset(changed, "owner", "new term");
        assertThat(ledger.charge(request("0.1", "0", changed)).balances().get(0).rho())
                .isEqualTo(number("0.005"));
        clean(4);
    }

    /** Whoever uses an account with terms that are not those of the book is told so, whatever they want of it. */
    @Test
    void anAccountHasItsTermsWhateverIsDoneWithIt() {
        AccountTerms plain = basic("shop", "1", "1e-5");
        AccountTerms rho = concentrated("shop", "1", "1e-5");
        List<AccountTerms> all = new ArrayList<>(List.of(plain, rho));
        for (RefreshWindow window : RefreshWindow.values()) {
            all.add(refreshed(plain, window));
            all.add(refreshed(rho, window));
        }
        int entries = 0;
        for (AccountTerms opened : all) {
            ledger.reset(opened, "owner", "");
            entries++;
            for (AccountTerms asked : all) {
                Budget more = asked.budget();
                List<ThrowingCallable> uses = List.of(
                        () -> ledger.open(asked, "ada"),
                        () -> ledger.balance(asked),
                        () -> ledger.preview(request("0.01", "0", asked)),
                        () -> ledger.charge(request("0.01", "0", asked)),
                        () -> ledger.grant(asked, more, "owner", ""));
                for (ThrowingCallable use : uses) {
                    if (asked.equals(opened)) {
                        assertThatCode(use).doesNotThrowAnyException();
                    } else {
                        refused(ErrorCode.ACCOUNT, use);
                    }
                }
            }
            // Only the account's own charge and grant are written.
            entries += 2;
        }
        clean(entries);
    }

    /** Opened again with another budget it is what it was: a smaller one holds at each charge, a larger one is granted. */
    @Test
    void anAccountIsOpenedOnce() {
        ledger.open(basic("shop", "1", "1e-5"), "ada");
        for (AccountTerms again :
                List.of(basic("shop", "1", "1e-5"), basic("shop", "5", "0"), basic("shop", "0.5", "0.1"))) {
            ledger.open(again, "bob");
        }
        assertThat(ledger.balance(basic("shop", "9", "0.5")).limit()).isEqualTo(new Budget.Basic(loss("1", "1e-5")));
        assertThat(ledger.history(Optional.empty(), 9))
                .extracting(LedgerEntry::who)
                .containsExactly("ada");
        clean(1);
    }

    /** Less than the book can write is nothing, and an account of ρ with nothing cannot be. */
    @Test
    void aBudgetThatTheBookCannotWriteIsRefused() {
        Rational least = number("1e-40");
        Rational less = least.dividedBy(Rational.of(2));
        Budget nothing = new Budget.Concentrated(new Rho(less), Rational.ZERO);
        AccountTerms account = Requests.terms("shop", nothing);
        for (ThrowingCallable use : List.<ThrowingCallable>of(
                () -> ledger.open(account, "ada"),
                () -> ledger.balance(account),
                () -> ledger.preview(request("0.1", "0", account)),
                () -> ledger.charge(request("0.1", "0", account)),
                () -> ledger.grant(account, new Budget.Concentrated(Rho.of("1"), Rational.ZERO), "owner", ""),
                () -> ledger.reset(account, "owner", ""))) {
            refused(ErrorCode.ACCOUNT, use);
        }
        AccountTerms some = Requests.terms("shop", new Budget.Concentrated(new Rho(least), Rational.ZERO));
        ledger.open(some, "ada");
        refused(ErrorCode.BUDGET, () -> ledger.charge(request("0.1", "0", some)));
        // An account of ε may have nothing: who has it may read what was released.
        ledger.open(basic("reader", "0", "0"), "ada");
        refused(ErrorCode.BUDGET, () -> ledger.charge(request("0.1", "0", basic("reader", "0", "0"))));
        clean(2);
    }

    /** All grants together stay below 1, the policy's δ included, however small each is. */
    @Test
    void grantsNeverAddUpToADeltaOfOne() {
        AccountTerms account = basic("shop", "1", "0.3");
        Budget third = new Budget.Basic(loss("1", "0.3"));
        ledger.grant(account, third, "owner", "");
        ledger.grant(account, third, "owner", "");
        refused(ErrorCode.ACCOUNT, () -> ledger.grant(account, third, "owner", ""));
        refused(ErrorCode.ACCOUNT, () -> ledger.grant(account, new Budget.Basic(loss("0", "0.1")), "owner", ""));
        ledger.grant(account, new Budget.Basic(loss("0", "0.09")), "owner", "");
        assertThat(ledger.balance(account).limit()).isEqualTo(new Budget.Basic(loss("3", "0.99")));
        clean(4);
    }

    /** The check names the last entry, and finds each hash that was noted, as somebody copied it. */
    @Test
    void theCheckNamesTheHeadAndFindsEveryNotedHash() {
        AccountTerms account = basic("shop", "1", "0");
        Receipt last = ledger.charge(request("0.1", "0", account));
        for (int i = 0; i < 3; i++) {
            last = ledger.charge(request("0.1", "0", account));
        }
        assertThat(ledger.verify(Optional.empty()).head()).isEqualTo(last.hash());
        for (LedgerEntry entry : ledger.history(Optional.empty(), 9)) {
            for (String noted : List.of(
                    entry.hash(), " " + entry.hash() + "\n", entry.hash().toUpperCase(java.util.Locale.ROOT))) {
                assertThat(ledger.verify(Optional.of(noted)).problems()).isEmpty();
            }
            for (String other : List.of("", entry.hash().substring(0, 63), entry.hash() + "0", "0".repeat(64))) {
                assertThat(ledger.verify(Optional.of(other)).problems()).hasSize(1);
            }
        }
    }

    /** A name that the database cannot store as it is finds what was declared under it. */
    @Test
    void aStrangeDataSetHasAVersionToo() {
        ledger.declareDataVersion("a\0b \uD800", "v\0", "owner");
        assertThat(ledger.dataVersion("a\0b \uD800")).contains("v\uFFFD");
    }

    @Test
    void windowsBeginAnewAndGrantsGoOn() {
        AccountTerms account = refreshed(basic("shop", "1", "0"), RefreshWindow.MONTHLY);
        ledger.charge(request("1", "0", account));
        ledger.grant(account, new Budget.Basic(loss("0.5", "0")), "owner", "");
        ledger.charge(request("0.5", "0", account));
        refused(ErrorCode.BUDGET, () -> ledger.charge(request("0.1", "0", account)));
        now = Instant.parse("2026-11-30T23:59:59.999Z");
        refused(ErrorCode.BUDGET, () -> ledger.charge(request("0.1", "0", account)));
        now = Instant.parse("2026-12-01T00:00:00Z");
        assertThat(ledger.balance(account).spent().epsilon()).isEqualTo(Rational.ZERO);
        Balance balance = ledger.charge(request("1.5", "0", account)).balances().get(0);
        assertThat(balance.window()).isEqualTo("2026-12");
        assertThat(balance.charges()).isEqualTo(1);
        refused(ErrorCode.BUDGET, () -> ledger.charge(request("0.1", "0", account)));
        clean(5);
    }

    @Test
    void aWindowNeverGoesBack() {
        AccountTerms account = refreshed(basic("shop", "1", "0"), RefreshWindow.DAILY);
        now = Instant.parse("2026-11-22T00:00:10Z");
        ledger.charge(request("1", "0", account));
        now = Instant.parse("2026-11-21T23:59:30Z");
        refused(ErrorCode.BUDGET, () -> ledger.charge(request("0.1", "0", account)));
        assertThat(ledger.balance(account).window()).isEqualTo("2026-11-22");
        now = Instant.parse("2026-11-21T23:59:09Z");
        refused(ErrorCode.LEDGER, () -> ledger.charge(request("0.1", "0", account)));
        refused(ErrorCode.LEDGER, () -> ledger.preview(request("0.1", "0", account)));
        refused(ErrorCode.LEDGER, () -> ledger.reset(account, "owner", ""));
        // To look needs no clock.
        assertThat(ledger.balance(account).window()).isEqualTo("2026-11-22");
        assertThat(ledger.history(Optional.empty(), 9)).hasSize(2);
        clean(2);
    }

    /**
     * A clock that was far ahead once, then right: for every window and none, and both accountants, the owner's word leads out, and
     * what both windows spent counts in the one of now. Nothing begins anew before its time.
     */
    @Test
    void theOwnerLeadsOutOfAClockThatWasAhead() {
        List<AccountTerms> accounts =
                new ArrayList<>(List.of(basic("ever", "1", "1e-5"), concentrated("rho", "1", "1e-5")));
        for (RefreshWindow window : RefreshWindow.values()) {
            accounts.add(refreshed(basic("basic " + window, "1", "1e-5"), window));
            accounts.add(refreshed(concentrated("rho " + window, "1", "1e-5"), window));
        }
        AccountTerms full = refreshed(basic("full", "1", "0"), RefreshWindow.DAILY);
        AccountTerms untouched = refreshed(basic("untouched", "1", "0"), RefreshWindow.DAILY);
        Instant right = now;
        refused(ErrorCode.LEDGER, () -> ledger.trustClock("owner", "nothing is wrong"));
        for (AccountTerms account : accounts) {
            ledger.charge(request("0.4", "1e-6", account));
        }
        ledger.charge(request("0.9", "0", full));
        ledger.charge(request("0.3", "0", untouched));
        List<Balance> before = accounts.stream().map(ledger::balance).toList();
        now = Instant.parse("2099-12-31T23:59:59Z");
        for (AccountTerms account : accounts) {
            ledger.charge(request("0.5", "2e-6", account));
        }
        ledger.charge(request("1", "0", full));
        now = right.plusSeconds(100);
        refused(ErrorCode.LEDGER, () -> ledger.charge(request("0.1", "0", accounts.get(0))));
        assertThat(ledger.balance(full).window()).isEqualTo("2099-12-31");
        Receipt receipt = ledger.trustClock("owner", "battery");
        assertThat(receipt.balances()).hasSize(2 * RefreshWindow.values().length + 1);
        refused(ErrorCode.LEDGER, () -> ledger.trustClock("owner", "once more"));
        for (int i = 0; i < accounts.size(); i++) {
            AccountTerms account = accounts.get(i);
            Balance balance = ledger.balance(account);
            assertThat(balance.window())
                    .as(account.name())
                    .isEqualTo(before.get(i).window());
            assertThat(balance.spent().epsilon()).as(account.name()).isEqualTo(number("0.9"));
            assertThat(balance.spent().delta()).as(account.name()).isEqualTo(number("3e-6"));
            assertThat(balance.rho())
                    .as(account.name())
                    .isGreaterThan(before.get(i).rho());
            if (account.budget() instanceof Budget.Basic) {
                refused(ErrorCode.BUDGET, () -> ledger.charge(request("0.2", "0", account)));
            }
            ledger.charge(request("0.1", "0", account));
        }
        assertThat(ledger.balance(full).spent().epsilon()).isEqualTo(number("1.9"));
        refused(ErrorCode.BUDGET, () -> ledger.charge(request("0.1", "0", full)));
        ledger.failed(request("0.1", "0", full));
        ledger.charge(request("0.7", "0", untouched));
        refused(ErrorCode.BUDGET, () -> ledger.charge(request("0.1", "0", untouched)));
        assertThat(ledger.history(Optional.of("full"), 2).get(0).query()).isEqualTo("battery");
        assertThat(ledger.history(Optional.of("full"), 2).get(0).at()).isEqualTo(now);
        assertThat(ledger.verify(Optional.empty()).problems()).isEmpty();
        now = now.plus(Duration.ofDays(1));
        ledger.charge(request("1", "0", full));
        assertThat(ledger.verify(Optional.of(receipt.hash())).problems()).isEmpty();
    }

    /** Hundreds of events in any order, over accounts of all kinds, against a model that only adds up. */
    @Test
    void whateverHappensAddsUp() {
        LedgerModel model = new LedgerModel();
        Random random = new Random(17);
        List<ChargeRequest> paid = new ArrayList<>();
        for (int step = 0; step < 300; step++) {
            List<AccountTerms> all = accounts(random);
            now = now.plusSeconds(random.nextInt(4) == 0 ? 36_000 : 60);
            int first = random.nextInt(3);
            AccountTerms[] some =
                    all.subList(first, first + 1 + random.nextInt(3 - first)).toArray(AccountTerms[]::new);
            String who = List.of("ada", "bob", "eve").get(random.nextInt(3));
            String id = "q" + step;
            switch (random.nextInt(14)) {
                case 0 -> {
                    Budget more = some[0].budget()
                            .<Budget>match(
                                    basic -> new Budget.Basic(loss("0.25", "1e-7")),
                                    zcdp -> new Budget.Concentrated(Rho.of("0.05"), number("1e-7")));
                    Receipt granted = ledger.grant(some[0], more, who, id);
                    model.grant(some[0], more, who, id, now);
                    assertThat(granted.balances()).containsExactly(model.balance(some[0], now));
                    assertThat(granted.number()).isEqualTo(model.written().size());
                }
                case 1 -> {
                    if (random.nextInt(3) == 0) {
                        Receipt reset = ledger.reset(some[0], who, id);
                        model.reset(some[0], who, id, now);
                        assertThat(reset.balances()).containsExactly(model.balance(some[0], now));
                    }
                }
                case 2 -> reopen();
                case 3 -> {
                    ledger.open(some[0], who);
                    model.open(some[0], who, now);
                }
                case 4 -> {
                    // Under the name of an account, which is none the less another thing.
                    ledger.declareDataVersion(some[0].name(), id, who);
                    model.declared(some[0].name(), id, who);
                    assertThat(ledger.dataVersion(some[0].name())).contains(id);
                }
                case 5 -> {
                    // Long queries fail in a later window than the one that paid for them.
                    ChargeRequest failed =
                            paid.isEmpty() ? request("0.1", "0", some) : paid.get(random.nextInt(paid.size()));
                    ledger.failed(failed);
                    model.failed(failed, now);
                }
                default -> {
                    ChargeRequest plain = request(
                            List.of("0.1", "0.25", "0.4").get(random.nextInt(3)),
                            List.of("0", "1e-7", "3e-7").get(random.nextInt(3)),
                            some);
                    // Noise has a delta of its own, of which accounts of rho know nothing.
                    Rational ofNoise = number(List.of("0", "5e-8").get(random.nextInt(2)));
                    ChargeRequest request = new ChargeRequest(
                            plain.accounts(),
                            who,
                            id,
                            new ApproximateDp(
                                    plain.loss().epsilon(), plain.loss().delta().plus(ofNoise)),
                            plain.events());
                    Optional<ErrorCode> refused = model.charge(request, now);
                    if (refused.isPresent()) {
                        refused(refused.get(), () -> ledger.preview(request));
                        refused(refused.get(), () -> ledger.charge(request));
                    } else {
                        paid.add(request);
                        List<Balance> foreseen = ledger.preview(request);
                        assertThat(ledger.charge(request).balances()).isEqualTo(foreseen);
                    }
                }
            }
            for (AccountTerms each : all) {
                assertThat(ledger.balance(each)).as("step " + step).isEqualTo(model.balance(each, now));
            }
        }
        assertThat(paid.size()).isBetween(40, 150);
        assertThat(ledger.history(Optional.empty(), Integer.MAX_VALUE).stream().map(LedgerModel.Written::of))
                .containsExactlyElementsOf(model.written());
        for (AccountTerms each : accounts(random)) {
            assertThat(ledger.history(Optional.of(each.name()), Integer.MAX_VALUE).stream()
                            .map(LedgerModel.Written::of))
                    .containsExactlyElementsOf(model.written().stream()
                            .filter(entry -> entry.account().equals(each.name()))
                            .toList());
        }
        clean(model.written().size());
    }

    /** Three accounts with terms that the owner changes now and then. */
    private static List<AccountTerms> accounts(Random random) {
        List<String> budgets = List.of("1", "1", "0.6", "2");
        return List.of(
                new AccountTerms(
                        "shop/daily",
                        new Budget.Basic(loss(budgets.get(random.nextInt(4)), "1e-6")),
                        Optional.of(RefreshWindow.DAILY),
                        Optional.of(loss("0.3", "2e-7")),
                        OptionalInt.of(6)),
                new AccountTerms(
                        "shop/rho",
                        new Budget.Concentrated(
                                Rho.of(budgets.get(random.nextInt(4))),
                                number(random.nextInt(3) == 0 ? "2e-7" : "1e-6")),
                        Optional.empty(),
                        Optional.empty(),
                        OptionalInt.empty()),
                basic("shop/all", budgets.get(random.nextInt(4)), random.nextBoolean() ? "1e-6" : "2e-6"));
    }

    /** A clock that stands back by less is tolerated: what is written then is no older than what was written before. */
    @Test
    void nothingIsWrittenBeforeTheLastEntry() {
        AccountTerms account = basic("shop", "5", "1e-5");
        AccountTerms other = basic("other", "5", "1e-5");
        Receipt first = ledger.charge(request("0.1", "0", account));
        assertThat(first.number()).isEqualTo(2);
        List<ThrowingCallable> writers = List.of(
                () -> ledger.charge(request("0.1", "0", account)),
                () -> ledger.failed(request("0.1", "0", account)),
                () -> ledger.grant(account, new Budget.Basic(loss("1", "0")), "owner", ""),
                () -> ledger.reset(account, "owner", ""),
                () -> ledger.open(other, "owner"),
                () -> ledger.declareDataVersion("shop", "later", "owner"));
        Instant noon = now;
        int entries = 2;
        for (ThrowingCallable writer : writers) {
            now = noon.minusSeconds(59);
            assertThatCode(writer).doesNotThrowAnyException();
            entries++;
            assertThat(ledger.history(Optional.empty(), 1).get(0).at()).isEqualTo(noon);
        }
        clean(entries);
    }

    @Test
    void theDataVersionIsTheLastThatWasDeclared() {
        assertThat(ledger.dataVersion("shop")).isEmpty();
        ledger.declareDataVersion("shop", "v1", "owner");
        ledger.declareDataVersion("other", "x", "owner");
        ledger.declareDataVersion("shop", "v2", "owner");
        ledger.charge(request("0.1", "0", basic("shop", "1", "0")));
        assertThat(ledger.dataVersion("shop")).contains("v2");
        assertThat(ledger.dataVersion("other")).contains("x");
        refused(ErrorCode.LEDGER, () -> ledger.declareDataVersion("shop", "v1", "owner"));
        refused(ErrorCode.LEDGER, () -> ledger.declareDataVersion("shop", "v2", "owner"));
        assertThat(ledger.dataVersion("shop")).contains("v2");
        clean(5);
    }

    @Test
    void historyIsTheNewestOldestFirst() {
        AccountTerms one = basic("one", "1", "0");
        AccountTerms two = basic("two", "1", "0");
        for (int i = 0; i < 3; i++) {
            ledger.charge(request("0.1", "0", one, two));
        }
        assertThat(ledger.history(Optional.empty(), 3))
                .extracting(LedgerEntry::number)
                .containsExactly(6L, 7L, 8L);
        assertThat(ledger.history(Optional.of("two"), 2))
                .extracting(LedgerEntry::number)
                .containsExactly(6L, 8L);
        assertThat(ledger.history(Optional.of("none"), 2)).isEmpty();
    }

    @Test
    void aNotedHashIsFoundAgain() {
        AccountTerms account = basic("shop", "1", "0");
        Receipt receipt = ledger.charge(request("0.1", "0", account));
        ledger.charge(request("0.1", "0", account));
        assertThat(ledger.verify(Optional.of(receipt.hash())).problems()).isEmpty();
        assertThat(ledger.verify(Optional.of("f".repeat(64))).problems()).hasSize(1);
    }

    @Test
    void strangeTextIsKeptAsFarAsItCanBe() {
        AccountTerms account = basic("caf\u00e9 \uD83D\uDE00 'x' \0 \uD800", "1", "0");
        ledger.charge(new ChargeRequest(
                List.of(account), "a\0b", "'; DROP TABLE tacit_entry; --", loss("0.1", "0"), List.of()));
        ledger.charge(request("0.1", "0", account));
        assertThat(ledger.balance(account).charges()).isEqualTo(2);
        clean(3);
    }

    @Test
    void anInterruptedCallerStillLearnsThatItPaid() {
        AccountTerms account = basic("shop", "1", "0");
        Thread.currentThread().interrupt();
        Receipt receipt = ledger.charge(request("0.1", "0", account));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(receipt.number()).isEqualTo(2);
    }

    @Test
    void thirtyTwoThreadsNeverPassTheBudget() throws Exception {
        AccountTerms account = basic("shop", "10", "0");
        ExecutorService threads = Executors.newFixedThreadPool(32);
        List<Future<Integer>> paid = new ArrayList<>();
        for (int i = 0; i < 32; i++) {
            paid.add(threads.submit(() -> ChargeInLoop.untilRefused(ledger, request("0.01", "0", account))
                    .size()));
        }
        int all = 0;
        for (Future<Integer> one : paid) {
            all += one.get(300, TimeUnit.SECONDS);
        }
        threads.shutdown();
        assertThat(all).isEqualTo(1000);
        assertThat(ledger.balance(account).spent().epsilon()).isEqualTo(number("10"));
        clean(1001);
    }

    /** As processes side by side have it: each a book of its own, and nothing refuses but the budget. */
    @Test
    void eightBooksAtOnceAreRefusedByNothingButTheBudget() throws Exception {
        AccountTerms shop = basic("shop", "1", "1e-5");
        List<String> outcomes = Collections.synchronizedList(new ArrayList<>());
        CyclicBarrier together = new CyclicBarrier(8);
        ExecutorService threads = Executors.newFixedThreadPool(8);
        List<Future<?>> running = new ArrayList<>();
        for (int process = 0; process < 8; process++) {
            running.add(threads.submit(() -> {
                try (LedgerBook own = LedgerBook.open(place(), Optional.empty(), () -> now)) {
                    together.await();
                    for (int question = 0; question < 15; question++) {
                        outcomes.add(outcome(own, request("0.0125", "0", shop)));
                    }
                }
                return true;
            }));
        }
        for (Future<?> one : running) {
            one.get(5, TimeUnit.MINUTES);
        }
        threads.shutdown();
        assertThat(outcomes).hasSize(120).containsOnly("paid", "BUDGET");
        assertThat(Collections.frequency(outcomes, "paid")).isEqualTo(80);
        clean(81);
    }

    private static String outcome(LedgerBook book, ChargeRequest request) {
        try {
            Receipt ignored = book.ledger().charge(request);
            return "paid";
        } catch (Refusal refusal) {
            return refusal.code() == ErrorCode.BUDGET ? "BUDGET" : refusal.toString();
        }
    }

    @Test
    void twoBooksOfOnePlaceSeeEachOther() {
        AccountTerms account = basic("shop", "1", "0");
        try (LedgerBook other = LedgerBook.open(place(), Optional.empty(), () -> now)) {
            for (int i = 0; i < 5; i++) {
                ledger.charge(request("0.1", "0", account));
                other.ledger().charge(request("0.1", "0", account));
            }
            refused(ErrorCode.BUDGET, () -> ledger.charge(request("0.1", "0", account)));
            refused(ErrorCode.BUDGET, () -> other.ledger().charge(request("0.1", "0", account)));
            other.releaseStore().keep("k", new Stored(now, false, "theirs"));
            assertThat(book.releaseStore().find("k")).map(Stored::content).contains("theirs");
            other.releaseStore().keep("k", new Stored(now, false, "fresh"));
            assertThat(book.releaseStore().find("k")).map(Stored::content).contains("fresh");
        }
        clean(11);
    }

    @Test
    void answersAreKept() {
        assertThat(book.releaseStore().find("k")).isEmpty();
        Stored failed = new Stored(now, true, "TCT-X01");
        Stored answer = new Stored(now.plusMillis(5), false, "{\"n\": [1, 2]}\n\u00e9".repeat(10_000));
        book.releaseStore().keep("k", failed);
        book.releaseStore().keep("l", answer);
        reopen();
        assertThat(book.releaseStore().find("k")).contains(failed);
        assertThat(book.releaseStore().find("l")).contains(answer);
    }

    /** Whatever was kept before, in each of its parts. */
    @Test
    void whatIsKeptLaterReplacesAllOfIt() {
        List<Stored> all = List.of(
                new Stored(now, true, "failed"),
                new Stored(now, false, "answered"),
                new Stored(now.plusSeconds(1), true, "failed later"),
                new Stored(now.plusSeconds(2), false, "answered later"));
        for (Stored before : all) {
            for (Stored after : all) {
                book.releaseStore().keep("k", before);
                book.releaseStore().keep("k", after);
                assertThat(book.releaseStore().find("k")).contains(after);
            }
        }
    }

    @Test
    void theLogKeepsLines() {
        AuditLog.Line line = line("q1", "ada");
        book.auditLog().write(line);
        book.auditLog().write(line("q2", "bob"));
        book.auditLog().write(line("q3", "ada"));
        assertThat(book.auditLog().newest(2, Optional.empty()))
                .extracting(AuditLog.Line::id)
                .containsExactly("q2", "q3");
        assertThat(book.auditLog().newest(9, Optional.of("ada")).get(0)).isEqualTo(line);
    }

    static AuditLog.Line line(String id, String analyst) {
        return new AuditLog.Line(
                id,
                Instant.parse("2026-11-21T12:00:00.123Z"),
                analyst,
                "shop",
                "SELECT \"a\"\nFROM t -- \u00e9",
                AuditLog.Decision.REFUSED,
                "TCT-B01",
                "Too little is left.",
                "0",
                "0",
                12,
                "");
    }

    private static AuditLog.Line decided(AuditLog.Line line, AuditLog.Decision decision) {
        return new AuditLog.Line(
                line.id(),
                line.at(),
                line.analyst(),
                line.account(),
                line.sql(),
                decision,
                line.code(),
                line.reason(),
                line.epsilon(),
                line.delta(),
                line.millis(),
                line.detail());
    }

    /** What a process asked that is gone is known; what became of the others stands in the place of what was asked. */
    @Test
    void whatIsAskedIsKnownBeforeItIsAnswered() {
        AuditLog.Line killed = decided(line("killed", "ada"), AuditLog.Decision.ASKED);
        AuditLog.Line going = decided(line("going", "ada"), AuditLog.Decision.ASKED);
        book.auditLog().write(killed);
        book.auditLog().write(going);
        assertThat(book.auditLog().newest(9, Optional.empty()))
                .extracting(AuditLog.Line::decision)
                .containsExactly(AuditLog.Decision.ASKED, AuditLog.Decision.ASKED);
        book.auditLog().write(line("other", "bob"));
        book.auditLog().write(decided(going, AuditLog.Decision.ANSWERED));
        assertThat(book.auditLog().newest(9, Optional.empty()))
                .containsExactly(killed, decided(going, AuditLog.Decision.ANSWERED), line("other", "bob"));
        assertThat(book.auditLog().texts(Set.of("killed", "going")))
                .containsOnly(entry("killed", killed.sql()), entry("going", going.sql()));
    }

    @Test
    void aClosedBookRefuses() {
        book.close();
        refused(ErrorCode.LEDGER, () -> ledger.charge(request("0.1", "0", basic("shop", "1", "0"))));
        refused(ErrorCode.LEDGER, () -> ledger.history(Optional.empty(), 1));
    }
}
