/** Measurements, run by hand with {@code bench/run}. In: nothing; out: Markdown tables. */
@NullMarked
package io.tacit.bench;

import org.jspecify.annotations.NullMarked;
