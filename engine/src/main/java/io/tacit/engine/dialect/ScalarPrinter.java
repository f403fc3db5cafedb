package io.tacit.engine.dialect;

import org.apache.calcite.rex.RexCall;

/** How calls of one operator are printed: total, and in the call's type. */
@FunctionalInterface
public interface ScalarPrinter {
    /**
     * The text of a call.
     *
     * @throws io.tacit.engine.refusal.Refusal for operands that cannot be printed
     */
    String print(ScalarToSql scalars, RexCall call);

    /** Whether the engine has no such function, so that every call is refused. */
    default boolean isLacking() {
        return false;
    }
}
