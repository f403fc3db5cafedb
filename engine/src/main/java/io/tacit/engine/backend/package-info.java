/** Engines that hold people's rows. In: finished SQL of a partial query; out: one row of exact integers per group, read by {@code release} only. */
@NullMarked
package io.tacit.engine.backend;

import org.jspecify.annotations.NullMarked;
