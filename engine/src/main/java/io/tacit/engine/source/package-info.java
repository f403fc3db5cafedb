/**
 * What files hold: their format, and the names and types of their columns, proposed once and kept. In: paths and the
 * owner's declarations; out: {@link io.tacit.engine.source.DeclaredSource}.
 */
@NullMarked
package io.tacit.engine.source;

import org.jspecify.annotations.NullMarked;
