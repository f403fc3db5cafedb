package io.tacit.engine.session;

import io.tacit.engine.ledger.AuditLog;
import io.tacit.engine.ledger.Ledger;
import io.tacit.engine.ledger.ReleaseStore;

/**
 * What a policy's owner keeps: what was spent, what was released, who asked.
 *
 * @param ledger what was spent
 * @param store what was released
 * @param log who asked what
 */
record Books(Ledger ledger, ReleaseStore store, AuditLog log) {}
