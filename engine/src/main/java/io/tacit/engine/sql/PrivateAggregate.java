package io.tacit.engine.sql;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.util.Optionality;

/**
 * An aggregate with parameters of its own, such as {@code SUM(x, contribution_bounds_per_group => (0, 100))} or
 * {@code ANON_COUNT(*)}.
 *
 * <p>There is one function for each distinct (function, bounds, spelling), so that equal calls are equal in the algebra
 * and different ones are not. Aggregates without parameters stay what they are in plain SQL.
 */
public final class PrivateAggregate extends SqlAggFunction {
    private final AggregateFunction function;
    private final Parameters parameters;

    /**
     * What tells two calls of one function apart.
     *
     * @param spelling the paper's for an {@code ANON_} function, otherwise that of the query block
     * @param bounds given in the query for each argument, if any; of an aggregate without arguments for its rows
     * @param boundsPerRow whether the bounds are those of a row; else of what a person adds to a group
     * @param fraction which quantile, between 0 and 1
     * @param epsilon the aggregate's own part of the budget, if the query gives one
     */
    record Parameters(
            Spelling spelling,
            List<Optional<Bounds>> bounds,
            boolean boundsPerRow,
            Optional<BigDecimal> fraction,
            Optional<BigDecimal> epsilon) {
        Parameters {
            bounds = List.copyOf(bounds);
            fraction = fraction.map(BigDecimal::stripTrailingZeros);
            epsilon = epsilon.map(BigDecimal::stripTrailingZeros);
        }
    }

    PrivateAggregate(AggregateFunction function, Parameters parameters) {
        super(
                uniqueName(function, parameters),
                null,
                SqlKind.OTHER_FUNCTION,
                NumericAggregates.returnType(function),
                null,
                NumericAggregates.argument(function),
                SqlFunctionCategory.USER_DEFINED_FUNCTION,
                false,
                false,
                Optionality.FORBIDDEN);
        this.function = function;
        this.parameters = parameters;
    }

    /** Which aggregate. */
    public AggregateFunction function() {
        return function;
    }

    /** The paper's for an {@code ANON_} function, otherwise that of the query block. */
    public Spelling spelling() {
        return parameters.spelling();
    }

    /** The bounds in the query of the first argument, or of rows where there is none; if any. */
    public Optional<Bounds> bounds() {
        return bounds(0);
    }

    /**
     * The bounds in the query of one argument, if any.
     *
     * @param argument 0 or, where the aggregate takes two, 1
     */
    public Optional<Bounds> bounds(int argument) {
        return parameters.bounds().get(argument);
    }

    /** Whether the bounds are those of a row; else they are those of what one person adds to a group. */
    public boolean boundsPerRow() {
        return parameters.boundsPerRow();
    }

    /** Which quantile, between 0 and 1; of a QUANTILE alone. */
    public Optional<BigDecimal> fraction() {
        return parameters.fraction();
    }

    /** The aggregate's own part of the budget, if the query gives one. */
    public Optional<BigDecimal> epsilon() {
        return parameters.epsilon();
    }

    /** Whether it is a quantile of plain SQL, without anything that only a private release can mean. */
    public boolean isPlainQuantile() {
        return function == AggregateFunction.QUANTILE
                && parameters.spelling() != Spelling.ANONYMIZATION
                && bounds().isEmpty()
                && parameters.epsilon().isEmpty();
    }

    /** How a message calls it. */
    public String title() {
        return function == AggregateFunction.QUANTILE ? "A quantile" : function.name();
    }

    private static String uniqueName(AggregateFunction function, Parameters parameters) {
        String bounds = parameters.bounds().stream()
                .map(some ->
                        some.map(pair -> text(pair, parameters.boundsPerRow())).orElse("no bounds"))
                .collect(Collectors.joining(" and "));
        String fraction = parameters.fraction().map(p -> " " + text(p)).orElse("");
        String epsilon = parameters.epsilon().map(e -> ", epsilon " + text(e)).orElse("");
        return function + fraction + " (" + parameters.spelling() + ", " + bounds + epsilon + ")";
    }

    private static String text(Bounds pair, boolean perRow) {
        return (pair.times() ? "times " : "") + text(pair.low()) + " to " + text(pair.high())
                + (perRow ? " per row" : " per group");
    }

    private static String text(BigDecimal bound) {
        return bound.toString();
    }
}
