package io.tacit.engine.ledger.book;

import static io.tacit.engine.ledger.book.Requests.basic;
import static io.tacit.engine.ledger.book.Requests.concentrated;
import static io.tacit.engine.ledger.book.Requests.loss;
import static io.tacit.engine.ledger.book.Requests.number;
import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.ledger.AccountTerms;
import io.tacit.engine.ledger.Balance;
import io.tacit.engine.ledger.Charge;
import io.tacit.engine.ledger.ChargeRequest;
import io.tacit.engine.ledger.LedgerEntry;
import io.tacit.engine.ledger.LedgerPlace;
import io.tacit.privacy.accounting.PrivacyEvent;
import io.tacit.privacy.measure.Delta;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** ε, δ, ρ and the δ of selections of a charge are four numbers: none is told, kept or added up in the place of another. */
class FourAmountsTest {
    @TempDir
    Path folder;

    /** Gaussian noise of ratio 1/8, of which ρ is a half, and a threshold; the loss of both is another. */
    private static ChargeRequest request(AccountTerms... accounts) {
        return new ChargeRequest(
                List.of(accounts),
                "ada",
                "q1",
                loss("0.7", "3e-6"),
                List.of(
                        new PrivacyEvent.GaussianNoise(number("0.125"), 1),
                        new PrivacyEvent.Threshold(new Delta(number("1e-6")))));
    }

    @Test
    void eachIsItsOwnInBalancesEntriesAndAfterReopening() {
        AccountTerms shop = basic("shop", "3", "1e-5");
        AccountTerms rho = concentrated("rho", "0.5", "2e-5");
        LedgerPlace place = new LedgerPlace.Sqlite(folder.resolve("book.sqlite"));
        try (LedgerBook book = LedgerBook.open(place)) {
            are(book.ledger().preview(request(shop, rho)), 1);
            are(book.ledger().charge(request(shop, rho)).balances(), 1);
            are(book.ledger().charge(request(shop, rho)).balances(), 2);
        }
        try (LedgerBook book = LedgerBook.open(place)) {
            are(List.of(book.ledger().balance(shop), book.ledger().balance(rho)), 2);
            are(book.ledger().charge(request(shop, rho)).balances(), 3);
            assertThat(book.ledger().verify(Optional.empty()).problems()).isEmpty();
            assertThat(book.ledger().history(Optional.empty(), 100))
                    .filteredOn(entry -> entry.kind() == LedgerEntry.Kind.CHARGE)
                    .hasSize(6)
                    .allSatisfy(entry -> {
                        assertThat(entry.epsilon()).isEqualTo("0.7");
                        assertThat(entry.delta()).isEqualTo("0.000003");
                        assertThat(entry.rho()).isEqualTo("0.0625");
                    });
            assertThat(book.ledger().history(Optional.empty(), 100))
                    .filteredOn(entry -> entry.kind() == LedgerEntry.Kind.OPEN)
                    .extracting(entry -> List.of(entry.account(), entry.epsilon(), entry.delta(), entry.rho()))
                    .containsExactly(List.of("shop", "3", "0.00001", "0"), List.of("rho", "0", "0.00002", "0.5"));
        }
    }

    private static void are(List<Balance> balances, int charges) {
        assertThat(balances).extracting(Balance::account).containsExactly("shop", "rho");
        assertThat(balances).allSatisfy(balance -> {
            assertThat(balance.spent())
                    .isEqualTo(new Charge(
                            number("0.7").times(number("" + charges)),
                            number("3e-6").times(number("" + charges))));
            assertThat(balance.rho()).isEqualTo(number("0.0625").times(number("" + charges)));
            assertThat(balance.selectionDelta()).isEqualTo(number("1e-6").times(number("" + charges)));
            assertThat(balance.charges()).isEqualTo(charges);
        });
    }
}
