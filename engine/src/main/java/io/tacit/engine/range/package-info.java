/**
 * Value ranges: between which numbers the values of an expression lie, by what the owner declared of columns and by what
 * expressions make of it. Depends on the query and on public declarations alone.
 */
@NullMarked
package io.tacit.engine.range;

import org.jspecify.annotations.NullMarked;
