package io.tacit.engine.dialect;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.sql.SqlOperator;

/** A dialect's table of operators. An operator that is not in the table is refused. */
public final class ScalarPrinters {
    private final Map<SqlOperator, ScalarPrinter> printers;

    public ScalarPrinters(Map<SqlOperator, ScalarPrinter> printers) {
        this.printers = Map.copyOf(printers);
    }

    /** All operators that can be printed. */
    public Set<SqlOperator> operators() {
        return printers.keySet();
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
