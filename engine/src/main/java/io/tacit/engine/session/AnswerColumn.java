package io.tacit.engine.session;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.ResultType;

/**
 * A column of an answer.
 *
 * @param name as the query names it
 * @param type the type of its values
 * @param noisy whether it was computed from released aggregates; such a column may have intervals
 */
public record AnswerColumn(String name, ResultType type, boolean noisy) {
    /** A column of single values. */
    public AnswerColumn(String name, ColumnType type, boolean noisy) {
        this(name, ResultType.of(type), noisy);
    }
}
