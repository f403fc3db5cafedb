package io.tacit.engine.dialect.spark;

import io.tacit.engine.dialect.ScalarPrinter;
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

/** How each scalar function is printed so that it is total in PostgreSQL. */
final class SparkScalars implements ScalarFunction.Visitor<ScalarPrinter> {
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
        return SparkNumbers.printer(function);
    }

    @Override
    public ScalarPrinter real(RealFunction function) {
        return SparkReals.printer(function);
    }

    @Override
    public ScalarPrinter text(TextFunction function) {
        return SparkTexts.printer(function);
    }

    @Override
    public ScalarPrinter pattern(PatternFunction function) {
        return SparkPatterns.printer(function);
    }

    @Override
    public ScalarPrinter date(DateFunction function) {
        return SparkDates.printer(function);
    }

    @Override
    public ScalarPrinter whole(WholeFunction function) {
        return switch (function) {
            case GCD, LCM, BIT_COUNT, FACTORIAL -> Lacking.FUNCTION;
        };
    }

    @Override
    public ScalarPrinter json(JsonFunction function) {
        return switch (function) {
            case JSON_VALUE, JSON_EXTRACT_STRING -> Lacking.FUNCTION;
        };
    }

    @Override
    public ScalarPrinter array(ArrayFunction function) {
        return switch (function) {
            case ARRAY, SPLIT, ITEM, CARDINALITY, ARRAY_CONTAINS -> Lacking.FUNCTION;
        };
    }

    /** They stand in what is left of a query, which is DuckDB's. */
    @Override
    public ScalarPrinter released(ReleasedFunction function) {
        return switch (function) {
            case LOW, HIGH, REPORT -> Lacking.FUNCTION;
        };
    }
}
