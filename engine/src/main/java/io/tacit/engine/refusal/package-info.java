/**
 * Refusals: stable codes with SQLSTATE, a position, the rule and what to do. In: nothing; out: {@link
 * io.tacit.engine.refusal.Refusal}.
 */
@NullMarked
package io.tacit.engine.refusal;

import org.jspecify.annotations.NullMarked;
