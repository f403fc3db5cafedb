package io.tacit.engine.ledger.book;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What counts in an account although it was paid from others.
 *
 * @param spent in the account's window
 * @param failures of each analyst, ever
 * @param accounts from which analysts paid instead, in any window
 */
record Elsewhere(Amounts spent, Map<String, Long> failures, Set<String> accounts) {
    static final Elsewhere NOTHING = new Elsewhere(Amounts.NOTHING, Map.of(), Set.of());

    Elsewhere {
        failures = Map.copyOf(failures);
        accounts = Set.copyOf(accounts);
    }

    long failuresOf(String analyst) {
        return failures.getOrDefault(analyst, 0L);
    }

    long allFailures() {
        return failures.values().stream().mapToLong(Long::longValue).sum();
    }

    /** With one more payment. */
    Elsewhere plus(Amounts amounts, String analyst, long failed, String account) {
        Map<String, Long> allFailed = new HashMap<>(failures);
        if (failed > 0) {
            allFailed.merge(analyst, failed, Long::sum);
        }
        Set<String> all = new HashSet<>(accounts);
        all.add(account);
        return new Elsewhere(spent.plus(amounts), allFailed, all);
    }
}
