/**
 * What the owner allows whom: the file {@code tacit.yaml}. In: its text; out: {@link io.tacit.engine.policy.Policy}.
 */
@NullMarked
package io.tacit.engine.policy;

import org.jspecify.annotations.NullMarked;
