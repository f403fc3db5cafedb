package io.tacit.engine.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.privacy.number.Rational;
import org.junit.jupiter.api.Test;

/** What a session spent is the sum of its charges: of both numbers, exactly. */
class SessionLedgerTest {
    @Test
    void chargesAddUpExactly() {
        SessionLedger ledger = new SessionLedger();
        assertThat(ledger.spent()).isEqualTo(Charge.NOTHING);
        Rational epsilon = Rational.ZERO;
        Rational delta = Rational.ZERO;
        for (int i = 1; i <= 20; i++) {
            ledger.charge(new Charge(Rational.of(1, i), Rational.of(i % 4, 1_000_003)));
            epsilon = epsilon.plus(Rational.of(1, i));
            delta = delta.plus(Rational.of(i % 4, 1_000_003));
            assertThat(ledger.spent()).isEqualTo(new Charge(epsilon, delta));
        }
    }
}
