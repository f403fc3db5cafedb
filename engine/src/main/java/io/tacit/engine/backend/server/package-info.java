/**
 * What back ends of all servers have in common: which tables are whose, how declared tables are read, which step runs, and
 * what is said of failures. No class here knows which servers there are.
 */
@NullMarked
package io.tacit.engine.backend.server;

import org.jspecify.annotations.NullMarked;
