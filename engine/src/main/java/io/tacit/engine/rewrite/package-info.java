/** From χ to pushed-down SQL: per-user aggregation, at most C_u groups per user, cross-user integer sums. In: private aggregations; out: {@link io.tacit.engine.rewrite.ReleasePlan} and SQL text. */
@NullMarked
package io.tacit.engine.rewrite;

import org.jspecify.annotations.NullMarked;
