package io.tacit.engine.ownership;

import org.apache.calcite.rel.RelNode;

/** The judgement of a relation: private or public rows. */
sealed interface Judgement permits PrivateRows, PublicRows {
    /** The relation; an {@link PrivateRows} one has one field more than the analyst's. */
    RelNode relation();
}
