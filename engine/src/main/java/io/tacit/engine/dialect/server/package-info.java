/**
 * What the dialects of servers print alike, given a few words of each: its notation. In: what one server calls its types and
 * functions; out: the parts of its dialect. No class here knows which servers there are.
 */
@NullMarked
package io.tacit.engine.dialect.server;

import org.jspecify.annotations.NullMarked;
