/**
 * The plan of a release: which states a private aggregation asks for, and the bounds of a person's contribution to
 * each. In: private aggregations χ; out: {@link io.tacit.engine.rewrite.ReleasePlan}.
 */
@NullMarked
package io.tacit.engine.rewrite;

import org.jspecify.annotations.NullMarked;
