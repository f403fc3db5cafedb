package io.tacit.engine.ledger;

import java.util.Optional;
import java.util.Set;

/**
 * Whose questions an account adds up, from whichever accounts of the data set they were paid: it promises what these
 * people can learn together, and accounts are renamed, divided and put together.
 *
 * @param dataset whose accounts begin with its name and {@code /}
 * @param analysts by name; empty for everybody who ever asked
 */
public record Spenders(String dataset, Optional<Set<String>> analysts) {
    public Spenders {
        analysts = analysts.map(Set::copyOf);
    }

    /** Everybody who ever asked of a data set. */
    public static Spenders all(String dataset) {
        return new Spenders(dataset, Optional.empty());
    }

    /** Some analysts of a data set. */
    public static Spenders of(String dataset, Set<String> analysts) {
        return new Spenders(dataset, Optional.of(analysts));
    }

    /** Whether a question counts that an analyst paid from an account. */
    public boolean has(String account, String analyst) {
        return account.startsWith(dataset + "/")
                && (analysts.isEmpty() || analysts.get().contains(analyst));
    }
}
