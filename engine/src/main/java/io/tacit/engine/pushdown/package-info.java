/**
 * The queries of one release as SQL for the engine that holds the data: per-user aggregation U, at most C_u groups per
 * user T, cross-user integer sums S. In: {@link io.tacit.engine.rewrite.ReleasePlan}; out: SQL text.
 */
@NullMarked
package io.tacit.engine.pushdown;

import org.jspecify.annotations.NullMarked;
