package io.tacit.engine.ledger;

import io.tacit.privacy.accounting.PrivacyEvent;
import io.tacit.privacy.measure.ApproximateDp;
import java.util.List;

/**
 * What one query wants to spend: all of its releases, on all of its accounts, or nothing at all.
 *
 * @param accounts the accounts that pay, each the whole
 * @param analyst who asks
 * @param query the identifier under which the audit log tells of the query
 * @param loss ε and δ of all releases by basic composition, which accounts of (ε, δ) pay
 * @param events all that is done to one person's data, which accounts of ρ pay and by which totals can be computed anew
 */
public record ChargeRequest(
        List<AccountTerms> accounts, String analyst, String query, ApproximateDp loss, List<PrivacyEvent> events) {
    public ChargeRequest {
        accounts = List.copyOf(accounts);
        events = List.copyOf(events);
        if (accounts.isEmpty()) {
            throw new IllegalArgumentException("a charge needs an account that pays");
        }
    }
}
