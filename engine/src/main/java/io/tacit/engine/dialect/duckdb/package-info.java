/**
 * The dialect of DuckDB: its types, literals, functions and aggregates, each printed so that it cannot fail on any
 * data.
 */
@NullMarked
package io.tacit.engine.dialect.duckdb;

import org.jspecify.annotations.NullMarked;
