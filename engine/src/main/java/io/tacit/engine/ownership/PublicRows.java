package io.tacit.engine.ownership;

import org.apache.calcite.rel.RelNode;

/**
 * A relation that anyone may read.
 *
 * @param relation the relation, field by field the analyst's
 * @param released whether a private release flows into it; otherwise it comes from public tables and constants only
 */
record PublicRows(RelNode relation, boolean released) implements Judgement {}
