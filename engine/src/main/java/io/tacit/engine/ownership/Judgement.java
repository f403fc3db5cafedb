package io.tacit.engine.ownership;

import org.apache.calcite.rel.RelNode;

/** The judgement of a relation: private or public rows. */
sealed interface Judgement permits PrivateRows, PublicRows {
    /** The relation; {@link PrivateRows} have one more field than the analyst sees. */
    RelNode relation();
}
