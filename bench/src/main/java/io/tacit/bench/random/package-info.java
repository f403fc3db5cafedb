/**
 * Data sets and questions that are drawn, so that nobody can have tuned to them. In: a seed; out: how many cells of the
 * answers hold the truth.
 */
@NullMarked
package io.tacit.bench.random;

import org.jspecify.annotations.NullMarked;
