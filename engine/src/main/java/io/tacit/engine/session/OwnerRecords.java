package io.tacit.engine.session;

import io.tacit.engine.ledger.AuditLog;
import io.tacit.engine.ledger.Ledger;
import io.tacit.engine.ledger.ReleaseStore;

/**
 * The records of a policy's owner: what was spent, what was released, who asked.
 *
 * @param ledger what was spent
 * @param store what was released
 * @param log who asked what
 */
record OwnerRecords(Ledger ledger, ReleaseStore store, AuditLog log) {}
