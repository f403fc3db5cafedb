/**
 * The only public door of the engine. In: sources, defaults and SQL text; out: {@link io.tacit.engine.session.Answer}
 * or {@link io.tacit.engine.session.Explanation}.
 */
@NullMarked
package io.tacit.engine.session;

import org.jspecify.annotations.NullMarked;
