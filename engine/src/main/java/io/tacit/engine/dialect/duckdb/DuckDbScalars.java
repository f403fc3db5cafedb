package io.tacit.engine.dialect.duckdb;

import io.tacit.engine.dialect.ScalarPrinter;
import io.tacit.engine.dialect.ScalarPrinters;
import io.tacit.engine.dialect.ScalarToSql;
import io.tacit.engine.dialect.StandardScalars;
import io.tacit.engine.sql.ReleasedFunctions;
import java.util.HashMap;
import java.util.Map;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.sql.SqlOperator;

/** The table of operators: how each one is printed so that it is total in DuckDB. */
final class DuckDbScalars {
    private static final Map<SqlOperator, ScalarPrinter> PRINTERS = new HashMap<>();

    static {
        StandardScalars.register(PRINTERS);
        released();
        DuckDbNumbers.register(PRINTERS);
        DuckDbRealFunctions.register(PRINTERS);
        DuckDbWholeFunctions.register(PRINTERS);
        DuckDbTexts.register(PRINTERS);
        DuckDbDates.register(PRINTERS);
        DuckDbDateFunctions.register(PRINTERS);
        DuckDbJson.register(PRINTERS);
        DuckDbArrays.register(PRINTERS);
    }

    private DuckDbScalars() {}

    static ScalarPrinters printers() {
        return new ScalarPrinters(PRINTERS);
    }

    /** Only ever printed to check the argument: before a query runs, released columns take the place of these calls. */
    private static void released() {
        ScalarPrinter unknown = (scalars, call) -> "CASE WHEN FALSE THEN TRY_CAST(" + operand(scalars, call, 0)
                + " AS DOUBLE) ELSE CAST(NULL AS DOUBLE) END";
        PRINTERS.put(ReleasedFunctions.LOW, unknown);
        PRINTERS.put(ReleasedFunctions.HIGH, unknown);
        PRINTERS.put(
                ReleasedFunctions.REPORT,
                (scalars, call) -> "CASE WHEN FALSE THEN TRY_CAST(" + operand(scalars, call, 0)
                        + " AS VARCHAR) ELSE CAST(NULL AS VARCHAR) END");
    }

    /** The text of one operand, of the operand's own type. */
    static String operand(ScalarToSql scalars, RexCall call, int index) {
        return scalars.print(call.getOperands().get(index));
    }

    /** A text whose type in DuckDB may differ from the call's, made the call's. */
    static String typed(String text, RelDataType type) {
        return "TRY_CAST(" + text + " AS " + DuckDbTypes.name(type) + ")";
    }
}
