package io.tacit.engine.dialect;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.sql.ScalarFunction;
import io.tacit.engine.sql.ScalarFunctions;
import java.util.Map;
import java.util.Objects;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.sql.SqlOperator;

/** A dialect's printers for all scalar functions. An operator that calls none of them is refused. */
public final class ScalarPrinters {
    private final Map<SqlOperator, ScalarPrinter> printers;

    /** @param dialect the printer of each function */
    public ScalarPrinters(ScalarFunction.Visitor<ScalarPrinter> dialect) {
        this.printers = ScalarFunctions.byOperator(function -> function.accept(dialect));
    }

    /** Whether the dialect refuses every call of a function. */
    public boolean lacks(ScalarFunction function) {
        return Objects.requireNonNull(printers.get(function.operator())).isLacking();
    }

    /**
     * The text of a call.
     *
     * @throws Refusal when the operator, or what it is applied to, cannot be printed
     */
    String print(ScalarToSql scalars, RexCall call) {
        ScalarPrinter printer = printers.get(call.getOperator());
        if (printer == null) {
            throw new Refusal(
                    ErrorCode.UNSUPPORTED_FUNCTION,
                    "The function or operator " + call.getOperator().getName() + " is not accepted here.",
                    "Write the expression in another way.");
        }
        return printer.print(scalars, call);
    }
}
