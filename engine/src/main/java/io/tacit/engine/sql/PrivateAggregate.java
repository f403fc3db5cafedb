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
    private static final BigDecimal MIDDLE = new BigDecimal("0.5");

    private final AggregateFunction function;
    private final Parameters parameters;

    /**
     * The parameters by which two calls of one function differ.
     *
     * @param spelling the paper's for an {@code ANON_} function, otherwise that of the query block
     * @param bounds given in the query for each argument, if any; of an aggregate without arguments for its rows
     * @param boundsPerRow whether the bounds are those of a row; else of what a person adds to a group
     * @param fraction which quantile, between 0 and 1
     * @param epsilon the aggregate's own part of the budget, if the query gives one
     * @param element whether it is an element of an array of quantiles
     */
    record Parameters(
            Spelling spelling,
            List<Optional<Bounds>> bounds,
            boolean boundsPerRow,
            Optional<BigDecimal> fraction,
            Optional<BigDecimal> epsilon,
            boolean element) {
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

    /** The aggregate that is called. */
    public AggregateFunction function() {
        return function;
    }

    /** The spelling: the paper's for an {@code ANON_} function, otherwise that of the query block. */
    public Spelling spelling() {
        return parameters.spelling();
    }

    /** The query's bounds for the first argument, or for rows where there is no argument; empty if it gives none. */
    public Optional<Bounds> bounds() {
        return bounds(0);
    }

    /**
     * The query's bounds for one argument, if it gives any.
     *
     * @param argument 0 or, where the aggregate takes two, 1
     */
    public Optional<Bounds> bounds(int argument) {
        return parameters.bounds().get(argument);
    }

    /** Whether the bounds limit one row's value; otherwise they limit what one person adds to a group. */
    public boolean boundsPerRow() {
        return parameters.boundsPerRow();
    }

    /** The fraction of a QUANTILE, between 0 and 1; empty for other aggregates. */
    public Optional<BigDecimal> fraction() {
        return parameters.fraction();
    }

    /** Whether it is the quantile in the middle. */
    boolean isMedian() {
        return fraction().filter(middle -> middle.compareTo(MIDDLE) == 0).isPresent();
    }

    /** The aggregate's own part of the budget, if the query gives one. */
    public Optional<BigDecimal> epsilon() {
        return parameters.epsilon();
    }

    /** Whether it is an element of an array of quantiles, which has no interval. */
    public boolean isElement() {
        return parameters.element();
    }

    /** Whether it is a quantile of plain SQL, without anything that only a private release can mean. */
    public boolean isPlainQuantile() {
        return function == AggregateFunction.QUANTILE
                && parameters.spelling() != Spelling.ANONYMIZATION
                && bounds().isEmpty()
                && parameters.epsilon().isEmpty();
    }

    /** The name of the aggregate in messages. */
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
        String element = parameters.element() ? ", in an array" : "";
        return function + fraction + " (" + parameters.spelling() + ", " + bounds + epsilon + element + ")";
    }

    private static String text(Bounds pair, boolean perRow) {
        return (pair.times() ? "times " : "") + text(pair.low()) + " to " + text(pair.high())
                + (perRow ? " per row" : " per group");
    }

    private static String text(BigDecimal bound) {
        return bound.toString();
    }
}
