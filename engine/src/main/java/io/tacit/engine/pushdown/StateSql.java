package io.tacit.engine.pushdown;

import io.tacit.engine.dialect.Dialect;
import io.tacit.engine.dialect.WholeNumberSql;
import io.tacit.engine.rewrite.ReleasePlan;
import io.tacit.engine.rewrite.ResolvedLimits;
import io.tacit.engine.rewrite.RowCount;
import io.tacit.engine.rewrite.StateRequest;
import io.tacit.engine.rewrite.ValueColumn;
import io.tacit.privacy.mechanism.CentredProducts;
import io.tacit.privacy.mechanism.State;
import java.math.BigInteger;
import java.util.Optional;

/**
 * Prints what one person contributes to a state, in 128-bit integers: the formulas of {@link State}, word for word.
 *
 * <p>The engine's integer division truncates toward zero as the formulas ask.
 */
final class StateSql implements StateRequest.Visitor<Optional<StateColumns>> {
    private final Dialect dialect;
    private final WholeNumberSql wholes;
    private final ColumnNames names;
    private final PersonRows rows;
    private final ResolvedLimits limits;
    private final int index;

    private StateSql(ReleasePlan plan, PersonRows rows, ResolvedLimits limits, int index) {
        this.dialect = rows.dialect();
        this.wholes = dialect.wholeNumbers();
        this.names = new ColumnNames(plan);
        this.rows = rows;
        this.limits = limits;
        this.index = index;
    }

    /**
     * The columns and stages that a state needs.
     *
     * @param index among the plan's states
     * @return empty where the state's limits could not be found
     */
    static Optional<StateColumns> of(ReleasePlan plan, PersonRows rows, ResolvedLimits limits, int index) {
        return plan.states().get(index).accept(new StateSql(plan, rows, limits, index));
    }

    @Override
    public Optional<StateColumns> users(StateRequest.Users request) {
        return Optional.of(StateColumns.ofCounts("COUNT(*)"));
    }

    @Override
    public Optional<StateColumns> without(StateRequest.Without request) {
        return Optional.of(StateColumns.ofCounts("COUNT(CASE WHEN " + rows(request.counted()) + " = 0 THEN 1 END)"));
    }

    @Override
    public Optional<StateColumns> count(StateRequest.Count request) {
        return request.measured(limits).map(count -> count(rows(request.counted()), count));
    }

    private StateColumns count(String rows, State.Count count) {
        String clamped =
                clampedColumn(rows, count.low().toString(), count.high().toString());
        return StateColumns.ofCounts("SUM(" + wholes.addend(clamped) + ")");
    }

    @Override
    public Optional<StateColumns> sum(StateRequest.Sum request) {
        ValueColumn summed = request.summed();
        return request.measured(limits).map(sum -> StateColumns.ofSums(clampedSums(summed, sum), summed));
    }

    @Override
    public Optional<StateColumns> userMean(StateRequest.UserMean request) {
        ValueColumn summed = request.summed();
        return request.measured(limits)
                .map(mean -> StateColumns.ofSums(whereValues(summed, userMean(summed, mean)), summed));
    }

    @Override
    public Optional<StateColumns> centred(StateRequest.Centred request) {
        return request.measured(limits).map(centred -> centred(request.summed(), centred));
    }

    private StateColumns centred(ValueColumn summed, State.Centred centred) {
        Optional<String> own = inOwnType(summed, centred);
        if (own.isPresent()) {
            return StateColumns.ofRows(centredInOwnType(summed, centred), own.get() + " AS y" + index);
        }
        String y = deviation(summed, centred.low(), centred.high(), centred.coarse());
        return StateColumns.ofRows(
                whereValues(summed, weighed(summed, centred.maxRows(), centred.shift())), column(y, summed));
    }

    @Override
    public Optional<StateColumns> squares(StateRequest.Squares request) {
        return request.measured(limits).map(squares -> squares(request.summed(), squares));
    }

    private StateColumns squares(ValueColumn summed, State.Squares squares) {
        String y = deviation(summed, squares.low(), squares.high(), squares.coarse());
        BigInteger reach = squares.reach();
        return StateColumns.ofRows(
                whereValues(summed, weighed(summed, squares.maxRows(), squares.shift())),
                column("2 * (" + y + ") * (" + y + ") - " + literal(reach.multiply(reach)), summed));
    }

    @Override
    public Optional<StateColumns> products(StateRequest.Products request) {
        return request.measured(limits).map(products -> products(request, products));
    }

    private StateColumns products(StateRequest.Products request, CentredProducts products) {
        String one = deviation(request.first(), products.first(), products);
        String other = deviation(request.second(), products.second(), products);
        return StateColumns.ofRows(
                whereValues(request.first(), weighed(request.first(), products.maxRows(), products.shift())),
                column("(" + one + ") * (" + other + ")", request.first()));
    }

    private String deviation(ValueColumn summed, CentredProducts.Factor factor, CentredProducts products) {
        return deviation(summed, factor.low(), factor.high(), products.coarse(factor));
    }

    @Override
    public Optional<StateColumns> distinct(StateRequest.Distinct request) {
        return request.measured(limits)
                .map(State.Count::high)
                .map(most -> DistinctSql.columns(rows, request.offered(), index, most.longValueExact()));
    }

    private RowIntegers integers(ValueColumn summed) {
        return new RowIntegers(dialect, summed);
    }

