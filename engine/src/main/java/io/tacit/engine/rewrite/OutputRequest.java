package io.tacit.engine.rewrite;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.sql.AggregateFunction;
import io.tacit.privacy.measure.Epsilon;
import java.util.List;
import java.util.Optional;

/**
 * One aggregate column of a release.
 *
 * @param name how the release calls the column
 * @param function what is computed
 * @param text the aggregate as people would write it, for reports
 * @param type the type of the released value
 * @param computation what it is computed from
 * @param origins where its bounds come from
 * @param epsilon the aggregate's own part of the budget, where the query gives one
 */
public record OutputRequest(
        String name,
        AggregateFunction function,
        String text,
        ColumnType type,
        Computation computation,
        BoundsOrigins origins,
        Optional<Epsilon> epsilon) {
    /** An output without an ε of its own. */
    OutputRequest(
            String name,
            AggregateFunction function,
            String text,
            ColumnType type,
            Computation computation,
            BoundsOrigins origins) {
        this(name, function, text, type, computation, origins, Optional.empty());
    }

    /** The states that the output reads; none for quantiles. */
    public List<StateRequest> states() {
        return computation.states();
    }

    /** The same output with another computation. */
    OutputRequest with(Computation other) {
        return new OutputRequest(name, function, text, type, other, origins, epsilon);
    }

    /** The same output with an ε of its own. */
    OutputRequest with(Epsilon own) {
        return new OutputRequest(name, function, text, type, computation, origins, Optional.of(own));
    }
}
