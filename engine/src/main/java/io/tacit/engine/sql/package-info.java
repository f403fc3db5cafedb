/**
 * Text to algebra and back. In: SQL text and a catalog, or a relation; out: {@link io.tacit.engine.sql.AnalyzedQuery},
 * or SQL that cannot fail on any data.
 */
@NullMarked
package io.tacit.engine.sql;

import org.jspecify.annotations.NullMarked;
