package io.tacit.engine.dialect.duckdb;

import io.tacit.engine.dialect.ScalarPrinter;
import io.tacit.engine.dialect.ScalarToSql;
import io.tacit.engine.dialect.StandardScalars;
import io.tacit.engine.sql.ArithmeticFunction;
import io.tacit.engine.sql.ArrayFunction;
import io.tacit.engine.sql.ChoiceFunction;
import io.tacit.engine.sql.ComparisonFunction;
import io.tacit.engine.sql.DateFunction;
import io.tacit.engine.sql.JsonFunction;
import io.tacit.engine.sql.LogicFunction;
import io.tacit.engine.sql.PatternFunction;
import io.tacit.engine.sql.RealFunction;
import io.tacit.engine.sql.ReleasedFunction;
import io.tacit.engine.sql.ScalarFunction;
import io.tacit.engine.sql.TextFunction;
import io.tacit.engine.sql.WholeFunction;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;

/** How each scalar function is printed so that it is total in DuckDB. */
final class DuckDbScalars implements ScalarFunction.Visitor<ScalarPrinter> {
    @Override
    public ScalarPrinter logic(LogicFunction function) {
        return StandardScalars.of(function);
    }

    @Override
    public ScalarPrinter comparison(ComparisonFunction function) {
        return StandardScalars.of(function);
    }

    @Override
    public ScalarPrinter choice(ChoiceFunction function) {
        return StandardScalars.of(function);
    }

    @Override
    public ScalarPrinter arithmetic(ArithmeticFunction function) {
        return DuckDbNumbers.printer(function);
    }

    @Override
    public ScalarPrinter real(RealFunction function) {
        return DuckDbRealFunctions.printer(function);
    }

    @Override
    public ScalarPrinter whole(WholeFunction function) {
        return DuckDbWholeFunctions.printer(function);
    }

    @Override
    public ScalarPrinter text(TextFunction function) {
        return DuckDbTexts.printer(function);
    }

    @Override
    public ScalarPrinter pattern(PatternFunction function) {
        return DuckDbPatterns.printer(function);
    }

    @Override
    public ScalarPrinter json(JsonFunction function) {
        return DuckDbJson.printer(function);
    }

    @Override
    public ScalarPrinter date(DateFunction function) {
        return DuckDbDateFunctions.printer(function);
    }

    @Override
    public ScalarPrinter array(ArrayFunction function) {
        return DuckDbArrays.printer(function);
    }

    /**
     * A placeholder that is only printed to check the argument: before a query runs, released columns take the place of
     * these calls.
     */
    @Override
    public ScalarPrinter released(ReleasedFunction function) {
        return switch (function) {
            case LOW, HIGH -> missing("DOUBLE");
            case REPORT -> missing("VARCHAR");
        };
    }

    private static ScalarPrinter missing(String type) {
        return (scalars, call) -> "CASE WHEN FALSE THEN TRY_CAST(" + operand(scalars, call, 0) + " AS " + type
                + ") ELSE CAST(NULL AS " + type + ") END";
    }

    /** The text of one operand, of the operand's own type. */
    static String operand(ScalarToSql scalars, RexCall call, int index) {
        return scalars.print(call.getOperands().get(index));
    }

    /** A text converted to the call's type, from which its type in DuckDB may differ. */
    static String typed(String text, RelDataType type) {
        return "TRY_CAST(" + text + " AS " + DuckDbTypes.name(type) + ")";
    }
}
