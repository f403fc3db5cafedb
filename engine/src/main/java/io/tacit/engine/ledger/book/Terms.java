package io.tacit.engine.ledger.book;

import io.tacit.engine.ledger.RefreshWindow;
import io.tacit.engine.ledger.book.Allowance.Accountant;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * What cannot change while an account is open. Written such as {@code basic} or {@code concentrated monthly}.
 *
 * @param accountant how it adds up
 * @param refresh when its budget begins anew; empty for never
 */
record Terms(Accountant accountant, Optional<RefreshWindow> refresh) {
    String text() {
        String name = accountant.name().toLowerCase(Locale.ROOT);
        return refresh.map(window -> name + " " + window.name().toLowerCase(Locale.ROOT))
                .orElse(name);
    }

    /**
     * The terms that {@link #text} wrote.
     *
     * @throws DamagedBook when it did not write this
     */
    static Terms read(String text) {
        for (Accountant accountant : Accountant.values()) {
            Terms plain = new Terms(accountant, Optional.empty());
            if (plain.text().equals(text)) {
                return plain;
            }
            for (RefreshWindow window : RefreshWindow.values()) {
                Terms terms = new Terms(accountant, Optional.of(window));
                if (terms.text().equals(text)) {
                    return terms;
                }
            }
        }
        throw new DamagedBook("the terms of an account are not ones that Tacit writes");
    }

    /** The window that an instant lies in; empty text where an account has none. */
    String window(Instant now) {
        return refresh.map(window -> window.at(now)).orElse("");
    }
}
