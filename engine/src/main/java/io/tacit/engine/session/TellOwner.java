package io.tacit.engine.session;

import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.policy.Policy;
import io.tacit.engine.refusal.Refusal;
import java.time.Clock;

/** Writes into the log of a policy's owner what no session could write. */
public final class TellOwner {
    private TellOwner() {}

    /**
     * That a request was refused before there was a session, as for options beyond the policy's limits.
     *
     * @param analyst who asked
     * @param text what was asked
     * @param refusal what they were told
     * @throws Refusal ACCOUNT for an analyst whom the policy does not name, LEDGER when the books cannot be opened
     */
    public static void refused(Policy policy, String analyst, String text, Refusal refusal) {
        PolicyAccounting accounting = PolicyAccounting.open(
                policy, analyst, EngineOfSources.with(DuckDbSettings.standard()), new OwnerWords(), Clock.systemUTC());
        try {
            accounting.begin(Question.of(text)).refused(refusal);
        } finally {
            accounting.close();
        }
    }
}
