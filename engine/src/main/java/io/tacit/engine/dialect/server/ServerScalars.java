package io.tacit.engine.dialect.server;

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
import java.util.function.Function;

/**
 * How each scalar function is printed so that it is total in a server: topic by topic. A topic that is not named here is
 * lacking, or the same in every engine.
 *
 * @param lacking how the server refuses what it has not
 * @param numbers the printers of arithmetic
 * @param reals the printers of functions of DOUBLE
 * @param texts the printers of functions of texts
 * @param patterns the printers of patterns
 * @param dates the printers of functions of dates and times
 * @param wholes the printers of functions of whole numbers
 */
public record ServerScalars(
        Lacking lacking,
        Function<ArithmeticFunction, ScalarPrinter> numbers,
        Function<RealFunction, ScalarPrinter> reals,
        Function<TextFunction, ScalarPrinter> texts,
        Function<PatternFunction, ScalarPrinter> patterns,
        Function<DateFunction, ScalarPrinter> dates,
        Function<WholeFunction, ScalarPrinter> wholes)
        implements ScalarFunction.Visitor<ScalarPrinter> {
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
        return numbers.apply(function);
    }

    @Override
    public ScalarPrinter real(RealFunction function) {
        return reals.apply(function);
    }

    @Override
    public ScalarPrinter text(TextFunction function) {
        return texts.apply(function);
    }

    @Override
    public ScalarPrinter pattern(PatternFunction function) {
        return patterns.apply(function);
    }

    @Override
    public ScalarPrinter date(DateFunction function) {
        return dates.apply(function);
    }

    @Override
    public ScalarPrinter whole(WholeFunction function) {
        return wholes.apply(function);
    }

    @Override
    public ScalarPrinter json(JsonFunction function) {
        return switch (function) {
            case JSON_VALUE, JSON_EXTRACT_STRING -> lacking.printer();
        };
    }

    @Override
    public ScalarPrinter array(ArrayFunction function) {
        return switch (function) {
            case ARRAY, SPLIT, ITEM, CARDINALITY, ARRAY_CONTAINS -> lacking.printer();
        };
    }

    /** They stand in what is left of a query, which is DuckDB's. */
    @Override
    public ScalarPrinter released(ReleasedFunction function) {
        return switch (function) {
            case LOW, HIGH, REPORT -> lacking.printer();
        };
    }
}
