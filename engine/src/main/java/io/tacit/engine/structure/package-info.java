/**
 * What the structure of a query proves of one person's rows: at most how many there are, which values are the same in
 * all of them, and at most how many different values an expression takes. Depends on the query and on public
 * declarations alone.
 */
@NullMarked
package io.tacit.engine.structure;

import org.jspecify.annotations.NullMarked;
