/**
 * For every relation, whose row is it. In: the raw algebra of a query; out: {@link io.tacit.engine.ownership.CutQuery},
 * cut where people are first mixed.
 */
@NullMarked
package io.tacit.engine.ownership;

import org.jspecify.annotations.NullMarked;