    /** Clamped sums are added in the column's own type where that is safe, and made whole units once for each group. */
    private String clampedSums(ValueColumn summed, State.Sum sum) {
        RowIntegers integers = integers(summed);
        String column = names.sum(summed);
        if (integers.addsInOwnType(sum.sensitivity())) {
            String clamped = clampedColumn(column, integers.boundOfSum(sum.low()), integers.boundOfSum(sum.high()));
            return integers.units(whereValues(summed, clamped));
        }
        String units = integers.unitsOfSum(column);
        return whereValues(summed, clamp(units, sum.low(), sum.high()));
    }

    /** The sum of a person's clamped rows in the column's own type, where all people's may be added up in it. */
    private Optional<String> inOwnType(ValueColumn summed, State.Centred centred) {
        RowIntegers integers = integers(summed);
        BigInteger largest =
                centred.low().abs().max(centred.high().abs()).multiply(BigInteger.valueOf(centred.maxRows()));
        boolean safe = centred.coarse() == 0 && centred.shift() >= 0 && integers.addsInOwnType(largest);
        return safe
                ? integers.clampedSum("c" + summed.field(), PersonRows.filter(summed), centred.low(), centred.high())
                : Optional.empty();
    }

    /**
     * Σy = 2Σq − n(l+u). For people with at most maxRows rows the weight cancels, so that their y·2^shift add up like
     * the Σq and the n themselves; only the others need a division of their own.
     */
    private String centredInOwnType(ValueColumn summed, State.Centred centred) {
        RowIntegers integers = integers(summed);
        String rows = rows(summed.rows());
        String middle = literal(centred.low().add(centred.high()));
        String few = rows + " <= " + centred.maxRows();
        String values = integers.units("COALESCE(SUM(CASE WHEN " + few + " THEN y" + index + " END), 0)");
        String counts = wholes.of("COALESCE(SUM(CASE WHEN " + few + " THEN " + wholes.addend(rows) + " END), 0)");
        String one = "(2 * " + integers.units("y" + index) + " - " + rows + " * " + middle + ")";
        String weighed = scaled(literal(BigInteger.valueOf(centred.maxRows())) + " * " + one, rows, centred.shift());
        return "((2 * " + values + " - " + counts + " * " + middle + ") * " + power(centred.shift())
                + " + COALESCE(SUM(CASE WHEN " + rows + " > " + centred.maxRows() + " THEN " + weighed + " END), 0))";
    }

    private String column(String rowValue, ValueColumn summed) {
        return wholes.of("SUM(" + rowValue + ")" + PersonRows.filter(summed)) + " AS y" + index;
    }

    private String deviation(ValueColumn summed, BigInteger low, BigInteger high, int coarse) {
        String row = integers(summed).row("c" + summed.field());
        String y = "(2 * " + clamp(wholes.of(row), low, high) + " - " + literal(low.add(high)) + ")";
        return RowIntegers.orNull(
                "c" + summed.field(), coarse == 0 ? y : "(" + wholes.quotient(y, power(coarse)) + ")");
    }

    private String userMean(ValueColumn summed, State.UserMean mean) {
        String rows = rows(summed.rows());
        BigInteger range = mean.high().subtract(mean.low());
        String reach = "(" + rows + " * " + literal(range) + ")";
        String deviation = "2 * " + integers(summed).unitsOfSum(names.sum(summed)) + " - " + rows + " * "
                + literal(mean.low().add(mean.high()));
        String clamped = "LEAST(GREATEST(" + deviation + ", -" + reach + "), " + reach + ")";
        return scaled(clamped, rows, mean.shift());
    }

    private String weighed(ValueColumn summed, long maxRows, int shift) {
        String rows = rows(summed.rows());
        String most = literal(BigInteger.valueOf(maxRows));
        String y = "y" + index;
        String all = shift >= 0 ? y + " * " + power(shift) : wholes.quotient(y, power(-shift));
        // With no more rows than may weigh, the weight cancels: no division of 128 bits is needed.
        return "CASE WHEN " + rows + " <= " + maxRows + " THEN " + all + " ELSE "
                + scaled(most + " * y" + index, rows, shift) + " END";
    }

    /** trunc(value·2^shift / rows). */
    private String scaled(String value, String rows, int shift) {
        return shift >= 0
                ? wholes.quotient("(" + value + " * " + power(shift) + ")", rows)
                : wholes.quotient("(" + value + ")", "(" + rows + " * " + power(-shift) + ")");
    }

    /** A sum over people, to which a person without values contributes nothing. */
    private String whereValues(ValueColumn summed, String value) {
        return "SUM(CASE WHEN " + rows(summed.rows()) + " > 0 THEN " + value + " ELSE 0 END)";
    }

    private String rows(RowCount counted) {
        return names.rows(counted);
    }

    /** A column without NULL that is clamped; a comparison is much cheaper than LEAST and GREATEST of 128 bits. */
    private static String clampedColumn(String column, String low, String high) {
        return "CASE WHEN " + column + " > " + high + " THEN " + high + " WHEN " + column + " < " + low + " THEN " + low
                + " ELSE " + column + " END";
    }

    private String clamp(String value, BigInteger low, BigInteger high) {
        return "LEAST(GREATEST(" + value + ", " + literal(low) + "), " + literal(high) + ")";
    }

    private String power(int exponent) {
        return literal(BigInteger.ONE.shiftLeft(exponent));
    }

    private String literal(BigInteger value) {
        return wholes.literal(value);
    }
}
