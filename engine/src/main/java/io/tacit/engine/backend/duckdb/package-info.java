/** DuckDB inside this process. In: declared tables over files; out: {@link io.tacit.engine.backend.Backend}. */
@NullMarked
package io.tacit.engine.backend.duckdb;

import org.jspecify.annotations.NullMarked;
