package io.tacit.engine.policy;

import io.tacit.engine.source.SameFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where the ledger of a policy lies that does not say its whole path. Accounts hang on the policy itself, not on a name of it: where a
 * link from another folder leads to it, the ledger is the one that there is.
 */
final class LedgerOfPolicy {
    private final Path policy;
    private final Section root;
    private final Findings findings;

    LedgerOfPolicy(Path policy, Section root, Findings findings) {
        this.policy = policy;
        this.root = root;
        this.findings = findings;
    }

    /** The file of that name; an error is found where nobody can say which of two, or where a new one, is meant. */
    Path named(Path name) {
        Path named = policy.resolveSibling(name);
        Path real = real(name, named);
        boolean here = Files.exists(named);
        boolean there = Files.exists(real);
        if (SameFile.same(named, real) || here != there) {
            return there ? real : named;
        }
        findings.error(
                root.has("ledger") ? root.valuePlace("ledger") : root.place("dataset"),
                "ledger",
                here
                        ? "A link leads to this policy, and a ledger lies beside the link and beside the policy itself."
                        : "A link leads to this policy, and there is no ledger yet: under another name of the policy all"
                                + " that is spent would be forgotten.",
                here
                        ? "Write the whole path of the one that is to hold under ledger."
                        : "Write the whole path of the ledger under ledger.");
        return named;
    }

    private Path real(Path name, Path named) {
        try {
            return policy.toRealPath().resolveSibling(name);
        } catch (IOException goneMeanwhile) {
            return named;
        }
    }
}
