package io.tacit.engine.ledger;

import java.util.List;

/**
 * What a check of the whole book found.
 *
 * @param entries how many were read
 * @param head the last entry's hash: note it elsewhere, and a later check can prove that nothing before it was changed
 * @param problems what is wrong, in words; empty where all is well
 */
public record LedgerVerdict(long entries, String head, List<String> problems) {
    public LedgerVerdict {
        problems = List.copyOf(problems);
    }
}
