package io.tacit.experiments;

import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.SourceTable;
import java.util.List;

/**
 * A query whose answer is known.
 *
 * @param tables the declared tables
 * @param defaults what holds where the query does not say otherwise
 * @param sql the private query: group keys first, then the aggregate that is judged
 * @param keys how many columns of it are keys
 * @param truth the true value of each group, also of those that will not be shown
 */
public record Question(List<SourceTable> tables, Defaults defaults, String sql, int keys, Truth truth) {
    public Question {
        tables = List.copyOf(tables);
    }

    /** One with the standard defaults. */
    public static Question of(List<SourceTable> tables, String sql, int keys, Truth truth) {
        return new Question(tables, Defaults.STANDARD, sql, keys, truth);
    }
}
