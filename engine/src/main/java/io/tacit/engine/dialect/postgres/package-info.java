/**
 * The dialect of PostgreSQL, from version 14 on: its types, literals, functions and aggregates, each printed so that it
 * cannot fail on any data. What it lacks is refused by name.
 */
@NullMarked
package io.tacit.engine.dialect.postgres;

import org.jspecify.annotations.NullMarked;
