/** A PostgreSQL server. In: declared tables of a database; out: {@link io.tacit.engine.backend.Backend}. */
@NullMarked
package io.tacit.engine.backend.postgres;

import org.jspecify.annotations.NullMarked;
