/**
 * The dialect of Spark 4: its types, literals, functions and aggregates, each printed so that it cannot fail on any data,
 * in ANSI mode or without it. What it lacks is refused by name.
 */
@NullMarked
package io.tacit.engine.dialect.spark;

import org.jspecify.annotations.NullMarked;
