package io.tacit.engine.session;

import io.tacit.engine.backend.DataEngine;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.ledger.AccountTerms;
import io.tacit.engine.policy.Policy;
import io.tacit.engine.policy.PolicyWording;
import io.tacit.engine.refusal.AnalystWords;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Looks at the policy's file before each charge of a session. Other budgets hold at once; what decides on answers and
 * rights was settled when the session was opened, so that a change of these ends it. While the policy cannot be used,
 * nothing is charged, and of what is kept only that goes out again which the session had. As long as the file says what it
 * said, no more than that is read.
 */
final class WatchPolicy {
    private final Policy opened;
    private final String analyst;
    private final DataEngine engine;
    private String seen;
    private List<AccountTerms> accounts;
    private Optional<Refusal> ended = Optional.empty();

    /** @param engine says what files declare, when a changed policy is read */
    WatchPolicy(Policy opened, String analyst, DataEngine engine) {
        this.opened = opened;
        this.analyst = analyst;
        this.engine = engine;
        this.seen = opened.wording().map(PolicyWording::hash).orElse("");
        this.accounts = opened.accountsOf(analyst);
    }

    /**
     * The accounts that a query pays now; the analyst's own comes first.
     *
     * @throws Refusal POLICY where the policy is gone, has errors, or answers otherwise than when the session was opened;
     *     ACCOUNT for an analyst who may ask no more
     */
    synchronized List<AccountTerms> accounts() {
        Optional<PolicyWording> wording = opened.wording();
        if (wording.isPresent() && !wording.get().now().equals(Optional.of(seen))) {
            judge(wording.get().file());
        }
        if (ended.isPresent()) {
            throw ended.get();
        }
        return accounts;
    }

    /** Whether the session may ask on. */
    boolean holds() {
        try {
            List<AccountTerms> ignored = accounts();
            return true;
        } catch (Refusal noMore) {
            return false;
        }
    }

    private void judge(Path file) {
        Policy now = AnalystPolicy.again(file, engine);
        // Only what can be used is remembered: the rest may be mended without a change of the file.
        seen = now.wording().map(PolicyWording::hash).orElse("");
        ended = Optional.empty();
        try {
            List<AccountTerms> paying = now.accountsOf(analyst);
            if (rights(now).equals(rights(opened))) {
                accounts = paying;
            } else {
                ended = Optional.of(AnalystWords.POLICY_CHANGED.refusal(ErrorCode.POLICY));
            }
        } catch (Refusal asksNoMore) {
            ended = Optional.of(asksNoMore);
        }
    }

    /** What a session settles when it is opened, apart from what its accounts may spend. */
    private List<Object> rights(Policy policy) {
        return List.of(
                policy.dataset(),
                policy.fingerprint(),
                policy.accountsOf(analyst).get(0).name(),
                policy.tablesOf(analyst).stream()
                        .map(table -> List.of(
                                table.table().name(),
                                table.table().visibleColumns().stream()
                                        .map(Column::name)
                                        .toList()))
                        .toList(),
                policy.version(),
                policy.store(),
                policy.resources(),
                policy.ledger(),
                policy.auditLog());
    }
}
