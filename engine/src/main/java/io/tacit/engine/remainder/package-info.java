/**
 * Carries the ends of confidence intervals through the rest of the query, which runs over released rows.
 */
@NullMarked
package io.tacit.engine.remainder;

import org.jspecify.annotations.NullMarked;
