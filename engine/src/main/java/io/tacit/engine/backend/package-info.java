/**
 * Engines that hold people's rows. In: declared tables, finished SQL of a partial query, rows of work tables; out: what
 * files declare, and one row of exact integers per group, read by {@code release} only.
 */
@NullMarked
package io.tacit.engine.backend;

import org.jspecify.annotations.NullMarked;
