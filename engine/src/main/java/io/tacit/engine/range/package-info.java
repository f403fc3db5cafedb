/**
 * Value ranges: bounds of an expression's values that follow from what the owner declared of columns and from the
 * expression itself. Depends on the query and on public declarations alone.
 */
@NullMarked
package io.tacit.engine.range;

import org.jspecify.annotations.NullMarked;
