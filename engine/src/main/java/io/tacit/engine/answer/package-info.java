/**
 * What is left of a query after its releases. In: released and public tables and finished SQL; out: the rows of the
 * answer.
 */
@NullMarked
package io.tacit.engine.answer;

import org.jspecify.annotations.NullMarked;
