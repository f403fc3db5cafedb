package io.tacit.engine.rewrite;

import io.tacit.engine.sql.Bounds;
import io.tacit.engine.sql.Spelling;
import java.util.Optional;

/**
 * What is known about an aggregate's contribution before any data is read.
 *
 * @param given the bounds in the query, if any
 * @param perRow whether they hold for a row, rather than for what a person adds to a group
 * @param spelling whose meaning the aggregate has
 * @param known bounds of a row that follow from declarations or from the expression; empty where the query gives any
 */
record AggregateBounds(Optional<Bounds> given, boolean perRow, Spelling spelling, Optional<RowBoundsOf.Known> known) {
    /** The bounds from which the resolution of values is chosen. */
    Optional<Bounds> ofValues() {
        return given.or(() -> known.map(RowBoundsOf.Known::bounds));
    }

    /** The origin of the bounds of the values. */
    BoundsOrigin originOfValues() {
        return given.isPresent()
                ? BoundsOrigin.QUERY
                : known.map(RowBoundsOf.Known::origin).orElse(BoundsOrigin.AUTOMATIC);
    }
}
