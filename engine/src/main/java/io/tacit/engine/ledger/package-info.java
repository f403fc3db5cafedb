/** What was spent. In: charges, before data is read; out: totals. */
@NullMarked
package io.tacit.engine.ledger;

import org.jspecify.annotations.NullMarked;
