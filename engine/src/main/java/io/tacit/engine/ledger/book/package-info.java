/**
 * The ledger in a database: SQLite or PostgreSQL. In: charges, answers to keep and lines of the log; out: receipts,
 * once they are where they survive the machine.
 *
 * <p>All state is a fold over entries: {@link io.tacit.engine.ledger.book.AccountState} says how one entry changes an
 * account, and charging and verifying both use it. {@link io.tacit.engine.ledger.book.WriteBook} is the only writer of
 * a process; each of its transactions takes the lock of the whole book first, so that processes are judged one after
 * the other.
 */
@NullMarked
package io.tacit.engine.ledger.book;

import org.jspecify.annotations.NullMarked;
