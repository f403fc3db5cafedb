package io.tacit.engine.rewrite;

import io.tacit.engine.sql.Bounds;
import io.tacit.engine.sql.Spelling;
import java.util.Optional;

/**
 * What the query says about an aggregate's contribution.
 *
 * @param given the bounds in the query, if any
 * @param perRow whether they hold for a row, rather than for what a person adds to a group
 * @param spelling whose meaning the aggregate has
 */
record AggregateBounds(Optional<Bounds> given, boolean perRow, Spelling spelling) {}
