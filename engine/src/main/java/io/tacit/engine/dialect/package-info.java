/**
 * Prints relations as SQL for the engine that runs them. In: Calcite's algebra; out: SQL text that is total. What
 * engines write differently is a {@code Dialect}; each has a package of its own.
 */
@NullMarked
package io.tacit.engine.dialect;

import org.jspecify.annotations.NullMarked;
