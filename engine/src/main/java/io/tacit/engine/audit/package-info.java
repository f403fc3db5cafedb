/**
 * The tester of the whole engine: runs queries over people that it makes up and their neighbours, and looks for what
 * tells them apart. In: queries and declared tables, never rows of theirs. Out: verdicts. Nothing in the engine imports
 * it.
 */
@NullMarked
package io.tacit.engine.audit;

import org.jspecify.annotations.NullMarked;
