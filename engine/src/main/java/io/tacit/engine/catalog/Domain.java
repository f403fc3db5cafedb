package io.tacit.engine.catalog;

import java.util.HashSet;
import java.util.List;

/**
 * All values that the owner says a column can have. A public fact that is never compared with data: a row with another
 * value is in none of the groups that the domain makes.
 *
 * @param values as text, in the one form that the column's type gives them; different, at least one, at most {@link
 *     #MOST}
 */
public record Domain(List<String> values) {
    /** The most values of one domain, and the most groups that several domains make together. */
    public static final int MOST = 100_000;

    public Domain {
        values = List.copyOf(values);
        if (values.isEmpty() || values.size() > MOST || new HashSet<>(values).size() < values.size()) {
            throw new IllegalArgumentException("a domain has between 1 and " + MOST + " different values");
        }
    }
}
