package io.tacit.engine.dialect.duckdb;

import static io.tacit.engine.dialect.duckdb.DuckDbScalars.operand;
import static io.tacit.engine.dialect.duckdb.DuckDbScalars.typed;

import io.tacit.engine.dialect.ScalarToSql;
import io.tacit.engine.sql.RedrawnFunction;
import java.util.StringJoiner;
import org.apache.calcite.rex.RexCall;

/** Redrawn values as lists of DuckDB. They stand in what is left of a query over released rows only. */
final class DuckDbRedraws {
    private DuckDbRedraws() {}

    static String print(ScalarToSql scalars, RexCall call, RedrawnFunction function) {
        return switch (function) {
            case EACH -> each(scalars, call);
            case AT -> typed("list_extract(" + operand(scalars, call, 0) + ", redraw)", call.getType());
            case LOW -> smallest(scalars, call, "-Infinity");
            case HIGH -> smallest(scalars, call, "Infinity");
            case SUM_OF -> reduced(scalars, call, "list_sum");
            case AVG_OF -> reduced(scalars, call, "list_avg");
            case MIN_OF -> reduced(scalars, call, "list_min");
            case MAX_OF -> reduced(scalars, call, "list_max");
        };
    }

    private static String each(ScalarToSql scalars, RexCall call) {
        StringJoiner least = new StringJoiner(", ", "least(", ")");
        for (int array = 2; array < call.getOperands().size(); array++) {
            least.add("coalesce(len(" + operand(scalars, call, array) + "), " + operand(scalars, call, 1) + ")");
        }
        return "list_transform(range(1, 1 + " + least + "), lambda redraw: "
                + scalars.printAs(call.getOperands().get(0), "DOUBLE") + ")";
    }

    private static String smallest(ScalarToSql scalars, RexCall call, String nothing) {
        return "list_extract(list_sort(list_transform(" + operand(scalars, call, 0)
                + ", lambda value: CASE WHEN value IS NULL OR isnan(value) THEN CAST('" + nothing
                + "' AS DOUBLE) ELSE value END)), " + operand(scalars, call, 1) + ")";
    }

    private static String reduced(ScalarToSql scalars, RexCall call, String function) {
        String gathered = operand(scalars, call, 0);
        return "list_transform(range(1, 1 + list_min(list_transform(" + gathered
                + ", lambda one: len(one)))), lambda redraw: " + function
                + "(list_transform(" + gathered + ", lambda one: list_extract(one, redraw))))";
    }
}
