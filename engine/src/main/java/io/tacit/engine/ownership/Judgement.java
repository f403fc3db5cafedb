package io.tacit.engine.ownership;

import org.apache.calcite.rel.RelNode;

/** Whose rows a relation holds. */
sealed interface Judgement permits Owned, Open {
    /** The relation; an {@link Owned} one has one field more than the analyst's. */
    RelNode relation();
}
