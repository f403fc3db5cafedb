/** Spark clusters, by Spark Connect. In: declared tables of a catalogue; out: {@link io.tacit.engine.backend.Backend}. */
@NullMarked
package io.tacit.spark;

import org.jspecify.annotations.NullMarked;
