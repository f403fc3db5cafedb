package io.tacit.engine.dialect;

import org.apache.calcite.rex.RexOver;

/** Window functions of an engine. Over people's rows each looks at one person's, in an order that leaves no ties. */
@FunctionalInterface
public interface WindowSql {
    /**
     * The call with its window, in the call's type.
     *
     * @throws io.tacit.engine.refusal.Refusal for a function or frame that is not accepted
     */
    String print(ScalarToSql scalars, RexOver over);
}
