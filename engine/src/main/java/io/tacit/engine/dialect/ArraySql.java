package io.tacit.engine.dialect;

import io.tacit.engine.sql.RedrawnFunction;
import org.apache.calcite.rel.core.Uncollect;
import org.apache.calcite.rex.RexCall;

/** Arrays of an engine: UNNEST, and functions of redrawn values. */
public interface ArraySql {
    /**
     * The query with a row for each element, c0; WITH ORDINALITY also its number c1, from 1.
     *
     * @param array the array's text
     * @param from what follows the list of columns
     */
    String unnest(Uncollect uncollect, String array, String from);

    /** A call of a function of redrawn values. */
    String redrawn(ScalarToSql scalars, RexCall call, RedrawnFunction function);
}
