package io.tacit.engine.rewrite;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.ownership.PrivateAggregation;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.sql.AggregateFunction;
import io.tacit.engine.sql.Bounds;
import io.tacit.engine.sql.ColumnTypes;
import io.tacit.engine.sql.PrivateAggregate;
import io.tacit.engine.sql.Spelling;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.calcite.rel.core.AggregateCall;

/** The bounds of a release's aggregates that are known before any data is read. */
final class KnownBounds {
    private static final BigInteger MAX_ROWS = BigInteger.valueOf(Integer.MAX_VALUE);

    private static final long MICROS_OF_DAY = TimeUnit.DAYS.toMicros(1);

    private final PrivateAggregation aggregation;
    private final RowBoundsOf rows;

    /**
     * @param aggregation the release
     * @param catalog what the owner declared of columns
     */
    KnownBounds(PrivateAggregation aggregation, Catalog catalog) {
        this.aggregation = aggregation;
        this.rows = new RowBoundsOf(aggregation.input(), catalog);
    }

    /** The known bounds of an aggregate's first argument. */
    AggregateBounds of(AggregateCall call, AggregateFunction function) {
        return of(call, function, 0);
    }

    /** The bounds that the query gives, else those declared of an argument, if sums stay exact within them; wider declared ones are refused. */
    AggregateBounds of(AggregateCall call, AggregateFunction function, int argument) {
        Optional<Bounds> given = Optional.empty();
        boolean perRow = false;
        Spelling meaning = aggregation.clause().spelling();
        if (call.getAggregation() instanceof PrivateAggregate own) {
            given = own.bounds(argument).map(bounds -> inUnits(bounds, call));
            perRow = own.boundsPerRow();
            meaning = own.spelling();
        }
        Optional<RowBoundsOf.Known> known = Optional.empty();
        if (given.isEmpty() && function != AggregateFunction.COUNT) {
            int field = call.getArgList().get(argument);
            ColumnType type = type(field);
            known = rows.of(field);
            if (known.isPresent() && !PlannedStates.holds(type, known.get().bounds())) {
                refuseDeclared(known.get(), function);
                known = Optional.empty();
            }
        }
        return new AggregateBounds(given, perRow, meaning, known);
    }

    /**
     * What somebody declared is obeyed or refused; what an expression has anyway is only not used, nor what a domain has, from
     * which MODE counts places.
     */
    private void refuseDeclared(RowBoundsOf.Known known, AggregateFunction function) {
        if (known.origin() == BoundsOrigin.DECLARED && function != AggregateFunction.MODE) {
            throw new Refusal(
                    ErrorCode.BOUNDS,
                    aggregation.position(),
                    "By what is declared, the argument of " + function + " lies between "
                            + known.bounds().low().toPlainString() + " and "
                            + known.bounds().high().toPlainString()
                            + ": too wide for exact sums, which hold decimals up to 10^25.",
                    "Declare bounds that its values really have, or give such bounds in the query, as in " + function
                            + "(x CLAMPED BETWEEN 0 AND 1000).");
        }
    }

    private ColumnType type(int field) {
        return ColumnTypes.fromCalcite(
                aggregation.input().getRowType().getFieldList().get(field).getType());
    }

    /** Bounds of dates as whole days. */
    private Bounds inUnits(Bounds bounds, AggregateCall call) {
        boolean days = bounds.times() && type(call.getArgList().get(0)).kind() == ColumnType.Kind.DATE;
        return days ? new Bounds(day(bounds.low()), day(bounds.high())) : bounds;
    }

    private static BigDecimal day(BigDecimal micros) {
        return micros.divide(BigDecimal.valueOf(MICROS_OF_DAY), 0, RoundingMode.FLOOR);
    }

    /** Bounds in the query as numbers of rows or of different values. */
    ContributionLimits.Given ofRows(Bounds pair) {
        return new ContributionLimits.Given(
                inRange(pair.low().setScale(0, RoundingMode.FLOOR)),
                inRange(pair.high().setScale(0, RoundingMode.CEILING)));
    }

    private BigInteger inRange(BigDecimal bound) {
        BigInteger whole = bound.toBigInteger();
        if (whole.abs().compareTo(MAX_ROWS) > 0) {
            throw new Refusal(
                    ErrorCode.BOUNDS,
                    aggregation.position(),
                    "The bounds of COUNT must lie between -2147483647 and 2147483647.",
                    "Bound COUNT by the number of rows that one person may have in one group.");
        }
        return whole;
    }
}
