package io.tacit.engine.dialect;

import org.apache.calcite.rel.core.Uncollect;

/** Arrays of an engine where they become rows. */
@FunctionalInterface
public interface ArraySql {
    /**
     * The query with a row for each element c0; with ORDINALITY its number c1, from 1.
     *
     * @param array the array's text
     * @param from what follows the list of columns
     */
    String unnest(Uncollect uncollect, String array, String from);
}
